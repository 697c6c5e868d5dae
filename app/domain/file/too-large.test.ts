import { expect, test } from 'vitest';
import { tooLarge } from './too-large.server';

test('a photo that is too large is refused with what to do about it; of a recording only the size is said', () => {
  expect(tooLarge('image')).toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/^图片太大了，每个图片文件最大 10 MB。.*调小重拍.*截图。$/) as string,
  });
  expect(tooLarge('audio').message).toBe('录音太大了，每个录音文件最大 50 MB。');
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeScans, repeatFrame, withPackedTexts } from '~tests/support/odd-pictures';
import { isPictureSound } from './picture-parts.rules';

const grey = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#888' } });
const jpeg = () => grey().jpeg({ progressive: true }).toBuffer();

test('a picture has as many parts as cameras and programs write, not thousands', async () => {
  expect(isPictureSound(makeScans(100))).toBe(true);
  expect(isPictureSound(makeScans(101))).toBe(false);
  const png = await grey().png().toBuffer();
  expect(isPictureSound(withPackedTexts(png, 20))).toBe(true);
  expect(isPictureSound(withPackedTexts(png, 21))).toBe(false);
  const webp = await grey().webp().toBuffer();
  expect(isPictureSound(repeatFrame(webp, 900))).toBe(true);
  expect(isPictureSound(repeatFrame(webp, 1001))).toBe(false);
});

test('the scans of a preview in the EXIF and of a second picture behind the first are not counted', async () => {
  const photo = await jpeg();
  const scans = Buffer.alloc(2000, Buffer.from([0xff, 0xda]));
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, (scans.length + 2) >> 8, (scans.length + 2) & 255]), scans]);
  expect(isPictureSound(Buffer.concat([photo.subarray(0, 2), exif, photo.subarray(2), scans]))).toBe(true);
});

test('what breaks off is for the decoder to refuse', async () => {
  for (const whole of [await jpeg(), await grey().png().toBuffer(), await grey().webp().toBuffer()]) {
    for (let length = 0; length < whole.length; length += 7)
      expect(isPictureSound(whole.subarray(0, length))).toBe(true);
  }
});

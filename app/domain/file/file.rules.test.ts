import { describe, expect, test } from 'vitest';
import {
  fileHint,
  formatBytes,
  isFileId,
  isOutOfProportion,
  mayUploadKind,
  storedName,
  tooLargeText,
  type FileKind,
} from './file.rules';

describe('formatBytes', () => {
  test.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [35 * 1024, '35 KB'],
    [1.5 * 1024 * 1024, '1.5 MB'],
    [10 * 1024 * 1024, '10 MB'],
    [200 * 1024 * 1024, '200 MB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('mayUploadKind', () => {
  const table: [FileKind, boolean, boolean][] = [
    ['image', true, true],
    ['audio', true, true],
    ['resource', true, false],
    ['xlsx', true, false],
  ];
  test.each(table)('%s: teacher %s, student %s', (kind, teacher, student) => {
    expect(mayUploadKind({ userType: 1 }, kind)).toBe(teacher);
    expect(mayUploadKind({ userType: 2 }, kind)).toBe(student);
  });
});

describe('storedName', () => {
  const id = '0f6c1f5e-0000-4000-8000-000000000000';
  const file = (kind: FileKind, mime: string, originalName: string) => ({ id, kind, mime, originalName });
  test.each([
    ['extension follows the content', file('image', 'image/jpeg', '春天的公园.png'), '春天的公园.jpg'],
    ['an added extension', file('audio', 'audio/mp4', '听力'), '听力.m4a'],
    ['a dot inside the name', file('image', 'image/jpeg', '第1.2题.heic'), '第1.2题.jpg'],
    ['a type without an extension of ours', file('resource', 'application/pdf', '教案.pdf'), '教案.pdf'],
    ['no name', file('audio', 'audio/webm', ''), '录音.webm'],
  ])('of a teacher: %s', (_case, input, name) => {
    expect(storedName(input, { userType: 1 })).toBe(name);
  });

  test.each([
    [file('audio', 'audio/webm', '张三 2026001.webm'), '录音-0f6c1f5e.webm'],
    [file('image', 'image/jpeg', '李四.jpg'), '图片-0f6c1f5e.jpg'],
  ])('of a student carries no name', (input, name) => {
    expect(storedName(input, { userType: 2 })).toBe(name);
  });
});

test('sentences name the limit', () => {
  expect(tooLargeText('image')).toBe('图片太大了，每个图片文件最大 10 MB。');
  expect(fileHint('audio')).toContain('50 MB');
});

test.each([
  ['0f6c1f5e-1b2c-4d3e-8f90-0123456789ab', true],
  ['0F6C1F5E-1B2C-4D3E-8F90-0123456789AB', false],
  ['../../etc/passwd', false],
  ['', false],
])('isFileId(%s)', (text, expected) => {
  expect(isFileId(text)).toBe(expected);
});

describe('isOutOfProportion', () => {
  test.each([
    ['a photo of 108 million pixels', 12_000 * 9000, 12_000_000, false],
    ['a sheet of A3 at 600 dpi, black and white, with a few lines', 7016 * 9921, 120_000, false],
    ['an empty sheet of A4 at 600 dpi, black and white', 4961 * 7016, 6000, false],
    ['nothing at all, 12000 wide', 12_000 * 9900, 14_500, true],
  ])('%s', (_name, pixels, bytes, expected) => {
    expect(isOutOfProportion(pixels, bytes)).toBe(expected);
  });
});

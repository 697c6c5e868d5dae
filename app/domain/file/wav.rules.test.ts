import { describe, expect, test } from 'vitest';
import { shortfall, shortText } from './file.rules';
import { wavPromiseMs } from './wav.rules';

/** The head of a wav: 16 kHz, one channel, 16 bit. */
function wav({ size, tag = 1, before = '' }: { size: number; tag?: number; before?: string }): Buffer {
  const head = Buffer.alloc(36);
  head.write('RIFF....WAVEfmt ', 0, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(tag, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(16_000, 24);
  head.writeUInt32LE(99, 28);
  head.writeUInt16LE(2, 32);
  const data = Buffer.from('data\0\0\0\0', 'latin1');
  data.writeUInt32LE(size, 4);
  return Buffer.concat([head, Buffer.from(before, 'latin1'), data, Buffer.alloc(10)]);
}

describe('what a wav promises', () => {
  test.each([
    ['plain', wav({ size: 64_000 }), 2000],
    ['with a list before its samples', wav({ size: 64_000, before: 'LIST\u0003\0\0\0abc\0' }), 2000],
    ['written without knowing the end', wav({ size: 0xffffffff }), undefined],
    ['never finished', wav({ size: 0 }), undefined],
    ['packed, where bytes say nothing about time', wav({ size: 64_000, tag: 2 }), undefined],
    ['cut off in its head', wav({ size: 64_000 }).subarray(0, 30), undefined],
    ['no wav', Buffer.from('OggS and more'), undefined],
  ])('%s', (_name, head, expected) => {
    expect(wavPromiseMs(head)).toBe(expected);
  });
});

describe('less than was promised', () => {
  test.each([
    [10_000, 10_000, null],
    [10_000, 9600, null],
    [10_000, 9400, 10_000],
    [7_200_000, 7_190_000, null],
    [7_200_000, 7_100_000, 7_200_000],
    [10_000, 12_000, null],
    [undefined, 100, null],
  ])('%s ms promised, %s ms heard', (promised, heard, expected) => {
    expect(shortfall(heard, promised)).toBe(expected);
  });

  test('is said in seconds', () => {
    expect(shortText({ durationMs: 40_600, promisedMs: 80_000 })).toBe(
      '录音不完整：文件标明 80 秒，能听到的只有 40 秒',
    );
    expect(shortText({ durationMs: 40_600, promisedMs: null })).toBe('');
  });
});

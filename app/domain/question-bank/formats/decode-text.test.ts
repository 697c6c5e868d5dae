import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.server';
import { recognise } from './formats.server';
import { readText } from './text-file.server';

const TEXT = '一、单选题\n1. 水的化学式是（ ）\nA. H₂O\n答案：A';
const gb = (...bytes: number[]) => Uint8Array.from(bytes);
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

describe('encodings', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16 LE with a mark', utf16(`\ufeff${TEXT}`, false)],
    ['UTF-16 BE with a mark', utf16(`\ufeff${TEXT}`, true)],
    ['UTF-16 LE', utf16(TEXT, false)],
    ['UTF-16 BE', utf16(TEXT, true)],
  ])('%s', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT);
  });

  test('GB18030, two and four bytes', () => {
    expect(decodeText(gb(0xb4, 0xf0, 0xb0, 0xb8, 0xa3, 0xba, 0x41))).toBe('答案：A');
    expect(decodeText(gb(0xb4, 0xf0, 0x81, 0x39, 0xee, 0x39))).toBe('答㐀');
  });

  test('line ends of every system become one', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\nd\u2028e'))).toBe('a\nb\nc\nd\ne');
  });

  test('an empty file is an empty text', () => {
    expect(decodeText(Buffer.alloc(0))).toBe('');
  });
});

describe('what stands for no sign', () => {
  const read = async (...parts: (string | number[])[]) => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    expect(recognise({ name: 'a.txt', bytes }).format).toBe('text');
    return (await readText({ name: 'a.txt', bytes })).map(({ fields, notes, isDoubtful }) => [
      (fields.options as string[]).join(),
      isDoubtful ?? false,
      notes.length,
    ]);
  };
  const QUESTION = '1. 中国的首都是哪一座城市（ ）\nA. 北京 B. 上海\n答案：A\n';

  test('a nought is dropped, which its question says', async () => {
    expect(await read('1. 中国的首都是\nA. 北', [0], '京 B. 上海\n答案：A\n2', QUESTION.slice(1))).toEqual([
      ['北京,上海', false, 1],
      ['北京,上海', false, 0],
    ]);
  });

  test('a broken byte is dropped, and its question is not chosen', async () => {
    expect(await read(QUESTION, '2. 最长的河是\nA. 长', [0xe6, 0xb1], '江 B. 黄河\n答案：A\n')).toEqual([
      ['北京,上海', false, 0],
      ['长江,黄河', true, 1],
    ]);
    // 1. 对错题。 A. 北京 B. 上海 in GB18030 with a byte too many.
    const gb2312 = Buffer.from('312e20b6d4b4edcce2a1a30a412e20b1b1bea9ff20422e20c9cfbaa30ab4f0b0b8a3ba41', 'hex');
    expect(await read([...gb2312])).toEqual([['北京,上海', true, 1]]);
  });

  test('more of them than slip in are another encoding', () => {
    const bytes = Buffer.concat([Buffer.from('1. 对。\n'), Buffer.alloc(9, 0xff)]);
    expect(() => recognise({ name: 'a.txt', bytes })).toThrow(/编码无法识别/);
  });
});

test('Big5 and Shift-JIS are known by their signs', () => {
  // 下列何者正確？答案：甲 and 日本の首都は東京です。
  const big5 = Buffer.from('a455a643a6f3aacca5bfbd54a148b5aaaed7a147a5d2', 'hex');
  expect(decodeText(big5)).toBe('下列何者正確？答案：甲');
  const japanese = Buffer.from('93fa967b82cc8ef1937382cd938c8b9e82c582b78142', 'hex');
  expect(decodeText(japanese)).toBe('日本の首都は東京です。');
});

describe('refusals', () => {
  test('a file that is no text', () => {
    expect(() => decodeText(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).toThrow(
      expect.objectContaining({ code: 'unsupported_type' }),
    );
    expect(() => decodeText(Buffer.from('PK\u0003\u0004\u0014\u0000 abc'))).toThrow(
      expect.objectContaining({ code: 'unsupported_type' }),
    );
  });

  test('a text beyond 5 MB', () => {
    expect(() => decodeText(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    );
  });
});

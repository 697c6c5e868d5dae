import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.server';

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

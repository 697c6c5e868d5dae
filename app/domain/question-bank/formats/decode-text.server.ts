import { AppError } from '~/lib/errors';
import { FORMAT_INFO } from './format-info.rules';
import type { ParsedQuestion } from './format.rules';

/**
 * The text of a file that says nothing about its encoding: UTF-8, UTF-16 in both orders, else GB18030. Lines end
 * with \n.
 * @throws AppError too_large or unsupported_type, a sentence for the person who chose the file
 */
export function decodeText(bytes: Uint8Array, maxBytes = FORMAT_INFO.text.maxBytes): string {
  if (bytes.length > maxBytes) {
    throw new AppError('too_large', `文件不能超过 ${maxBytes / 1024 / 1024} MB，请分成几个文件导入。`);
  }
  const text = decode(bytes);
  // A text has tabs and line ends, but hardly anything else from the range of control characters.
  if (text === undefined || isBinary(text)) {
    throw new AppError(
      'unsupported_type',
      '这不是文本文件，或者它的编码无法识别。请用记事本另存为 UTF-8 编码的文本后再试。',
    );
  }
  return text.replace(/\r\n?|[\u0085\u2028\u2029\f\v]/g, '\n');
}

const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** A nought, or more signs that nobody types than slip into a text. */
function isBinary(text: string): boolean {
  const count = text.match(CONTROLS)?.length ?? 0;
  return (
    count > 0 &&
    (/[\u0000\ufffe\uffff]/.test(text) || text.slice(0, 8).search(CONTROLS) >= 0 || count > 3 + text.length / 500)
  );
}

/** Drops signs that no text has; the questions on whose lines they stood say so. */
export function withoutControls(text: string): { text: string; note: (questions: ParsedQuestion[]) => void } {
  const lines = text.split('\n').flatMap((line, index) => (line.search(CONTROLS) < 0 ? [] : [index + 1]));
  if (lines.length === 0) return { text, note: () => undefined };
  return {
    text: text.replace(CONTROLS, ''),
    note: (questions) => {
      for (const [index, question] of questions.entries()) {
        const end = questions[index + 1]?.line ?? Infinity;
        if (lines.some((line) => line >= question.line && line < end)) {
          question.notes.push('文字里有看不见的控制字符，已去掉，请核对。');
        }
      }
    },
  };
}

function decode(bytes: Uint8Array): string | undefined {
  const starts = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  if (starts(0xff, 0xfe)) return decodeAs('utf-16le', bytes);
  if (starts(0xfe, 0xff)) return decodeAs('utf-16be', bytes);
  if (!starts(0xef, 0xbb, 0xbf)) {
    const order = unmarkedUtf16(bytes);
    if (order) return decodeAs(order, bytes);
  }
  return decodeAs('utf-8', bytes) ?? decodeAs('gb18030', bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Digits, line ends and blanks have a zero as the other half of their unit; no other text encoding has zeros. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  if (bytes.length % 2 === 1 || even + odd === 0) return undefined;
  if (even === 0) return 'utf-16le';
  if (odd === 0) return 'utf-16be';
  // U+xx00 letters have their zero on the other side, but they are rare.
  return odd > even * 4 ? 'utf-16le' : even > odd * 4 ? 'utf-16be' : undefined;
}

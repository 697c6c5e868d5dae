import { AppError } from '~/lib/errors';
import { FORMAT_INFO } from './format-info.rules';
import { HELD_NOTE, type ParsedQuestion } from './format.rules';
import type { TextLine } from './text-line';

/**
 * The text of a file that says nothing about its encoding: UTF-8, UTF-16 in both orders, else GB18030, or Big5 and
 * Shift-JIS where only those make sense. Lines end with \n. A few signs that no text has may be in it, and U+FFFD
 * where a byte is broken, unless `isStrict`: withoutControls drops them.
 * @throws AppError too_large or unsupported_type, a sentence for the person who chose the file
 */
export function decodeText(
  bytes: Uint8Array,
  { maxBytes = FORMAT_INFO.text.maxBytes, isStrict = false }: { maxBytes?: number; isStrict?: boolean } = {},
): string {
  if (bytes.length > maxBytes) {
    throw new AppError('too_large', `文件不能超过 ${maxBytes / 1024 / 1024} MB，请分成几个文件导入。`);
  }
  const text = decode(bytes) ?? (isStrict ? undefined : decodeBroken(bytes));
  // A text has tabs and line ends, but hardly anything else from the range of control characters.
  if (text === undefined || isBinary(text)) {
    throw unknownEncoding();
  }
  return text.replace(/\r\n?|[\u0085\u2028\u2029\f\v]/g, '\n');
}

/** The refusal of what is no text, or one of many encodings. */
export function unknownEncoding(): AppError {
  return new AppError(
    'unsupported_type',
    '这不是文本文件，或者它的编码无法识别。请用记事本另存为 UTF-8 编码的文本后再试。',
  );
}

/** The beginning of a file, cut anywhere, as the whole would be decoded; null for what is no text. */
export function decodeHead(head: Uint8Array): string | null {
  for (let cut = 0; cut < 4 && cut <= head.length; cut += 1) {
    const text = decode(head.subarray(0, head.length - cut), cut > 0);
    if (text !== undefined) return isBinary(text) ? null : text.replace(/^\ufeff/, '');
  }
  const text = decodeBroken(head);
  return text === undefined || isBinary(text) ? null : text;
}

const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;
const BROKEN = /\ufffd/g;

/** More signs that nobody types than slip into a text. */
function isBinary(text: string): boolean {
  const count = text.match(CONTROLS)?.length ?? 0;
  return (
    count > 0 &&
    (/[\ufffe\uffff]/.test(text) || text.slice(0, 8).search(CONTROLS) >= 0 || count > 3 + text.length / 500)
  );
}

const CONTROLS_NOTE = '文字里有看不见的控制字符，已去掉，请核对。';
const BROKEN_NOTE = `文件里这道题的地方有坏掉的字节，可能少了一两个字，请对照原来的文件。${HELD_NOTE}`;

/** Drops signs that no text has; the questions on whose lines they stood say so. */
export function withoutControls(text: string): { text: string; note: (questions: ParsedQuestion[]) => void } {
  const lines = text.split('\n');
  const linesWith = (sign: RegExp) => lines.flatMap((line, index) => (line.search(sign) < 0 ? [] : [index + 1]));
  const [odd, broken] = [linesWith(CONTROLS), linesWith(BROKEN)];
  if (odd.length === 0 && broken.length === 0) return { text, note: () => undefined };
  return {
    text: text.replace(CONTROLS, '').replace(BROKEN, ''),
    note: (questions) => {
      for (const [index, question] of questions.entries()) {
        const end = questions[index + 1]?.line ?? Infinity;
        const isWithin = (line: number) => line >= question.line && line < end;
        if (odd.some(isWithin)) question.notes.push(CONTROLS_NOTE);
        if (!broken.some(isWithin)) continue;
        question.notes.push(BROKEN_NOTE);
        question.isDoubtful = true;
      }
    },
  };
}

/** The same for one line: without such signs, and with what is to be said of it. */
export function withoutControlsIn(line: TextLine): TextLine {
  const isOdd = line.text.search(CONTROLS) >= 0;
  const isBroken = line.text.search(BROKEN) >= 0;
  if (!isOdd && !isBroken) return line;
  const text = line.text.replace(CONTROLS, '').replace(BROKEN, '');
  return { ...line, text, ...(isOdd ? { note: CONTROLS_NOTE } : {}), ...(isBroken ? { doubt: BROKEN_NOTE } : {}) };
}

function decode(bytes: Uint8Array, isCut = false): string | undefined {
  const starts = (...mark: number[]) => mark.every((byte, index) => bytes[index] === byte);
  const even = isCut ? bytes.subarray(0, bytes.length - (bytes.length % 2)) : bytes;
  if (starts(0xff, 0xfe)) return decodeAs('utf-16le', even);
  if (starts(0xfe, 0xff)) return decodeAs('utf-16be', even);
  if (!starts(0xef, 0xbb, 0xbf)) {
    const order = unmarkedUtf16(even);
    if (order) return decodeAs(order, even);
  }
  return decodeAs('utf-8', bytes) ?? sensible(bytes);
}

/** Signs that every text in Chinese has, in either script, and Japanese syllables. */
const CHINESE =
  /[的一是在不了有和人中大上我以要他到作地出就分可也能下子而方多定行法所民得之等部家力如水化高自二理起小物加量都，。、？：（）題题選选單单項项擇择對对錯错為为個个國国這这來来時时們们會会學学說说過过發发經经關关數数間间後后點点無无應应從从開开問问圖图答案甲乙丙丁正确確判断斷]/g;
const JAPANESE = /[\u3041-\u3093\u30a1-\u30f6，。、？：（）「」]/g;

/** GB18030, unless its signs make no sense where those of Big5 or Shift-JIS do: most bytes are letters in each. */
function sensible(bytes: Uint8Array): string | undefined {
  const all = [
    { text: decodeAs('gb18030', bytes), signs: CHINESE },
    { text: decodeAs('big5', bytes), signs: CHINESE },
    { text: decodeAs('shift_jis', bytes), signs: JAPANESE },
  ].map(({ text, signs }) => ({ text, share: text === undefined ? 0 : shareOf(text.slice(0, 20_000), signs) }));
  const [usual, ...others] = all;
  const other = others.sort((a, b) => b.share - a.share)[0];
  const isOther = other !== undefined && usual !== undefined && other.share > 0.2 && other.share > usual.share * 3;
  return isOther ? other.text : usual?.text;
}

function shareOf(text: string, signs: RegExp): number {
  const letters = text.match(/[^\u0000-\u00ff]/g)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(signs)?.length ?? 0) / letters;
}

/** A text some bytes of which are broken: few, among many letters that are right. */
function decodeBroken(bytes: Uint8Array): string | undefined {
  return ['utf-8', 'gb18030'].flatMap((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    const broken = text.match(BROKEN)?.length ?? 0;
    const letters = text.match(/[^\u0000-\u007f]/g)?.length ?? 0;
    return broken <= 3 + text.length / 500 && letters >= broken * 10 ? [text] : [];
  })[0];
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
  // One or two in a text are an accident.
  if (bytes.length % 2 === 1 || even + odd <= Math.max(1, bytes.length / 100)) return undefined;
  if (even === 0) return 'utf-16le';
  if (odd === 0) return 'utf-16be';
  // U+xx00 letters have their zero on the other side, but they are rare.
  return odd > even * 2 ? 'utf-16le' : even > odd * 2 ? 'utf-16be' : undefined;
}

import { sniff } from '~/domain/file/sniff';
import { UNPLACED } from './docx-marks';
import { NOTE_END } from './docx-notes';
import type { FilePicture, ParsedQuestion } from './format.rules';

/** The pictures of a document, and the places in its questions where they stand. */

/** A picture, or why it cannot be taken. */
export type Picture = FilePicture | { refused: string };

/** The part of mammoth's picture that is asked for. */
export type DocumentImage = { contentType?: string; readAsBuffer?: () => Promise<Buffer> };

/** A picture of the document; `parts` has the files of its archive by their names. */
export async function readPicture(image: DocumentImage, parts: Map<string, Buffer>): Promise<Picture> {
  let bytes: Buffer;
  try {
    const name = Buffer.from((await image.readAsBuffer?.()) ?? []).toString('utf8');
    bytes = parts.get(name) ?? Buffer.alloc(0);
  } catch {
    return { refused: '有一张图片在文件外面，没有导入，请导入后补上。' };
  }
  return pictureOf(bytes, image.contentType);
}

/** A picture by its bytes, or why it cannot be taken. */
export function pictureOf(bytes: Buffer, contentType = ''): Picture {
  const found = sniff(bytes.subarray(0, 4096));
  if (found?.family === 'image' && found.format !== 'gif') {
    return { name: `图.${found.format === 'jpeg' ? 'jpg' : found.format}`, bytes };
  }
  const isOld = /[ew]mf/i.test(contentType) || bytes.subarray(0, 4).toString('hex') === 'd7cdc69a';
  return {
    refused: isOld
      ? '有一处公式或图是旧式的图元（WMF、EMF，如 MathType 公式），没有导入，已标为“〔图〕”，请导入后补上。'
      : '有一张图片的格式不能使用，没有导入，已标为“〔图〕”，请换成 JPG 或 PNG 后补上。',
  };
}

const MARK = /\ue000(\d{1,5})\ue001|[\ue003\ue004]/g;
/** A line of ours with a picture that the text does not place: it is the question's, and none of the text. */
const UNPLACED_LINE = new RegExp(`\\n?${UNPLACED}\ue000\\d{1,5}\ue001`, 'g');

/** Numbers a question's own pictures from 1 and tells what could not be taken. */
export function withPictures(question: ParsedQuestion, all: Picture[]): ParsedQuestion {
  // In the order of the document, whichever field they stand in.
  const used = [...JSON.stringify(question.fields).matchAll(MARK)]
    .flatMap(([, digits]) => (digits === undefined ? [] : [Number(digits)]))
    .filter((index) => all[index] && !('refused' in all[index]))
    .sort((a, b) => a - b);
  const places = new Map([...new Set(used)].map((index, place) => [index, place + 1]));
  question.pictures = [...places.keys()].map((index) => all[index] as FilePicture);
  const notes = new Set<string>();
  const place = (text: string) =>
    text.replace(UNPLACED_LINE, '').replace(MARK, (whole, digits?: string) => {
      if (whole === NOTE_END) {
        notes.add('脚注或尾注已写进正文的括号里（注：……），请核对。');
        return '';
      }
      if (digits === undefined) {
        notes.add('有一处公式太复杂，只导入了其中的文字，请核对。');
        return '';
      }
      const index = Number(digits);
      const picture = all[index];
      if (picture && 'refused' in picture) notes.add(picture.refused);
      if (!places.has(index)) return '〔图〕';
      return `[图${places.get(index)}]`;
    });
  question.fields = deepMap(question.fields, place) as Record<string, unknown>;
  question.problems = question.problems.map(named);
  question.notes = [...question.notes.map(named), ...notes];
  return question;
}

/** A sentence with our marks of pictures as words; what was cut of one is none. */
const named = (sentence: string) => sentence.replace(MARK, '〔图〕').replace(/\ue000\d{0,5}|\d{0,5}\ue001/g, '〔图〕');

/** Tells the question behind a picture that stands in none, the last one where none is behind it. */
export function noteLostPictures(
  questions: ParsedQuestion[],
  lines: { text: string; line: number }[],
  counted: '段' | '行' = '段',
): void {
  const used = new Set(questions.flatMap(({ fields }) => marksIn(JSON.stringify(fields))));
  const told = new Set<ParsedQuestion>();
  for (const { text, line } of lines) {
    if (!text.includes('\ue000') || marksIn(text).every((mark) => used.has(mark))) continue;
    const question = questions.find((each) => each.line > line) ?? questions[questions.length - 1];
    if (!question || told.has(question)) continue;
    told.add(question);
    question.notes.push(`原文件第 ${line} ${counted}的图不知道是哪道题的，没有导入，如果题目要用，请导入后补上。`);
  }
}

const marksIn = (text: string) => [...text.matchAll(/\ue000(\d{1,5})\ue001/g)].map(([, digits = '']) => digits);

function deepMap(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => deepMap(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deepMap(each, change)]));
}

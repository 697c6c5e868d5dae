import { sniff } from '~/domain/file/sniff';
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
    text.replace(MARK, (whole, digits?: string) => {
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
  question.problems = question.problems.map((problem) => problem.replace(MARK, '〔图〕'));
  question.notes.push(...notes);
  return question;
}

function deepMap(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => deepMap(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deepMap(each, change)]));
}

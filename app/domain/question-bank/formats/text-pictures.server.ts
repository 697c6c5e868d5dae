import { type Picture, pictureOf } from './docx-pictures';
import { HELD_NOTE, type ParsedQuestion } from './format.rules';
import { readBase64 } from './media.server';
import { shortAddress } from './text-builder.server';
import type { TextLine } from './text-line';
import { fencesIn } from './text-markdown-fences';

/**
 * Pictures that a text names: ![图](assets/1.png) of Markdown, <img src="…"> of a page. They get the marks that the
 * reader of Word files sets. One that lies beside the text is taken, nothing is ever fetched.
 */

/** What lies under an address beside the text; null when nothing does. */
export type Beside = (address: string) => Promise<Buffer | null>;
export const NOTHING_BESIDE: Beside = () => Promise.resolve(null);

const NAMED =
  /(`[^`]{0,400}`)|!\[\[([^[\]|]{1,400})(?:\|[^[\]]{0,80})?\]\]|!\[([^[\]]{0,400})\]\(\s{0,8}(?:<([^<>\n]{1,2000})>|([^\s()<>]+(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,400})?))(?:\s{1,8}(?:"[^"]{0,400}"|'[^']{0,400}'|=[\dx%]{0,12}))?\s{0,8}\)|(<img\s[^<>]*>)/gi;
const SOURCE = /\ssrc\s{0,4}=\s{0,4}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const IS_PICTURE = /^(?:https?:)?\/\/|^data:image\/|\.(?:png|jpe?g|gif|bmp|webp|svg|tiff?|[ew]mf|heic)(?:[?#].*)?$/i;

/** A line of options, with as many as stand on it. */
const OPTION = /^\s{0,40}(?:[-*+]\s{1,4})?\**[（(]?[A-JＡ-Ｊ]\**\s?[.．、:：)）]/;
const OPTION_SIGNS = /(?:^|\s)(?:[-*+]\s{1,4})?\**[（(]?[A-JＡ-Ｊ]\**\s?[.．、:：)）]/g;
/** A question about how a page or Markdown is written names no picture, it asks for the signs. */
const OF_MARKUP = /html|标签|标记|网页|markdown|语法|代码|源码|属性/i;
const BARE_ALT =
  /^(?:image|img|pic|picture|figure|alt|图|图片|插图|截图|在这里插入图片描述|\S{0,4}\d*|\S+\.\w{2,4}|image[-_ ]?\d{0,20})$/i;

type Found = { whole: string; address: string; alt: string; isTag: boolean };

/** The line with each picture that it names as it is told. */
function withEach(text: string, change: (found: Found) => string): string {
  if (!text.includes('![') && !/<img\s/i.test(text)) return text;
  return text.replace(NAMED, (whole: string, ...parts: (string | undefined)[]) => {
    const [code, linked, alt = '', framed, plain, tag] = parts;
    const source = tag === undefined ? undefined : SOURCE.exec(tag);
    const address = (linked ?? framed ?? plain ?? source?.[1] ?? source?.[2] ?? source?.[3] ?? '').trim();
    if (code !== undefined || !IS_PICTURE.test(address)) return whole;
    return change({ whole, address, alt, isTag: tag !== undefined });
  });
}

/** The pictures named on a line, in their order. */
function foundIn(text: string): Found[] {
  const found: Found[] = [];
  withEach(text, (each) => String(found.push(each)));
  return found;
}

/** The lines with marks for their pictures, which are added to `pictures`, taken or refused. */
export async function withPicturesMarked(lines: TextLine[], pictures: Picture[], beside: Beside): Promise<TextLine[]> {
  const places = new Map<string, number>();
  const { fenced } = fencesIn(lines.map(({ text }) => ({ text: text.slice(0, 40).trim() })));
  const texts = new Set(writtenAsText(lines));
  const made: TextLine[] = [];
  for (const [at, line] of lines.entries()) {
    const found = fenced.has(at) || texts.has(at) ? [] : foundIn(line.text);
    for (const each of found)
      if (!places.has(each.address)) places.set(each.address, pictures.push(await take(each, beside)) - 1);
    const mark = ({ address }: Found) => `\ue000${places.get(address) ?? 0}\ue001`;
    made.push(found.length === 0 ? line : { ...line, text: withEach(line.text, mark) });
  }
  return made;
}

async function take({ address, alt }: Found, beside: Beside): Promise<Picture> {
  if (/^data:/i.test(address)) {
    const bytes = readBase64(address.slice(address.indexOf(',') + 1));
    return bytes ? pictureOf(bytes) : { refused: '有一张图片的内容已损坏，没有导入，已标为“〔图〕”，请补上。' };
  }
  const named = `${shortAddress(address)}${alt === '' || BARE_ALT.test(alt) ? '' : `（${alt}）`}`;
  if (/^(?:https?:)?\/\//i.test(address)) return { refused: `${ELSEWHERE[0]}${named}${ELSEWHERE[1]}` };
  const bytes = await beside(address);
  return bytes ? pictureOf(bytes) : { refused: `${MISSING[0]}${named}${MISSING[1]}` };
}

const ELSEWHERE = ['外部网址上的图片没有导入，已标为“〔图〕”：', '。请下载后补上。'] as const;
const MISSING = [
  '图片不在文件里，没有导入，已标为“〔图〕”：',
  '。请把试卷和图片打成一个 zip 再导入，或导入后补上。',
] as const;

const MOST_NAMED = 6;

/** What is said of several pictures of a question in one sentence; options that are but pictures that are not there wait. */
export function settlePictureNotes(question: ParsedQuestion): void {
  for (const [head, tail] of [ELSEWHERE, MISSING]) {
    const own = question.notes.filter((note) => note.startsWith(head) && note.endsWith(tail));
    if (own.length < 2) continue;
    const all = own.map((note) => note.slice(head.length, note.length - tail.length));
    const names = `${all.slice(0, MOST_NAMED).join('、')}${all.length > MOST_NAMED ? ` 等 ${all.length} 张` : ''}`;
    question.notes = [...question.notes.filter((note) => !own.includes(note)), `${head}${names}${tail}`];
  }
  const { options } = question.fields;
  if (!Array.isArray(options) || options.filter((option) => option === '〔图〕').length < 2) return;
  question.isDoubtful = true;
  question.notes.push(`有几个选项只有图片，图片没有导入，学生看不出区别。${HELD_NOTE}`);
}

/** The lines on which such signs are what a question asks for, by their places. */
function writtenAsText(lines: TextLine[]): number[] {
  const left: number[] = [];
  let above = '';
  for (let at = 0; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    if (!OPTION.test(text.slice(0, 80))) {
      if (foundIn(text).some(({ isTag }) => isTag) && !isTagOfPicture(text, above)) left.push(at);
      if (text.trim() !== '') above = text.slice(0, 2000);
      continue;
    }
    let end = at + 1;
    while (end < lines.length && (lines[end]!.text.trim() === '' || OPTION.test(lines[end]!.text.slice(0, 80))))
      end += 1;
    const run = lines.slice(at, end).map((line) => line.text);
    if (!areOptionsOfPictures(run, above)) for (let index = at; index < end; index += 1) left.push(index);
    at = end - 1;
  }
  return left;
}

const textBeside = (text: string) => withEach(text, () => '').replace(/^\s{0,40}(?:\d{1,3}\s?[.．、)）])?/, '');

/** A tag within a sentence may be what it speaks of; where it stands alone or has an address of the web it is a picture. */
function isTagOfPicture(text: string, above: string): boolean {
  const found = foundIn(text);
  const beside = textBeside(text);
  const isSure = found.every(
    ({ whole, address }) => /^(?:https?:)?\/\/|^data:/i.test(address) || /zoom\s?:/.test(whole),
  );
  return !OF_MARKUP.test(beside) && (isSure || (beside.trim() === '' && !OF_MARKUP.test(above)));
}

/** Options that are pictures: each another one, and none is written as something else that a page may have. */
function areOptionsOfPictures(run: string[], above: string): boolean {
  const found = run.flatMap(foundIn);
  if (found.length === 0) return true;
  const rest = run.map((text) => textBeside(text).replace(OPTION_SIGNS, '')).join('\n');
  if (OF_MARKUP.test(above) && /markdown|语法|标签|标记|html|代码/i.test(above)) return false;
  if (found.some(({ isTag }) => isTag)) {
    const isEach = new Set(found.map(({ address }) => address)).size === found.length;
    return isEach && !/<\s?\/?[a-z]/i.test(rest);
  }
  return !/\]\s?[（(]|[)）]\s?\[/.test(rest);
}

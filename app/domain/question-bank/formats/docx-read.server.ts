import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { sniff } from '~/domain/file/sniff';
import { AppError } from '~/lib/errors';
import { ZipError, openZip, type ZipReader } from '~/lib/zip.server';
import { drawFields, hasFields } from './docx-fields';
import { DOCX_MARKS, DOTTED, DocumentReader, HIDDEN, STRUCK, type DocumentNode } from './docx-lines';
import { withColourMarks } from './docx-colours';
import { mathToTex } from './docx-math';
import { sliceDocument } from './docx-slices';
import { NOTE_END, NoteTexts } from './docx-notes';
import { Numbering } from './docx-numbering';
import { TYPED_END, isTypedTex, texAsTyped } from './docx-typed.server';
import {
  attribute,
  buildXml,
  child,
  childrenOf,
  damaged,
  encodeEntities,
  nameOf,
  parseXml,
  refuseDeclarations,
  textOf,
  textRun,
  type XmlNode,
} from './docx-xml';
import type { FilePicture, ParsedQuestion, ReadQuestions } from './format.rules';
import { decodeText } from './decode-text.server';
import { isListLine } from './text-answers';
import { parseText, toLines } from './text-format';
import type { TextLine } from './text-line';

/**
 * Word → the lines a reader sees → the grammar of typed papers. Mammoth reads the document; the labels of automatic
 * lists and the formulas, which it leaves out, are written into the document's XML before. It is only given parts
 * that were unpacked within bounds.
 */

const LIMITS = { entries: 5000, entryBytes: 32 * 1024 * 1024, totalBytes: 80 * 1024 * 1024 };

/** Beginnings of paragraphs and runs with their properties: thousands of questions have a fifth of it. */
const MAX_PARAGRAPHS = 200_000;
const MAX_RUNS = 800_000;

/** Reads a Word file; `line` is the number of the paragraph. */
export const readDocx: ReadQuestions = async (file, onProgress) => {
  const pictures: Picture[] = [];
  const lines: TextLine[] = [];
  for (const { isAnswers, ...one } of await filesOf(file.bytes)) {
    const own = await readLines(one, pictures);
    // 参考答案 above the first answer, whatever stands before it in a file of its own.
    const first = isAnswers ? own.findIndex(({ text: each }) => isListLine(each.trim())) : 0;
    if (isAnswers && first >= 0) lines.push({ text: '', line: 0 }, { text: '参考答案', line: 0 });
    lines.push(...own.slice(Math.max(first, 0)));
  }
  const questions = parseText(lines).map((question) => withPictures(question, pictures));
  if (questions.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请在每道题前写题号（如“1.”），在题后写“答案：”。');
  }
  onProgress?.(questions.length, questions.length);
  return questions;
};

async function readLines({ bytes, isText }: Omit<OneFile, 'isAnswers'>, pictures: Picture[]): Promise<TextLine[]> {
  if (isText) return toLines(decodeText(bytes));
  const parts = await unpack(bytes);
  // A picture that stands in several places is in the file once.
  const known = new Map<Uint8Array, number>();
  const reader = new DocumentReader(async (image) => {
    const picture = await readPicture(image, parts);
    const index = ('bytes' in picture ? known.get(picture.bytes) : undefined) ?? pictures.push(picture) - 1;
    if ('bytes' in picture) known.set(picture.bytes, index);
    return index;
  });
  await readDocument(parts, (nodes) => reader.readAll(nodes));
  return reader.lines;
}

// ---------------------------------------------------------------- the file

const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex') === '504b0304';

const BUNDLED = /^(?!__MACOSX|.*\/\.)[^\\]+\.(?:docx|txt)$/i;
const ANSWERS = /答案|解析|评分/;
const BUNDLE_LIMITS = { entries: 20, entryBytes: 20 * 1024 * 1024, totalBytes: 20 * 1024 * 1024 };

type OneFile = { bytes: Buffer; isText: boolean; isAnswers: boolean };

/** A paper, or a zip of a paper and its answers: the file whose name says 答案 comes last. */
async function filesOf(bytes: Buffer): Promise<OneFile[]> {
  const alone = [{ bytes, isText: false, isAnswers: false }];
  if (!isArchive(bytes)) return alone;
  try {
    const zip = openZip(bytes, BUNDLE_LIMITS);
    if (zip.names.some((name) => name.startsWith('word/'))) return alone;
    const names = zip.names.filter((name) => BUNDLED.test(name));
    const baseOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
    const answers = names.find((name) => ANSWERS.test(baseOf(name)));
    const paper = names.find((name) => name !== answers);
    if (paper === undefined || !names.some((name) => /docx$/i.test(name))) return alone;
    const left = names.filter((name) => name !== paper && name !== answers);
    if (left.length > 0) throw new AppError('invalid', severalPapers(names.length, baseOf(left[0] ?? '')));
    const files = [{ name: paper, isAnswers: false }, ...(answers ? [{ name: answers, isAnswers: true }] : [])];
    return await Promise.all(
      files.map(async ({ name, isAnswers }) => ({
        bytes: (await zip.read(name)) ?? Buffer.alloc(0),
        isText: /\.txt$/i.test(name),
        isAnswers,
      })),
    );
  } catch (error) {
    // Too many entries for this, or damaged: what reads it alone says so.
    if (error instanceof ZipError) return alone;
    throw error;
  }
}

const severalPapers = (count: number, name: string) =>
  `这个压缩文件里有 ${count} 个文件（如“${name}”），一次只能导入一份试卷和它的答案，没有读取。请把每份试卷单独上传，或与它的答案（文件名里写“答案”）打成一个 zip。`;

type Parts = Map<string, Buffer>;

async function unpack(bytes: Buffer): Promise<Parts> {
  const magic = bytes.subarray(0, 4).toString('hex');
  if (magic === 'd0cf11e0') {
    throw new AppError(
      'unsupported_type',
      '这是旧版 .doc 文件，或是加了密码的文件。请用 Word 或 WPS 另存为不加密的 .docx 后再试。',
    );
  }
  if (magic !== '504b0304') throw new AppError('unsupported_type', '这不是 Word 文件，请选择 .docx 文件。');
  try {
    return await readParts(openZip(bytes, LIMITS));
  } catch (error) {
    if (error instanceof ZipError && error.reason === 'too_large') {
      throw new AppError('too_large', '这个 Word 文件的内容太多。请分成几个文件，或压缩其中的图片后再试。');
    }
    if (error instanceof ZipError) throw damaged();
    throw error;
  }
}

const WANTED =
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/document\d*\.xml\.rels|document\d*\.xml|styles\.xml|numbering\.xml|footnotes\.xml|endnotes\.xml|media\/[^/]+))$/i;

async function readParts(zip: ZipReader): Promise<Parts> {
  const parts: Parts = new Map();
  for (const name of zip.names) {
    if (!WANTED.test(name)) continue;
    const bytes = await zip.read(name);
    if (bytes) parts.set(name, bytes);
  }
  return parts;
}

/** The document as mammoth understands it, with labels and formulas as text, some blocks at a time. */
async function readDocument(parts: Parts, read: (nodes: DocumentNode[]) => Promise<void>): Promise<void> {
  const name = mainPart(parts);
  const xml = text(parts, name);
  refuseDeclarations(xml);
  if (countOf(xml, '<w:p') > MAX_PARAGRAPHS || countOf(xml, '<w:r') > MAX_RUNS) {
    throw new AppError('too_large', '这个 Word 文件的段落太多。请分成几个文件再导入。');
  }
  const shared = sharedParts(parts, name);
  const numbering = new Numbering(
    parseXml(text(parts, 'word/numbering.xml')),
    parseXml(text(parts, 'word/styles.xml')),
  );
  const notes = new NoteTexts(text(parts, 'word/footnotes.xml'), text(parts, 'word/endnotes.xml'));
  for (const slice of sliceDocument(xml)) {
    const body = parseXml(slice);
    let document: DocumentNode;
    try {
      writeOut(body, numbering, notes);
      document = await askMammoth({ ...shared, [name]: Buffer.from(buildXml(body)) });
    } catch {
      throw damaged();
    }
    await read(document.children ?? []);
    // Other requests are answered in between.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** The parts beside the document, checked; instead of its picture a file holds its own name, which readPicture looks up. */
function sharedParts(parts: Parts, main: string): Record<string, Buffer> {
  const shared: Record<string, Buffer> = {};
  for (const [name, bytes] of parts) {
    if (name === main || /notes\.xml$/i.test(name)) continue;
    const isPicture = /^word\/media\//i.test(name);
    if (!isPicture) parseXml(bytes.toString('utf8'));
    shared[name] = isPicture ? Buffer.from(name) : bytes;
  }
  return shared;
}

async function askMammoth(parts: Record<string, Buffer>): Promise<DocumentNode> {
  let document: DocumentNode | undefined;
  await mammoth.convertToHtml(
    { buffer: Buffer.from(zipSync(parts, { level: 0 })) },
    {
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      transformDocument: (read: DocumentNode) => {
        document = read;
        return { ...read, children: [], notes: { resolve: () => [] }, comments: [] };
      },
    },
  );
  if (!document) throw damaged();
  return document;
}

const text = (parts: Parts, name: string) => parts.get(name)?.toString('utf8') ?? '';

function mainPart(parts: Parts): string {
  const names = [...parts.keys()].filter((name) => /^word\/document\d*\.xml$/i.test(name));
  const target = /Target="\/?(word\/document\d*\.xml)"/.exec(text(parts, '_rels/.rels').slice(0, 20_000))?.[1];
  const name = names.find((each) => each === target) ?? names[0];
  if (name === undefined) throw damaged();
  return name;
}

/** Writes list labels, formulas and footnotes into the document as runs of text, in the order they are read. */
function writeOut(nodes: XmlNode[], numbering: Numbering, notes: NoteTexts): void {
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index]!;
    const name = nameOf(node);
    if (name === 'm:oMath') nodes[index] = formulaRun(node, takeTyped(nodes, index + 1));
    // What was typed belongs to the formula before it; without one it says nothing.
    else if (name === 'w:r' && isTypedTex(hiddenText(node))) empty(node);
    else if (name === 'w:r' && SEEN.test(hiddenText(node))) nodes[index] = textRun(HIDDEN);
    else if (name === 'w:r' && isStruck(node)) nodes[index] = textRun(STRUCK);
    else if (name === 'w:footnoteReference' || name === 'w:endnoteReference') {
      nodes[index] = { 'w:t': [{ '#text': encodeEntities(notes.take(node)) }], ':@': { 'xml:space': 'preserve' } };
    } else if (name === 'm:oMathPara') {
      const formulas = childrenOf(node).filter((each) => 'm:oMath' in each);
      nodes.splice(index, 1, ...formulas.map((each) => formulaRun(each, '')));
      index += formulas.length - 1;
    } else if (name === 'w:t') {
      const own = childrenOf(node)[0];
      if (own && '#text' in own) own['#text'] = String(own['#text']).replace(DOCX_MARKS, '');
    } else {
      const marked = name === 'w:r' ? withColourMarks(node) : null;
      if (name === 'w:r' && isDotted(node)) nodes[index] = { 'w:ins': [textRun(DOTTED), marked ?? node] };
      else if (marked) nodes[index] = marked;
      if (name === 'w:p') {
        writeLabel(node, numbering);
        if (hasDrawnTabs(node)) drawTabs(childrenOf(node));
      }
      const boxes = name === 'w:p' ? takeBoxes(childrenOf(node)) : [];
      writeOut(childrenOf(node), numbering, notes);
      // Behind it: a text that is read keeps none of our marks.
      if (name === 'w:p' && hasFields(childrenOf(node))) drawFields(childrenOf(node));
      if (boxes.length > 0) {
        writeOut(boxes, numbering, notes);
        nodes[index] = { 'w:ins': [node, ...boxes] };
      }
    }
  }
}

/**
 * Takes the paragraphs of text boxes out of a paragraph, to stand behind it. Every box is there twice in most files,
 * for newer and for older programs: one of the two is left.
 */
function takeBoxes(nodes: XmlNode[]): XmlNode[] {
  const taken: XmlNode[] = [];
  for (const node of nodes) {
    const name = nameOf(node);
    if (name === 'w:pPr' || name === 'w:t') continue;
    if (name === 'w:txbxContent') {
      taken.push(...childrenOf(node));
      empty(node);
      continue;
    }
    if (name === 'mc:AlternateContent') {
      const choice = child(node, 'mc:Choice');
      const boxes = takeBoxes(childrenOf(choice));
      if (boxes.length === 0) taken.push(...takeBoxes(childrenOf(child(node, 'mc:Fallback'))));
      else {
        taken.push(...boxes);
        empty(node);
      }
      continue;
    }
    taken.push(...takeBoxes(childrenOf(node)));
  }
  return taken;
}

/** Nothing that anybody reads, in its place: a list from which much is taken out one by one would take long. */
function empty(node: XmlNode): void {
  delete node[nameOf(node)];
  node['w:proofErr'] = [];
}

function writeLabel(paragraph: XmlNode, numbering: Numbering): void {
  const properties = child(paragraph, 'w:pPr');
  const isDeleted = child(child(properties, 'w:rPr'), 'w:del') !== undefined;
  const children = childrenOf(paragraph);
  // An empty paragraph of a list shows no number that a reader would count.
  const isEmpty = !children.some((each) => !('w:pPr' in each));
  if (isDeleted || isEmpty) return;
  const label = numbering.label(properties);
  if (label === '') return;
  children.splice(properties ? children.indexOf(properties) + 1 : 0, 0, textRun(`${label} `));
}

/** Whether the tabs of a paragraph draw lines: 空格线 as many papers have them. */
function hasDrawnTabs(paragraph: XmlNode): boolean {
  const tabs = child(child(paragraph, 'w:pPr'), 'w:tabs');
  return childrenOf(tabs).some((tab) => /^(?:underscore|heavy)$/.test(attribute(tab, 'w:leader') ?? ''));
}

function drawTabs(nodes: XmlNode[]): void {
  for (const [index, node] of nodes.entries()) {
    if ('w:tab' in node) nodes[index] = { 'w:t': [{ '#text': '____' }] };
    else if ('w:r' in node) drawTabs(childrenOf(node));
  }
}

/** `typed`: what our own writer left beside it. */
function formulaRun(math: XmlNode, typed: string): XmlNode {
  const shown = mathToTex(math);
  const tex = shown === null ? null : texAsTyped(typed, shown);
  return textRun(tex === null ? `\ue003${textOf(math)}` : `\ue002$${tex}$\ue002`);
}

/** The text of a hidden run; '' of any other node. */
function hiddenText(node: XmlNode | undefined): string {
  const vanish = node !== undefined && 'w:r' in node ? child(child(node, 'w:rPr'), 'w:vanish') : undefined;
  const isHidden = vanish !== undefined && !/^(?:0|false|off)$/.test(attribute(vanish, 'w:val') ?? '');
  return isHidden
    ? childrenOf(node)
        .filter((each) => 'w:t' in each)
        .map(textOf)
        .join('')
    : '';
}

/** Takes out the hidden runs behind a formula that say how it was typed: Word may have cut one in several. */
function takeTyped(nodes: XmlNode[], at: number): string {
  let text = '';
  let count = 0;
  while (count < MAX_CUTS && !text.endsWith(TYPED_END)) {
    const next = hiddenText(nodes[at + count]);
    if (next === '' || (text === '' && !isTypedTex(next))) break;
    text += next;
    empty(nodes[at + count]!);
    count += 1;
  }
  return text;
}

const MAX_CUTS = 20;

const isWritten = (run: XmlNode) => childrenOf(run).some((each) => 'w:t' in each && textOf(each).trim() !== '');

/** Whether a run is struck out: whoever prints the paper does not mean it. */
function isStruck(run: XmlNode): boolean {
  const properties = child(run, 'w:rPr');
  const signs = [child(properties, 'w:strike'), child(properties, 'w:dstrike')];
  return isWritten(run) && signs.some((each) => each && !/^(?:0|false|off)$/.test(attribute(each, 'w:val') ?? ''));
}

/** Whether a run has dots below its signs: 加点字. */
function isDotted(run: XmlNode): boolean {
  const sign = attribute(child(child(run, 'w:rPr'), 'w:em'), 'w:val');
  return isWritten(run) && sign !== undefined && sign !== 'none';
}

/** More than blanks and the signs that we write ourselves. */
const SEEN = /[^\s\u2060\u2063]/;

// ---------------------------------------------------------------- pictures

type Picture = FilePicture | { refused: string };

type DocumentImage = { contentType?: string; readAsBuffer?: () => Promise<Buffer> };

async function readPicture(image: DocumentImage, parts: Parts): Promise<Picture> {
  let bytes: Buffer;
  try {
    const name = Buffer.from((await image.readAsBuffer?.()) ?? []).toString('utf8');
    bytes = parts.get(name) ?? Buffer.alloc(0);
  } catch {
    return { refused: '有一张图片在文件外面，没有导入，请导入后补上。' };
  }
  const found = sniff(bytes.subarray(0, 4096));
  if (found?.family === 'image' && found.format !== 'gif') {
    return { name: `图.${found.format === 'jpeg' ? 'jpg' : found.format}`, bytes };
  }
  const isOld = /[ew]mf/i.test(image.contentType ?? '') || bytes.subarray(0, 4).toString('hex') === 'd7cdc69a';
  return {
    refused: isOld
      ? '有一处公式或图是旧式的图元（WMF、EMF，如 MathType 公式），没有导入，已标为“〔图〕”，请导入后补上。'
      : '有一张图片的格式不能使用，没有导入，已标为“〔图〕”，请换成 JPG 或 PNG 后补上。',
  };
}

const MARK = /\ue000(\d{1,5})\ue001|[\ue003\ue004]/g;

/** Numbers a question's own pictures from 1 and tells what could not be taken. */
function withPictures(question: ParsedQuestion, all: Picture[]): ParsedQuestion {
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

import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import { AppError } from '~/lib/errors';
import { ZipError, openZip, type ZipReader } from '~/lib/zip.server';
import type { DocumentNode } from './docx-line-builder';
import { DocumentReader } from './docx-lines';
import { NoteTexts } from './docx-notes';
import { Numbering } from './docx-numbering';
import { noteLostPictures, readPicture, withPictures, type Picture } from './docx-pictures';
import { RunStyles } from './docx-prepared';
import { sliceDocument } from './docx-slices';
import { writeOut } from './docx-written.server';
import { attribute, buildXml, childrenOf, damaged, parseXml, refuseDeclarations } from './docx-xml';
import type { ReadQuestions } from './format.rules';
import { decodeText, withoutControlsIn } from './decode-text.server';
import { type BundledFile, asKey, bundledFiles } from './paper-bundle.server';
import { parseText, toLines } from './text-format';
import type { TextLine } from './text-line';
import { NOTHING_BESIDE, withPicturesMarked } from './text-pictures.server';

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
  const bundle = await bundledFiles(file.bytes);
  for (const one of bundle?.some(({ isText }) => !isText) ? bundle : [alone(file.bytes)]) {
    const own = await readLines(one, pictures);
    lines.push(...(one.isAnswers ? asKey(own, one) : own));
  }
  const parsed = parseText(lines);
  noteLostPictures(parsed, lines);
  const questions = parsed.map((question) => withPictures(question, pictures));
  if (questions.length === 0) {
    throw new AppError('invalid', '文件里没有找到题目。请在每道题前写题号（如“1.”），在题后写“答案：”。');
  }
  onProgress?.(questions.length, questions.length);
  return questions;
};

const alone = (bytes: Buffer): BundledFile => ({
  bytes,
  isText: false,
  isAnswers: false,
  isAnalyses: false,
  beside: NOTHING_BESIDE,
});

async function readLines({ bytes, isText, beside }: BundledFile, pictures: Picture[]): Promise<TextLine[]> {
  if (isText) return withPicturesMarked(toLines(decodeText(bytes)).map(withoutControlsIn), pictures, beside);
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
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|word\/(?:_rels\/document\d*\.xml\.rels|document\d*\.xml|styles\.xml|numbering\.xml|footnotes\.xml|endnotes\.xml|comments\.xml|media\/[^/]+))$/i;

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
  const styles = parseXml(text(parts, 'word/styles.xml'));
  const numbering = new Numbering(parseXml(text(parts, 'word/numbering.xml')), styles);
  const runs = new RunStyles(styles);
  const beneath = ['footnotes', 'endnotes', 'comments'].map((each) => text(parts, `word/${each}.xml`));
  const [footnotes = '', endnotes = '', comments = ''] = beneath;
  const notes = new NoteTexts(footnotes, endnotes, comments);
  const beside = { numbering, notes, relations: relationsOf(text(parts, relationsPart(name))) };
  for (const slice of sliceDocument(xml)) {
    const body = parseXml(slice);
    let document: DocumentNode;
    try {
      runs.prepare(body);
      writeOut(body, beside);
      document = await askMammoth({ ...shared, [name]: Buffer.from(buildXml(body)) });
    } catch {
      throw damaged();
    }
    await read(document.children ?? []);
    // Other requests are answered in between.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** word/document.xml → word/_rels/document.xml.rels */
const relationsPart = (main: string) => `${main.replace(/[^/]+$/, '')}_rels/${main.replace(/^.*\//, '')}.rels`;

const relationsOf = (xml: string) =>
  new Set(
    parseXml(xml)
      .flatMap(childrenOf)
      .flatMap((node) => attribute(node, 'Id') ?? []),
  );

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** The parts beside the document, checked; instead of its picture a file holds its own name, which readPicture looks up. */
function sharedParts(parts: Parts, main: string): Record<string, Buffer> {
  const shared: Record<string, Buffer> = {};
  for (const [name, bytes] of parts) {
    if (name === main || /(?:notes|comments)\.xml$/i.test(name)) continue;
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

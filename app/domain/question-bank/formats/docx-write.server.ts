import {
  AlignmentType,
  Document,
  Footer,
  ImageRun,
  Math as WordMath,
  Packer,
  PageNumber,
  Paragraph,
  Tab,
  TextRun,
  type IParagraphOptions,
  type ParagraphChild,
} from 'docx';
import sharp from 'sharp';
import { formulasOf } from '../rich-text.rules';
import { wordFormula } from './docx-formulas.server';
import { typedTex } from './docx-typed.server';
import type { FilePicture, OutgoingQuestion, WriteQuestions } from './format.rules';
import { paperLines, type PaperLine } from './paper-lines';
import { REMARK, VERBATIM } from './text-lines';

/**
 * A paper to print; with answers it is also what readDocx reads back: all but audio and directories. Formulas are
 * Word's own; one that has no form there stands as it is typed, and a remark at the end names it.
 */

const MIME = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Widest picture, in pixels at 96 to the inch: a text column of A4. */
const MAX_WIDTH = 420;
const MAX_HEIGHT = 360;
const SPACE_LINES = { short: 5, written: 14 };

export const writeDocx: WriteQuestions = async (questions, options) => {
  const lines = options.withAnswers ? paperLines(questions, options) : joinOptions(paperLines(questions, options));
  const images = await readImages(questions);
  const context: Context = { images, isMarked: options.withAnswers, typed: new Set() };
  const children = [...lines.flatMap((line) => paragraphsOf(line, context)), ...remarks(context)];
  const document = new Document({
    title: options.title,
    creator: '',
    styles: {
      default: {
        document: {
          run: { size: 21, font: { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' } },
          paragraph: { spacing: { line: 320 } },
        },
      },
    },
    sections: [
      {
        properties: {
          page: { size: { width: 11906, height: 16838 }, margin: { top: 1134, bottom: 1134, left: 1304, right: 1304 } },
        },
        footers: { default: new Footer({ children: [PAGE_LINE] }) },
        children,
      },
    ],
  });
  return { bytes: await Packer.toBuffer(document), extension: 'docx', mime: MIME };
};

const PAGE_LINE = new Paragraph({
  alignment: AlignmentType.CENTER,
  children: [
    new TextRun({ children: ['第 ', PageNumber.CURRENT, ' 页　共 ', PageNumber.TOTAL_PAGES, ' 页'], size: 18 }),
  ],
});

/** Short options stand beside each other, as papers have them: up to 4 to a line, 2 where they are longer. */
function joinOptions(lines: PaperLine[]): PaperLine[] {
  const joined: PaperLine[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!;
    let end = index;
    while (lines[end]?.role === 'option' && lines[end]?.question === line.question) end += 1;
    const options = lines.slice(index, end);
    const longest = Math.max(0, ...options.map(({ text }) => (/\n|\[图/.test(text) ? 99 : [...text].length)));
    const columns = longest <= 7 ? 4 : longest <= 17 ? 2 : 1;
    if (line.role !== 'option' || columns === 1) {
      joined.push(line);
      index += 1;
      continue;
    }
    for (let at = 0; at < options.length; at += columns) {
      const row = options.slice(at, at + columns);
      joined.push({ ...line, text: '', label: row.map(({ label, text }) => label + text).join('\t'), columns });
    }
    index = end;
  }
  return joined;
}

// ---------------------------------------------------------------- paragraphs

type Drawn = { type: 'png' | 'jpg'; data: Buffer; width: number; height: number };
type Images = Map<FilePicture, Drawn>;
type Context = {
  images: Images;
  isMarked: boolean;
  /** Formulas that Word has no form for. */
  typed: Set<string>;
};

/** As many are named. */
const MAX_NAMED = 20;

/** What became of formulas that could not be written; our reader passes over it. */
function remarks({ typed }: Context): Paragraph[] {
  if (typed.size === 0) return [];
  const names = [...typed].slice(0, MAX_NAMED).join('　');
  const text = `${REMARK}有 ${typed.size} 种公式 Word 写不出，照打出来的样子写成 $…$，请在 Word 里改好：${names}`;
  return [
    new Paragraph({ spacing: { before: 240 }, children: [new TextRun({ text: withoutControls(text), size: 18 })] }),
  ];
}

const LOOKS: Record<PaperLine['role'], Partial<IParagraphOptions>> = {
  title: { alignment: AlignmentType.CENTER, spacing: { after: 160 } },
  person: { alignment: AlignmentType.CENTER, spacing: { after: 200 } },
  section: { keepNext: true, spacing: { before: 240, after: 80 } },
  question: { spacing: { before: 100 }, keepLines: true },
  option: { indent: { left: 420 }, keepLines: true },
  key: { indent: { left: 420 } },
  space: {},
};

function paragraphsOf(line: PaperLine, context: Context): Paragraph[] {
  if (line.role === 'space') {
    const count = line.question?.bank === 'written' ? SPACE_LINES.written : SPACE_LINES.short;
    return Array.from({ length: count }, () => new Paragraph({}));
  }
  const texts = line.text === '' ? [null] : line.text.split('\n');
  return texts.map((text, index) => {
    const label = index === 0 ? line.label : '';
    const children: ParagraphChild[] = line.columns
      ? besideRuns(line, context)
      : label === ''
        ? []
        : [run(label, line)];
    if (text !== null) {
      // Hidden: it only tells our own reader that what follows is nothing but text.
      if (context.isMarked) children.push(new TextRun({ text: VERBATIM, vanish: true }));
      children.push(...runsOf(text, line, context));
    }
    return new Paragraph({ ...LOOKS[line.role], tabStops: tabStops(line), children });
  });
}

function tabStops({ columns }: PaperLine): IParagraphOptions['tabStops'] {
  if (!columns) return undefined;
  return Array.from({ length: columns - 1 }, (_, index) => ({
    type: 'left' as const,
    position: 420 + Math.round((8900 / columns) * (index + 1)),
  }));
}

/** Options that stand beside each other. */
function besideRuns(line: PaperLine, context: Context): ParagraphChild[] {
  return line.label
    .split('\t')
    .flatMap((text, index) => [...(index > 0 ? [run('\t', line)] : []), ...runsOf(text, line, context)]);
}

/** The text with its pictures and formulas in their places. */
function runsOf(text: string, line: PaperLine, context: Context): ParagraphChild[] {
  const runs: ParagraphChild[] = [];
  let end = 0;
  const add = (start: number, until: number, drawn: ParagraphChild[] | null) => {
    if (!drawn || start < end) return;
    if (start > end) runs.push(run(text.slice(end, start), line));
    runs.push(...drawn);
    end = until;
  };
  const places = [
    ...[...text.matchAll(/\[图(\d{1,2})\]/g)].map(({ 0: whole, 1: number, index }) => ({
      start: index,
      end: index + whole.length,
      draw: () => drawPicture(line.question?.pictures[Number(number) - 1], context),
    })),
    ...(line.question ? formulasOf(text) : [])
      // A picture within signs of money stays a picture.
      .filter(({ tex }) => !/\[图\d/.test(tex))
      .map(({ start, end: until, tex }) => ({ start, end: until, draw: () => drawFormula(tex, context) })),
  ].sort((a, b) => a.start - b.start);
  for (const place of places) add(place.start, place.end, place.draw());
  if (end < text.length) runs.push(run(text.slice(end), line));
  return runs;
}

function drawPicture(picture: FilePicture | undefined, { images }: Context): ParagraphChild[] | null {
  const image = picture && images.get(picture);
  if (!image) return null;
  const { type, data, width, height } = image;
  return [new ImageRun({ type, data, transformation: { width, height } })];
}

/** A formula of Word's; what is read back is the TeX it was typed as, for as long as nobody changes it there. */
function drawFormula(tex: string, { isMarked, typed }: Context): ParagraphChild[] | null {
  const formula = wordFormula(withoutControls(tex));
  if (!formula) {
    typed.add(`$${tex}$`);
    return null;
  }
  const math = new WordMath({ children: formula.parts });
  if (!isMarked || formula.tex === tex) return [math];
  return [math, new TextRun({ text: withoutControls(typedTex(tex, formula.tex)), vanish: true, noProof: true })];
}

function run(text: string, { role }: PaperLine): TextRun {
  const parts = withoutControls(text).split('\t');
  const children = parts.flatMap((part, index) => (index === 0 ? [part] : [new Tab(), part]));
  if (role === 'title') return new TextRun({ children, bold: true, size: 32 });
  if (role === 'section') return new TextRun({ children, bold: true, size: 24 });
  return new TextRun(role === 'key' ? { children, color: '1F4E79' } : { children });
}

/** XML cannot carry these. */
const withoutControls = (text: string) => text.replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '');

/** Every picture in a form that Word draws, with the size it is drawn in; what cannot be read is left out. */
async function readImages(questions: OutgoingQuestion[]): Promise<Images> {
  const images: Images = new Map();
  for (const picture of questions.flatMap((question) => question.pictures)) {
    const image = await readImage(picture);
    if (image) images.set(picture, image);
  }
  return images;
}

async function readImage({ bytes }: FilePicture): Promise<Drawn | null> {
  try {
    const { format, width, height } = await sharp(bytes).metadata();
    if (!width || !height) return null;
    const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
    if (format === 'jpeg') return { type: 'jpg', data: Buffer.from(bytes), ...size };
    if (format === 'png') return { type: 'png', data: Buffer.from(bytes), ...size };
    return { type: 'png', data: await sharp(bytes).png().toBuffer(), ...size };
  } catch {
    return null;
  }
}

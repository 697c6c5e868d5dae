import { AlignmentType, Paragraph, Tab, TextRun, type IParagraphOptions, type ParagraphChild } from 'docx';
import { formulasOf } from '../rich-text.rules';
import {
  drawFormula,
  drawPicture,
  formulaRemarks,
  packDocx,
  readImages,
  withoutControls,
  type DocxContext,
} from './docx-draw.server';
import { optionColumns } from '../kinds/shared/options.rules';
import type { WriteQuestions } from './format.rules';
import { paperLines, type PaperLine } from './paper-lines';
import { VERBATIM } from './text-labels';

/**
 * A paper to print; with answers it is also what readDocx reads back: all but audio and directories. Formulas are
 * Word's own; one that has no form there stands as it is typed, and a remark at the end names it.
 */

const SPACE_LINES = { short: 5, written: 14 };

export const writeDocx: WriteQuestions = async (questions, options) => {
  const lines = options.withAnswers ? paperLines(questions, options) : joinOptions(paperLines(questions, options));
  const images = await readImages(questions.flatMap((question) => question.pictures));
  const context: DocxContext = { images, isMarked: options.withAnswers, typed: new Set() };
  const children = [
    ...lines.flatMap((line, index) => paragraphsOf(line, context, isBeforeOption(line, lines[index + 1]))),
    ...formulaRemarks(context),
  ];
  return packDocx(options.title, [
    {
      properties: {
        page: { size: { width: 11906, height: 16838 }, margin: { top: 1134, bottom: 1134, left: 1304, right: 1304 } },
      },
      children,
    },
  ]);
};

/** A stem and the options below it stand on one sheet. */
const isBeforeOption = ({ role, question }: PaperLine, next: PaperLine | undefined) =>
  (role === 'question' || role === 'option') && next?.role === 'option' && next.question === question;

/** Short options stand beside each other, as papers have them: up to 4 to a line, 2 where they are longer. */
function joinOptions(lines: PaperLine[]): PaperLine[] {
  const joined: PaperLine[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!;
    let end = index;
    while (lines[end]?.role === 'option' && lines[end]?.question === line.question) end += 1;
    const options = lines.slice(index, end);
    const columns = optionColumns(options.map(({ text }) => text));
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

const LOOKS: Record<PaperLine['role'], Partial<IParagraphOptions>> = {
  title: { alignment: AlignmentType.CENTER, spacing: { after: 160 } },
  person: { alignment: AlignmentType.CENTER, spacing: { after: 200 } },
  section: { keepNext: true, spacing: { before: 240, after: 80 } },
  question: { spacing: { before: 100 }, keepLines: true },
  option: { indent: { left: 420 }, keepLines: true },
  key: { indent: { left: 420 } },
  space: {},
};

function paragraphsOf(line: PaperLine, context: DocxContext, isBeforeOption: boolean): Paragraph[] {
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
      // Twice, that the picture behind it is of the question and not of its text.
      const isUnplaced = index >= texts.length - (line.unplaced ?? 0);
      if (context.isMarked) children.push(new TextRun({ text: VERBATIM.repeat(isUnplaced ? 2 : 1), vanish: true }));
      children.push(...runsOf(text, line, context));
    }
    return new Paragraph({
      ...LOOKS[line.role],
      ...(isBeforeOption ? { keepNext: true } : {}),
      tabStops: tabStops(line),
      children,
    });
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
function besideRuns(line: PaperLine, context: DocxContext): ParagraphChild[] {
  return line.label
    .split('\t')
    .flatMap((text, index) => [...(index > 0 ? [run('\t', line)] : []), ...runsOf(text, line, context)]);
}

/** The text with its pictures and formulas in their places. */
function runsOf(text: string, line: PaperLine, context: DocxContext): ParagraphChild[] {
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

function run(text: string, { role }: PaperLine): TextRun {
  const parts = withoutControls(text).split('\t');
  const children = parts.flatMap((part, index) => (index === 0 ? [part] : [new Tab(), part]));
  if (role === 'title') return new TextRun({ children, bold: true, size: 32 });
  if (role === 'section') return new TextRun({ children, bold: true, size: 24 });
  return new TextRun(role === 'key' ? { children, color: '1F4E79' } : { children });
}

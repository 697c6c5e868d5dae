import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { FIXED_OPTIONS, kindOf } from '~/domain/question-bank/kinds/kinds.schema';
import {
  AlignmentType,
  LeaderType,
  LineRuleType,
  PageOrientation,
  SectionType,
  Paragraph,
  Tab,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IParagraphOptions,
  type IPropertiesOptions,
  type ParagraphChild,
} from 'docx';
import { optionColumns } from '~/domain/question-bank/kinds/shared/options.rules';
import {
  drawFormula,
  drawPicture,
  formulaRemarks,
  packDocx,
  readImages,
  withoutControls,
  type DocxContext,
} from '~/domain/question-bank/formats/docx-draw.server';
import type { FilePicture, WrittenFile } from '~/domain/question-bank/formats/format.rules';
import { placeForLetter } from '~/domain/question-bank/place-for-letter.rules';
import { optionKey, splitStem } from '~/domain/question-bank/question.rules';
import { splitRichText, splitTables, unplacedPictures } from '~/domain/question-bank/rich-text.rules';
import { sealingLine } from './paper-docx-seal.server';
import { keyRows } from './paper-key.rules';
import {
  answerLineCount,
  LAST_LINES,
  paperSections,
  staysWhole,
  type LineChoice,
  type PaperSection,
} from './paper-parts.rules';
import type { PrintedPaper, PrintedQuestion } from './print.queries.server';
import { paperFacts } from './print.rules';
import type { SheetSize } from './print.schema';

/**
 * The papers of an exam as a Word file, divided and numbered as they are printed. A thread's work: it is handed
 * everything and reads nothing.
 */

export type PaperFile = {
  title: string;
  schoolName: string;
  withAnswers: boolean;
  size: SheetSize;
  lines: LineChoice;
  papers: (PrintedPaper & { title: string })[];
  /** Of all questions, by file id. */
  pictures: Map<string, FilePicture>;
};

type Sheet = { width: number; height: number; left: number; columns: number };
type Pen = Pick<PaperFile, 'pictures' | 'withAnswers' | 'lines'> & { context: DocxContext; textWidth: number };
type Numbered = PaperSection<PrintedQuestion>['items'][number];
type Block = Paragraph | Table;

const EDGE = 1134;
/** Between the columns of A3. */
const GUTTER = 800;

/** Twips; beside the sealing line there is room for names. */
const sheetOf = (size: SheetSize, isSealed: boolean): Sheet => {
  const left = isSealed ? 2268 : 1304;
  return size === 'a3'
    ? { width: 23811, height: 16838, left, columns: 2 }
    : { width: 11906, height: 16838, left, columns: 1 };
};

const textWidthOf = ({ width, left, columns }: Sheet) => {
  const whole = width - left - EDGE;
  return Math.floor((whole - GUTTER * (columns - 1)) / columns);
};

/** The file: every part of the exam begins on a sheet of its own. */
export async function writePaper({ papers, pictures, ...file }: PaperFile): Promise<WrittenFile> {
  const { title, withAnswers, size, schoolName, lines } = file;
  const sheet = sheetOf(size, !withAnswers);
  const context: DocxContext = { images: await readImages([...pictures.values()]), isMarked: false, typed: new Set() };
  const pen: Pen = { context, pictures, withAnswers, lines, textWidth: textWidthOf(sheet) };
  const drawn = papers.map((paper) => paperChildren(paper, schoolName, pen));
  drawn.at(-1)?.push(...formulaRemarks(context));
  const sections = drawn.map((children, index): IPropertiesOptions['sections'][number] => ({
    properties: {
      // On both sides of the sheets a part begins on the front of one, and counts its own pages.
      ...(index > 0 ? { type: SectionType.ODD_PAGE } : {}),
      page: {
        pageNumbers: { start: 1 },
        // The library turns the sheet itself.
        size:
          size === 'a3'
            ? { width: sheet.height, height: sheet.width, orientation: PageOrientation.LANDSCAPE }
            : { width: sheet.width, height: sheet.height },
        margin: { top: EDGE, bottom: EDGE, left: sheet.left, right: EDGE },
      },
      ...(sheet.columns > 1 ? { column: { count: sheet.columns, space: GUTTER } } : {}),
    },
    ...(withAnswers ? {} : { headers: { default: sealingLine(sheet.height) } }),
    children,
  }));
  return packDocx(withAnswers ? `${title}（答案与评分要点）` : title, sections);
}

function paperChildren(paper: PaperFile['papers'][number], schoolName: string, pen: Pen): (Paragraph | Table)[] {
  const sections = paperSections(paper.questions, paper.pools, paper.sections);
  const centred = { alignment: AlignmentType.CENTER };
  const title = `${paper.title}${pen.withAnswers ? '（答案与评分要点）' : ''}`;
  return [
    plain(schoolName, centred),
    new Paragraph({ ...centred, spacing: { after: 120 }, children: [text(title, { bold: true, size: 32 })] }),
    plain(paperFacts(paper), { ...centred, spacing: { after: 160 } }),
    ...(pen.withAnswers ? [] : [pointsTable(sections), ...rules(paper.instructions, pen)]),
    ...sections.flatMap((section) => sectionChildren(section, pen)),
  ];
}

const rules = (instructions: string, pen: Pen) =>
  instructions === '' ? [] : richParagraphs(`考试须知：${instructions}`, [], pen, { spacing: { before: 80 } });

/** Where the marker writes what each section came to; one section is the total. */
function pointsTable(sections: { ordinal: string }[]): Table {
  const ordinals = sections.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal !== '');
  const heads = ['题号', ...(ordinals.length < 2 ? [] : ordinals), '总分', '评卷人'];
  const cell = (words: string) =>
    new TableCell({
      width: { size: 900, type: WidthType.DXA },
      children: [plain(words, { alignment: AlignmentType.CENTER })],
    });
  const row = (words: string[]) => new TableRow({ cantSplit: true, children: words.map(cell) });
  return new Table({
    alignment: AlignmentType.CENTER,
    columnWidths: heads.map(() => 900),
    rows: [row(heads), row(heads.map((_, index) => (index === 0 ? '得分' : '')))],
  });
}

function sectionChildren(section: PaperSection<PrintedQuestion>, pen: Pen): Block[] {
  const { heading, instructions, note, items, isEven } = section;
  const about = pen.withAnswers ? '' : instructions;
  return [
    new Paragraph({
      keepNext: true,
      spacing: { before: 240, after: 80 },
      children: [text(heading, { bold: true, size: 24 })],
    }),
    ...(about === '' ? [] : richParagraphs(about, [], pen, { keepNext: true })),
    ...(note === '' ? [] : [plain(note, { keepNext: true })]),
    ...items.flatMap((question) => questionChildren(question, isEven, pen)),
  ];
}

function questionChildren(question: Numbered, isEven: boolean, pen: Pen): Block[] {
  const label = `${question.label}${isEven ? ' ' : `（${question.points} 分）`}`;
  const place = pen.withAnswers ? '' : placeForLetter(question);
  const unplaced = unplacedPictures(question).map((id) => `\n[图${question.imageIds.indexOf(id) + 1}]`);
  const [main, ...more] = mainTexts(question);
  const staysTogether = !pen.withAnswers && staysWhole(question, pen.lines);
  const options = optionChildren(question, pen);
  const keepNext = staysTogether || options.length > 0;
  return [
    ...richBlocks(
      `${main ?? ''}${place}${unplaced.join('')}`,
      question.imageIds,
      pen,
      { spacing: { before: 100 }, keepLines: true, keepNext },
      label,
    ),
    ...more.flatMap((each) => richParagraphs(each, [], pen, { indent: { firstLine: 420 }, keepNext })),
    ...options,
    ...(pen.withAnswers
      ? keyChildren(question, pen)
      : answerLines(answerLineCount(question, pen.lines), staysTogether, pen)),
  ];
}

/** What is asked, and of an oral question what is read. */
function mainTexts(question: PrintedQuestion): string[] {
  switch (question.bank) {
    case 'oral':
      return [question.title, question.body.examContent];
    case 'written':
      return [question.body.prompt];
    case 'theory':
      return [
        KIND_FACTS[kindOf(question)].answerPlace === 'blanks'
          ? splitStem(question.body.stem).join('________')
          : question.body.stem,
      ];
  }
}

/** Options, as many beside each other as there is room for; they stand on one sheet with each other. */
function optionChildren(question: PrintedQuestion, pen: Pen): Paragraph[] {
  if (question.bank !== 'theory' || FIXED_OPTIONS[question.kind]) return [];
  const options = question.body.options.map((option, index) => `${optionKey(index)}. ${option.text}`);
  const columns = optionColumns(question.body.options.map((option) => option.text));
  if (columns === 1) {
    return options.flatMap((each, index) =>
      richParagraphs(each, question.imageIds, pen, {
        indent: { left: 420 },
        keepLines: true,
        keepNext: index < options.length - 1,
      }),
    );
  }
  const tabStops = Array.from({ length: columns - 1 }, (_, index) => ({
    type: 'left' as const,
    position: 420 + Math.round(((pen.textWidth - 420) / columns) * (index + 1)),
  }));
  const rows = Math.ceil(options.length / columns);
  return Array.from({ length: rows }, (_, row) => {
    const beside = options.slice(row * columns, (row + 1) * columns);
    const children = beside.flatMap((each, index) => [
      ...(index === 0 ? [] : [new TextRun({ children: [new Tab()] })]),
      ...richRuns(each, question.imageIds, pen),
    ]);
    return new Paragraph({ indent: { left: 420 }, keepLines: true, keepNext: row < rows - 1, tabStops, children });
  });
}

function keyChildren(question: Numbered, pen: Pen): Block[] {
  const colour = { color: '1F4E79' };
  return keyRows(question, question.points).flatMap(({ term, texts }) =>
    texts.flatMap((each, index) =>
      richBlocks(each, question.imageIds, pen, { indent: { left: 420 } }, index === 0 ? `${term}：` : '', colour),
    ),
  );
}

/** Lines to write on: drawn by a tab, which every program draws alike. */
const answerLines = (count: number, staysTogether: boolean, { textWidth }: Pen) =>
  Array.from(
    { length: count },
    (_, index) =>
      new Paragraph({
        spacing: { line: 480, lineRule: LineRuleType.AUTO },
        // The last few stand together: one alone would fill another sheet.
        keepNext: (staysTogether || index >= count - LAST_LINES) && index < count - 1,
        tabStops: [{ type: 'right', position: textWidth, leader: LeaderType.UNDERSCORE }],
        children: [new TextRun({ children: [new Tab()] })],
      }),
  );

// ---------------------------------------------------------------- texts

type Look = { bold?: boolean; size?: number; color?: string };

const text = (words: string, look: Look = {}) => new TextRun({ text: withoutControls(words), ...look });

const plain = (words: string, options: Partial<IParagraphOptions> = {}) =>
  new Paragraph({ ...options, children: [text(words)] });

/** A text with its tables drawn. */
function richBlocks(
  words: string,
  imageIds: string[],
  pen: Pen,
  options: Partial<IParagraphOptions>,
  label = '',
  look: Look = {},
): Block[] {
  return splitTables(words).flatMap((part, index): Block[] => {
    const begins = index === 0 ? label : '';
    if (typeof part !== 'string') return [drawTable(part, imageIds, pen, look)];
    if (part.trim() === '' && begins === '') return [];
    return richParagraphs(part.replace(/\n$/, ''), imageIds, pen, options, begins, look);
  });
}

function drawTable(rows: string[][], imageIds: string[], pen: Pen, look: Look): Table {
  const columns = Math.max(...rows.map((row) => row.length));
  const width = Math.floor((pen.textWidth - 420) / columns);
  const cell = (words: string) =>
    new TableCell({
      width: { size: width, type: WidthType.DXA },
      children: [new Paragraph({ keepNext: true, children: richRuns(words, imageIds, pen, look) })],
    });
  return new Table({
    indent: { size: 420, type: WidthType.DXA },
    columnWidths: Array.from({ length: columns }, () => width),
    rows: rows.map(
      (row) =>
        new TableRow({
          cantSplit: true,
          children: Array.from({ length: columns }, (_, at) => cell(row[at] ?? '')),
        }),
    ),
  });
}

/** A text with its pictures and formulas, a paragraph for each of its lines. */
function richParagraphs(
  words: string,
  imageIds: string[],
  pen: Pen,
  options: Partial<IParagraphOptions>,
  label = '',
  look: Look = {},
): Paragraph[] {
  return words.split('\n').map(
    (line, index) =>
      new Paragraph({
        ...options,
        children: [...(index === 0 && label !== '' ? [text(label, look)] : []), ...richRuns(line, imageIds, pen, look)],
      }),
  );
}

function richRuns(words: string, imageIds: string[], pen: Pen, look: Look = {}): ParagraphChild[] {
  return splitRichText(words, imageIds.length).flatMap((part) => {
    switch (part.kind) {
      case 'text':
        return [text(part.text, look)];
      case 'formula':
        return drawFormula(part.tex, pen.context) ?? [text(`$${part.tex}$`, look)];
      case 'picture':
        return (
          drawPicture(pen.pictures.get(imageIds[part.index] ?? ''), pen.context) ?? [
            text(`[图${part.index + 1}]`, look),
          ]
        );
    }
  });
}

import { isMarkedByHand } from './by-hand.rules';
import { type Kinded } from './paper-mix.rules';
import { answerLineCount, type PaperSection, type SheetLineChoice } from './paper-parts.rules';

/** The sheets (答题纸) that answers are written on, page by page. Pure. */

/** A question on the sheet; `number` null: which of what was drawn it is for differs, the student writes its number. */
export type SheetBlock =
  { type: 'heading'; text: string } | { type: 'lines'; number: number | null; points: number; lines: number };

/** What a sheet needs to know of a question. */
export type SheetQuestion = Kinded & { itemId?: number; points: number; section?: number | null };

/** What fits on a page, in lines. */
const PAGE_LINES = 27;

/**
 * The blocks of every page: room for what a teacher marks, and for nothing else, as what a key marks is answered on the
 * screen and a scan of it counts for nothing. Without such questions there are no pages. Sections are those of the printed paper, so that the numbers are the same. Of what is drawn
 * there are as many places as each student has questions (`counts` by the section's key), with their numbers where all
 * that may be drawn is marked by a teacher.
 */
export function sheetPages(
  sections: PaperSection<SheetQuestion>[],
  counts: ReadonlyMap<string, number> = new Map(),
  lines: SheetLineChoice = '',
): SheetBlock[][] {
  const pages: SheetBlock[][] = [];
  let room = 0;
  let next = 1;
  for (const { key, heading, items } of sections) {
    const count = counts.get(key);
    const questions = count === undefined ? items : drawnPlaces(items, count, next);
    next += questions.length;
    let isHeaded = false;
    for (const block of blocksOf(questions, lines)) {
      const needed = heightOf(block) + (isHeaded ? 0 : 2);
      if (needed > room || pages.length === 0) {
        pages.push([]);
        room = PAGE_LINES;
      }
      const page = pages[pages.length - 1]!;
      if (!isHeaded) page.push({ type: 'heading', text: heading });
      page.push(block);
      room -= needed;
      isHeaded = true;
    }
  }
  return pages;
}

type Place = SheetQuestion & { number: number | null };

/** As many places as are drawn, each with the room that the pool's most demanding question needs. */
function drawnPlaces(pool: SheetQuestion[], count: number, first: number): Place[] {
  const [widest] = [...pool].sort((a, b) => answerLineCount(b) - answerLineCount(a));
  if (!widest) return [];
  const isCertain = pool.every(isMarkedByHand);
  return Array.from({ length: count }, (_, index) => ({ ...widest, number: isCertain ? first + index : null }));
}

function blocksOf(questions: Place[], choice: SheetLineChoice): SheetBlock[] {
  return questions.filter(isMarkedByHand).map((question) => ({
    type: 'lines',
    number: question.number,
    points: question.points,
    lines: answerLineCount(question, choice),
  }));
}

const heightOf = (block: SheetBlock) => (block.type === 'heading' ? 2 : block.lines + 1);

/** `layout` says which questions stood on the pages when they were printed. */
export type SheetPage = { examId: number; studentId: number; page: number; layout: string };

/** What every code of ours begins with, whatever its age. */
export const SHEET_CODE_START = /^KP[123]-/;

/**
 * What the code of a page says: KP3-exam-student-page-layout-signature, so that a photo of it finds whose it is.
 * The signature makes it the school's own; signedSheetCode adds it.
 */
export function sheetCode(sheet: SheetPage, signature: string): string {
  return `KP3-${sheet.examId}-${sheet.studentId}-${sheet.page}-${sheet.layout}-${signature}`;
}

const NUMBER = '([1-9]\\d{0,8})';
const CODE = new RegExp(`^KP3-${NUMBER}-${NUMBER}-([1-9]\\d{0,2})-([0-9A-F]{6})-([0-9A-F]{10})$`);

/** What sheetCode wrote, whoever signed it; null for any other text, also for the unsigned codes of long ago. */
export function readSheetCode(text: string): { sheet: SheetPage; signature: string } | null {
  const [, examId, studentId, page, layout, signature] = CODE.exec(text) ?? [];
  if (layout === undefined || signature === undefined) return null;
  return { sheet: { examId: Number(examId), studentId: Number(studentId), page: Number(page), layout }, signature };
}

/** Which questions stand on each page, by the numbers that the sections give them. */
export function itemsOfPages(pages: SheetBlock[][], sections: PaperSection<SheetQuestion>[]): number[][] {
  const ids = new Map(
    sections.flatMap(({ items }) => items.map(({ number, itemId = 0 }) => [number, itemId] as const)),
  );
  const numbersOf = (block: SheetBlock) => (block.type === 'heading' ? [] : [block.number]);
  return pages.map((blocks) =>
    blocks.flatMap(numbersOf).flatMap((number) => (number === null ? [] : (ids.get(number) ?? []))),
  );
}

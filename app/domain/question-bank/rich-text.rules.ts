import type { QuestionSnapshot } from './question.schema';

/** What may stand in the plain texts of questions: `$…$` formulas and [图1] marks of the question's pictures. */

export type RichPart =
  | { kind: 'text'; text: string }
  | { kind: 'formula'; tex: string }
  /** `index` from 0 into the question's pictures. */
  | { kind: 'picture'; index: number };

/** A mark that may stand for a picture, for replacing. */
export const PICTURE_MARK = /\[图\d{1,2}\]/g;

const MAX_TEX = 500;

// A dollar that is escaped (\$) or followed by a space is an amount, no formula.
const RICH = /\\\$|\$(?!\s)((?:\\.|[^$\\\n])*?(?:\\.|[^$\\\s]))\$(?!\d)|\[图(\d{1,2})\]/g;

/** The parts of a text in order; a mark of a picture that is not there stays text. */
export function splitRichText(text: string, pictures: number): RichPart[] {
  const parts: RichPart[] = [];
  let plain = '';
  let end = 0;
  const flush = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (const match of text.matchAll(RICH)) {
    plain += text.slice(end, match.index);
    end = match.index + match[0].length;
    const [whole, tex, number] = match;
    const index = Number(number) - 1;
    if (whole === '\\$') plain += '$';
    else if (tex !== undefined && tex.length <= MAX_TEX) {
      flush();
      parts.push({ kind: 'formula', tex });
    } else if (number !== undefined && index >= 0 && index < pictures) {
      flush();
      parts.push({ kind: 'picture', index });
    } else plain += whole;
  }
  plain += text.slice(end);
  flush();
  return parts;
}

const ROWS = /((?:^(?=.*(?:^| )\|(?: |$)).*(?:\n|$)){2,})/m;
const BAR = /(?:^| )\|(?: |$)/;

/**
 * A text and the tables in it, in order: lines under each other whose cells stand between bars (`甲 | 乙`), as a table
 * of a Word file is kept. A bar within a formula divides nothing.
 */
export function splitTables(text: string): (string | string[][])[] {
  return text.split(ROWS).map((part, index) => {
    const rows = index % 2 === 0 ? [] : part.trimEnd().split('\n');
    const cells = rows.map((row) => row.split(BAR));
    return cells.length === 0 || cells.flat().some((cell) => cell.split('$').length % 2 === 0) ? part : cells;
  });
}

/** The formulas of a text with their places in it, as they are typed. */
export function formulasOf(text: string): { start: number; end: number; tex: string }[] {
  return [...text.matchAll(RICH)].flatMap(({ 0: whole, 1: tex, index }) =>
    tex === undefined || tex.length > MAX_TEX ? [] : [{ start: index, end: index + whole.length, tex }],
  );
}

/** The place of a picture in a text: [图1] is the first of the question's pictures. */
export function pictureMark(index: number): string {
  return `[图${index + 1}]`;
}

/** Every text of a question in which a picture or a formula may stand. */
export function textsOf(question: QuestionSnapshot): string[] {
  switch (question.bank) {
    case 'oral':
      return [question.title];
    case 'written':
      return [
        question.body.prompt,
        question.body.referenceAnswer,
        ...question.body.markingPoints.map((point) => point.text),
      ];
    case 'theory': {
      const { stem, options, reference, analysis } = question.body;
      return [stem, ...options.map((option) => option.text), reference, analysis];
    }
  }
}

/** The pictures that no text of the question places: they stand beneath its stem. */
export function unplacedPictures(question: QuestionSnapshot): string[] {
  const placed = new Set(
    textsOf(question).flatMap((text) =>
      splitRichText(text, question.imageIds.length).flatMap((part) => (part.kind === 'picture' ? [part.index] : [])),
    ),
  );
  return question.imageIds.filter((_, index) => !placed.has(index));
}

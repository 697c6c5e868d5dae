import type { QuestionSnapshot } from './question.schema';

/** What may stand in the plain texts of questions: `$…$` formulas and [图1] marks of the question's pictures. */

/** What a form says of it. */
export const RICH_HINT = '公式写在 $ 之间，如 $x^2$；[图1] 表示第 1 张图放在这里，没有写到的图放在题干后面';

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

import { FIXED_OPTIONS } from './kinds/kinds.schema';
import {
  LEVEL_LABELS,
  type BankedBody,
  type ChoiceOption,
  type Level,
  type MarkingPoint,
  type Question,
  type QuestionSnapshot,
  type TheoryBody,
} from './question.schema';

export { questionKindLabel } from './kinds/kinds.schema';

/** How long a deleted question can be restored. */
export const RESTORE_DAYS = 30;

/** A blank of a cloze stem: two or more underscores, half or full width. */
const BLANK = /[_＿]{2,}/;

/** A question as an exam keeps it: complete, and free of the bank it came from. */
export function toSnapshot(question: Question): QuestionSnapshot {
  const { id, title, level, keyPoints, imageIds } = question;
  return { questionId: id, title, level, keyPoints, imageIds, ...bankedBody(question) };
}

/** Only the part of a question that differs between banks. */
function bankedBody({ bank, kind, body }: BankedBody): BankedBody {
  return { bank, kind, body } as BankedBody;
}

/** The question as its answerer may see it: without key words, keys, reference, analysis and marking points. */
export function withoutAnswers<Q extends BankedBody & { keyPoints: string[] }>(whole: Q): Q {
  return { ...whole, keyPoints: [], body: openBody(whole) };
}

function openBody(banked: BankedBody): BankedBody['body'] {
  switch (banked.bank) {
    case 'oral':
      return banked.body;
    case 'written':
      return { ...banked.body, referenceAnswer: '', markingPoints: [] };
    case 'theory': {
      const blanks = banked.body.blanks.map(() => []);
      return { ...banked.body, keys: [], alsoRight: undefined, blanks, reference: '', analysis: '' };
    }
  }
}

/** The texts before, between and after the blanks of a cloze stem: always one more than there are blanks. */
export function splitStem(stem: string): string[] {
  return stem.split(BLANK);
}

/** How many blanks a cloze stem has. */
export function countBlanks(stem: string): number {
  return splitStem(stem).length - 1;
}

/** The key letter of the option at an index: A, B, … */
export function optionKey(index: number): string {
  return String.fromCharCode(65 + index);
}

/** What the marking points come to. */
export function markingPointsTotal(points: MarkingPoint[]): number {
  return points.reduce((sum, point) => sum + point.points, 0);
}

/**
 * The chosen keys as a person reads them: A、C, or the word of a kind's fixed option (正确). An option's letter is its place in `options`,
 * which a shuffled paper has in another order; keys that are not among them stand for themselves.
 */
export function formatKeys(kind: string, keys: string[], options: ChoiceOption[]): string {
  const fixed = FIXED_OPTIONS[kind];
  if (fixed) return fixed.find((option) => option.key === keys[0])?.text ?? '';
  const letters = keys.map((key) => {
    const index = options.findIndex((option) => option.key === key);
    return index < 0 ? key : optionKey(index);
  });
  return letters.sort().join('、');
}

/** Everything that counts as right, in words: a corrected item may have several option sets. */
export function formatRightKeys(kind: string, body: Pick<TheoryBody, 'keys' | 'alsoRight' | 'options'>): string {
  return [body.keys, ...(body.alsoRight ?? [])].map((keys) => formatKeys(kind, keys, body.options)).join(' 或 ');
}

/** 初级, 中级, 高级; '' for a level that does not exist. */
export function levelLabel(level: number): string {
  return LEVEL_LABELS[level as Level] ?? '';
}

/** A comparable form for the key word filter: full-width forms folded, lower case. */
export function searchForm(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** Everything of a question that the key word filter looks in. */
export function searchText(title: string, keyPoints: string[], banked: BankedBody): string {
  return searchForm(
    [title, ...keyPoints, mainText(banked), ...optionsOf(banked).map(({ text }) => text)]
      .filter((text) => text !== '')
      .join('\n'),
  );
}

/** What is asked: the text to read, the prompt, the stem. */
export function mainText(banked: BankedBody): string {
  switch (banked.bank) {
    case 'oral':
      return banked.body.examContent;
    case 'written':
      return banked.body.prompt;
    case 'theory':
      return banked.body.stem;
  }
}

/** The options a question says itself; [] where it has none. */
export function optionsOf(banked: BankedBody): ChoiceOption[] {
  return banked.bank === 'theory' ? banked.body.options : [];
}

import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import type { ChoiceOption, QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { shuffled } from '~/lib/shuffle';
import { analysisNamesLetters, namesLetters } from './option-letters.rules';

/**
 * The paper of one attempt where it differs between students: which items are drawn, in which order, and in which
 * order their options stand. Pure; what chance decides comes from `random`.
 */

/** Where an item of an exam may stand in a paper. */
export type Slot = { id: number; position: number; drawId: number | null; section: number | null };
type PaperItem = Slot & { snapshot: QuestionSnapshot };

/** One item of a paper as it is kept: its place from 1 and the keys of its options in the order shown. */
export type PaperPlace = { itemId: number; position: number; optionOrder: string[] | null };

export type PaperSettings = { shuffleItems: boolean; shuffleOptions: boolean };

/** True when every student gets the same items in the same order: nothing has to be kept with the attempt. */
export function isSamePaper(slots: Slot[], settings: PaperSettings): boolean {
  return !settings.shuffleItems && !settings.shuffleOptions && slots.every((slot) => slot.drawId === null);
}

/**
 * The items of one student's paper in the order of its sections (their keys): in each the fixed ones, then what each
 * rule draws from its pool.
 */
export function drawItems(
  slots: Slot[],
  draws: { id: number; count: number }[],
  sections: readonly number[],
  random: () => number,
): number[] {
  const fixed = slots.filter((slot) => slot.drawId === null).sort((a, b) => a.position - b.position || a.id - b.id);
  const drawn = draws.flatMap((draw) => {
    const pool = slots.filter((slot) => slot.drawId === draw.id).sort((a, b) => a.id - b.id);
    return shuffled(pool, random).slice(0, draw.count);
  });
  const rank = ({ section }: Slot) => sections.indexOf(section ?? 0);
  return [...fixed, ...drawn].sort((a, b) => rank(a) - rank(b)).map((slot) => slot.id);
}

/**
 * The places of a paper's items. Shuffled items change places only with items of their own kind in their own section,
 * so that a paper keeps its sections and what they say of their questions.
 */
export function arrangePaper(
  items: Pick<PaperItem, 'id' | 'section' | 'snapshot'>[],
  settings: PaperSettings,
  random: () => number,
): PaperPlace[] {
  const ordered = settings.shuffleItems ? shuffledWithinKinds(items, random) : items;
  return ordered.map((item, index) => ({
    itemId: item.id,
    position: index + 1,
    optionOrder: settings.shuffleOptions ? shuffledOptions(item.snapshot, random) : null,
  }));
}

function shuffledWithinKinds<T extends Pick<PaperItem, 'section' | 'snapshot'>>(items: T[], random: () => number): T[] {
  const kindOf = ({ section, snapshot }: T) => `${section} ${snapshot.bank} ${snapshot.kind}`;
  const waiting = new Map<string, T[]>();
  for (const kind of new Set(items.map(kindOf))) {
    waiting.set(
      kind,
      shuffled(
        items.filter((item) => kindOf(item) === kind),
        random,
      ),
    );
  }
  return items.map((item) => waiting.get(kindOf(item))?.shift() ?? item);
}

/**
 * The keys of a choice's options in another order; null where the order must stay: no choice, or a text that names
 * options by their letter. 以上都对 and its like stay at the end.
 */
export function shuffledOptions(snapshot: QuestionSnapshot, random: () => number): string[] | null {
  if (snapshot.bank !== 'theory' || !hasLetteredOptions(snapshot.kind)) return null;
  const { stem, options, analysis } = snapshot.body;
  if (analysisNamesLetters(analysis) || [stem, ...options.map((option) => option.text)].some(namesLetters)) return null;
  const keys = (some: ChoiceOption[]) => some.map((option) => option.key);
  const last = options.filter((option) => isAboutTheOthers(option.text));
  const free = options.filter((option) => !last.includes(option));
  return [...shuffled(keys(free), random), ...keys(last)];
}

const ABOVE = /^(以上|上述|前面|前述)/;
const ALL_OR_NONE = /(都|均|皆|全|无|没有|是|非)/;
const SHORT_ALL_OR_NONE = /^(都|均|全)(不)?(对|是|正确|错)(了)?$|^(皆是|皆非|全部正确|全部错误|都不正确|都正确)$/;
const IN_ENGLISH = /^(all|none|both|neither) of the above$/i;

/** 以上都对, 以上皆非, 都不对, None of the above: an option that speaks of those before it. */
export function isAboutTheOthers(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/[。.！!；;]+$/, '');
  return (ABOVE.test(plain) && ALL_OR_NONE.test(plain)) || SHORT_ALL_OR_NONE.test(plain) || IN_ENGLISH.test(plain);
}

/**
 * The items of an attempt in its own order. Without places of its own the paper is the fixed items as they stand,
 * which is how it is for exams that neither draw nor shuffle.
 */
export function paperOf<T extends PaperItem>(items: T[], places: PaperPlace[]): T[] {
  if (places.length === 0) return items.filter((item) => item.drawId === null);
  return [...places]
    .sort((a, b) => a.position - b.position)
    .flatMap(({ itemId, position, optionOrder }) => {
      const item = items.find((one) => one.id === itemId);
      return item ? [{ ...item, position, snapshot: withOptionOrder(item.snapshot, optionOrder) }] : [];
    });
}

/** The question with its options in this order; the keys stay with their texts, so that key and answers hold. */
function withOptionOrder(snapshot: QuestionSnapshot, order: string[] | null): QuestionSnapshot {
  if (order === null || snapshot.bank !== 'theory') return snapshot;
  const { options } = snapshot.body;
  const known = order.flatMap((key) => options.find((option) => option.key === key) ?? []);
  const rest = options.filter((option) => !known.includes(option));
  return { ...snapshot, body: { ...snapshot.body, options: [...known, ...rest] } };
}

import { kindOf, type QuestionKind } from '~/domain/question-bank/question.schema';
import { chineseNumeral } from '~/domain/question-bank/formats/words.rules';
import { KIND_FACTS } from '~/domain/question-bank/kinds/kind-facts.rules';
import { sumPoints, type Kinded } from './paper-mix.rules';

/**
 * 大题: how the questions of a written paper are grouped. One rule for the wizard, the student's paper, print, results,
 * marking and statistics. Pure.
 */

/** A section as it is stored with the exam; a title of '' is named after the kinds that stand in it. */
export type StoredSection = { key: number; title: string; instructions: string };

export const MAX_SECTIONS = 30;
export const MAX_SECTION_TITLE = 40;
export const MAX_SECTION_TEXT = 500;

/** What stands in a section: a question. */
export type SectionItem = Kinded & { section?: number | null };
/** A rule that draws for each student; of any kind with '' and the bank theory. */
export type SectionDraw = SectionItem & { count: number; points: number };

export type SectionGroup<T, D> = StoredSection & {
  /** What it is called: its title, else after its kinds; '' where a paper has no sections. */
  name: string;
  items: T[];
  draws: D[];
};

export const MIXED_TITLE = '综合题';

const sectionKindOf = ({ bank, kind }: Kinded): QuestionKind | null =>
  bank === 'theory' && kind === '' ? null : kindOf({ bank, kind });

/**
 * The questions of a paper in their sections. Nothing is lost and nothing doubled, and within a section everything keeps
 * its order.
 *
 * With sections stored: each question in its own; one that has none there (it was added since) behind the last of its
 * kind, else in a section of its kind at the end. Without: by kind as long as the order of the questions goes by kind;
 * a paper that mixes them is one group without a name, as it always was. Rules that draw follow the same: with their
 * kind, a rule of any kind for itself.
 */
export function groupPaper<T extends SectionItem, D extends SectionDraw = SectionDraw>(
  items: readonly T[],
  stored: readonly StoredSection[],
  draws: readonly D[] = [],
): SectionGroup<T, D>[] {
  const groups = stored.map((section): SectionGroup<T, D> => ({ ...section, name: '', items: [], draws: [] }));
  if (stored.length === 0 && !goesByKind(items)) {
    return [{ key: 0, title: '', instructions: '', name: '', items: [...items], draws: [...draws] }];
  }
  const placeOf = (one: SectionItem): SectionGroup<T, D> => {
    // Of the stored ones: a key that is left over from others says nothing.
    const own = groups.slice(0, stored.length).find((group) => group.key === one.section);
    if (own) return own;
    const kind = sectionKindOf(one);
    const isOfKind = (other: SectionItem) => kind !== null && sectionKindOf(other) === kind;
    const like = [...groups].reverse().find((group) => [...group.items, ...group.draws].some(isOfKind));
    if (like) return like;
    const made = { key: nextKey(groups), title: '', instructions: '', name: '', items: [], draws: [] };
    groups.push(made);
    return made;
  };
  // Those that know their place first: the others look for it among them.
  const isPlaced = ({ section }: SectionItem) => groups.some((group) => group.key === section);
  const [known, fresh] = [items.map(isPlaced), draws.map(isPlaced)];
  for (const wanted of [true, false]) {
    for (const [index, item] of items.entries()) if (known[index] === wanted) placeOf(item).items.push(item);
    for (const [index, draw] of draws.entries()) if (fresh[index] === wanted) placeOf(draw).draws.push(draw);
  }
  return groups.map((group) => ({ ...group, name: nameOf(group) }));
}

/** Each kind stands together. */
function goesByKind(items: readonly SectionItem[]): boolean {
  const runs = items.map(sectionKindOf).filter((kind, index, all) => kind !== all[index - 1]);
  return new Set(runs).size === runs.length;
}

/** A key that no section has yet. */
export function nextKey(sections: readonly { key: number }[]): number {
  return Math.max(0, ...sections.map(({ key }) => key)) + 1;
}

function nameOf({ title, items, draws }: { title: string; items: SectionItem[]; draws: SectionItem[] }): string {
  if (title !== '') return title;
  const [first, ...others] = new Set([...items, ...draws].map(sectionKindOf));
  return first && others.length === 0 ? KIND_FACTS[first].sectionTitle : MIXED_TITLE;
}

/** The order of a paper: its groups one after another. */
export function inSections<T>(groups: readonly { items: readonly T[] }[]): T[] {
  return groups.flatMap((group) => group.items);
}

/** An item with what its question says of its kind beside it, as a section asks for it. */
export function withKind<T extends { snapshot: Kinded }>(item: T): T & Kinded {
  return { ...item, bank: item.snapshot.bank, kind: item.snapshot.kind };
}

/** A section as students and print read it. */
export type SectionHead = {
  key: number;
  /** 一, 二 … */
  ordinal: string;
  /** 一、单项选择题 */
  title: string;
  /** 一、单项选择题（5 题，每题 2 分，共 10 分） */
  heading: string;
  instructions: string;
  count: number;
  points: number;
  /** All its questions have the same points, which the heading says. */
  isEven: boolean;
};

type Pointed = { points: number };

/** The heads of the sections that have something in them; [] where a paper has none. */
export function sectionHeads<T extends Pointed, D extends SectionDraw>(
  groups: readonly SectionGroup<T, D>[],
): (SectionHead & { items: T[]; draws: D[] })[] {
  return groups
    .filter((group) => group.name !== '' && group.items.length + group.draws.length > 0)
    .map(({ key, name, instructions, items, draws }, index) => {
      const each = [...items, ...draws].map(({ points }) => points);
      const isEven = each.every((points) => points === each[0]);
      const count = items.length + draws.reduce((sum, draw) => sum + draw.count, 0);
      const points = sumPoints(items) + draws.reduce((sum, draw) => sum + draw.count * draw.points, 0);
      const ordinal = chineseNumeral(index + 1);
      const title = `${ordinal}、${name}`;
      const worth = isEven && count > 1 ? `每题 ${each[0] ?? 0} 分，` : '';
      const heading = `${title}（${count} 题，${worth}共 ${tidy(points)} 分）`;
      return { key, ordinal, title, heading, instructions, count, points: tidy(points), isEven, items, draws };
    });
}

/** 0.1 + 0.2 is 0.3 on paper. */
const tidy = (points: number) => Math.round(points * 100) / 100;

export type ItemHead = SectionHead & {
  /** Of the section's items it is the first. */
  isFirst: boolean;
};

/** What stands above an item on a page: its section's head at the first item, and again where a page begins within it. */
export function headOnPage({ title, heading, instructions, isFirst }: ItemHead, isFirstOnPage: boolean) {
  if (isFirst) return { text: heading, instructions };
  return isFirstOnPage ? { text: `${title}（接上页）`, instructions } : null;
}

/** The head of the section of every item, by the item's id; `all` is the whole paper. */
export function headsOfItems<T extends SectionItem & Pointed & { id: number }>(
  all: readonly T[],
  stored: readonly StoredSection[],
): Map<number, ItemHead> {
  const heads = sectionHeads(groupPaper(all, stored));
  return new Map(
    heads.flatMap(({ items, draws: _draws, ...head }) =>
      items.map((item, index) => [item.id, { ...head, isFirst: index === 0 }] as const),
    ),
  );
}

/**
 * The sections of a whole paper and the index of each question's own: what is drawn counts where its rule stands, so
 * that every student's paper has the same sections with the same points.
 */
export function sectionsOfItems<
  T extends SectionItem & Pointed & { id: number; drawId: number | null },
  D extends SectionDraw & { id: number },
>(items: readonly T[], draws: readonly D[], stored: readonly StoredSection[]) {
  const heads = sectionHeads(
    groupPaper(
      items.filter((item) => item.drawId === null),
      stored,
      draws,
    ),
  );
  const ofItem = new Map(heads.flatMap((head, index) => head.items.map(({ id }) => [id, index] as const)));
  const ofDraw = new Map(heads.flatMap((head, index) => head.draws.map(({ id }) => [id, index] as const)));
  const indexOf = ({ id, drawId }: T) => (drawId === null ? ofItem.get(id) : ofDraw.get(drawId)) ?? null;
  return { heads, indexes: items.map(indexOf) };
}

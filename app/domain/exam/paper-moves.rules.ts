import { kindOf } from '~/domain/question-bank/question.schema';
import { byKind, placedOrder, type Kinded } from './paper-mix.rules';
import {
  groupPaper,
  inSections,
  nextKey,
  type SectionDraw,
  type SectionItem,
  type StoredSection,
} from './paper-sections.rules';
import type { PaperMove } from './wizard-form.rules';

/** What the buttons and fields of the composing step do to the order of a paper and to its sections. Pure. */

type Id = { id: number };
export type PlacedItem = Id & Kinded & { section: number | null };
export type PlacedDraw = PlacedItem & { count: number; points: number };

/** A paper in order: its sections (none: it is one list), and where each question and each rule stands. */
export type Arrangement<T extends PlacedItem, D extends PlacedDraw> = {
  sections: StoredSection[];
  items: T[];
  draws: D[];
};

/** What was typed and chosen beside the buttons. */
export type TypedPlaces = {
  /** Places from 1, of those that were typed anew. */
  places: ReadonlyMap<number, number>;
  /** The section that was chosen for an item, for a rule. */
  itemSections: ReadonlyMap<number, number>;
  drawSections: ReadonlyMap<number, number>;
  /** Places of whole sections. */
  sectionPlaces: ReadonlyMap<number, number>;
};

/** First what was typed, then what was pressed; a move that is no longer possible changes nothing. */
export function rearranged<T extends PlacedItem, D extends PlacedDraw>(
  paper: Arrangement<T, D>,
  typed: TypedPlaces,
  move: PaperMove,
): Arrangement<T, D> {
  return sorted(pressed(sorted(asTyped(paper, typed)), move));
}

/** The questions in the order of their sections; the order within each stays. */
function sorted<T extends PlacedItem, D extends PlacedDraw>(paper: Arrangement<T, D>): Arrangement<T, D> {
  const keys = paper.sections.map(({ key }) => key);
  const rank = ({ section }: PlacedItem) => (section === null ? keys.length : keys.indexOf(section));
  const inOrder = <X extends PlacedItem>(list: X[]) => [...list].sort((a, b) => rank(a) - rank(b));
  return { sections: paper.sections, items: inOrder(paper.items), draws: inOrder(paper.draws) };
}

function asTyped<T extends PlacedItem, D extends PlacedDraw>(
  { sections, items, draws }: Arrangement<T, D>,
  { places, itemSections, drawSections, sectionPlaces }: TypedPlaces,
): Arrangement<T, D> {
  const find = (id: number) => items.find((item) => item.id === id) ?? [];
  const order = placedOrder(
    items.map(({ id }) => id),
    places,
  );
  const placed = order.flatMap(find).map((item) => {
    const place = places.get(item.id);
    // Who is put in the place of another stands in the other's section.
    return place === undefined ? item : { ...item, section: items[place - 1]?.section ?? item.section };
  });
  const keys = new Set(sections.map(({ key }) => key));
  const chosen = <X extends PlacedItem>(list: X[], where: ReadonlyMap<number, number>): X[] => {
    const goes = ({ id, section }: X) => keys.has(where.get(id) ?? 0) && where.get(id) !== section;
    return [
      ...list.filter((one) => !goes(one)),
      ...list.filter(goes).map((one) => ({ ...one, section: where.get(one.id) ?? one.section })),
    ];
  };
  const sectionOrder = placedOrder(
    sections.map(({ key }) => key),
    sectionPlaces,
  );
  return {
    sections: sectionOrder.flatMap((key) => sections.find((one) => one.key === key) ?? []),
    items: chosen(placed, itemSections),
    draws: chosen(draws, drawSections),
  };
}

function pressed<T extends PlacedItem, D extends PlacedDraw>(
  paper: Arrangement<T, D>,
  move: PaperMove,
): Arrangement<T, D> {
  const { sections, items } = paper;
  switch (move.kind) {
    case 'up':
    case 'down':
      return { ...paper, items: besideNeighbour(items, move.itemId, move.kind === 'up' ? -1 : 1) };
    case 'remove':
      return { ...paper, items: items.filter(({ id }) => id !== move.itemId) };
    case 'put':
      return { ...paper, items: put(paper, move) };
    case 'sort':
      return byKinds(paper);
    case 'section-up':
    case 'section-down': {
      const index = sections.findIndex(({ key }) => key === move.section);
      const to = index + (move.kind === 'section-up' ? -1 : 1);
      return { ...paper, sections: movedTo(sections, index, to) };
    }
    case 'section-put': {
      const index = sections.findIndex(({ key }) => key === move.section);
      return { ...paper, sections: movedTo(sections, index, move.index) };
    }
    case 'section-add':
      return {
        ...paper,
        ...(sections.length === 0 ? inOneSection(paper) : {}),
        ...{ sections: [...(sections.length === 0 ? [FIRST_SECTION] : sections), newSection(sections)] },
      };
    case 'section-drop':
      return withoutSection(paper, move.section);
    default:
      return paper;
  }
}

const NEW_TITLE = '新大题';
const FIRST_SECTION: StoredSection = { key: 1, title: '', instructions: '' };

function newSection(sections: StoredSection[]): StoredSection {
  return { key: sections.length === 0 ? 2 : nextKey(sections), title: NEW_TITLE, instructions: '' };
}

function inOneSection<T extends PlacedItem, D extends PlacedDraw>({ items, draws }: Arrangement<T, D>) {
  const section = FIRST_SECTION.key;
  return { items: items.map((one) => ({ ...one, section })), draws: draws.map((one) => ({ ...one, section })) };
}

/** One place on: past the neighbour, into whose section it comes. */
function besideNeighbour<T extends PlacedItem>(items: T[], itemId: number, step: 1 | -1): T[] {
  const index = items.findIndex(({ id }) => id === itemId);
  const [item, other] = [items[index], items[index + step]];
  if (!item || !other) return items;
  const order = [...items];
  order[index] = other;
  order[index + step] = { ...item, section: other.section };
  return order;
}

function put<T extends PlacedItem, D extends PlacedDraw>(
  { sections, items }: Arrangement<T, D>,
  { itemId, section, index }: { itemId: number; section: number; index: number },
): T[] {
  const item = items.find(({ id }) => id === itemId);
  const isThere = section === 0 ? sections.length === 0 : sections.some(({ key }) => key === section);
  if (!item || !isThere) return items;
  const rest = items.filter(({ id }) => id !== itemId);
  const own = section === 0 ? null : section;
  const before = rest.filter((one) => one.section === own)[index];
  const moved = { ...item, section: own };
  if (!before) return [...rest, moved];
  const place = rest.indexOf(before);
  return [...rest.slice(0, place), moved, ...rest.slice(place)];
}

function movedTo<X>(list: X[], from: number, to: number): X[] {
  const one = list[from];
  if (one === undefined || to < 0 || to >= list.length) return list;
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}

/** What stood in it goes to the section before it, of the first to the next; the last one stays. */
function withoutSection<T extends PlacedItem, D extends PlacedDraw>(
  { sections, items, draws }: Arrangement<T, D>,
  key: number,
): Arrangement<T, D> {
  const index = sections.findIndex((one) => one.key === key);
  const heir = sections[index - 1] ?? sections[index + 1];
  if (index < 0 || !heir) return { sections, items, draws };
  const given = <X extends PlacedItem>(list: X[]) =>
    list.map((one) => (one.section === key ? { ...one, section: heir.key } : one));
  return { sections: sections.filter((one) => one.key !== key), items: given(items), draws: given(draws) };
}

/** 按题型分大题: a section for every kind. One that is of a single kind keeps its name and instructions. */
function byKinds<T extends PlacedItem, D extends PlacedDraw>({ sections, items, draws }: Arrangement<T, D>) {
  const order = byKind(items, kindOf).map((item) => ({ ...item, section: null }));
  const groups = groupPaper<T, D>(
    order,
    [],
    draws.map((draw) => ({ ...draw, section: null })),
  );
  const taken = new Set<number>();
  const kept = groups.map((group) => {
    const kinds = new Set([...group.items, ...group.draws].map((one) => `${one.bank} ${one.kind}`));
    const ofSection = (key: number) => [...items, ...draws].filter((one) => one.section === key);
    const like = sections.find(({ key }) => {
      const own = ofSection(key);
      return !taken.has(key) && own.length > 0 && own.every((one) => kinds.has(`${one.bank} ${one.kind}`));
    });
    if (like) taken.add(like.key);
    return { group, like };
  });
  let free = nextKey(sections);
  const named = kept.map(({ group, like }) => {
    const section = like ?? { key: (free += 1), title: '', instructions: '' };
    return { ...group, section };
  });
  return {
    sections: named.map(({ section }) => section),
    items: named.flatMap(({ section, items: own }) => own.map((item) => ({ ...item, section: section.key }))),
    draws: named.flatMap(({ section, draws: own }) => own.map((draw) => ({ ...draw, section: section.key }))),
  };
}

/**
 * What of an arrangement is stored: nothing where it is what groupPaper makes of the order alone, so that questions that
 * come later find their place by kind. A section that is empty and says nothing goes.
 */
export function toStore<T extends PlacedItem & SectionItem, D extends PlacedDraw & SectionDraw>({
  sections,
  items,
  draws,
}: Arrangement<T, D>): Arrangement<T, D> {
  const isUsed = ({ key, title, instructions }: StoredSection) =>
    title !== '' || instructions !== '' || [...items, ...draws].some((one) => one.section === key);
  const used = sections.filter(isUsed);
  const plain = {
    sections: [],
    items: items.map((item) => ({ ...item, section: null })),
    draws: draws.map((draw) => ({ ...draw, section: null })),
  };
  const given = groupPaper<T, D>(items, used, draws);
  const derived = groupPaper<T, D>(plain.items, [], plain.draws);
  const shape = (groups: typeof given) =>
    JSON.stringify(groups.map((group) => [group.items.map(({ id }) => id), group.draws.map(({ id }) => id)]));
  const isDefault =
    used.every(({ title, instructions }) => title === '' && instructions === '') && shape(given) === shape(derived);
  return isDefault || used.length === 0 ? plain : { sections: used, items: inSections(given), draws };
}

/** A section of a paper as its preview knows it. */
type Section = { itemIds: readonly number[]; drawIds: readonly number[] };

/**
 * Where each question stands in a student's paper, and each rule's first one: in every section what is drawn follows
 * what everybody has. Pure.
 */
export function paperNumbers(
  sections: readonly Section[],
  draws: readonly { id: number; count: number }[],
): { items: Map<number, number>; draws: Map<number, number> } {
  const numbers = { items: new Map<number, number>(), draws: new Map<number, number>() };
  let next = 1;
  for (const { itemIds, drawIds } of sections) {
    for (const id of itemIds) numbers.items.set(id, next++);
    for (const { id, count } of draws.filter((draw) => drawIds.includes(draw.id))) {
      numbers.draws.set(id, next);
      next += count;
    }
  }
  return numbers;
}

/** The same of a paper in its groups. */
export function numbersOfGroups(
  groups: readonly { items: readonly { id: number }[]; draws: readonly { id: number; count: number }[] }[],
) {
  const sections = groups.map(({ items, draws }) => ({
    itemIds: items.map(({ id }) => id),
    drawIds: draws.map(({ id }) => id),
  }));
  return paperNumbers(
    sections,
    groups.flatMap(({ draws }) => draws),
  );
}

/** `4` or, of several, `4–6`. */
export function numberSpan(first: number, count: number): string {
  return count > 1 ? `${first}–${first + count - 1}` : `${first}`;
}

/** `第 4 题` or, of several, `第 4–6 题`. */
export function numberRange(first: number, count: number): string {
  return `第 ${numberSpan(first, count)} 题`;
}

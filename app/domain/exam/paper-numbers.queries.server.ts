import { listDraws } from './draw.queries.server';
import type { ExamItemView, ExamView } from './exam.queries.server';
import { paperNumbers } from './paper-numbers.rules';
import { groupPaper, withKind } from './paper-sections.rules';

/**
 * By id the number under which every student finds an item on the paper, what is drawn before it counted in; none for
 * the items of a draw, which stand elsewhere on each paper. `items`: of one part. Asks no rights.
 */
export async function numberItems(
  exam: Pick<ExamView, 'id' | 'sections'>,
  items: readonly ExamItemView[],
): Promise<Map<number, number>> {
  const fixed = items.filter((item) => item.drawId === null);
  if (fixed.length === items.length) return new Map(fixed.map((item, index) => [item.id, index + 1]));
  return (await numbersOf(exam, fixed)).items;
}

/** The same with numbers for the items of a draw as well, in their order: behind the last of a paper, so on none. */
export async function numberEveryItem(
  exam: Pick<ExamView, 'id' | 'sections'>,
  items: readonly ExamItemView[],
): Promise<Map<number, number>> {
  const drawn = items.filter((item) => item.drawId !== null);
  const numbers = await numberItems(exam, items);
  if (drawn.length === 0) return numbers;
  const { length } = await numbersOf(
    exam,
    items.filter((item) => item.drawId === null),
  );
  return new Map([...numbers, ...drawn.map((item, index) => [item.id, length + index + 1] as const)]);
}

async function numbersOf(exam: Pick<ExamView, 'id' | 'sections'>, fixed: readonly ExamItemView[]) {
  const draws = await listDraws(exam.id);
  const sections = groupPaper(fixed.map(withKind), exam.sections, draws).map((group) => ({
    itemIds: group.items.map(({ id }) => id),
    drawIds: group.draws.map(({ id }) => id),
  }));
  const length = fixed.length + draws.reduce((sum, { count }) => sum + count, 0);
  return { ...paperNumbers(sections, draws), length };
}

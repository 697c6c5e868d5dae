import { listDraws } from './draw.queries.server';
import { listExamItems, type ExamItemView, type ExamView } from './exam.queries.server';
import { numbersOfGroups } from './paper-numbers.rules';
import { PARTS, type Part } from './parts.rules';
import { groupPaper, withKind } from './paper-sections.rules';

/**
 * By id the number under which every student finds an item on the paper, what is drawn before it counted in; none for
 * the items of a draw, which stand elsewhere on each paper. `items`: of one part. Asks no rights.
 */
export async function numberItems(
  exam: Pick<ExamView, 'id' | 'sections'>,
  items: readonly ExamItemView[],
): Promise<Map<number, number>> {
  return (await numbersOf(exam, items)).numbers;
}

/** The same with numbers for the items of a draw as well, in their order: behind the last of a paper, so on none. */
export async function numberEveryItem(
  exam: Pick<ExamView, 'id' | 'sections'>,
  items: readonly ExamItemView[],
): Promise<Map<number, number>> {
  const { numbers, length } = await numbersOf(exam, items);
  const drawn = items.filter((item) => item.drawId !== null);
  return new Map([...numbers, ...drawn.map((item, index) => [item.id, length + index + 1] as const)]);
}

/** The items of a part as they stand on the paper, each with its number; those of a draw behind them. */
export async function listNumberedItems(exam: Pick<ExamView, 'id' | 'sections'>, part: Part) {
  const items = await listExamItems(exam.id, part);
  const numbers = await numberEveryItem(exam, items);
  return items
    .map((item) => ({ ...item, number: numbers.get(item.id) ?? 0 }))
    .sort((one, other) => one.number - other.number);
}

/** The same of both parts at once. */
export async function numberEveryPart(
  exam: Pick<ExamView, 'id' | 'sections'>,
  items: readonly ExamItemView[],
): Promise<Map<number, number>> {
  const ofPart = (part: Part) =>
    numberEveryItem(
      exam,
      items.filter((item) => item.part === part),
    );
  return new Map((await Promise.all(PARTS.map(ofPart))).flatMap((numbers) => [...numbers]));
}

/** And how many items a paper has. */
async function numbersOf(exam: Pick<ExamView, 'id' | 'sections'>, items: readonly ExamItemView[]) {
  const fixed = items.filter((item) => item.drawId === null);
  if (fixed.length === items.length) {
    return { numbers: new Map(fixed.map((item, index) => [item.id, index + 1])), length: fixed.length };
  }
  const draws = await listDraws(exam.id);
  const { items: numbers } = numbersOfGroups(groupPaper(fixed.map(withKind), exam.sections, draws));
  const length = fixed.length + draws.reduce((sum, { count }) => sum + count, 0);
  return { numbers, length };
}

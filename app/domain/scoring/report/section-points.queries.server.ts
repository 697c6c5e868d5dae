import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { listDraws } from '~/domain/exam/draw.queries.server';
import { listExamItems, type ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf } from '~/domain/exam/parts.rules';
import { sectionsOfItems, withKind, type SectionHead } from '~/domain/exam/paper-sections.rules';

export type SectionPoints = {
  /** 大题 of the written paper; none where it has none. */
  heads: SectionHead[];
  /** What each of them came to, by attempt; only of attempts that are settled. */
  earned: Map<number, number[]>;
};

/** What the sections of written papers came to, by the points that count, as a result shows them. Asks no rights. */
export async function listSectionPoints(
  exam: Pick<ExamView, 'id' | 'testType' | 'sections'>,
  attemptIds: number[],
): Promise<SectionPoints> {
  const earned: SectionPoints['earned'] = new Map();
  if (!partsOf(exam.testType).includes('written')) return { heads: [], earned };
  const items = (await listExamItems(exam.id, 'written')).map(withKind);
  const { heads, indexes } = sectionsOfItems(items, await listDraws(exam.id), exam.sections);
  if (heads.length === 0) return { heads, earned };
  const sectionOf = new Map(items.map(({ id }, at) => [id, indexes[at] ?? null]));
  for (const ids of slicesOf(attemptIds)) {
    const rows = await db().selectFrom('item_results').selectAll().where('attempt_id', 'in', ids).execute();
    for (const row of rows) {
      const points = earned.get(row.attempt_id) ?? heads.map(() => 0);
      const section = sectionOf.get(row.item_id) ?? null;
      if (section !== null) points[section] = (points[section] ?? 0) + row.points;
      earned.set(row.attempt_id, points);
    }
  }
  return { heads, earned };
}

import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { RubricsTable } from '~/db/tables/scores';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { defaultRubric, type Rubric, type RubricVersion } from './rubric.rules';

/** A saved version with who saved it when. */
export type SavedRubric = RubricVersion & { id: number; createdAt: number; createdBy: string };

/** The rubric in force for a part; asks no rights. */
export async function currentRubric(exam: Pick<ExamView, 'id' | 'settings'>, part: Part): Promise<RubricVersion> {
  const row = await db()
    .selectFrom('rubrics')
    .selectAll()
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toVersion(row) : noVersion(exam, part);
}

/** The rubric that a score was given by; asks no rights. */
export async function rubricOfScore(
  exam: Pick<ExamView, 'id' | 'settings'>,
  part: Part,
  rubricId: number | null,
): Promise<RubricVersion> {
  if (rubricId === null) return noVersion(exam, part);
  const row = await db().selectFrom('rubrics').selectAll().where('id', '=', rubricId).executeTakeFirst();
  return row ? toVersion(row) : noVersion(exam, part);
}

/** Every saved version of a part, newest first; asks no rights. */
export async function listRubrics(examId: number, part: Part): Promise<SavedRubric[]> {
  const rows = await db()
    .selectFrom('rubrics')
    .innerJoin('users', 'users.id', 'rubrics.created_by')
    .selectAll('rubrics')
    .select('users.name as creator_name')
    .where('rubrics.exam_id', '=', examId)
    .where('rubrics.part', '=', part)
    .orderBy('rubrics.version', 'desc')
    .execute();
  return rows.map((row) => ({
    ...toVersion(row),
    id: row.id,
    createdAt: row.created_at,
    createdBy: row.creator_name,
  }));
}

function toVersion(row: Selectable<RubricsTable>): RubricVersion {
  return { id: row.id, version: row.version, rubric: fromJson<Rubric>(row.body) };
}

function noVersion(exam: Pick<ExamView, 'settings'>, part: Part): RubricVersion {
  return { id: null, version: 0, rubric: defaultRubric(part, exam.settings.measureWeights) };
}

/** How many final scores each version of a part has given, by the version's id (null: before any was saved). */
export async function countScoresByRubric(examId: number, part: Part): Promise<Map<number | null, number>> {
  const rows = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.rubric_id'])
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', part)
    .where('scores.state', '=', 'final')
    .groupBy('scores.rubric_id')
    .execute();
  return new Map(rows.map((row) => [row.rubric_id, Number(row.count)]));
}

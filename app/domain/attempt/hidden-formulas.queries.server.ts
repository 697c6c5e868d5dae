import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { listExamsUnderWay } from '~/domain/exam/closed-questions.queries.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { likePattern } from '~/lib/text';
import { withoutKeys } from './sitting.rules';

const NO_OVERRIDES = { settings: { prepSeconds: 0, recordSeconds: 0 }, imageIds: [], musicFileId: null };

/**
 * Whether a formula stands in the papers that a student is to sit now and nowhere in what the student may read of
 * them: in a key, an analysis, or a question of somebody else. Whoever could have it drawn would know that it is there.
 */
export async function isHiddenFormula(student: Actor, tex: string, now: number): Promise<boolean> {
  const examIds = await listExamsUnderWay(student, now);
  if (examIds.length === 0) return false;
  // As it stands inside a JSON text.
  const needle = toJson(`$${tex}$`).slice(1, -1);
  const items = await db()
    .selectFrom('exam_items')
    .select(['id', 'exam_id', 'part', 'draw_id', 'snapshot'])
    .where('exam_id', 'in', examIds)
    .where(sql<boolean>`snapshot like ${likePattern(needle)} escape '\\'`)
    .execute();
  if (items.length === 0) return false;
  const papers = await db()
    .selectFrom('attempts')
    .leftJoin('attempt_items', 'attempt_items.attempt_id', 'attempts.id')
    .select(['attempts.exam_id', 'attempts.part', 'attempt_items.item_id'])
    .where('attempts.student_id', '=', student.id)
    .where('attempts.exam_id', 'in', examIds)
    .execute();
  return !items.some(
    (item) =>
      papers.some(
        (paper) =>
          paper.exam_id === item.exam_id &&
          paper.part === item.part &&
          (item.draw_id === null || paper.item_id === item.id),
      ) && toJson(withoutKeys(fromJson<QuestionSnapshot>(item.snapshot), NO_OVERRIDES)).includes(needle),
  );
}

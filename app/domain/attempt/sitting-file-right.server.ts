import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import type { FileRight } from '~/domain/file/file-rights.server';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { likePattern } from '~/lib/text';
import { takesPhotos } from './answer.rules';

/** What came with an exam: for the students who sit it. */
export const sittingFileRight: FileRight = {
  mayRead: (actor, { refId, fileId }, now) => mayReadAsSitting(actor, refId, fileId, now),
};

/**
 * From the start of the own attempt the paper's own pictures and music, and of the items
 * only those of the own papers: fixed ones of the parts begun, and what was drawn. Of questions that are closed to the
 * student (a paper to be sat again, or by others still) only until the own one is handed in, photos and all.
 */
async function mayReadAsSitting(actor: Actor, examId: number, fileId: string, now: number): Promise<boolean> {
  if (isTeacher(actor)) return false;
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .select(['attempts.part', 'attempts.deadline_at', 'attempts.upload_deadline_at', 'attempts.closed_by'])
    .select(['exams.image_ids', 'exams.music_file_id'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.student_id', '=', actor.id)
    .where('exams.deleted_at', 'is', null)
    .execute();
  const [first] = attempts;
  if (!first) return false;
  if (first.music_file_id === fileId || first.image_ids.includes(fileId)) return true;
  const items = await db()
    .selectFrom('exam_items')
    .select(['part', 'question_id', 'snapshot'])
    .where('exam_id', '=', examId)
    .where(
      'part',
      'in',
      attempts.map((attempt) => attempt.part),
    )
    .where((where) =>
      where.or([
        where('draw_id', 'is', null),
        where.exists(
          where
            .selectFrom('attempt_items')
            .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
            .select('attempt_items.item_id')
            .whereRef('attempt_items.item_id', '=', 'exam_items.id')
            .where('attempts.student_id', '=', actor.id),
        ),
      ]),
    )
    // A file's id is random: it stands in the item's snapshot or it does not.
    .where('snapshot', 'like', likePattern(fileId))
    .execute();
  if (items.length === 0) return false;
  const isOpen = (item: (typeof items)[number]) =>
    attempts.some((one) => one.part === item.part && endOf(one, item.snapshot) > now - GRACE_MS);
  if (items.some(isOpen)) return true;
  const closed = await closedQuestionIds(actor, now);
  return items.every((item) => item.question_id === null || !closed.has(item.question_id));
}

/** Of a paper that was handed in only its photos may still come, whatever time there was for its answers. */
const HANDED_IN: ReadonlySet<string | null> = new Set(['student', 'teacher']);

/** When the last thing can be done about a question in an attempt: its photos may come later than the answers. */
function endOf(
  attempt: { deadline_at: number; upload_deadline_at: number | null; closed_by: string | null },
  snapshot: string,
): number {
  const photosUntil = takesPhotos(fromJson<QuestionSnapshot>(snapshot)) ? (attempt.upload_deadline_at ?? 0) : 0;
  return Math.max(HANDED_IN.has(attempt.closed_by) ? 0 : attempt.deadline_at, photosUntil);
}

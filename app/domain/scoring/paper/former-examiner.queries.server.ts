import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';

/**
 * What somebody reads who asks for an exam's marking without being one of its examiners. Who was one knows of it, by
 * what they marked or were told, and is told that it is over; to everybody else it is not there.
 */
export async function refuseMarking(actor: Actor, exam: { id: number; name: string }, what: string): Promise<AppError> {
  const own = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select('scores.id')
    .where('attempts.exam_id', '=', exam.id)
    .where('scores.examiner_id', '=', actor.id)
    .limit(1)
    .executeTakeFirst();
  const told = await db()
    .selectFrom('messages')
    .select('title')
    .where('user_id', '=', actor.id)
    .where('kind', '=', 'score')
    .where('title', 'like', '不用再%')
    .execute();
  const wasExaminer = own !== undefined || told.some(({ title }) => title.includes(`：${exam.name}`));
  if (!wasExaminer) return notFound(what);
  return new AppError(
    'forbidden',
    `「${exam.name}」的出题老师更换了阅卷老师，您不用再评这部分的答卷。以前提交的评分照样计入；有疑问请联系出题老师。`,
  );
}

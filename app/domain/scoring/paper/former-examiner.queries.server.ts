import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { PART_LABELS, PARTS, type Part } from '~/domain/exam/parts.rules';
import { AppError, notFound } from '~/lib/errors';

/**
 * What somebody reads who asks for an exam's marking without being one of its examiners. Who was one knows of it, by
 * what they marked or were told, and is told that it is over; to everybody else it is not there. `part`: the one that is asked for;
 * who was an examiner of the other one is a stranger to it.
 */
export async function refuseMarking(
  actor: Actor,
  exam: { id: number; name: string },
  what: string,
  part?: Part,
): Promise<AppError> {
  const parts = part ? [part] : PARTS;
  const own = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select('scores.id')
    .where('attempts.exam_id', '=', exam.id)
    .where('scores.examiner_id', '=', actor.id)
    .where('attempts.part', 'in', parts)
    .limit(1)
    .executeTakeFirst();
  const told = await db()
    .selectFrom('messages')
    .select('title')
    .where('user_id', '=', actor.id)
    .where('kind', '=', 'score')
    .where('title', 'like', '不用再%')
    .execute();
  const isOfPart = (title: string) => parts.some((one) => title.endsWith(`：${exam.name}（${PART_LABELS[one]}）`));
  const wasExaminer = own !== undefined || told.some(({ title }) => isOfPart(title));
  if (!wasExaminer) return notFound(what);
  return new AppError(
    'forbidden',
    `「${exam.name}」已经换了阅卷老师，您不用再评这部分的答卷。以前提交的评分照样计入；有疑问请联系出题老师。`,
  );
}

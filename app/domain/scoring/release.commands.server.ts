import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { closeOverdueAttempts } from '~/domain/attempt/attempt.commands.server';
import { PART_LABELS } from '~/domain/exam/exam.rules';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import { getReleaseSummary, type ReleaseSummary } from './release.queries.server';
import type { ReleaseInput } from './scoring.schema';

/**
 * Releases own exams: closed (or over, and then closed first) → released, and tells every student. Papers without a
 * score need `confirm`. All or nothing; an exam that is released already stays as it is. Returns how many were released.
 * @throws AppError not_found, forbidden, conflict (not over, or unscored papers without `confirm`)
 */
export async function releaseExams(actor: Actor, input: ReleaseInput, now: number): Promise<number> {
  await closeOverdueAttempts(now);
  return transaction(async () => {
    let released = 0;
    for (const id of input.ids) if (await releaseExam(actor, id, input.confirm, now)) released += 1;
    return released;
  });
}

async function releaseExam(actor: Actor, examId: number, isConfirmed: boolean, now: number): Promise<boolean> {
  await getOwnExam(actor, examId);
  // Held first, so that no score changes between the counting and the release.
  await db()
    .updateTable('exams')
    .set((set) => ({ version: set.ref('version') }))
    .where('id', '=', examId)
    .execute();
  const summary = await getReleaseSummary(actor, examId, now);
  const { exam } = summary;
  if (exam.status === 'released') return false;
  if (summary.obstacle !== null) throw new AppError('conflict', summary.obstacle);
  if (summary.unscoredCount > 0 && !isConfirmed) throw new AppError('conflict', unscoredQuestion(summary));
  await db()
    .updateTable('exams')
    .set((set) => ({
      status: 'released',
      released_at: now,
      closed_at: exam.closedAt ?? now,
      updated_at: now,
      version: set('version', '+', 1),
    }))
    .where('id', '=', examId)
    .where('status', 'in', ['published', 'closed'])
    .execute();
  await tellStudents(summary, now);
  await recordAudit(
    actor,
    {
      action: 'exam.release',
      entity: 'exam',
      entityId: examId,
      detail: { students: summary.studentIds.length, unscored: summary.unscoredCount },
    },
    now,
  );
  return true;
}

function unscoredQuestion(summary: ReleaseSummary): string {
  const parts = summary.parts
    .filter((part) => part.unscored.length > 0)
    .map((part) => `${PART_LABELS[part.part]} ${part.unscored.length} 份`);
  return `「${summary.exam.name}」还有未评分的答卷：${parts.join('，')}。请先评完，或确认仍要公布。`;
}

/** One message each: those who sat something read their result, those who sat nothing read 缺考. */
async function tellStudents(summary: ReleaseSummary, now: number): Promise<void> {
  const { exam, parts, studentIds } = summary;
  const absent = studentIds.filter((id) => parts.every((part) => part.absent.some((one) => one.studentId === id)));
  const present = studentIds.filter((id) => !absent.includes(id));
  const message = {
    kind: 'score' as const,
    title: `成绩公布：${exam.name}`,
    link: `/examination/record_page/index?examId=${exam.id}`,
  };
  await sendMessages(present, { ...message, body: '成绩已经公布，点开可以看到得分、评语、自己的作答和解析。' }, now);
  await sendMessages(absent, { ...message, body: '成绩已经公布，这场考试您缺考，没有成绩。需要补考请联系老师。' }, now);
}

/** Takes a release back: released → closed. Students see nothing of the result again. Returns how many. */
export async function unreleaseExams(actor: Actor, input: Pick<ReleaseInput, 'ids'>, now: number): Promise<number> {
  return transaction(async () => {
    let count = 0;
    for (const id of input.ids) {
      const exam = await getOwnExam(actor, id);
      const changed = await db()
        .updateTable('exams')
        .set((set) => ({ status: 'closed', released_at: null, updated_at: now, version: set('version', '+', 1) }))
        .where('id', '=', exam.id)
        .where('status', '=', 'released')
        .executeTakeFirst();
      if (Number(changed.numUpdatedRows) === 0) continue;
      await recordAudit(actor, { action: 'exam.unrelease', entity: 'exam', entityId: exam.id }, now);
      count += 1;
    }
    return count;
  });
}

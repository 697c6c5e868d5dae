import { db, transaction } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { closeAttemptsOfExam } from '~/domain/attempt/attempt.commands.server';
import { correctAskedTimes } from '~/domain/exam/ask-examiners.commands.server';
import { getExamView, getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { longestExtraMinutes } from '~/domain/exam/grants.queries.server';
import { lastDeadline } from '~/domain/exam/times.rules';
import { PART_LABELS, PARTS, type Part } from '~/domain/exam/parts.rules';
import { changeStatus, recordExam } from '~/domain/exam/status-change.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import { countAwaitingExaminer } from '~/domain/scoring/sharing-out/awaiting.queries.server';
import { toPapers } from '~/lib/addresses/scoring';
import { RESIT_NUMBER, type Resit } from '~/domain/exam/resit.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { AppError } from '~/lib/errors';
import { tellEarlyClose } from './early-close.commands.server';

/** The end of an exam: by its owner, or when its last deadline has passed. Its papers go to whoever marks them. */

/** 结束: published → closed at once; papers still open are handed in with what was saved. Returns how many are closed now. */
export async function closeExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    for (const id of ids) {
      const exam = await getOwnExam(actor, id);
      if (exam.status === 'draft') throw new AppError('conflict', `「${exam.name}」还没有发布，不用结束。`);
      if (exam.status !== 'published') {
        await refuseRunningResits(exam, now);
        continue;
      }
      await changeStatus(exam, 'close', { closed_at: now }, now);
      const handedIn = await closeAttemptsOfExam(actor, id, now);
      await recordExam(actor, 'exam.close', id, { handedIn }, now);
      await correctAskedTimes(exam, now);
      await tellEarlyClose(exam, now);
      // Who ends it knows.
      await tellOfPapers(exam, now, actor.id);
    }
    return ids.length;
  });
}

/** Re-sits have times of their own: nobody is to believe that ending the exam once more has ended them. */
async function refuseRunningResits(exam: ExamView, now: number): Promise<void> {
  const handedIn = await db()
    .selectFrom('attempts')
    .select(['student_id', 'part'])
    .where('exam_id', '=', exam.id)
    .where('number', '>=', RESIT_NUMBER)
    .where('state', '!=', 'in_progress')
    .execute();
  const isHandedIn = (resit: Resit) =>
    handedIn.some((paper) => paper.student_id === resit.studentId && paper.part === resit.part);
  const open = (await listResits(exam.id)).filter(
    (resit) => resit.state === 'open' && resit.endsAt + resit.extraMinutes * 60_000 > now && !isHandedIn(resit),
  );
  if (open.length === 0) return;
  const how = '提前结束一名学生的补考，请到“补考”页（exam/endResit）；还没有开始的可以取消补考';
  throw new AppError('conflict', `「${exam.name}」已经结束，还有 ${open.length} 份补考按自己的时间进行。${how}。`);
}

/**
 * Closes every exam whose last deadline, extra minutes and grace included, has passed. For the server's
 * sweeper; harmless twice. Returns how many were closed.
 */
export async function closeEndedExams(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('exams')
    .select('id')
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('oral_end_time', '<', now), eb('end_time', '<', now)]))
    .execute();
  let closed = 0;
  for (const { id } of rows) {
    await transaction(async () => {
      const exam = await getExamView(id);
      const deadline = lastDeadline(exam, await longestExtraMinutes(id));
      if (deadline === null || now <= deadline) return;
      const { numUpdatedRows } = await db()
        .updateTable('exams')
        .set((eb) => ({ status: 'closed', closed_at: deadline, updated_at: now, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'published')
        .where('version', '=', exam.version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await recordExam(null, 'exam.close', id, { deadline }, now);
      await tellOfPapers(exam, now);
      closed += 1;
    });
  }
  return closed;
}

/**
 * The owner hears how many papers await marks, each examiner how many await theirs; of an automatic release its own step
 * speaks.
 */
async function tellOfPapers(exam: ExamView, now: number, exceptId?: number): Promise<void> {
  if (exam.settings.releaseMode === 'auto') return;
  const papers = await db()
    .selectFrom('attempts')
    .select((eb) => ['part', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', exam.id)
    .where('state', 'in', ['submitted', 'auto_submitted'])
    .groupBy('part')
    .orderBy('part')
    .execute();
  if (papers.length === 0) return;
  const open = papers.map((row) => ({ part: row.part as Part, count: Number(row.count) }));
  const examiners = PARTS.flatMap((part) => exam.examinerIds[part]);
  for (const teacherId of new Set([exam.ownerId, ...examiners])) {
    if (teacherId === exceptId) continue;
    const own = teacherId === exam.ownerId ? open : await waitingFor(exam, teacherId, open);
    if (own.length === 0) continue;
    const message = {
      kind: 'exam' as const,
      title: `考试已结束，待评分：${exam.name}`,
      body: `${own.map(({ part, count }) => `${PART_LABELS[part]} ${count} 份`).join('、')}答卷等待评分。`,
      link: toPapers({ examId: exam.id }),
    };
    await sendMessages([teacherId], message, now);
  }
}

type PartCount = { part: Part; count: number };

/** What an examiner has to mark, of the parts that are theirs; who has marked everything hears nothing. */
async function waitingFor(exam: ExamView, teacherId: number, open: PartCount[]): Promise<PartCount[]> {
  const own = open.filter(({ part }) => exam.examinerIds[part].includes(teacherId));
  return (await countAwaitingExaminer(exam, teacherId, own)).filter(({ count }) => count > 0);
}

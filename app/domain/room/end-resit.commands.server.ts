import { db, transaction } from '~/db/db.server';
import { handInFor } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { listOpenResits } from '~/domain/attempt/open-resits.queries.server';
import { tellOfResit } from '~/domain/attempt/resit-told.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import { toExamPreview } from '~/lib/addresses/results';
import { AppError } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { partFor } from './resit.commands.server';
import { requireStudents } from './resit.queries.server';
import { RESIT_ENDED, type UndoResitInput } from './resit.schema';

/**
 * 结束补考 before its time for those who have begun it: what they have saved is handed in, photos are taken no more, and
 * the paper can be marked at once; the students are told. Returns for how many: who had nothing running any more stays
 * as it is.
 * @throws AppError not_found, forbidden; conflict for who has not begun (取消补考 is for them)
 */
export async function endResits(actor: Actor, input: UndoResitInput, now: number): Promise<number> {
  return transaction(async () => {
    await getOwnExam(actor, input.id);
    await holdExam(input.id);
    const exam = await getOwnExam(actor, input.id);
    const part = partFor(exam, input.part);
    await requireStudents(input.studentIds);
    const asked = new Set(input.studentIds);
    const open = (await listOpenResits(exam.id, now, part)).filter(({ studentId }) => asked.has(studentId));
    const ahead = open.find(({ attemptId }) => attemptId === null);
    if (ahead) {
      const { name } = await getName(ahead.studentId);
      throw new AppError('conflict', `${name}还没有开始补考，不用结束；不让考了请取消补考。`);
    }
    const running = open.flatMap(({ attemptId, isRunning, ...one }) =>
      attemptId !== null && isRunning ? [{ ...one, id: attemptId }] : [],
    );
    if (running.length === 0) return 0;
    const studentIds = running.map((paper) => paper.studentId);
    await db()
      .updateTable('attempts')
      .set({ upload_deadline_at: now })
      .where(
        'id',
        'in',
        running.map(({ id }) => id),
      )
      .where('upload_deadline_at', '>', now)
      .execute();
    // After it: those who score hear from when they can, also who heard of a paper before its time was cut.
    for (const { id, isWriting } of running) {
      if (isWriting) await handInFor(actor, id, RESIT_ENDED, now);
      else await tellOfResit(await getAttemptView(id), now, { isRenewal: true });
    }
    await db()
      .updateTable('exam_resits')
      .set((eb) => ({
        ends_at: now,
        upload_ends_at: eb.case().when('upload_ends_at', 'is', null).then(null).else(now).end(),
        extra_minutes: 0,
      }))
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('student_id', 'in', studentIds)
      .execute();
    for (const { studentId, isWriting, answersUntil, photosUntil } of running) {
      const was = isWriting
        ? `${PART_LABELS[part]}补考原定到 ${formatMinute(answersUntil)}，已按保存的内容收卷。`
        : `${PART_LABELS[part]}补考的照片原定可以补传到 ${formatMinute(photosUntil ?? now)}，现在不能再补传；已经交的都算数。`;
      const body = `${exam.ownerName}老师在 ${formatMinute(now)} 提前结束了你的补考。\n${was}\n如有特殊情况请联系老师。`;
      const title = `${RESIT_ENDED}：${exam.name}`;
      await sendMessages([studentId], { kind: 'exam', title, body, link: toExamPreview({ id: exam.id }) }, now);
    }
    const detail = { part, count: running.length, studentIds };
    await recordAudit(actor, { action: 'exam.end_resit', entity: 'exam', entityId: exam.id, detail }, now);
    return running.length;
  });
}

function getName(studentId: number): Promise<{ name: string }> {
  return db().selectFrom('users').select('name').where('id', '=', studentId).executeTakeFirstOrThrow();
}

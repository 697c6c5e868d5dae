import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getExamView, getOwnExam } from '~/domain/exam/exam.queries.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toPageSetting } from '~/lib/addresses/scoring';

/**
 * 保留录音 of an exam beyond the school's term, or lets them go again: its owner, or an administrator, of which the
 * owner is told. The same again changes nothing.
 * @throws AppError not_found, forbidden
 */
export async function holdRecordings(
  actor: Actor,
  input: { examId: number; isHeld: boolean; reason: string },
  now: number,
): Promise<void> {
  const { examId, isHeld, reason } = input;
  const exam = actor.isAdmin ? await getExamView(examId) : await getOwnExam(actor, examId);
  await transaction(async () => {
    const { numUpdatedRows } = await db()
      .updateTable('exams')
      .set({ is_held: isHeld ? 1 : 0 })
      .where('id', '=', examId)
      .where('is_held', '=', isHeld ? 0 : 1)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const action = isHeld ? 'exam.hold' : 'exam.unhold';
    await recordAudit(actor, { action, entity: 'exam', entityId: examId, detail: { reason } }, now);
    if (exam.ownerId === actor.id) return;
    await sendMessages(
      [exam.ownerId],
      {
        kind: 'exam',
        title: `${isHeld ? '录音已保留' : '录音不再保留'}：${exam.name}`,
        body: `管理员${actor.name}${isHeld ? '保留了这场考试的录音，到期不删除' : '取消了这场考试的录音保留，到期后会删除'}。${reason === '' ? '' : `理由：${reason}`}`,
        link: toPageSetting({ examId }),
      },
      now,
    );
  });
}

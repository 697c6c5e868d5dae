import { db, transaction } from '~/db/db.server';
import { handInFor } from '~/domain/attempt/attempt.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toReceipt } from '~/lib/addresses/sitting';
import { invalid } from '~/lib/errors';
import type { HandInInput } from './board.schema';

/**
 * 代交: the exam's owner hands in open papers with what was saved, and the students are told why. Papers handed in
 * already stay as they are. Returns how many were handed in.
 * @throws AppError invalid when one of the students has no paper in this part
 */
export async function handInForStudents(actor: Actor, input: HandInInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await getOwnExam(actor, input.id);
    requirePart(exam, input.part);
    const papers = await db()
      .selectFrom('attempts')
      .select(['id', 'student_id', 'state'])
      .where('exam_id', '=', exam.id)
      .where('part', '=', input.part)
      .where('student_id', 'in', input.studentIds)
      .orderBy('id')
      .execute();
    const sat = new Set(papers.map((paper) => paper.student_id));
    if (input.studentIds.some((id) => !sat.has(id))) {
      throw invalid({ studentIds: '选中的学生里有人还没有开始，没有答卷可以代交' });
    }
    const told: number[] = [];
    for (const paper of papers.filter((one) => one.state === 'in_progress')) {
      if (await handInFor(actor, paper.id, input.reason, now)) told.push(paper.student_id);
    }
    const message = {
      kind: 'exam' as const,
      title: `老师已代你交卷：${exam.name}`,
      body: `${PART_LABELS[input.part]}部分按已保存的内容交卷。原因：${input.reason}`,
      link: toReceipt({ id: exam.id, part: input.part }),
    };
    await sendMessages(told, message, now);
    return told.length;
  });
}

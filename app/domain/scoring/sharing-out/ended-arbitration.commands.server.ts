import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { groupBy } from '~/lib/group-by';
import { listAssignments } from '../paper/assignments.queries.server';
import { askedToArbitrate } from '../settling/contested-notice.commands.server';
import { countFinals } from './hand-over.queries.server';

/**
 * Papers of these students of a part go on (补时) and are marked anew: nobody arbitrates them any more, whoever was asked
 * to hears it, and can be asked anew. Not of a student whose other sitting is in arbitration. Call it in the transaction
 * that took the marks back; asks no rights.
 */
export async function endArbitrations(exam: ExamView, part: Part, studentIds: number[], now: number): Promise<void> {
  const contested = await db()
    .selectFrom('attempts')
    .select('student_id')
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .where('settlement', 'in', ['arbitration', 'owner'])
    .execute();
  const ended = (await listAssignments(exam.id, part)).filter(
    ({ kind, studentId }) =>
      kind === 'arbiter' &&
      studentIds.includes(studentId) &&
      !contested.some(({ student_id: other }) => other === studentId),
  );
  for (const { studentId, examinerId } of ended) {
    await db()
      .deleteFrom('score_assignments')
      .where((where) =>
        where.and({ exam_id: exam.id, part, kind: 'arbiter', student_id: studentId, examiner_id: examinerId }),
      )
      .execute();
  }
  const left = new Set((await listAssignments(exam.id, part)).map((one) => one.examinerId));
  for (const [id, papers] of groupBy(ended, (one) => one.examinerId)) {
    const isAsked = left.has(id);
    if (!isAsked && (await countFinals(exam.id, part, id)) === 0) {
      await db()
        .deleteFrom('exam_examiners')
        .where((where) => where.and({ exam_id: exam.id, part, teacher_id: id, only_arbitrates: 1 }))
        .execute();
    }
    const unread = isAsked
      ? new Set<number>()
      : await withdrawMessages([id], { kind: 'score', ...askedToArbitrate(exam, part) });
    // Who has not read that they were asked is not told that they no longer are.
    if (id === exam.ownerId || unread.has(id)) continue;
    const title = `不用再仲裁：${exam.name}（${PART_LABELS[part]}）`;
    const body = `请您仲裁的 ${papers.length} 份答卷又补了时间，学生可以接着作答，以前的评分都退回了。交卷以后重新评，还要仲裁的会另外请您。`;
    await sendMessages([id], { kind: 'score', title, body }, now);
  }
}

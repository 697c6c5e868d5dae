import { db } from '~/db/db.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { holdExam } from '../paper/exam-lock.server';
import { examinerParts, listOpenTasks } from './hand-over.queries.server';
import { settlePapers } from './assignments.commands.server';

/**
 * Makes one teacher score in another's place, call it inside a transaction. Final scores stay their giver's and go on
 * counting; papers without one change hands, drafts of them count no more. Of what is released the examiner changes too:
 * it may be taken back, and then nobody waits for who has left.
 */
export async function handOverScoring(fromId: number, toId: number, now: number): Promise<void> {
  for (const { exam_id: examId, part, only_arbitrates } of await examinerParts(fromId).execute()) {
    await holdExam(examId);
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: examId, teacher_id: toId, part, only_arbitrates })
      // Who only arbitrated becomes an examiner in an examiner's place.
      .onConflict((conflict) =>
        only_arbitrates === 1
          ? conflict.doNothing()
          : conflict.columns(['exam_id', 'teacher_id', 'part']).doUpdateSet({ only_arbitrates: 0 }),
      )
      .execute();
    await db()
      .deleteFrom('exam_examiners')
      .where('exam_id', '=', examId)
      .where('teacher_id', '=', fromId)
      .where('part', '=', part)
      .execute();
  }
  const changed = new Map<string, Set<number>>();
  for (const task of await listOpenTasks(fromId)) {
    await holdExam(task.exam_id);
    await moveTask(task, fromId, toId);
    const key = `${task.exam_id} ${task.part}`;
    changed.set(key, (changed.get(key) ?? new Set()).add(task.student_id));
  }
  for (const [key, studentIds] of changed) {
    const [examId, part] = key.split(' ');
    await settlePapers(await getExamView(Number(examId)), part as Part, studentIds, now);
  }
}

async function moveTask(
  task: { exam_id: number; part: string; student_id: number },
  fromId: number,
  toId: number,
): Promise<void> {
  const own = (examinerId: number) => ({
    exam_id: task.exam_id,
    part: task.part,
    student_id: task.student_id,
    examiner_id: examinerId,
  });
  const row = await db()
    .selectFrom('score_assignments')
    .select(['kind', 'created_at'])
    .where((eb) => eb.and(own(fromId)))
    .executeTakeFirst();
  if (!row) return;
  await db()
    .deleteFrom('score_assignments')
    .where((eb) => eb.and(own(fromId)))
    .execute();
  // Who scores the paper already is one examiner of it, not two.
  await db()
    .insertInto('score_assignments')
    .values({ ...own(toId), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

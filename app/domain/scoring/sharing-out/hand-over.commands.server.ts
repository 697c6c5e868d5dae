import { db } from '~/db/db.server';
import { dismissExaminers, forgetMarking } from '~/domain/exam/ask-examiners.commands.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { holdExam } from '../paper/exam-lock.server';
import { asksSomebody, countFinals, examinerParts, listOpenTasks } from './hand-over.queries.server';
import { contestedLink } from '../settling/contested-notice.commands.server';
import { settlePapers } from './assignments.commands.server';
import { sendOnce } from './notices.commands.server';

/**
 * Makes one teacher score in another's place, call it inside a transaction. Final scores stay their giver's and go on
 * counting; papers without one change hands, drafts of them count no more. Of what is released the examiner changes too:
 * it may be taken back, and then nobody waits for who has left.
 */
export async function handOverScoring(from: Person, to: Person, now: number): Promise<void> {
  const [fromId, toId] = [from.id, to.id];
  const changed = new Map<string, Set<number>>();
  const parts = await examinerParts(fromId).execute();
  // Who arbitrated and has finished needs nobody in their place: that one would read what is none of theirs.
  const isWanted = await asksSomebody(fromId);
  for (const one of parts) {
    const { exam_id: examId, part, only_arbitrates } = one;
    await holdExam(examId);
    if (isWanted(one)) {
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
    }
    await db()
      .deleteFrom('exam_examiners')
      .where('exam_id', '=', examId)
      .where('teacher_id', '=', fromId)
      .where('part', '=', part)
      .execute();
    // Where nobody was given a paper, everybody named marks it: such papers may wait for nobody any more.
    changed.set(`${examId} ${part}`, new Set(await listUnsettled(examId, part)));
  }
  for (const task of await listOpenTasks(fromId)) {
    await holdExam(task.exam_id);
    await moveTask(task, fromId, toId, now);
    const key = `${task.exam_id} ${task.part}`;
    changed.set(key, (changed.get(key) ?? new Set()).add(task.student_id));
  }
  for (const [key, studentIds] of changed) {
    const [examId, part] = key.split(' ');
    await settlePapers(await getExamView(Number(examId)), part as Part, studentIds, now);
  }
  for (const one of parts) {
    const { exam_id: examId, part, status } = one;
    // Of what is over, or nobody was asked for yet, there is nothing to say.
    if (status === 'released' || status === 'draft' || !isWanted(one)) {
      await forgetMarking(examId, part as Part, fromId);
      continue;
    }
    const gone = { id: fromId, finals: await countFinals(examId, part, fromId) };
    await dismissExaminers(await getExamView(examId), part as Part, [gone], now, `您的阅卷已移交给${to.name}老师`);
  }
}

type Person = { id: number; name: string };

/** Students with a paper of a part that is handed in and not settled. */
async function listUnsettled(examId: number, part: string): Promise<number[]> {
  const rows = await db()
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('state', 'not in', ['in_progress', 'scored'])
    .execute();
  return rows.map((row) => row.student_id);
}

async function moveTask(
  task: { exam_id: number; part: string; student_id: number },
  fromId: number,
  toId: number,
  now: number,
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
  // Nobody arbitrates between others and themselves: it is the owner's again.
  if (row.kind === 'arbiter' && (await isMarkedBy(task, toId))) {
    const exam = await getExamView(task.exam_id);
    await sendOnce(exam.ownerId, orphanedNotice(exam, task.part as Part), now);
    return;
  }
  // Who scores the paper already is one examiner of it, not two.
  await db()
    .insertInto('score_assignments')
    .values({ ...own(toId), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a teacher has marked a paper of the student as one of its examiners. */
async function isMarkedBy(
  task: { exam_id: number; part: string; student_id: number },
  teacherId: number,
): Promise<boolean> {
  const mark = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select('scores.id')
    .where('attempts.exam_id', '=', task.exam_id)
    .where('attempts.part', '=', task.part)
    .where('attempts.student_id', '=', task.student_id)
    .where('scores.examiner_id', '=', teacherId)
    .where('scores.kind', '!=', 'arbiter')
    .executeTakeFirst();
  return mark !== undefined;
}

const orphanedNotice = (exam: ExamView, part: Part) => ({
  title: `待仲裁：${exam.name}（${PART_LABELS[part]}）`,
  body: `仲裁老师的工作移交给了评过这份答卷的老师，${PART_LABELS[part]}有答卷又没有人仲裁了。请您裁定，或请别的老师仲裁。`,
  link: contestedLink(exam.id, part),
});

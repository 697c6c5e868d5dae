import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { IssuedPassword } from '~/domain/user/issued-password.server';
import { deleteStudents, editStudent, resetPasswords } from '~/domain/user/student.commands.server';
import { getStudent, type Student } from '~/domain/user/student.queries.server';
import type { StudentEdit } from '~/domain/user/student.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { toBoard } from '~/lib/addresses/exams';
import { AppError } from '~/lib/errors';
import { listUnfinishedPapers, type UnfinishedPaper } from './unfinished.queries.server';

/**
 * Gives students one-time passwords; the same request again gives those of them that still open something. Of those who are answering an exam now, its owner is told at once who did it: with
 * that password somebody else could answer for them.
 */
export async function resetStudentPasswords(
  actor: Actor,
  input: { ids: number[]; requestId: string },
  now: number,
): Promise<IssuedPassword[]> {
  const issued = await resetPasswords(actor, input, now);
  const key = input.requestId && `stu.reset.told:${input.requestId}:${[...input.ids].sort((a, b) => a - b).join(',')}`;
  await once(actor.id, key, now, async () => {
    await tellOwners(actor, input.ids, RESET, now);
    return null;
  });
  return issued;
}

/**
 * Deletes students (deleteStudents), but nobody who has a paper in an exam that is not over: it would end there for
 * good, and the same number added again would get a second one.
 * @throws AppError conflict
 */
export async function removeStudents(actor: Actor, input: { ids: number[] }, now: number): Promise<number> {
  return transaction(async () => {
    const removed = await deleteStudents(actor, input, now);
    const papers = await listUnfinishedPapers(input.ids, now);
    if (papers.length > 0) throw new AppError('conflict', notOverSentence(papers));
    return removed;
  });
}

const MOST_NAMED = 5;

function notOverSentence(papers: UnfinishedPaper[]): string {
  const named = papers.slice(0, MOST_NAMED).map(({ student, account, exam, isResit }) => {
    return `${student}（${account}）在考试「${exam}」${isResit ? '的补考' : ''}里`;
  });
  const more = papers.length > MOST_NAMED ? `等 ${papers.length} 份` : '';
  return `${named.join('、')}${more}有答卷，考试还没有结束，账号不能删除。请在考试结束后再删除。`;
}

/**
 * Changes a student (editStudent). Where number or name of one who is answering an exam becomes another, its owner is
 * told at once who did it and what it was: two who sit there could have changed places.
 */
export async function changeStudent(actor: Actor, changes: StudentEdit, now: number): Promise<Student> {
  return transaction(async () => {
    const before = await getStudent(actor, changes.id);
    const after = await editStudent(actor, changes, now);
    if (before.account !== after.account || before.name !== after.name) {
      await tellOwners(actor, [after.id], renamed(before), now);
    }
    return after;
  });
}

const renamed = ({ name, account }: Student): Deed => ({
  did: '改了正在答题的学生的学号或姓名',
  todo: `请与这位老师核对。改以前是 ${name}（${account}）。`,
});

type Deed = { did: string; todo: string };
const RESET: Deed = { did: '重置了学生的密码', todo: '请在监考页看他们的登录设备，并与这位老师核对。' };

async function tellOwners(actor: Actor, studentIds: number[], { did, todo }: Deed, now: number): Promise<void> {
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['exams.id', 'exams.name', 'exams.owner_id', 'users.name as student', 'users.account'])
    .where('attempts.student_id', 'in', studentIds)
    .where('attempts.state', '=', 'in_progress')
    .where('attempts.deadline_at', '>', now - GRACE_MS)
    .where('exams.deleted_at', 'is', null)
    .where('exams.owner_id', '!=', actor.id)
    .orderBy('users.account')
    .execute();
  for (const id of new Set(rows.map((row) => row.id))) {
    const seats = rows.filter((row) => row.id === id);
    const [exam] = seats;
    if (!exam) continue;
    const who = [...new Set(seats.map(({ student, account }) => `${student}（${account}）`))].join('、');
    const title = `考试进行中，${actor.name}（${actor.account}）${did}：${exam.name}`;
    const body = `${who}。不是您请的，${todo}`;
    await sendMessages([exam.owner_id], { kind: 'exam', title, body, link: toBoard({ examId: id }) }, now);
  }
}

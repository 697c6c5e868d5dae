import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import type { ClassChange } from '~/domain/classroom/class-changes.server';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import { groupBy } from '~/lib/group-by';
import { toExamPreview } from '~/lib/addresses/results';
import { getExamView } from './exam.queries.server';
import { scheduleText } from './status.commands.server';

/**
 * Whoever comes to a class has its exams that are published and not over, and is told of them as the class was; whoever
 * leaves it has them no longer, unless they have begun. Exams that are over, and those that were begun, are no matter of
 * a change: they have a row in exam_memberships by then (keepMemberships, keepOutOfPastExams).
 */
export async function tellOfExamsOfClass(changes: ClassChange[], now: number): Promise<void> {
  for (const group of groupBy(changes, ({ from, to }) => `${from}.${to}`).values()) {
    const [first] = group;
    const before = await listPublished(first?.from ?? null);
    const after = await listPublished(first?.to ?? null);
    const students = group.map(({ studentId }) => studentId);
    for (const id of after.filter((one) => !before.includes(one))) await tellNew(id, await notKept(id, students), now);
    for (const id of before.filter((one) => !after.includes(one))) await tellGone(id, await notKept(id, students), now);
  }
}

/** The published exams of a class. */
async function listPublished(classroomId: number | null): Promise<number[]> {
  if (classroomId === null) return [];
  const rows = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('exams', 'exams.id', 'exam_classrooms.exam_id')
    .select('exams.id')
    .where('exam_classrooms.classroom_id', '=', classroomId)
    .where('exams.status', '=', 'published')
    .where('exams.deleted_at', 'is', null)
    .orderBy('exams.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of these students those whose the exam is by the class they are in today. */
async function notKept(examId: number, studentIds: number[]): Promise<number[]> {
  const kept = new Set<number>();
  for (const ids of slicesOf(studentIds)) {
    const rows = await db()
      .selectFrom('exam_memberships')
      .select('student_id')
      .where('exam_id', '=', examId)
      .where('student_id', 'in', ids)
      .execute();
    for (const row of rows) kept.add(row.student_id);
  }
  return studentIds.filter((id) => !kept.has(id));
}

async function tellNew(examId: number, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const exam = await getExamView(examId);
  const link = toExamPreview({ id: exam.id });
  // Who comes back reads not that it is theirs no longer.
  await withdrawMessages(studentIds, { kind: 'exam', link: '', title: goneTitle(exam) });
  await sendMessages(studentIds, { kind: 'exam', title: `新考试：${exam.name}`, body: scheduleText(exam), link }, now);
}

/** What is unread of the exam goes; who has read of it is told that it is theirs no longer, and no link leads there. */
async function tellGone(examId: number, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const exam = await getExamView(examId);
  const about = { kind: 'exam' as const, link: toExamPreview({ id: exam.id }) };
  await withdrawMessages(studentIds, about);
  const told = new Set<number>();
  for (const ids of slicesOf(studentIds)) {
    const rows = await db()
      .updateTable('messages')
      .set({ link: '' })
      .where('user_id', 'in', ids)
      .where('kind', '=', about.kind)
      .where('link', '=', about.link)
      .returning('user_id')
      .execute();
    for (const row of rows) told.add(row.user_id);
  }
  await sendMessages(
    [...told],
    { kind: 'exam', title: goneTitle(exam), body: '你换了班级，这场考试不再面向你现在的班级。' },
    now,
  );
}

const goneTitle = ({ name }: { name: string }) => `不用参加：${name}`;

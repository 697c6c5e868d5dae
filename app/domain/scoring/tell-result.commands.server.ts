import { db } from '~/db/db.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { rewriteMessages, sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';

/** Where a student reads the own result. */
export const resultPath = (examId: number) => `/examination/record_page/index?examId=${examId}`;

type Told = { id: number; name: string };

/**
 * 成绩公布: one message to each of these students whose result can be read now. Who sat something reads the result,
 * who sat nothing reads 缺考; who is to sit a part again is told when that is scored. Call it inside the transaction
 * in which the results come out.
 */
export async function tellResultsOut(exam: Told, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const out = await listReleasedStudents(exam.id);
  const readers = studentIds.filter((id) => out.has(id));
  const rows = await db().selectFrom('attempts').select('student_id').where('exam_id', '=', exam.id).execute();
  const sat = new Set(rows.map((row) => row.student_id));
  const message = { kind: 'score' as const, title: `成绩公布：${exam.name}`, link: resultPath(exam.id) };
  await sendMessages(
    readers.filter((id) => sat.has(id)),
    { ...message, body: '成绩已经公布，点开可以看到得分、评语、自己的作答和解析。' },
    now,
  );
  await sendMessages(
    readers.filter((id) => !sat.has(id)),
    { ...message, body: '成绩已经公布，这场考试您缺考，没有成绩。需要补考请联系老师。' },
    now,
  );
}

/** 补考成绩已公布: to those of these students, whose re-sits are scored now, whose result can be read. */
export async function tellResitsOut(exam: Told, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const out = await listReleasedStudents(exam.id, studentIds);
  const message = {
    kind: 'score' as const,
    title: `补考成绩已公布：${exam.name}`,
    body: '补考已经评完，点开可以看到成绩、评语、自己的作答和解析。',
    link: resultPath(exam.id),
  };
  await sendMessages([...out], message, now);
}

/**
 * Takes every message about the result of an exam back from these students, for it holds no more or is not to be seen:
 * what is unread goes, what they have read says `instead` of its figures. Returns who had one unread. Call it inside the
 * transaction that takes the result away.
 */
export async function takeBackResultMessages(
  examId: number,
  studentIds: number[],
  instead: string,
): Promise<Set<number>> {
  const about = { kind: 'score' as const, link: resultPath(examId) };
  const unread = await withdrawMessages(studentIds, about);
  await rewriteMessages(studentIds, about, instead);
  return unread;
}

/** Who has a message about the result of an exam. */
export async function listResultReaders(examId: number): Promise<number[]> {
  const rows = await db()
    .selectFrom('messages')
    .select('user_id')
    .distinct()
    .where('kind', '=', 'score')
    .where('link', '=', resultPath(examId))
    .execute();
  return rows.map((row) => row.user_id);
}

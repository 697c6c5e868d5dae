import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { groupBy } from '~/lib/group-by';
import { toResult } from '~/lib/addresses/results';
import { changeText, outText, type ToldResult } from './told-result.rules';
import { rewriteMessages, sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';

/** Where a student reads the own result. */
export const resultPath = (examId: number) => toResult({ examId });

type Told = { id: number; name: string };

const RESIT_OUT = '补考成绩已公布：';
const RESULT_OUT = '成绩公布：';

/**
 * 成绩公布: one message to each of these students whose result can be read now. Who sat something reads the result and
 * which part was missed, and, where the results had come out before, how the total differs from then; who sat nothing
 * reads 缺考; who is to sit a part again is told when that is scored. Call it inside the transaction in which the
 * results come out.
 */
export async function tellResultsOut(exam: Told, studentIds: number[], now: number): Promise<void> {
  const bodies = await resultBodies(exam.id, studentIds);
  const message = { kind: 'score' as const, title: `${RESULT_OUT}${exam.name}`, link: resultPath(exam.id) };
  for (const [body, ids] of groupIds(bodies)) await sendMessages(ids, { ...message, body }, now);
  await noteTold(exam.id, [...bodies.keys()]);
}

/** What those of these students whose result can be read now are told of it. */
async function resultBodies(examId: number, studentIds: number[]): Promise<Map<number, string>> {
  if (studentIds.length === 0) return new Map();
  const out = await listReleasedStudents(examId);
  const readers = studentIds.filter((id) => out.has(id));
  const { testType, settings } = await getExamView(examId);
  const rows = await db().selectFrom('attempts').select(['student_id', 'part']).where('exam_id', '=', examId).execute();
  const sat = groupBy(rows, (row) => row.student_id);
  const told = await findTold(examId, readers);
  const resits = await listResits(examId);
  const known = await listResitsTold(examId, readers);
  const corrected = await listCorrectedSince(examId, readers);
  return new Map(
    readers.map((id) => {
      const parts = new Set(sat.get(id)?.map(({ part }) => part));
      const result = told.get(id);
      const missed = partsOf(testType).filter((part) => !parts.has(part));
      const waiting = partsOf(testType).filter((part) => parts.has(part) && percentOf(part, result) === null);
      // Of what came of a re-sit they are told once: what has changed since is a correction.
      const again = resits.filter(
        ({ studentId, part, state }) => studentId === id && state !== 'open' && !known.has(`${id}.${part}`),
      );
      const display = settings.resultDisplay;
      return [
        id,
        outText({ missed, waiting, hasSat: parts.size > 0, resits: again, display }) +
          (result ? changeText(result, settings, { isResat: again.length > 0, isCorrected: corrected.has(id) }) : ''),
      ];
    }),
  );
}

/**
 * The re-sits of these students, by `student.part`, of which they have read, or still have before them, what came of
 * them: whatever was told of the result since a re-sit was granted was told when none of theirs was open any more.
 */
async function listResitsTold(examId: number, studentIds: number[]): Promise<Set<string>> {
  const told = new Set<string>();
  for (const ids of slicesOf(studentIds)) {
    const rows = await db()
      .selectFrom('messages')
      .innerJoin('exam_resits', (join) =>
        join
          .onRef('exam_resits.student_id', '=', 'messages.user_id')
          .onRef('exam_resits.granted_at', '<', 'messages.created_at'),
      )
      .select(['messages.user_id', 'exam_resits.part'])
      .distinct()
      .where('messages.user_id', 'in', ids)
      .where('messages.link', '=', resultPath(examId))
      .where((where) => where.or([RESIT_OUT, RESULT_OUT].map((title) => where('messages.title', 'like', `${title}%`))))
      .where('exam_resits.exam_id', '=', examId)
      .execute();
    for (const row of rows) told.add(`${row.user_id}.${row.part}`);
  }
  return told;
}

/** By what they are told who is told it. */
function groupIds(bodies: Map<number, string>): Map<string, number[]> {
  const told = groupBy([...bodies], ([, body]) => body);
  return new Map([...told].map(([body, rows]) => [body, rows.map(([id]) => id)]));
}

/** By student what they were last told of their result, and what it is now. */
async function findTold(examId: number, studentIds: number[]): Promise<Map<number, ToldResult>> {
  const told = new Map<number, ToldResult>();
  for (const ids of slicesOf(studentIds)) {
    const rows = await db()
      .selectFrom('results')
      .select(['student_id', 'total_percent', 'released_total'])
      .select(['oral_percent', 'released_oral', 'written_percent', 'released_written'])
      .where('exam_id', '=', examId)
      .where('student_id', 'in', ids)
      .execute();
    for (const row of rows) told.set(row.student_id, row);
  }
  return told;
}

function percentOf(part: Part, result: ToldResult | undefined): number | null {
  return (part === 'oral' ? result?.oral_percent : result?.written_percent) ?? null;
}

/** Writes down that these students know their results as they are now: a later release says what differs from that. */
export async function noteTold(examId: number, studentIds: number[]): Promise<void> {
  for (const ids of slicesOf(studentIds)) {
    await db()
      .updateTable('results')
      .set((set) => ({
        released_total: set.ref('total_percent'),
        released_oral: set.ref('oral_percent'),
        released_written: set.ref('written_percent'),
      }))
      .where('exam_id', '=', examId)
      .where('student_id', 'in', ids)
      .execute();
  }
}

/**
 * Before a re-sit hides them: those of these students whose results can be read know them as they are now, a correction
 * after the release with them. What is told of the re-sit differs from that.
 */
export async function noteSeen(examId: number, studentIds: number[]): Promise<void> {
  await noteTold(examId, [...(await listReleasedStudents(examId, studentIds))]);
}

/** 补考成绩已公布: to those of these students, whose re-sits are scored now, whose result can be read. */
export async function tellResitsOut(exam: ExamView, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const out = [...(await listReleasedStudents(exam.id, studentIds))];
  if (out.length === 0) return;
  const told = await findTold(exam.id, out);
  const corrected = await listCorrectedSince(exam.id, out);
  const shown = `${exam.settings.resultDisplay === 'grade' ? '等级' : '成绩'}、评语、自己的作答和解析`;
  const bodies = new Map(
    out.map((id) => {
      const result = told.get(id);
      const facts = { isResat: true, isCorrected: corrected.has(id) };
      const change = result ? changeText(result, exam.settings, facts) : '';
      return [id, `补考已经评完，点开可以看到${shown}。${change}`];
    }),
  );
  const message = { kind: 'score' as const, title: `${RESIT_OUT}${exam.name}`, link: resultPath(exam.id) };
  for (const [body, ids] of groupIds(bodies)) await sendMessages(ids, { ...message, body }, now);
  await noteTold(exam.id, out);
}

/** Those of these students for whom an item was put right after their re-sit was arranged. */
async function listCorrectedSince(examId: number, studentIds: number[]): Promise<Set<number>> {
  const rows = await db()
    .selectFrom('exam_resits')
    .select('exam_resits.student_id')
    .distinct()
    .innerJoin('item_corrections', (join) =>
      join
        .onRef('item_corrections.exam_id', '=', 'exam_resits.exam_id')
        .onRef('item_corrections.created_at', '>', 'exam_resits.granted_at'),
    )
    .where('exam_resits.exam_id', '=', examId)
    .where('exam_resits.student_id', 'in', studentIds)
    .execute();
  return new Set(rows.map((row) => row.student_id));
}

/**
 * 补考已取消: what these students were told of their result before the re-sit was arranged says so again; who was told
 * nothing yet is told now. Call it when the re-sits are gone.
 */
export async function tellResitsUndone(exam: Told, studentIds: number[], now: number): Promise<void> {
  const about = { kind: 'score' as const, link: resultPath(exam.id) };
  const marked = await db()
    .selectFrom('messages')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', studentIds)
    .where('kind', '=', about.kind)
    .where('link', '=', about.link)
    .where('body', '=', RESIT_TO_COME)
    .execute();
  const known = new Set(marked.map((row) => row.user_id));
  const bodies = await resultBodies(exam.id, [...known]);
  for (const [body, ids] of groupIds(bodies)) await rewriteMessages(ids, about, body, RESIT_TO_COME);
  await noteTold(exam.id, [...bodies.keys()]);
  await tellResultsOut(
    exam,
    studentIds.filter((id) => !known.has(id)),
    now,
  );
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

const RESIT_TO_COME = '后来安排了补考，补考评完前看不到成绩，评完会再通知你。';

/** A re-sit is arranged: what these students were told of their result, read or not, says that it is not to be seen now. */
export async function markResitToCome(examId: number, studentIds: number[]): Promise<void> {
  await rewriteMessages(studentIds, { kind: 'score', link: resultPath(examId) }, RESIT_TO_COME);
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

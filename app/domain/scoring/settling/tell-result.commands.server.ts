import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { getExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { groupBy } from '~/lib/group-by';
import { toResult } from '~/lib/addresses/results';
import { roundHalfUp } from '../paper/scoring.rules';
import { outText } from './told-result.rules';
import { rewriteMessages, sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';

/** Where a student reads the own result. */
export const resultPath = (examId: number) => toResult({ examId });

type Told = { id: number; name: string };

/**
 * 成绩公布: one message to each of these students whose result can be read now. Who sat something reads the result and
 * which part was missed, and, where the results had come out before, how the total differs from then; who sat nothing
 * reads 缺考; who is to sit a part again is told when that is scored. Call it inside the transaction in which the
 * results come out.
 */
export async function tellResultsOut(exam: Told, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const out = await listReleasedStudents(exam.id);
  const readers = studentIds.filter((id) => out.has(id));
  const view = await getExamView(exam.id);
  const rows = await db()
    .selectFrom('attempts')
    .select(['student_id', 'part'])
    .where('exam_id', '=', exam.id)
    .execute();
  const sat = new Map<number, Set<string>>();
  for (const { student_id, part } of rows) sat.set(student_id, (sat.get(student_id) ?? new Set()).add(part));
  const totalOf = await findTold(exam.id, readers);
  const resits = await listResits(exam.id);
  const bodies = groupBy(readers, (id) => {
    const parts = sat.get(id) ?? new Set();
    const missed = partsOf(view.testType).filter((part) => !parts.has(part));
    const waiting = partsOf(view.testType).filter(
      (part) => parts.has(part) && percentOf(part, totalOf.get(id)) === null,
    );
    const again = resits.filter((one) => one.studentId === id && one.state !== 'open');
    const display = view.settings.resultDisplay;
    return (
      outText({ missed, waiting, hasSat: parts.size > 0, resits: again, display }) +
      changeText(display, totalOf.get(id), again.length > 0)
    );
  });
  const message = { kind: 'score' as const, title: `成绩公布：${exam.name}`, link: resultPath(exam.id) };
  for (const [body, ids] of bodies) await sendMessages(ids, { ...message, body }, now);
  await noteTold(exam.id, readers);
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

/** What is different from what they were last told; the notices of corrections not yet read went with the release. */
function changeText(display: 'points' | 'grade', result: ToldResult | undefined, isResat: boolean): string {
  if (!result) return '';
  const pairs = [
    ['总分', result.released_total, result.total_percent],
    // Of a part where there was no total to tell.
    ...(result.released_total === null
      ? ([
          [PART_LABELS.oral, result.released_oral, result.oral_percent],
          [PART_LABELS.written, result.released_written, result.written_percent],
        ] as const)
      : []),
  ] as const;
  const shown = (value: number | null) => (value === null ? null : roundHalfUp(value));
  const changes = pairs.flatMap(([name, before, after]) => {
    if (before === null || shown(before) === shown(after)) return [];
    return `${name}由 ${shown(before)} 分改为 ${after === null ? '待评分' : `${shown(after)} 分`}`;
  });
  if (changes.length === 0) return '';
  // What a re-sit changed is no correction.
  if (display === 'grade') return isResat ? '结果和上次公布时不同。' : '上次公布以后，结果更正过。';
  if (isResat) return `和上次公布时相比：${changes.join('，')}。`;
  return `上次公布以后更正过：${changes.join('，')}。`;
}

type ToldResult = Record<'total_percent' | 'oral_percent' | 'written_percent', number | null> &
  Record<'released_total' | 'released_oral' | 'released_written', number | null>;

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

/** 补考成绩已公布: to those of these students, whose re-sits are scored now, whose result can be read. */
export async function tellResitsOut(exam: ExamView, studentIds: number[], now: number): Promise<void> {
  if (studentIds.length === 0) return;
  const out = [...(await listReleasedStudents(exam.id, studentIds))];
  if (out.length === 0) return;
  const { resultDisplay: display } = exam.settings;
  const told = await findTold(exam.id, out);
  const shown = `${display === 'grade' ? '等级' : '成绩'}、评语、自己的作答和解析`;
  const bodies = groupBy(out, (id) => `补考已经评完，点开可以看到${shown}。${changeText(display, told.get(id), true)}`);
  const message = { kind: 'score' as const, title: `补考成绩已公布：${exam.name}`, link: resultPath(exam.id) };
  for (const [body, ids] of bodies) await sendMessages(ids, { ...message, body }, now);
  await noteTold(exam.id, out);
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

/** What these students were told of their result of an exam, read or not, says `instead` that it is not to be seen now. */
export async function markResultMessages(examId: number, studentIds: number[], instead: string): Promise<void> {
  await rewriteMessages(studentIds, { kind: 'score', link: resultPath(examId) }, instead);
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

import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { listAudit } from '~/domain/audit/audit.queries.server';
import { handInForStudents } from '~/domain/room/hand-in.commands.server';
import { blindName } from '~/domain/exam/blind.rules';
import { getItemMarking } from '~/domain/scoring/marking/item-marking.queries.server';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { getScoring } from '~/domain/scoring/marking/scoring.queries.server';
import { getJournal } from '~/domain/scoring/paper/journal.queries.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { Readable } from 'node:stream';

/** While others write a paper that is marked without names has no code: by name it is known who has handed in. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const MINUTE = 60_000;
let owner: Actor;
let examiner: Actor;
let exam: MadeExam;
let students: { id: number }[];
let first: number;

beforeEach(async () => {
  const [teacher, second] = [await makeTeacher(), await makeTeacher()];
  [owner, examiner] = [actorOf(teacher), actorOf(second)];
  const classroom = await makeClassroom({ teacher });
  exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], settings: { isBlind: true }, now: NOW },
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
    examiners: [{ teacher: second, part: 'written' }],
  });
  students = [];
  for (const name of ['甘一鸣', '乙小雨']) students.push(await makeStudent({ classroom_id: classroom.id, name }));
  const [one, two] = students;
  first = (await makeAttempt({ exam, student: one ?? { id: 0 }, part: 'written', state: 'submitted', now: NOW })).id;
  await makeAttempt({ exam, student: two ?? { id: 0 }, part: 'written', now: NOW });
});

const list = (who: Actor, now: number) =>
  listScoring(
    who,
    { examId: exam.id, part: 'written', classId: 0, state: '', keyword: '', currentPage: 1, pageSize: 50 },
    now,
  );
const mark = (now: number, attemptId = first) =>
  saveScore(
    examiner,
    {
      ...{ attemptId, comment: '', isFinal: true, version: 0 },
      marks: [{ itemId: exam.items[0]?.id ?? 0, points: 3 }],
    },
    now,
  );
const everything = { currentPage: 1, pageSize: 50 };
const log = async (now: number) =>
  JSON.stringify(await listAudit(owner, { ...everything, person: '', examId: null, kind: '', from: '', to: '' }, now));

describe('the first sitting', () => {
  test('is listed and opened by nobody until it is over for everybody, and the list says when that is', async () => {
    const end = exam.end_time ?? 0;
    await db()
      .insertInto('exam_grants')
      .values({ exam_id: exam.id, student_id: students[1]?.id ?? 0, part: 'written', extra_minutes: 10, attempts: 1 })
      .execute();
    for (const who of [owner, examiner]) {
      const shown = await list(who, end + 9 * MINUTE);
      expect([shown.rows.map((row) => row.attemptId), shown.firstOpenId]).toEqual([[], null]);
      expect(shown.sealed?.count).toBe(1);
      expect(shown.sealed?.until).toBeGreaterThanOrEqual(end + 10 * MINUTE);
      const refused = { code: 'conflict', message: expect.stringContaining('全部考完以后一起列出来评') as string };
      const now = end + 9 * MINUTE;
      await expect(getScoring(who, { attemptId: first, classId: 0 }, now)).rejects.toMatchObject(refused);
      await expect(getJournal(who, { attemptId: first }, now)).rejects.toMatchObject(refused);
      const byItem = await getItemMarking(who, { examId: exam.id, part: 'written', classId: 0 }, now);
      expect([byItem.unmarked.count, byItem.readyCount]).toEqual([0, 0]);
    }
    await expect(mark(NOW)).rejects.toMatchObject({ code: 'conflict' });
    const { bytes } = await exportAnswers(owner, { examId: exam.id, classId: 0 }, NOW);
    const cells = JSON.stringify(await readSheetRows(Readable.from([bytes]), { maxRows: 10 }));
    expect(cells).not.toContain('答卷 ');
    expect(JSON.stringify(await getReleaseSummary(owner, exam.id, NOW))).not.toContain(blindName(first));
    const home = await listScoreExams(examiner, { ...everything, status: null, keyword: '' }, NOW);
    expect(home.rows.map((row) => row.parts.map((part) => part.awaitsMe))).toEqual([[0]]);
    // In the minutes that one has been given no link says that papers wait behind it.
    const late = await listScoreExams(examiner, { ...everything, status: null, keyword: '' }, end + 9 * MINUTE);
    expect(late.rows.map((row) => row.awaitsMe)).toEqual([0]);
    // Then it is as ever.
    const after = Math.max(exam.upload_end_time ?? 0, end) + 11 * MINUTE;
    await db().updateTable('attempts').set({ state: 'submitted', submitted_at: end }).execute();
    expect((await list(owner, after)).rows).toHaveLength(2);
    expect((await list(owner, after)).sealed).toBeNull();
    await mark(after);
  });

  test('the paper of who is given more time is refused as those are that wait for it, whoever knows its code', async () => {
    const end = exam.end_time ?? 0;
    const written = await db().selectFrom('attempts').select('id').where('state', '=', 'in_progress').execute();
    await db()
      .insertInto('exam_grants')
      .values({ exam_id: exam.id, student_id: students[1]?.id ?? 0, part: 'written', extra_minutes: 10, attempts: 1 })
      .execute();
    // In the list of exams it has not ended beside the one who writes: 我的考试 says 已发布.
    const late = Math.max(exam.upload_end_time ?? 0, end) + MINUTE;
    const home = await listScoreExams(owner, { ...everything, status: null, keyword: '' }, late);
    expect(home.rows.map((row) => [row.phase, row.parts[0]?.inProgress])).toEqual([['running', 1]]);
    for (const who of [owner, examiner]) {
      const refusals = [];
      for (const attemptId of [first, written[0]?.id ?? 0]) {
        const open = getScoring(who, { attemptId, classId: 0 }, end + MINUTE);
        refusals.push(await open.catch((error: unknown) => error));
      }
      expect(refusals[1]).toMatchObject({ message: expect.stringContaining('全部考完以后') as string });
      expect(refusals[1]).toEqual(refusals[0]);
    }
  });

  test('ended early it is open at once; what an owner does for one by name stands beside no code', async () => {
    const [, two] = students;
    const studentIds = [two?.id ?? 0];
    await handInForStudents(owner, { id: exam.id, part: 'written', studentIds, reason: '身体不适' }, NOW + MINUTE);
    expect(await log(NOW + MINUTE)).not.toContain('答卷 ');
    await db()
      .updateTable('exams')
      .set({ status: 'closed', closed_at: NOW + MINUTE })
      .execute();
    expect((await list(examiner, NOW + 2 * MINUTE)).rows).toHaveLength(2);
    await mark(NOW + 2 * MINUTE);
    expect(await log(NOW + 2 * MINUTE)).toContain(blindName(first));
  });

  test('marked with names it is listed as it comes', async () => {
    await db()
      .updateTable('exams')
      .set({ settings: JSON.stringify({ isBlind: false }) })
      .execute();
    expect((await list(examiner, NOW)).rows.map((row) => row.attemptId)).toContain(first);
    expect((await list(examiner, NOW)).sealed).toBeNull();
  });
});

test('a re-sit waits for those that had begun beside it, and not for who begins later', async () => {
  await db().updateTable('attempts').set({ state: 'submitted', submitted_at: NOW, number: 1 }).execute();
  await db().updateTable('exams').set({ status: 'released', released_at: NOW, closed_at: NOW }).execute();
  const grant = (index: number, beginsAt: number) =>
    db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: students[index]?.id ?? 0, part: 'written', state: 'open', reason: '' },
        ...{ begins_at: beginsAt, ends_at: beginsAt + 60 * MINUTE, upload_ends_at: null },
        ...{ granted_by: owner.id, granted_at: NOW },
      })
      .execute();
  const at = NOW + 600 * MINUTE;
  await grant(0, at);
  await grant(1, at);
  const student = { id: students[0]?.id ?? 0 };
  const resit = await makeAttempt({ exam, student, part: 'written', number: 2, state: 'submitted', now: at + MINUTE });
  const codes = async (now: number) =>
    (await list(examiner, now)).rows.flatMap((row) => (row.studentId === 0 ? [row.studentName] : []));
  expect(await codes(at + 2 * MINUTE)).toEqual([]);
  expect((await list(examiner, at + 2 * MINUTE)).sealed?.count).toBe(1);
  await expect(mark(at + 2 * MINUTE, resit.id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await codes(at + 62 * MINUTE)).toEqual([blindName(resit.id)]);
  // The other's is put off: it begins after this one was handed in.
  await db()
    .updateTable('exam_resits')
    .set({ begins_at: at + 30 * MINUTE, ends_at: at + 300 * MINUTE })
    .where('student_id', '=', students[1]?.id ?? 0)
    .execute();
  expect(await codes(at + 40 * MINUTE)).toEqual([blindName(resit.id)]);
  await mark(at + 40 * MINUTE, resit.id);
});

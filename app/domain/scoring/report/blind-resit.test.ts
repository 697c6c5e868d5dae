import { Readable } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { listAudit } from '~/domain/audit/audit.queries.server';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { blindName } from '~/domain/exam/blind.rules';
import { listComments } from '~/domain/scoring/marking/comments.queries.server';
import { getScorableAttempt } from '~/domain/scoring/paper/scoring-items.queries.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { assignArbiter } from '~/domain/scoring/sharing-out/arbiter.commands.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { changePageSetting, type SettingQuestion } from '~/domain/scoring/release/page-setting.commands.server';
import type { AppError } from '~/lib/errors';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { getShareOut } from '~/domain/scoring/sharing-out/share-out.queries.server';
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
import { exportAnswers } from './answer-export.server';
import { getScoreList } from './score-list.queries.server';

/** After the release two re-sits of a blind exam wait: nobody who marks them learns whose they are, wherever they look. */

useDatabase();

const NOW = Date.UTC(2026, 10, 20, 6, 0);
const AFTER = NOW + 3_600_000;
const NAMES = ['甘一鸣', '乙小雨'];
let owner: Actor;
let examiner: Actor;
let exam: MadeExam;
let resits: number[];

const mark = (who: Actor, attemptId: number, points: number, isFinal: boolean) =>
  saveScore(
    who,
    {
      ...{ attemptId, comment: '写得清楚', isFinal, version: 0 },
      marks: [{ itemId: exam.items[0]?.id ?? 0, points }],
    },
    AFTER,
  );

beforeEach(async () => {
  const teacher = await makeTeacher();
  const second = await makeTeacher();
  [owner, examiner] = [actorOf(teacher), actorOf(second)];
  const classroom = await makeClassroom({ teacher });
  exam = await makeExam({
    ...{ owner: teacher, classrooms: [classroom], status: 'closed', settings: { isBlind: true }, now: NOW },
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
    examiners: [
      { teacher, part: 'written' },
      { teacher: second, part: 'written' },
    ],
  });
  const students = [];
  for (const name of NAMES) students.push(await makeStudent({ classroom_id: classroom.id, name }));
  for (const [index, student] of students.entries()) {
    const { id } = await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: NOW });
    for (const who of [owner, examiner]) await mark(who, id, 4 + index, true);
  }
  await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  resits = [];
  for (const student of students) {
    await db()
      .insertInto('exam_resits')
      .values({
        ...{ exam_id: exam.id, student_id: student.id, part: 'written', state: 'open', reason: '不及格' },
        ...{ begins_at: NOW, ends_at: AFTER, upload_ends_at: AFTER, granted_by: owner.id, granted_at: NOW },
      })
      .execute();
    resits.push((await makeAttempt({ exam, student, part: 'written', number: 2, state: 'submitted', now: AFTER })).id);
  }
  await mark(examiner, resits[0] ?? 0, 9, false);
});

const everything = { currentPage: 1, pageSize: 50 };

test('switching 匿名评阅 off while they are marked is asked back first', async () => {
  const change = (isBlind: boolean, confirm = '') => changePageSetting(owner, { id: exam.id, isBlind, confirm }, AFTER);
  const asked = await change(false).catch((error: unknown) => error);
  const { message, data } = asked as AppError;
  expect(message).toBe(
    `关掉匿名评阅以后，还没有公布成绩的 ${NAMES.length} 份答卷马上显示姓名、学号和班级，评分的老师都看得到。确认后再保存一次。`,
  );
  expect((await getExamView(exam.id)).settings.isBlind).toBe(true);
  const { confirm } = data.extra as SettingQuestion;
  await change(false, confirm);
  expect((await getExamView(exam.id)).settings.isBlind).toBe(false);
  await change(true);
  // Nothing is marked any more: there is nothing to ask.
  await db().updateTable('exam_resits').set({ state: 'done' }).execute();
  await change(false);
  expect((await getExamView(exam.id)).settings.isBlind).toBe(false);
});

test('the own log and the own comments name the paper by its code', async () => {
  const log = await listAudit(
    examiner,
    { ...everything, person: '', examId: null, kind: '', from: '', to: '' },
    AFTER + 1,
  );
  const targets = log.rows.map((row) => row.target).filter((target) => target !== '');
  expect(targets).toContainEqual(expect.stringContaining(blindName(resits[0] ?? 0)));
  // The first sitting is out, and named.
  expect(targets).toContainEqual(expect.stringContaining('乙小雨'));
  const { rows, isBlind } = await listComments(examiner, {
    ...everything,
    ...{ examId: exam.id, keyword: '', part: null, classId: 0, examinerId: 0, itemId: 0, kind: '', has: 'with' },
  });
  expect(isBlind).toBe(true);
  expect(rows.filter((row) => row.text !== '').map((row) => [row.attemptId === resits[0], row.name])).toEqual(
    expect.arrayContaining([
      [true, blindName(resits[0] ?? 0)],
      [false, '甘一鸣'],
    ]),
  );
  expect(rows.filter((row) => resits.includes(row.attemptId)).map((row) => row.name)).not.toContain('甘一鸣');
});

test('no list by name says how far a re-sit is, and the file of answers puts both sittings beside neither', async () => {
  await mark(examiner, resits[1] ?? 0, 8, true);
  const filter = { classId: 0, state: '', keyword: '', sort: 'account', order: 'asc' } as const;
  const list = await getScoreList(owner, { ...everything, ...filter, examId: exam.id }, AFTER + 1);
  expect(list.blindLeft).toBe(2);
  expect(list.rows.map((row) => [row.name, row.state, row.parts[0]?.state])).toEqual([
    [NAMES[0], 'waiting', 'waiting'],
    [NAMES[1], 'waiting', 'waiting'],
  ]);
  expect(JSON.stringify(list.rows)).not.toContain('补考');
  const share = await getShareOut(
    owner,
    {
      ...{ examId: exam.id, part: 'written', plan: null, studentId: 0 },
      filter: { ...everything, classId: 0, examinerId: 0, show: '' },
    },
    AFTER + 1,
  );
  expect(share.list.rows.map((row) => row.studentName)).toEqual(resits.map(blindName).sort());
  const { bytes } = await exportAnswers(owner, { examId: exam.id, classId: 0 }, AFTER + 1);
  const rows = JSON.stringify(await readSheetRows(Readable.from([bytes]), { maxRows: 10 }));
  expect(rows).toContain(blindName(resits[0] ?? 0));
  expect(rows).toContain('甘一鸣');
  expect(rows).not.toContain('补考');
});

test('who arbitrates a re-sit, or marks it in another’s place, has nothing of the paper before, which has its name', async () => {
  const [arbiter, successor] = [actorOf(await makeTeacher()), await makeTeacher()];
  const resit = resits[1] ?? 0;
  await mark(owner, resit, 1, true);
  await mark(examiner, resit, 9, true);
  const first = await db().selectFrom('attempts').select(['id', 'student_id']).where('number', '=', 1).execute();
  const papersOf = async (who: Actor) => {
    const filter = { classId: 0, state: '', keyword: '', ...everything } as const;
    const { rows } = await listScoring(who, { ...filter, examId: exam.id, part: 'written' }, AFTER + 1);
    return rows.map((row) => row.studentName);
  };
  const reads = (who: Actor, attemptId: number) =>
    getScorableAttempt(who, attemptId, AFTER + 1).then(
      () => true,
      () => false,
    );
  await assignArbiter(owner, { examId: exam.id, part: 'written', arbiterId: arbiter.id, ids: [resit] }, AFTER);
  expect(await papersOf(arbiter)).toEqual([blindName(resit)]);
  expect(await Promise.all([resit, ...first.map(({ id }) => id)].map((id) => reads(arbiter, id)))).toEqual([
    ...[true, false, false],
  ]);
  const other = first[0]?.student_id ?? 0;
  await db()
    .insertInto('exam_examiners')
    .values({ exam_id: exam.id, teacher_id: successor.id, part: 'written', only_arbitrates: 0 })
    .execute();
  const given = { exam_id: exam.id, part: 'written', student_id: other, kind: 'examiner', created_at: AFTER };
  await db()
    .insertInto('score_assignments')
    .values({ ...given, examiner_id: successor.id })
    .execute();
  expect(await papersOf(actorOf(successor))).toEqual([blindName(resits[0] ?? 0)]);
  expect(await Promise.all(first.map(({ id }) => reads(actorOf(successor), id)))).toEqual([false, false]);
});

test('what is still being written has no code, only a number: by name it is known who writes', async () => {
  const [written = 0, handedIn = 0] = resits;
  await db()
    .updateTable('attempts')
    .set({ state: 'in_progress', submitted_at: null })
    .where('id', '=', written)
    .execute();
  const list = async (who: Actor, keyword: string, state = '') => {
    const asked = { classId: 0, state, keyword, ...everything, examId: exam.id, part: 'written' };
    // Its time is over, and the server has not collected it yet: until then none of them is listed.
    return listScoring(who, asked as Parameters<typeof listScoring>[1], AFTER + 60_000);
  };
  for (const who of [owner, examiner]) {
    const all = await list(who, '');
    expect(all.rows.map((row) => row.studentName)).toEqual(['甘一鸣', '乙小雨', blindName(handedIn)]);
    expect(all.stateCounts).toMatchObject({ in_progress: 1, waiting: 1 });
    // Looking for it by its code finds nothing, and counts the same.
    const sought = await list(who, blindName(written));
    expect([sought.rows.length, sought.stateCounts.in_progress]).toEqual([0, 1]);
    expect((await list(who, '', 'in_progress')).rows).toEqual([]);
  }
  // Marked with names every paper has its row.
  await db()
    .updateTable('exams')
    .set({ settings: JSON.stringify({ ...(await getExamView(exam.id)).settings, isBlind: false }) })
    .execute();
  expect((await list(owner, '', 'in_progress')).rows.map((row) => row.attemptId)).toEqual([written]);
});

test('a re-sit that was shared out to nobody stands by its code, as all of them do', async () => {
  const [first] = await db()
    .selectFrom('attempts')
    .select('student_id')
    .where('id', '=', resits[0] ?? 0)
    .execute();
  await db()
    .insertInto('score_assignments')
    .values({
      ...{ exam_id: exam.id, part: 'written', student_id: first?.student_id ?? 0, kind: 'examiner', created_at: AFTER },
      examiner_id: examiner.id,
    })
    .execute();
  const share = (show: string) =>
    getShareOut(
      owner,
      {
        ...{ examId: exam.id, part: 'written', plan: null, studentId: 0 },
        filter: { ...everything, classId: 0, examinerId: 0, show },
      },
      AFTER + 1,
    );
  const view = await share('');
  expect(view.list.rows.map((row) => row.studentName)).toEqual(resits.map(blindName).sort());
  expect(view).toMatchObject({ open: 1, chosen: null });
  expect((await share('open')).list.rows.map((row) => row.studentName)).toEqual([blindName(resits[1] ?? 0)]);
});

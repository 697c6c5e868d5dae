import { Readable } from 'node:stream';
import { createElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { PastExams } from '~/components/exam/sitting-list';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { closeEndedExams, closeExams } from './close.commands.server';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { releaseAutomatically } from '~/domain/scoring/release/auto-release.commands.server';
import { scoreResitsAutomatically } from '~/domain/scoring/release/auto-resit.commands.server';
import { getReleaseSummary } from '~/domain/scoring/release/release.queries.server';
import { exportAnswers } from '~/domain/scoring/report/answer-export.server';
import { releaseExams, unreleaseExams } from '~/domain/scoring/release/release.commands.server';
import { listHeldForResit, listOwnHistory } from '~/domain/scoring/result/history.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { applyRemark } from '~/domain/scoring/correction/remark.commands.server';
import { scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { tellResultsOut } from '~/domain/scoring/settling/tell-result.commands.server';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { markAllRead } from '~/domain/message/message.commands.server';
import { readSheetRows } from '~/lib/spreadsheet.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { makeTeacher, makeWrittenSchool, type MadeExam } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { drawn } from '~tests/support/drawn';
import { closeMissedResits, grantResits, undoResits } from './resit.commands.server';
import { getResitPage } from './resit.queries.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const AFTER = T + 2 * 60 * MINUTE;
const AGAIN = T + 24 * 60 * MINUTE;
const OVER = AGAIN + 61 * MINUTE;

let owner: Actor;
let absent: Actor;
let failed: Actor;
let passed: Actor;
let examiner: { id: number };
let exam: MadeExam;

/** Sits the part with so many right answers of the two. */
async function sit(student: Actor, right: number, at: number): Promise<number> {
  const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, at);
  const answers = exam.items.map(({ id: itemId }, index) => ({
    ...{ itemId, revision: 0 },
    value: { keys: [index < right ? 'B' : 'A'] },
  }));
  await saveAnswers(student, { attemptId: attempt.id, answers }, at + 1);
  await submitAttempt(student, { attemptId: attempt.id }, at + 2);
  return attempt.id;
}

/** What the server does by itself. */
async function sweep(now: number): Promise<void> {
  await closeOverdueAttempts(now);
  await closeEndedExams(now);
  await closeMissedResits(now);
  await releaseAutomatically(now);
  await scoreResitsAutomatically(now);
}

const grant = (students: Actor[], now = AFTER) =>
  grantResits(
    owner,
    {
      ...{ id: exam.id, part: null, countedAttempt: 'last', reason: '周五下午补考', requestId: '' },
      studentIds: students.map((student) => student.id),
      ...{ beginTime: AGAIN, endTime: AGAIN + 60 * MINUTE },
    },
    now,
  );

async function messagesOf(user: { id: number }): Promise<{ title: string; body: string }[]> {
  return db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', user.id).orderBy('id').execute();
}

async function changeSettings(settings: Partial<ExamSettings>): Promise<void> {
  const whole = { ...(await getExamView(exam.id)).settings, ...settings };
  await db()
    .updateTable('exams')
    .set({ settings: toJson(whole) })
    .where('id', '=', exam.id)
    .execute();
}

const lastOf = async (user: { id: number }) => (await messagesOf(user)).pop();

beforeEach(async () => {
  examiner = await makeTeacher();
  const students = ['缺考生', '不及格生', '及格生'];
  const school = await makeWrittenSchool({ students, now: T, examiners: [examiner] });
  ({ owner, exam } = school);
  [absent, failed, passed] = school.students as [Actor, Actor, Actor];
});

describe('an exam that is scored and released by itself', () => {
  beforeEach(() => changeSettings({ releaseMode: 'auto' }));

  test('so is its re-sit, once its time is over: nobody is asked to mark it, its student and the owner are told', async () => {
    await sit(failed, 0, T);
    await sit(passed, 2, T);
    await sweep(AFTER);
    expect((await getExamView(exam.id)).status).toBe('released');
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    await sweep(AGAIN + MINUTE);
    expect((await getOwnResult(failed, exam.id, AGAIN + MINUTE)).isReleased).toBe(false);
    expect((await messagesOf(examiner)).filter(({ title }) => title.startsWith('补考已交卷'))).toEqual([]);
    await sweep(OVER);
    expect(await getOwnResult(failed, exam.id, OVER)).toMatchObject({ isReleased: true, total: 100 });
    expect((await lastOf(failed))?.title).toBe(`补考成绩已公布：${exam.name}`);
    expect(await lastOf(owner)).toEqual({
      title: `补考已自动评分：${exam.name}`,
      body: '1 份补考答卷的时间已到，已按答案评分，学生已经能看到成绩。',
    });
    const count = (await messagesOf(owner)).length;
    await sweep(OVER + MINUTE);
    expect((await messagesOf(owner)).length).toBe(count);
  });

  test('what nobody sat comes out with its first re-sit; what the owner took back does not', async () => {
    await sweep(AFTER);
    expect((await getExamView(exam.id)).status).toBe('closed');
    await grant([absent]);
    await sit(absent, 2, AGAIN);
    await sweep(OVER);
    expect((await getExamView(exam.id)).status).toBe('released');
    await unreleaseExams(owner, { ids: [exam.id] }, OVER);
    await grantResits(
      owner,
      {
        ...{ id: exam.id, part: null, countedAttempt: 'last', reason: '再补一次', requestId: '' },
        ...{ studentIds: [failed.id], beginTime: OVER, endTime: OVER + 10 * MINUTE },
      },
      OVER,
    );
    await sit(failed, 2, OVER + MINUTE);
    await sweep(OVER + 20 * MINUTE);
    expect((await getExamView(exam.id)).status).toBe('closed');
    expect((await lastOf(owner))?.body).toContain('成绩没有公布');
  });
});

describe('an exam that nobody sat, whose re-sits are at different times', () => {
  const LATER = AGAIN + 24 * 60 * MINUTE;
  beforeEach(async () => {
    await changeSettings({ releaseMode: 'auto' });
    await sweep(AFTER);
    await grant([absent]);
    await grantResits(
      owner,
      {
        ...{ id: exam.id, part: null, countedAttempt: 'last', reason: '第二批补考', requestId: '' },
        ...{ studentIds: [failed.id], beginTime: LATER, endTime: LATER + 60 * MINUTE },
      },
      AFTER,
    );
    await sit(absent, 2, AGAIN);
    await sweep(OVER);
  });

  test('is not published while somebody is still to sit it, and the owner reads so', async () => {
    expect((await getExamView(exam.id)).status).toBe('closed');
    expect((await lastOf(owner))?.body).toContain('还有 1 名学生没有补考完，成绩现在不公布');
    await sit(failed, 1, LATER);
    await sweep(LATER + 62 * MINUTE);
    expect((await getExamView(exam.id)).status).toBe('released');
  });

  test('is published when the last of them did not come', async () => {
    await sweep(LATER + 62 * MINUTE);
    expect((await getExamView(exam.id)).status).toBe('released');
    expect((await lastOf(owner))?.title).toBe(`成绩已自动公布：${exam.name}`);
    expect(await getOwnResult(absent, exam.id, LATER + 62 * MINUTE)).toMatchObject({ isReleased: true, total: 100 });
    const count = (await messagesOf(owner)).length;
    await unreleaseExams(owner, { ids: [exam.id] }, LATER + 63 * MINUTE);
    await sweep(LATER + 64 * MINUTE);
    expect([(await getExamView(exam.id)).status, (await messagesOf(owner)).length]).toEqual(['closed', count]);
  });
});

describe('an exam that was sat again', () => {
  const HISTORY = { currentPage: 1, pageSize: 15, keyword: '', testType: null };

  beforeEach(async () => {
    await sit(failed, 0, T);
    await sit(passed, 2, T);
    await closeExams(owner, [exam.id], AFTER);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AFTER);
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
  });

  test('whose re-sit is open hears that the release is taken back: the result was promised with the marks of it', async () => {
    await grant([failed]);
    await unreleaseExams(owner, { ids: [exam.id] }, AFTER + MINUTE);
    expect((await lastOf(passed))?.title).toBe(`成绩公布已撤回：${exam.name}`);
    const told = await lastOf(failed);
    expect(told?.title).toBe(`成绩公布已撤回：${exam.name}`);
    expect(told?.body).toContain('你的补考照常');
    // Nothing was promised to who never was to have a result of it.
    const count = (await messagesOf(failed)).length;
    await unreleaseExams(owner, { ids: [exam.id] }, AFTER + 2 * MINUTE);
    expect((await messagesOf(failed)).length).toBe(count);
  });

  test('says so in every list of its student, and is known since the second was scored', async () => {
    expect(await listHeldForResit(failed)).toEqual([]);
    await grant([failed]);
    // Out, and not for whom the re-sit awaits: the list names it with the reason.
    expect((await listOwnHistory(failed, HISTORY)).rows).toEqual([]);
    expect(await listHeldForResit(failed)).toEqual([{ examId: exam.id, name: exam.name }]);
    expect(await listHeldForResit(passed)).toEqual([]);
    await sit(failed, 2, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    expect(await listHeldForResit(failed)).toEqual([]);
    expect((await getOwnResult(failed, exam.id, OVER)).exam.releasedAt).toBe(OVER);
    expect((await listOwnHistory(failed, HISTORY)).rows).toMatchObject([{ resat: '补考', releasedAt: OVER }]);
    expect((await getStudentFigures(failed, OVER)).exams).toMatchObject([{ resat: '补考', releasedAt: OVER }]);
    expect(await listAllStudentExams(failed, OVER)).toMatchObject([{ resat: '补考', totalPercent: 100 }]);
    expect((await listOwnHistory(passed, HISTORY)).rows).toMatchObject([{ resat: '', releasedAt: AFTER }]);
    await changeSettings({ countedAttempt: 'best' });
    await db().updateTable('attempts').set({ percent: 0 }).where('number', '=', 2).execute();
    await db().updateTable('attempts').set({ percent: 50 }).where('number', '=', 1).execute();
    const [listed] = await listAllStudentExams(failed, OVER);
    expect(listed).toMatchObject({ resat: '补考，计第 1 次', parts: [{ papers: [{ number: 1 }, { number: 2 }] }] });
    // Beside what counts both papers stand with their own receipts, each by its word.
    const codes = listed?.parts[0]?.papers.map((paper) => paper.receiptCode ?? '') ?? [];
    expect(new Set(codes.filter((code) => code !== '')).size).toBe(2);
    const exams = listed ? [listed] : [];
    const row = await drawn(createElement(PastExams, { exams, caption: '', timeZone: 'UTC' }));
    expect(row.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain(`第 1 次 ${codes[0]} 补考 ${codes[1]}`);
  });

  test('and a missed one: its message and its page say 补考缺考 and what counts', async () => {
    await grant([failed, absent]);
    await closeMissedResits(OVER);
    expect((await listOwnHistory(failed, HISTORY)).rows).toMatchObject([{ resat: '补考缺考' }]);
    const result = await getOwnResult(failed, exam.id, OVER);
    expect(result).toMatchObject({ parts: [{ resit: '补考缺考，计第 1 次 0分' }] });
    expect(result.exam.releasedAt).toBe(AGAIN + 60 * MINUTE + GRACE_MS);
    expect((await lastOf(failed))?.body).toMatch(/笔试补考缺考，计第 1 次。$/);
    expect((await lastOf(absent))?.body).toMatch(/你缺考，补考也没有参加，没有成绩/);
  });

  test('whose result changed by it reads of no correction', async () => {
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    expect((await lastOf(failed))?.body).toBe(
      '补考已经评完，点开可以看到成绩、评语、自己的作答和解析。和上次告诉你的相比：总分由 0 分改为 100 分。',
    );
    // The same where the results were taken back meanwhile, and come out with it.
    for (const [display, words] of [
      ['points', '笔试补考已评分。和上次告诉你的相比：总分由 0 分改为 100 分。'],
      ['grade', '笔试补考已评分。和上次告诉你的相比：等级由待提高改为优秀。'],
    ] as const) {
      await db().deleteFrom('messages').where('user_id', '=', failed.id).execute();
      await changeSettings({ resultDisplay: display });
      await db().updateTable('results').set({ released_total: 0 }).where('student_id', '=', failed.id).execute();
      await tellResultsOut(exam, [failed.id], OVER);
      const body = (await lastOf(failed))?.body ?? '';
      expect(body.slice(-words.length)).toBe(words);
      expect(body).not.toContain('更正');
    }
  });

  test('once told, what changes after it is a correction, and no doing of the re-sit', async () => {
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    await db().updateTable('results').set({ total_percent: 31 }).where('student_id', '=', failed.id).execute();
    await tellResultsOut(exam, [failed.id], OVER + 1);
    const body = (await lastOf(failed))?.body ?? '';
    expect(body).toContain('上次公布以后有改动：总分由 100 分改为 31 分。');
    expect(body).not.toContain('补考已评分');
  });

  test('told with a release, it is not told again with the next one; a re-sit that is new is', async () => {
    await grant([failed]);
    await unreleaseExams(owner, { ids: [exam.id] }, AGAIN);
    await sit(failed, 2, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    const release = async (now: number) => {
      await releaseExams(owner, { ids: [exam.id], confirm: true }, now);
      const told = await lastOf(failed);
      expect(told?.title).toBe(`成绩公布：${exam.name}`);
      return told?.body.includes('补考已评分');
    };
    const takeBack = (now: number) => unreleaseExams(owner, { ids: [exam.id] }, now);
    expect(await release(OVER + 1)).toBe(true);
    // Nobody has read it: it went with the release.
    await takeBack(OVER + 2);
    expect(await release(OVER + 3)).toBe(true);
    await markAllRead(failed, OVER + 4);
    await takeBack(OVER + 5);
    expect(await release(OVER + 6)).toBe(false);
    await markAllRead(failed, OVER + 7);
    await takeBack(OVER + 8);
    await db()
      .updateTable('exam_resits')
      .set({ granted_at: OVER + 9 })
      .execute();
    expect(await release(OVER + 10)).toBe(true);
  });

  test('called off again, the result is told once: the message of before says it again', async () => {
    await grant([failed, absent]);
    await undoResits(owner, { id: exam.id, part: 'written', studentIds: [failed.id, absent.id] }, AFTER);
    const told = await messagesOf(failed);
    expect(told.filter(({ title }) => title === `成绩公布：${exam.name}`)).toEqual([
      { title: `成绩公布：${exam.name}`, body: '成绩已经公布，点开可以看到得分、评语、自己的作答和解析。' },
    ]);
    expect(told.at(-1)).toEqual({ title: `补考已取消：${exam.name}`, body: '笔试部分不再补考，原来的结果有效。' });
    expect((await lastOf(absent))?.body).toBe('笔试部分不再补考，仍是缺考。');
    expect((await messagesOf(absent)).map(({ body }) => body).join()).not.toContain('看不到成绩');
  });

  test('a correction made while it is still to be sat is not told as its doing', async () => {
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    const correction = {
      ...{ exam_id: exam.id, item_id: exam.items[0]!.id, kind: 'credit', body: '{"key":null}', reason: '题目有误' },
      ...{ created_by: owner.id, created_at: AGAIN },
    };
    await db().insertInto('item_corrections').values(correction).execute();
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    expect((await lastOf(failed))?.body).toContain('其间还更正过题目的答案或得分');
  });

  test('it begins with what was told last: a correction of the released result, undone before it was marked', async () => {
    const remark = async (kind: 'credit' | 'none', now: number) => {
      const asked = { examId: exam.id, itemId: exam.items[0]!.id, kind, keys: [], sets: [], blanks: [], more: [] };
      await applyRemark(owner, { ...asked, reason: '题目有误', expected: null }, now);
    };
    await remark('credit', AFTER + 1);
    expect((await lastOf(failed))?.body).toContain('总分由 0 分改为 50 分');
    await grant([failed], AFTER + 2);
    await sit(failed, 1, AGAIN);
    await remark('none', AGAIN + MINUTE);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    // It is as before: there is no change from 0 to 50 to tell of.
    expect((await lastOf(failed))?.body).toBe('补考已经评完，点开可以看到成绩、评语、自己的作答和解析。');
  });

  test('its message of before, read or not, stays and says that the result is not to be seen now', async () => {
    expect((await messagesOf(failed)).map(({ title }) => title)).toEqual([`成绩公布：${exam.name}`]);
    await grant([failed]);
    expect(await messagesOf(failed)).toEqual([
      { title: `成绩公布：${exam.name}`, body: '后来安排了补考，补考评完前看不到成绩，评完会再通知你。' },
      { title: `补考通知：${exam.name}`, body: expect.any(String) as string },
    ]);
  });

  test('a release waits for none of its papers: they are marked after it too', async () => {
    await grant([failed]);
    const before = await getReleaseSummary(owner, exam.id, AGAIN);
    expect(before.parts.map(({ toSit }) => toSit)).toEqual([{ count: 1, until: AGAIN + 60 * MINUTE }]);
    const { id, deadlineAt } = await startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN);
    const during = await getReleaseSummary(owner, exam.id, AGAIN);
    expect(during.parts.map(({ toSit }) => toSit)).toEqual([{ count: 1, until: deadlineAt }]);
    const page = await getResitPage(owner, { examId: exam.id, part: null, who: '' }, AGAIN);
    expect(page.granted.map(({ isRunning }) => isRunning)).toEqual([true]);
    await db().deleteFrom('attempts').where('id', '=', id).execute();
    await sit(failed, 2, AGAIN);
    const { parts, unscoredCount } = await getReleaseSummary(owner, exam.id, OVER);
    expect(unscoredCount).toBe(0);
    expect(parts.map(({ toSit }) => toSit)).toEqual([{ count: 0, until: null }]);
    expect(parts.map(({ unscored, resits }) => [unscored.length, resits.map(({ name }) => name)])).toEqual([
      [0, ['不及格生']],
    ]);
  });

  test('its file of all answers says which sitting is the re-sit and that the scores of one count', async () => {
    await grant([failed]);
    await sit(failed, 2, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, OVER);
    await db().updateTable('scores').set({ comment: '认真' }).execute();
    const { bytes } = await exportAnswers(owner, { examId: exam.id, classId: 0 }, OVER);
    const read = async (sheetName: string) =>
      (await readSheetRows(Readable.from([bytes]), { maxRows: 50, sheetName })).map((row) => row.cells);
    const [head = [], ...rows] = await read('笔试答卷');
    const of = (name: string) => rows.map((row) => row[head.indexOf(name)] ?? null);
    expect(of('姓名')).toEqual(['不及格生', '不及格生', '及格生']);
    expect(of('第几次')).toEqual(['1', '2', '1']);
    expect(of('阅卷老师 1 状态')).toEqual(['已提交', '已提交，计入', '已提交，计入']);
    const both = '补考：第 1 次 0分，补考 100分，计补考';
    expect(of('备注')).toEqual([both, both, null]);
    const comments = (await read('评语')).slice(1);
    expect(comments.map((row) => [row[0], row[4], row[7]])).toEqual([
      ['笔试', '1', '已提交'],
      ['笔试补考', '2', '已提交，计入'],
      ['笔试', '1', '已提交，计入'],
    ]);
  });
});

describe('where papers are shared out', () => {
  const TITLE = '补考已交卷';
  const bodies = async (user: { id: number }) =>
    (await messagesOf(user)).flatMap(({ title, body }) => (title.startsWith(TITLE) ? [body] : []));
  const give = (student: Actor, teacher: { id: number }) =>
    db()
      .insertInto('score_assignments')
      .values({
        ...{ exam_id: exam.id, part: 'written', student_id: student.id, examiner_id: teacher.id, kind: 'examiner' },
        created_at: AFTER,
      })
      .execute();

  test('each examiner reads of their own re-sits, who has none of nothing, the owner what is given to nobody', async () => {
    const idle = await makeTeacher();
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: exam.id, teacher_id: idle.id, part: 'written', only_arbitrates: 0 })
      .execute();
    await sit(failed, 0, T);
    await sit(passed, 2, T);
    await closeExams(owner, [exam.id], AFTER);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AFTER);
    await give(failed, examiner);
    await give(passed, idle);
    await grant([failed, absent]);
    await sit(failed, 2, AGAIN);
    await sit(absent, 2, AGAIN + 1);
    const sealed = '评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。';
    expect(await bodies(examiner)).toEqual([`笔试部分有 1 份补考答卷。${sealed}`]);
    expect(await bodies(idle)).toEqual([]);
    expect(await bodies(owner)).toEqual([`笔试部分有 2 份补考答卷。其中 1 份没分出去，请分卷。${sealed}`]);
  });
});

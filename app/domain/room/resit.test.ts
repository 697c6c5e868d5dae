import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { closeOverdueAttempts, startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { getWaitingRoom } from '~/domain/attempt/sitting.commands.server';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { listOwnOpenResits } from '~/domain/exam/resit.queries.server';
import { extendExam } from './extend.commands.server';
import { closeExams } from './close.commands.server';
import { applyRemark } from '~/domain/scoring/correction/remark.commands.server';
import { applyRemarkSchema } from '~/domain/scoring/correction/remark.schema';
import { changePageSetting, type SettingQuestion } from '~/domain/scoring/release/page-setting.commands.server';
import { releaseExams } from '~/domain/scoring/release/release.commands.server';
import { listOwnHistory } from '~/domain/scoring/result/history.queries.server';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import { scoreResitsAutomatically } from '~/domain/scoring/release/auto-resit.commands.server';
import { listScoring } from '~/domain/scoring/paper/papers.queries.server';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import { listScoreRows } from '~/domain/scoring/report/score-list.queries.server';
import { saveScore, scoreByKey } from '~/domain/scoring/marking/scoring.commands.server';
import { loadStandings } from '~/domain/statistics/standings.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeStudent,
  makeTeacher,
  makeWrittenSchool,
  type MadeExam,
} from '~tests/factories';
import type { AppError } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { useDatabase } from '~tests/support/db';
import { getBoard } from './board.queries.server';
import { closeMissedResits, grantResits, undoResits } from './resit.commands.server';
import { getResitPage } from './resit.queries.server';
import type { ResitInput } from './resit.schema';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The exam is over. */
const AFTER = T + 2 * 60 * MINUTE;
const AGAIN = T + DAY;

let owner: Actor;
let absent: Actor;
let failed: Actor;
let passed: Actor;
let exam: MadeExam;

const items = () => exam.items.map((item) => item.id);

/** Sits the part with so many right answers of the two. */
async function sit(student: Actor, right: number, at: number): Promise<number> {
  const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, at);
  const answers = items().map((itemId, index) => ({
    itemId,
    value: { keys: [index < right ? 'B' : 'A'] },
    revision: 0,
  }));
  await saveAnswers(student, { attemptId: attempt.id, answers }, at + 1);
  await submitAttempt(student, { attemptId: attempt.id }, at + 2);
  return attempt.id;
}

beforeEach(async () => {
  const school = await makeWrittenSchool({ students: ['缺考生', '不及格生', '及格生'], now: T });
  ({ owner, exam } = school);
  [absent, failed, passed] = school.students as [Actor, Actor, Actor];
  await sit(failed, 0, T);
  await sit(passed, 2, T);
  await closeExams(owner, [exam.id], AFTER);
  await scoreByKey(owner, { examId: exam.id, part: 'written' }, AFTER);
});

const grant = (students: Actor[], input: Partial<ResitInput> = {}, now = AFTER) =>
  grantResits(
    owner,
    {
      id: exam.id,
      part: null,
      studentIds: students.map((student) => student.id),
      beginTime: AGAIN,
      endTime: AGAIN + 60 * MINUTE,
      countedAttempt: 'last',
      reason: '周五下午补考',
      requestId: '',
      ...input,
    },
    now,
  );
const undo = (students: Actor[], now = AFTER) =>
  undoResits(owner, { id: exam.id, part: 'written', studentIds: students.map((student) => student.id) }, now);
const totalOf = async (student: Actor, now = AGAIN + DAY) =>
  (await listScoreRows(await getExamView(exam.id), now)).find((row) => row.studentId === student.id);
const mine = async (student: Actor, now: number) => (await listAllStudentExams(student, now))[0];

describe('choosing', () => {
  test('the page proposes who missed and who failed', async () => {
    const page = await getResitPage(owner, { examId: exam.id, part: null, who: '' }, AFTER);
    expect(page.rows.map((row) => [row.name, row.due])).toEqual([
      ['缺考生', 'absent'],
      ['不及格生', 'failed'],
    ]);
    expect(page.counts).toEqual({ absent: 1, failed: 1, all: 3 });
    expect(await grant([absent, failed])).toBe(2);
    const after = await getResitPage(owner, { examId: exam.id, part: null, who: '' }, AFTER);
    expect(after.rows).toEqual([]);
    expect(after.granted.map((row) => row.name)).toEqual(['缺考生', '不及格生']);
    const told = await db().selectFrom('messages').selectAll().where('title', 'like', '补考通知%').execute();
    expect(told.map((row) => row.user_id).sort()).toEqual([absent.id, failed.id].sort());
  });

  test('the same from four tabs is arranged once, in the record too', async () => {
    for (const requestId of ['a', 'b', 'c', 'd']) expect(await grant([failed], { requestId })).toBe(1);
    const granted = () =>
      db().selectFrom('audit_entries').select('id').where('action', '=', 'exam.grant_resit').execute();
    expect(await granted()).toHaveLength(1);
    await grant([failed], { requestId: 'e', reason: '改在周六' });
    expect(await granted()).toHaveLength(2);
  });

  test.each([
    ['without times', { beginTime: null, endTime: null }, 'beginTime'],
    ['ending before it begins', { endTime: AGAIN }, 'endTime'],
    ['in the past', { beginTime: T, endTime: AFTER - 1 }, 'endTime'],
    ['with photos ending first', { uploadEndTime: AGAIN }, 'uploadEndTime'],
  ])('is refused %s', async (_, input, field) => {
    await expect(grant([absent], input)).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.any(String) },
    });
  });

  test('is the owner’s, after the exam, for its own students, all or nothing', async () => {
    const stranger = actorOf(await makeStudent({}));
    await expect(grant([absent, stranger])).rejects.toMatchObject({ code: 'invalid' });
    expect(await db().selectFrom('exam_resits').selectAll().execute()).toEqual([]);
    await expect(
      grantResits(
        actorOf(await makeTeacher()),
        {
          id: exam.id,
          part: null,
          studentIds: [absent.id],
          beginTime: AGAIN,
          endTime: AGAIN + 1,
          reason: '',
          requestId: '',
        },
        AFTER,
      ),
    ).rejects.toMatchObject({ code: 'not_found' });
    await extendExam(
      owner,
      { id: exam.id, all: false, studentIds: [absent.id], minutes: 600, scope: 'written', reason: '病假' },
      AFTER,
    );
    await expect(grant([absent])).rejects.toMatchObject({ code: 'conflict' });
  });

  test('is taken back before it is begun, not after', async () => {
    await grant([absent, failed]);
    expect(await undo([failed])).toBe(1);
    expect(await undo([failed])).toBe(0);
    await expect(startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN)).rejects.toMatchObject({
      code: 'conflict',
    });
    await startAttempt(absent, { examId: exam.id, part: 'written' }, AGAIN);
    await expect(undo([absent], AGAIN)).rejects.toMatchObject({ code: 'conflict' });
  });
});

test('the home page hears of those who are to sit again until they have, or until it is over', async () => {
  await grant([absent, failed]);
  const due = () => listOwnOpenResits(owner, AGAIN);
  const [first] = await due();
  expect(first).toMatchObject({ examId: exam.id, part: 'written', count: 2 });
  expect(await listOwnOpenResits(owner, (first?.endsAt ?? 0) + 1)).toEqual([]);
  expect(await listOwnOpenResits(actorOf(await makeTeacher()), AGAIN)).toEqual([]);
  await sit(absent, 2, AGAIN);
  expect(await due()).toMatchObject([{ count: 1 }]);
});

describe('sitting again', () => {
  test('goes by its own times, is scored as the second attempt and counts by the rule', async () => {
    await grant([absent, failed]);
    expect(await mine(failed, AGAIN - 1)).toMatchObject({
      group: 'upcoming',
      parts: [{ step: 'wait', isResit: true, beginsAt: AGAIN, until: AGAIN }],
    });
    await expect(startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN - 1)).rejects.toMatchObject({
      code: 'conflict',
    });
    const room = await getWaitingRoom(failed, exam.id, AGAIN);
    expect(room.parts[0]).toMatchObject({ isResit: true, canStart: true, attempt: null });
    // What its teacher wrote about it stands before the start as well as in the notice.
    expect(room.parts[0]).toMatchObject({ resitNote: '周五下午补考', resitCounts: 'last' });
    expect((await getWaitingRoom(passed, exam.id, AGAIN)).parts[0]).toMatchObject({ resitNote: '', resitCounts: null });
    const attempt = await startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN);
    expect(attempt).toMatchObject({ number: 2, deadlineAt: AGAIN + 60 * MINUTE });
    expect((await mine(failed, AGAIN + 1))?.parts[0]).toMatchObject({ step: 'continue' });
    // Closing the exam again, or one that is extended, leaves it alone.
    expect(await totalOf(failed)).toMatchObject({ total: 0, remarks: ['待补考'] });
    const invited = await makeTeacher();
    const asked = { exam_id: exam.id, teacher_id: invited.id, part: 'written', only_arbitrates: 1 as const };
    await db().insertInto('exam_examiners').values(asked).execute();
    await sit(failed, 2, AGAIN + 1);
    // Who arbitrates one paper of the exam is not told of another.
    expect(await db().selectFrom('messages').select('id').where('user_id', '=', invited.id).execute()).toEqual([]);
    expect(await totalOf(failed)).toMatchObject({ total: 0, remarks: ['补考：第 1 次 0分，补考 待评分，计第 1 次'] });
    expect((await mine(failed, AGAIN + 5))?.parts[0]).toMatchObject({ step: 'handed_in' });
    await expect(startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN + 9)).rejects.toMatchObject({
      code: 'conflict',
    });
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', owner.id).execute();
    expect(told.map((row) => row.title)).toContain(`补考已交卷，待评分：${exam.name}`);
    expect(await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY)).toBe(1);
    expect(await totalOf(failed)).toMatchObject({ total: 100, remarks: ['补考：第 1 次 0分，补考 100分，计补考'] });
    const { standings } = await loadStandings(await getExamView(exam.id), AGAIN + DAY);
    expect(standings.find((one) => one.studentId === failed.id)?.total).toBe(100);
    expect(standings).toHaveLength(3);
  });

  test('after release: the list says what there is to do, and nothing of the paper before', async () => {
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    expect(await mine(failed, AFTER)).toMatchObject({ status: 'released', resit: null, group: 'released' });
    await grant([failed]);
    const wait = { step: 'wait', isResit: true, attempt: null, answeredCount: 0 };
    expect(await mine(failed, AGAIN - 1)).toMatchObject({ resit: 'due', group: 'upcoming', parts: [wait] });
    const start = { step: 'start', attempt: null };
    expect(await mine(failed, AGAIN)).toMatchObject({ resit: 'due', group: 'running', parts: [start] });
    await startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN);
    const going = { step: 'continue', attempt: { number: 2, state: 'in_progress' } };
    expect(await mine(failed, AGAIN + 1)).toMatchObject({ resit: 'due', group: 'running', parts: [going] });
    await sit(failed, 2, AGAIN + 2);
    // Handed in, its photos may still come: it is no longer to be sat.
    expect(await mine(failed, AGAIN + 3)).toMatchObject({ resit: 'marking', resitParts: ['written'] });
    const done = { step: 'handed_in', attempt: { number: 2, state: 'submitted' } };
    expect(await mine(failed, AGAIN + 9)).toMatchObject({ resit: 'marking', group: 'ended', parts: [done] });
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + 10);
    const out = { step: 'released', group: 'released', attempt: { number: 2 } };
    expect(await mine(failed, AGAIN + 11)).toMatchObject({
      resit: null,
      group: 'released',
      totalPercent: 100,
      parts: [out],
    });
  });

  test('after release: until it is scored no message says the old result', async () => {
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    const told = async () => {
      const rows = await db()
        .selectFrom('messages')
        .select(['title', 'body'])
        .where('user_id', '=', failed.id)
        .execute();
      return rows.map((row) => [row.title.split('：')[0], row.body]);
    };
    await db().updateTable('messages').set({ body: '总分由 0 分改为 50 分。', read_at: AFTER }).execute();
    await grant([failed]);
    expect(await told()).toEqual([
      ['成绩公布', '后来安排了补考，补考评完前看不到成绩，评完会再通知你。'],
      ['补考通知', expect.any(String)],
    ]);
  });

  test('arranged again the same is no second notice; what is different is told as a change', async () => {
    const told = async () => {
      const rows = await db()
        .selectFrom('messages')
        .selectAll()
        .where('user_id', '=', failed.id)
        .orderBy('id')
        .execute();
      return rows.map((row) => row.title.split('：')[0]);
    };
    await grant([failed]);
    await grant([failed]);
    expect(await told()).toEqual(['补考通知']);
    await grant([failed], { countedAttempt: 'best' });
    expect(await told()).toEqual(['补考通知', '补考安排有变']);
    const { body } = await db().selectFrom('messages').select('body').orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(body).toContain('计较好的一次');
  });

  test('called off and arranged anew: the old notice goes, read it says so, and the new one stands', async () => {
    const told = () =>
      db()
        .selectFrom('messages')
        .select(['title', 'body'])
        .where('user_id', '=', failed.id)
        .where('kind', '=', 'exam')
        .orderBy('id')
        .execute();
    const notice = { title: `补考通知：${exam.name}`, body: expect.stringContaining('周六补考') as string };
    const later = { beginTime: AGAIN + DAY, endTime: AGAIN + DAY + 60 * MINUTE, reason: '周六补考' };
    await grant([failed]);
    await undo([failed]);
    expect((await told()).map(({ title }) => title)).toEqual([`补考已取消：${exam.name}`]);
    await grant([failed], later);
    expect(await told()).toEqual([notice]);
    await db().updateTable('messages').set({ read_at: AFTER }).execute();
    await undo([failed]);
    await db().updateTable('messages').set({ read_at: AFTER }).execute();
    await grant([failed], later);
    expect(await told()).toEqual([
      { title: `补考通知：${exam.name}`, body: '这次笔试补考后来取消了，通知里的时间不再有效。' },
      { title: `补考已取消：${exam.name}`, body: '笔试部分不再补考，原来的结果有效。' },
      notice,
    ]);
  });

  test('several papers of re-sits are one message to those who score, until it is read', async () => {
    await grant([absent, failed]);
    await sit(absent, 1, AGAIN + 1);
    await sit(failed, 2, AGAIN + 2);
    const title = `补考已交卷，待评分：${exam.name}`;
    const rows = await db()
      .selectFrom('messages')
      .select('body')
      .where('title', '=', title)
      .where('user_id', '=', owner.id)
      .execute();
    expect(rows).toEqual([
      {
        body: '笔试部分有 2 份补考答卷。评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。',
      },
    ]);
  });

  test('where photos may still come, those who score hear from when they can', async () => {
    const [, item] = exam.items;
    const body = { prompt: '写', referenceAnswer: '', markingPoints: [], answerBy: 'both' };
    await db()
      .updateTable('exam_items')
      .set({ snapshot: toJson({ ...fromJson<object>(item!.snapshot), bank: 'written', kind: '', body }) })
      .where('id', '=', item!.id)
      .execute();
    await grant([failed], { uploadEndTime: AGAIN + 120 * MINUTE });
    await grant([absent], { uploadEndTime: AGAIN + 90 * MINUTE });
    const told = async (student: Actor, at: number) => {
      const attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, at);
      await submitAttempt(student, { attemptId: attempt.id }, at + 1);
      const { body: text } = await db()
        .selectFrom('messages')
        .select('body')
        .where('title', 'like', '补考已交卷%')
        .executeTakeFirstOrThrow();
      return text;
    };
    const until = formatMinute(AGAIN + 120 * MINUTE);
    expect(await told(failed, AGAIN + 1)).toBe(
      `笔试部分有 1 份补考答卷。照片可以补传到 ${until}，到时才能提交评分。评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。`,
    );
    // Whoever hands in last may have less time than another.
    expect(await told(absent, AGAIN + 10)).toBe(
      `笔试部分有 2 份补考答卷。照片最晚可以补传到 ${until}，到时才能提交评分。评完以前，这些学生看不到这场考试的成绩，第 1 次的也看不到；考了两次的，计补考这一次。`,
    );
  });

  test('who missed the first sits as the second, absent until then', async () => {
    await grant([absent]);
    expect((await totalOf(absent))?.state).toBe('absent');
    await sit(absent, 1, AGAIN);
    expect((await totalOf(absent))?.state).toBe('waiting');
    expect(await db().selectFrom('attempts').select('number').where('student_id', '=', absent.id).execute()).toEqual([
      { number: 2 },
    ]);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY);
    expect((await totalOf(absent))?.total).toBe(50);
  });

  test('the best counts where the owner chose so', async () => {
    await grant([passed], { countedAttempt: 'best' });
    await sit(passed, 0, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY);
    expect((await totalOf(passed))?.total).toBe(100);
  });

  test('the rule that students were told is not changed by arranging another; 评分设置 changes it and tells them', async () => {
    await grant([passed], { countedAttempt: 'best' });
    await sit(passed, 0, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY);
    const later = { beginTime: AGAIN + DAY, endTime: AGAIN + 2 * DAY };
    await expect(grant([absent], { ...later, countedAttempt: 'last' }, AGAIN + DAY)).rejects.toMatchObject({
      fields: { countedAttempt: expect.stringContaining('已经通知 1 名学生“考了两次的，计较好的一次”') as string },
    });
    expect((await totalOf(passed))?.total).toBe(100);
    // What is left out is the rule in force, and the message says it.
    await grant([absent], { ...later, countedAttempt: undefined }, AGAIN + DAY);
    const told = async (student: Actor) =>
      (await db().selectFrom('messages').select(['title', 'body']).where('user_id', '=', student.id).execute()).map(
        (row) => `${row.title}｜${row.body}`,
      );
    expect((await told(absent)).join()).toContain('计较好的一次');
    const change = { id: exam.id, countedAttempt: 'last' as const, confirm: '' };
    const asked = await changePageSetting(owner, change, AGAIN + DAY).catch((error: AppError) => error);
    expect(asked).toMatchObject({ code: 'conflict' });
    expect((asked as AppError).message).toContain('2 名学生接到的补考通知说“考了两次的，计较好的一次”');
    const { confirm } = (asked as AppError).data.extra as SettingQuestion;
    await changePageSetting(owner, { ...change, confirm }, AGAIN + DAY);
    expect((await totalOf(passed))?.total).toBe(0);
    for (const student of [absent, passed]) {
      expect((await told(student)).join()).toContain(
        `补考安排有变：${exam.name}｜计哪一次改了：考了两次的，计补考这一次。`,
      );
    }
    expect((await told(failed)).join()).not.toContain('补考安排有变');
  });

  test('a paper left open is closed at its own end; extra minutes move that alone', async () => {
    await grant([failed]);
    const attempt = await startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN);
    const minutes = { id: exam.id, all: false, studentIds: [failed.id], minutes: 5, reason: '断线' } as const;
    expect(await extendExam(owner, { ...minutes, scope: 'written', studentIds: [failed.id] }, AGAIN + MINUTE)).toBe(1);
    expect((await getAttemptView(attempt.id)).deadlineAt).toBe(AGAIN + 65 * MINUTE);
    expect((await getExamView(exam.id)).status).toBe('closed');
    await closeOverdueAttempts(AGAIN + 65 * MINUTE + GRACE_MS + 1);
    expect(await getAttemptView(attempt.id)).toMatchObject({ state: 'auto_submitted', number: 2 });
    const board = await getBoard(
      owner,
      { examId: exam.id, part: null, view: 'resit', state: '', classId: 0, keyword: '', currentPage: 1, pageSize: 60 },
      AGAIN + 70 * MINUTE,
    );
    expect(board.rows).toMatchObject([{ name: '不及格生', state: 'handed_in', extraMinutes: 5 }]);
    expect(board.resits).toBe(1);
  });

  test('a missed one leaves what was there', async () => {
    await grant([failed]);
    expect(await closeMissedResits(AGAIN + 60 * MINUTE + GRACE_MS)).toBe(0);
    expect(await closeMissedResits(AGAIN + 60 * MINUTE + GRACE_MS + 1)).toBe(1);
    expect(await totalOf(failed)).toMatchObject({ total: 0, remarks: ['补考缺考，计第 1 次 0分'] });
    expect(await grant([failed], { beginTime: AGAIN + DAY, endTime: AGAIN + 2 * DAY }, AGAIN + DAY)).toBe(1);
  });

  test('a student who has changed class since still sits it', async () => {
    await grant([failed]);
    const elsewhere = await makeClassroom({ teacher: { id: owner.id } });
    await db().updateTable('users').set({ classroom_id: elsewhere.id }).where('id', '=', failed.id).execute();
    const moved = { ...failed, classroomId: elsewhere.id };
    expect((await mine(moved, AGAIN))?.parts[0]).toMatchObject({ step: 'start' });
    expect(await startAttempt(moved, { examId: exam.id, part: 'written' }, AGAIN)).toMatchObject({ number: 2 });
  });
});

describe('after the release', () => {
  test('nothing is out for who sits again until that is scored; the others keep theirs', async () => {
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    expect(await getOwnResult(failed, exam.id, AFTER)).toMatchObject({ isReleased: true, total: 0 });
    await grant([failed], {}, AFTER + 1);
    expect(await getOwnResult(failed, exam.id, AFTER + 2)).toMatchObject({ isReleased: false, awaitsResit: true });
    // And says so, to the student too, with which of the two counts.
    const sealed = { like: '%补考评完以前看不到这场考试的成绩%', rule: '考了两次的，计补考这一次' };
    const notices = await db()
      .selectFrom('messages')
      .select(['user_id', 'body'])
      .where('body', 'like', sealed.like)
      .execute();
    expect(notices.map(({ user_id: id, body }) => [id, body.includes(sealed.rule)])).toEqual([[failed.id, true]]);
    const history = { keyword: '', testType: null, currentPage: 1, pageSize: 15 };
    expect((await listOwnHistory(failed, history)).totalCount).toBe(0);
    expect(await mine(failed, AFTER + 2)).toMatchObject({ status: 'closed', totalPercent: null });
    expect(await getOwnResult(passed, exam.id, AFTER + 2)).toMatchObject({ isReleased: true, total: 100 });
    const paper = await sit(failed, 1, AGAIN);
    expect(await getOwnResult(failed, exam.id, AGAIN + 9)).toMatchObject({ isReleased: false });
    // What was told before stays as it was: only the re-sit is open.
    const { id: first } = await db()
      .selectFrom('attempts')
      .select('id')
      .where('student_id', '=', failed.id)
      .where('number', '=', 1)
      .executeTakeFirstOrThrow();
    const changed = { attemptId: first, marks: [], comment: '改一改', isFinal: true, version: 1 };
    await expect(saveScore(owner, changed, AGAIN + 9)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('成绩已经公布') as string,
    });
    const list = await listScoring(
      owner,
      {
        examId: exam.id,
        ...({ part: 'written', state: '', classId: 0 } as const),
        keyword: '',
        currentPage: 1,
        pageSize: 50,
      },
      AGAIN + 9,
    );
    const rows = list.rows.filter((row) => row.studentId === failed.id);
    expect(rows.map(({ number, isReleased, awaitsMe }) => [number, isReleased, awaitsMe])).toEqual([
      [1, true, false],
      [2, false, true],
    ]);
    const score = { attemptId: paper, marks: [], comment: '', isFinal: true, version: 0 };
    await saveScore(owner, score, AGAIN + DAY);
    expect(await getOwnResult(failed, exam.id, AGAIN + DAY)).toMatchObject({
      isReleased: true,
      total: 50,
      parts: [{ resit: '补考：第 1 次 0分，补考 50分，计补考' }],
    });
    const told = await db().selectFrom('messages').select('title').where('user_id', '=', failed.id).execute();
    expect(told.map((row) => row.title)).toContain(`补考成绩已公布：${exam.name}`);
    // It is locked again like everybody's.
    await expect(saveScore(owner, { ...score, version: 1, comment: '再看' }, AGAIN + DAY)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(
      grant([absent], { countedAttempt: 'best', endTime: AGAIN + 3 * DAY }, AGAIN + DAY),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test('taking it back lets the result be seen again', async () => {
    await releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER);
    await grant([failed], {}, AFTER + 1);
    await undo([failed], AFTER + 2);
    expect(await getOwnResult(failed, exam.id, AFTER + 3)).toMatchObject({ isReleased: true, total: 0 });
  });

  const toldOf = async (student: Actor) =>
    (
      await db()
        .selectFrom('messages')
        .select(['title', 'body'])
        .where('user_id', '=', student.id)
        .where('kind', '=', 'score')
        .orderBy('id')
        .execute()
    ).map(({ title, body }) => [title.split('：')[0], body.slice(0, 6)]);
  const sitUnscored = async () => {
    const student = await db().selectFrom('users').selectAll().where('id', '=', absent.id).executeTakeFirstOrThrow();
    return (await makeAttempt({ exam, student, part: 'written', state: 'submitted', now: T })).id;
  };
  const release = () => releaseExams(owner, { ids: [exam.id], confirm: true }, AFTER + 1);

  test('who is to sit again is told of a result only once it can be read', async () => {
    await grant([absent, failed]);
    await release();
    expect(await toldOf(passed)).toEqual([['成绩公布', '成绩已经公布']]);
    expect([await toldOf(absent), await toldOf(failed)]).toEqual([[], []]);
    await undo([failed], AFTER + 2);
    expect(await toldOf(failed)).toEqual([['成绩公布', '成绩已经公布']]);
    await closeMissedResits(AGAIN + 2 * 60 * MINUTE);
    await closeMissedResits(AGAIN + 2 * 60 * MINUTE);
    expect(await toldOf(absent)).toEqual([['成绩公布', '成绩已经公布']]);
    expect(await getOwnResult(absent, exam.id, AGAIN + DAY)).toMatchObject({ isReleased: true });
  });

  test('a scored re-sit is told of in words: the student may read it, the owner has nothing to release', async () => {
    const examiner = await makeTeacher();
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: exam.id, teacher_id: examiner.id, part: 'written' })
      .execute();
    await grant([absent]);
    await release();
    const attemptId = await sit(absent, 1, AGAIN);
    const score = { attemptId, marks: [], comment: '', isFinal: true, version: 0 };
    await saveScore(actorOf(examiner), score, AGAIN + DAY);
    expect(await toldOf(absent)).toEqual([['补考成绩已公布', '补考已经评完']]);
    expect(await toldOf(owner)).toEqual([['补考评完了', '笔试补考的答']]);
  });

  test('while others have not sat theirs, the owner hears that what was handed in is scored', async () => {
    const examiner = await makeTeacher();
    const named = { exam_id: exam.id, teacher_id: examiner.id, part: 'written' };
    await db().insertInto('exam_examiners').values(named).execute();
    await grant([absent, failed]);
    await release();
    const attemptId = await sit(absent, 1, AGAIN);
    const score = { attemptId, marks: [], comment: '', isFinal: true, version: 0 };
    await saveScore(actorOf(examiner), score, AGAIN + DAY);
    const rows = await db()
      .selectFrom('messages')
      .select(['title', 'body'])
      .where('user_id', '=', owner.id)
      .orderBy('id')
      .execute();
    expect(rows.at(-1)).toMatchObject({
      title: expect.stringMatching(/^已交的都评完了/) as string,
      body: expect.stringContaining('还有 1 名学生的补考没有考') as string,
    });
  });

  test('its paper stands in the work list and awaits its scorers until it is scored', async () => {
    const examiner = actorOf(await makeTeacher());
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: exam.id, teacher_id: examiner.id, part: 'written' })
      .execute();
    await grant([absent]);
    await release();
    const work = async (who: Actor, at = AGAIN + 9) => {
      const page = { keyword: '', currentPage: 1, pageSize: 9 };
      const { rows, counts } = await listScoreExams(who, { ...page, status: 'todo' }, at);
      const listed = (await listScoreExams(who, { ...page, status: 'released' }, at)).rows.length;
      const paper = { examId: exam.id, part: null, classId: 0, state: 'mine' as const };
      const mine = (await listScoring(who, { ...paper, ...page }, at)).rows.length;
      return [rows.map((row) => [row.awaitsMe, row.parts[0]?.awaitsMe]), counts.todo, listed, mine];
    };
    const nothing = [[], 0, 1, 0];
    expect([await work(owner), await work(examiner)]).toEqual([nothing, nothing]);
    const attemptId = await sit(absent, 1, AGAIN);
    const one = [[[1, 1]], 1, 1, 1];
    // Of the two it waits for who is named; its exam is on the owner's list all the same.
    expect([await work(owner), await work(examiner)]).toEqual([[[[0, 0]], 1, 1, 0], one]);
    await saveScore(examiner, { attemptId, marks: [], comment: '', isFinal: true, version: 0 }, AGAIN + DAY);
    expect([await work(owner), await work(examiner)]).toEqual([nothing, nothing]);
  });

  test('is scored by its keys where the exam is, once nobody may sit one any more', async () => {
    await db()
      .updateTable('exams')
      .set({ settings: JSON.stringify({ releaseMode: 'auto' }) })
      .where('id', '=', exam.id)
      .execute();
    await release();
    await grant([absent, failed]);
    const attemptId = await sit(absent, 1, AGAIN);
    const state = async () => (await getAttemptView(attemptId)).state;
    // The other may still begin.
    expect([await scoreResitsAutomatically(AGAIN + MINUTE), await state()]).toEqual([0, 'submitted']);
    const end = AGAIN + 62 * MINUTE;
    await closeMissedResits(end);
    expect([await scoreResitsAutomatically(end), await scoreResitsAutomatically(end)]).toEqual([1, 0]);
    expect([await state(), (await totalOf(absent))?.total]).toEqual(['scored', 50]);
    const left = await db().selectFrom('messages').select('id').where('title', 'like', '%待评分%').execute();
    expect(left).toEqual([]);
  });

  test('a paper that was released without a score awaits nobody', async () => {
    const late = await sitUnscored();
    const page = { keyword: '', currentPage: 1, pageSize: 9, status: null };
    expect((await listScoreExams(owner, page, AFTER)).rows).toMatchObject([{ awaitsMe: 1 }]);
    await release();
    const [row] = (await listScoreExams(owner, page, AFTER)).rows;
    expect([row?.awaitsMe, row?.parts[0]?.awaitsMe, late]).toEqual([0, 0, late]);
  });

  test('a correction is told and counted by the attempt that counts', async () => {
    await grant([failed]);
    await release();
    // The first attempt is wrong in both, the re-sit leaves both blank.
    const again = await startAttempt(failed, { examId: exam.id, part: 'written' }, AGAIN);
    await submitAttempt(failed, { attemptId: again.id }, AGAIN + 2);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY);
    const remark = { examId: exam.id, itemId: items()[0] ?? 0, kind: 'key', keys: ['A'], reason: '答案有误' };
    const done = await applyRemark(owner, applyRemarkSchema.parse(remark), AGAIN + DAY);
    const own = db().selectFrom('attempts').select('percent').where('student_id', '=', failed.id).orderBy('number');
    expect((await own.execute()).map((row) => row.percent)).toEqual([50, 0]);
    // Whoever passed loses the item, the blank one and the first attempt that no longer counts nothing.
    expect([done.raised, done.lowered, done.told]).toEqual([0, 1, 1]);
    expect((await toldOf(failed)).map(([title]) => title)).toEqual(['补考成绩已公布']);
  });

  test('of a class that is out before the others a scored re-sit is told too', async () => {
    const [classId = 0] = (await getExamView(exam.id)).classroomIds;
    const other = await makeClassroom({ teacher: { id: owner.id } });
    await db().insertInto('exam_classrooms').values({ exam_id: exam.id, classroom_id: other.id }).execute();
    await grant([absent]);
    await releaseExams(owner, { ids: [exam.id], confirm: true, classIds: [classId] }, AFTER + 1);
    expect(await toldOf(absent)).toEqual([]);
    await sit(absent, 1, AGAIN);
    await scoreByKey(owner, { examId: exam.id, part: 'written' }, AGAIN + DAY);
    expect(await toldOf(absent)).toEqual([['补考成绩已公布', '补考已经评完']]);
  });
});

import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { saveAnswers } from '~/domain/attempt/answer.commands.server';
import { startAttempt, submitAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { getOwnAttempt } from '~/domain/attempt/sitting.commands.server';
import { extendExam } from './extend.commands.server';
import { signIn } from '~/domain/user/sign-in.commands.server';
import { beginSession, endSession } from '~/domain/user/session.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { formatClock } from '~/lib/time';
import {
  PASSWORD,
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { countProblems, getBoard } from './board.queries.server';
import type { BoardInput } from './board.schema';
import { handInForStudents } from './hand-in.commands.server';
import { reportPage, writeReports } from './page.commands.server';
import { reportLeave, reportMicCheck } from './presence.commands.server';
import { unlockSignIns } from './unlock.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const MINUTE = 60_000;

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;
let students: Actor[];
let exam: MadeExam;

beforeEach(async () => {
  owner = await makeTeacher();
  classroom = await makeClassroom({ teacher: owner });
  students = [];
  for (const name of ['甲', '乙', '丙']) {
    students.push(actorOf(await makeStudent({ classroom_id: classroom.id, name })));
  }
  exam = await makeExam({
    owner,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner }),
    written: [
      await makeTheoryQuestion({ owner }),
      await makeTheoryQuestion({ owner, kind: 'cloze' }),
      await makeWrittenQuestion({ owner }),
    ],
    now: T,
  });
});

const [first, second, third] = [0, 1, 2].map((index) => () => students[index] as Actor) as [
  () => Actor,
  () => Actor,
  () => Actor,
];
const board = (input: Partial<BoardInput> = {}, now = T, actor: Actor = actorOf(owner)) =>
  getBoard(
    actor,
    {
      ...{
        examId: exam.id,
        part: 'written',
        view: '',
        state: '',
        classId: 0,
        keyword: '',
        currentPage: 1,
        pageSize: 60,
      },
      ...input,
    },
    now,
  );
const rowOf = async (student: Actor, now = T, part: 'oral' | 'written' = 'written') => {
  const row = (await board({ part }, now)).rows.find((one) => one.studentId === student.id);
  if (!row) throw new Error('no row');
  return row;
};
const start = (student: Actor, now = T) => startAttempt(student, { examId: exam.id, part: 'written' }, now);
const items = () => exam.items.filter((item) => item.part === 'written').map((item) => item.id);
const client = (userAgent = 'Mozilla/5.0 (Windows NT 6.1) Chrome/109.0') => ({ address: '10.0.0.8', userAgent });

describe('the board', () => {
  test('follows a student from the door to the receipt', async () => {
    expect(await rowOf(first())).toMatchObject({ state: 'out', kinds: ['missing'], answered: 0, itemCount: 3 });
    await beginSession(first().id, client(), T);
    expect((await rowOf(first(), T + 1)).state).toBe('in');
    await reportMicCheck(first(), { examId: exam.id, isOk: true, reason: '' }, T + 2);
    expect((await rowOf(first(), T + 3)).state).toBe('checked');
    const attempt = await start(first(), T + 4);
    expect(await rowOf(first(), T + 5)).toMatchObject({ state: 'answering', deadlineAt: attempt.deadlineAt });
    const [choice, cloze, pen] = items();
    await saveAnswers(
      first(),
      {
        attemptId: attempt.id,
        answers: [
          { itemId: choice ?? 0, value: { keys: ['A'] }, revision: 0 },
          { itemId: cloze ?? 0, value: { blanks: ['故宫'] }, revision: 0 },
          { itemId: pen ?? 0, value: { text: '好' }, revision: 0 },
        ],
      },
      T + MINUTE,
    );
    expect(await rowOf(first(), T + MINUTE)).toMatchObject({ answered: 3, lastSavedAt: T + MINUTE, problems: [] });
    // Taken out again: what is empty counts no more.
    await saveAnswers(
      first(),
      {
        attemptId: attempt.id,
        answers: [
          { itemId: choice ?? 0, value: { keys: [] }, revision: 1 },
          { itemId: cloze ?? 0, value: { blanks: [''] }, revision: 1 },
          { itemId: pen ?? 0, value: { text: '' }, revision: 1 },
        ],
      },
      T + 2 * MINUTE,
    );
    expect(await rowOf(first(), T + 2 * MINUTE)).toMatchObject({ answered: 0, lastSavedAt: T + 2 * MINUTE });
    await submitAttempt(first(), { attemptId: attempt.id }, T + 3 * MINUTE);
    expect(await rowOf(first(), T + 3 * MINUTE)).toMatchObject({ state: 'handed_in', submittedAt: T + 3 * MINUTE });
    const { counts, rows } = await board({}, T + 3 * MINUTE);
    expect(counts).toMatchObject({ all: 3, handed_in: 1, out: 2, problem: 0 });
    expect(rows.map((row) => row.name)).toEqual(['乙', '丙', '甲']);
    expect((await board({ state: 'absent' }, T + 61 * MINUTE)).rows).toHaveLength(2);
  });

  test('of two parts says how many need help in each, and opens on the running part that has some', async () => {
    const opened = (now: number) => board({ part: null }, now);
    const before = await opened(T);
    expect(before.part).toBe('oral');
    expect(before.parts.map((one) => [one.part, one.problems])).toEqual([
      ['oral', 0],
      ['written', 0],
    ]);
    const attempt = await start(first());
    await reportPage({ attemptId: attempt.id, unsaved: 0, shown: 0 }, T + MINUTE);
    await writeReports();
    const later = await opened(T + 2 * MINUTE);
    expect(later.part).toBe('written');
    expect(later.parts.map((one) => [one.part, one.problems])).toEqual([
      ['oral', 0],
      ['written', 1],
    ]);
    // The part that is named stays, and still tells of the other.
    const oral = await board({ part: 'oral' }, T + 2 * MINUTE);
    expect(oral.part).toBe('oral');
    expect(oral.parts.find((one) => one.part === 'written')?.problems).toBe(1);
    expect(await countProblems(actorOf(owner), { examId: exam.id, part: 'written' }, T + 2 * MINUTE)).toBe(1);
  });

  test('an examiner who marks without names does not watch the room; an owner who marks so too sees times only while it runs', async () => {
    const examiner = await makeTeacher();
    const blind = await makeExam({
      owner,
      classrooms: [classroom],
      written: [await makeWrittenQuestion({ owner })],
      examiners: [{ teacher: examiner, part: 'written' }],
      settings: { isBlind: true },
      now: T,
    });
    const attempt = await startAttempt(first(), { examId: blind.id, part: 'written' }, T);
    const read = async (who: typeof owner, at = T + 4 * MINUTE) =>
      (await board({ examId: blind.id }, at, actorOf(who))).rows.find((row) => row.name === '甲');
    expect(await read(owner)).toMatchObject({ state: 'answering', startedAt: T });
    await expect(read(examiner)).rejects.toMatchObject({ code: 'forbidden' });
    await submitAttempt(first(), { attemptId: attempt.id }, T + 3 * MINUTE);
    // While others still write too: when, how and how much stands beside the code.
    const isHandedIn = { state: 'handed_in', submittedAt: null, startedAt: null, closedBy: null, answered: 0 };
    expect(await read(owner)).toMatchObject(isHandedIn);
    // What comes too late stands beside the paper's code.
    const late = [{ itemId: blind.items[0]?.id ?? 0, value: { text: '补一句' }, revision: 0 }];
    await saveAnswers(first(), { attemptId: attempt.id, answers: late }, T + 10 * MINUTE);
    expect((await read(owner, T + 11 * MINUTE))?.problems).toEqual([]);
    const after = T + 24 * 60 * MINUTE;
    // Once the room is empty the owner, who may have to arbitrate the paper or mark it, reads no times until it is marked.
    const isUntold = async () => (await board({ examId: blind.id }, after)).isUntold;
    expect(await read(owner, after)).toMatchObject({ state: 'handed_in', submittedAt: null, problems: [] });
    expect(await isUntold()).toBe(true);
    await db().updateTable('attempts').set({ state: 'scored' }).where('id', '=', attempt.id).execute();
    expect(await read(owner, after)).toMatchObject({ submittedAt: T + 3 * MINUTE });
    expect(await isUntold()).toBe(false);
  });

  test('puts problems first, each in words', async () => {
    const attempt = await start(second());
    await beginSession(second().id, client(), T);
    await beginSession(second().id, client('Mozilla/5.0 (iPhone) Version/15.0 Safari/604'), T + 1);
    for (const at of [1, 2, 3]) await reportLeave(second(), attempt.id, T + at * 10_000);
    const stale = [{ itemId: items()[0] ?? 0, value: { keys: ['A'] }, revision: 0 }];
    await saveAnswers(second(), { attemptId: attempt.id, answers: stale }, T + 2 * MINUTE);
    await saveAnswers(
      second(),
      { attemptId: attempt.id, answers: [{ itemId: items()[0] ?? 0, value: { keys: ['B'] }, revision: 0 }] },
      T + 2 * MINUTE,
    );
    const { rows, counts } = await board({}, T + 9 * MINUTE);
    expect(rows[0]?.name).toBe('乙');
    expect(rows[0]?.problems).toEqual([
      '已 7 分钟没有保存',
      expect.stringMatching(/^在 2 台设备上登录：Chrome 109，Windows 7；Safari/),
      '1 次两处同时改同一题',
      '离开页面 3 次',
    ]);
    // The others have not come.
    expect(rows.slice(1).map((row) => row.problems)).toEqual([
      ['开考 19 分钟，还没有登录'],
      ['开考 19 分钟，还没有登录'],
    ]);
    expect(counts).toMatchObject({ problem: 1, out: 2 });
    expect((await board({ state: 'problem' }, T + 9 * MINUTE)).rows).toHaveLength(1);
  });

  test('names devices of one kind once, with their number', async () => {
    await start(first());
    for (const at of [1, 2, 3]) await beginSession(first().id, client(), T + at);
    expect((await rowOf(first(), T + MINUTE)).problems).toEqual(['在 3 台设备上登录：Chrome 109，Windows 7（3 台）']);
  });

  test('knows of ended sessions, failed sign-ins, bad microphones and late answers', async () => {
    const session = await beginSession(first().id, client(), T);
    const attempt = await start(first());
    await endSession(first().id, session, T + MINUTE);
    expect((await rowOf(first(), T + MINUTE)).problems).toEqual(['答题途中登录已失效或退出']);
    for (let turn = 0; turn < 3; turn += 1) {
      await expect(signIn({ account: third().account, password: 'wrong' }, '10.0.0.9', T)).rejects.toThrow();
    }
    expect((await rowOf(third(), T + 1)).problems[0]).toMatch(/登录失败 3 次$/);
    await reportMicCheck(third(), { examId: exam.id, isOk: false, reason: '没有找到麦克风' }, T);
    expect((await rowOf(third(), T, 'oral')).problems).toContain('试音没有通过：没有找到麦克风');
    await submitAttempt(first(), { attemptId: attempt.id }, T + 2 * MINUTE);
    const late = [{ itemId: items()[0] ?? 0, value: { keys: ['A'] }, revision: 0 }];
    await saveAnswers(first(), { attemptId: attempt.id, answers: late }, T + 3 * MINUTE);
    expect(await rowOf(first(), T + 4 * MINUTE)).toMatchObject({
      state: 'handed_in',
      problems: ['1 次保存没有计入（超过截止或已收卷）'],
    });
  });

  test('says until when a sign-in is locked, and whoever watches opens it', async () => {
    const examiner = actorOf(await makeTeacher());
    await db()
      .insertInto('exam_examiners')
      .values({ exam_id: exam.id, teacher_id: examiner.id, part: 'written' })
      .execute();
    const tryIn = (password: string) => signIn({ account: third().account, password }, '10.0.0.9', T);
    for (let turn = 0; turn < 5; turn += 1) await expect(tryIn('wrong')).rejects.toMatchObject({ code: 'invalid' });
    await expect(tryIn(PASSWORD)).rejects.toMatchObject({ code: 'too_many' });
    const locked = await rowOf(third(), T + 1);
    expect(locked.lockedUntil).toBe(T + 30_000);
    expect(locked.problems).toEqual([`登录已锁定到 ${formatClock(T + 30_000)}（失败 5 次）`]);
    expect((await rowOf(third(), T + 30_000)).lockedUntil).toBeNull();
    const unlock = (actor: Actor, studentIds: number[], part: 'oral' | 'written' = 'written') =>
      unlockSignIns(actor, { id: exam.id, part, studentIds }, T + 2);
    await expect(unlock(examiner, [third().id], 'oral')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(unlock(actorOf(await makeTeacher()), [third().id])).rejects.toMatchObject({ code: 'not_found' });
    // Only of who sits here.
    await expect(unlock(examiner, [(await makeStudent()).id])).rejects.toMatchObject({ code: 'not_found' });
    expect(await unlock(examiner, [third().id, first().id])).toBe(1);
    expect(await unlock(examiner, [third().id])).toBe(0);
    expect(await rowOf(third(), T + 3)).toMatchObject({ lockedUntil: null, kinds: ['missing'] });
    expect((await tryIn(PASSWORD)).id).toBe(third().id);
    const audit = await db().selectFrom('audit_entries').selectAll().where('action', '=', 'user.unlock').execute();
    expect(audit).toMatchObject([{ actor_id: examiner.id, entity: 'user', entity_id: String(third().id) }]);
  });

  test('is for the owner and the examiners of the part', async () => {
    const examiner = await makeTeacher();
    const marked = await makeExam({
      owner,
      classrooms: [classroom],
      oral: await makeOralQuestion({ owner }),
      written: [await makeTheoryQuestion({ owner })],
      examiners: [{ teacher: examiner, part: 'oral' }],
      now: T,
    });
    const seen = await board({ examId: marked.id, part: null }, T, actorOf(examiner));
    expect(seen).toMatchObject({ part: 'oral', parts: [{ part: 'oral' }], isOwner: false });
    await expect(board({ examId: marked.id }, T, actorOf(examiner))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(board({}, T, actorOf(examiner))).rejects.toMatchObject({ code: 'not_found' });
    await expect(board({}, T, first())).rejects.toMatchObject({ code: 'forbidden' });
    const stranger = actorOf(await makeStudent({}));
    await expect(reportMicCheck(stranger, { examId: exam.id, isOk: true, reason: '' }, T)).rejects.toMatchObject({
      code: 'not_found',
    });
    // Nor of an exam that is over.
    const over = (now: number) => reportMicCheck(first(), { examId: exam.id, isOk: true, reason: '' }, now);
    const end = Math.max(exam.end_time ?? 0, exam.oral_end_time ?? 0);
    await expect(over(end + 60 * 60_000)).rejects.toMatchObject({ code: 'conflict' });
    const attempt = await start(first());
    await expect(reportLeave(second(), attempt.id, T)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('代交', () => {
  const handIn = (studentIds: number[], now: number, actor = actorOf(owner)) =>
    handInForStudents(actor, { id: exam.id, part: 'written', studentIds, reason: '突然不舒服' }, now);

  test('hands in what was saved, once, says why, and takes nothing more', async () => {
    const attempt = await start(first());
    const answer = (key: string, revision: number) => [{ itemId: items()[0] ?? 0, value: { keys: [key] }, revision }];
    await saveAnswers(first(), { attemptId: attempt.id, answers: answer('A', 0) }, T + 1);
    expect(await handIn([first().id], T + MINUTE)).toBe(1);
    expect(await handIn([first().id], T + 2 * MINUTE)).toBe(0);
    const { attempt: closed } = await getOwnAttempt(
      first(),
      { examId: exam.id, part: 'written', number: null },
      T + 2 * MINUTE,
    );
    expect(closed).toMatchObject({
      state: 'auto_submitted',
      closedBy: 'teacher',
      submittedAt: T + MINUTE,
      receipt: { reason: '突然不舒服', answeredCount: 1, closedBy: 'teacher' },
    });
    const [late] = await saveAnswers(first(), { attemptId: attempt.id, answers: answer('B', 1) }, T + 3 * MINUTE);
    expect(late?.outcome).toBe('refused');
    const messages = await db().selectFrom('messages').selectAll().where('user_id', '=', first().id).execute();
    expect(messages).toHaveLength(1);
    expect(messages[0]).toMatchObject({ title: `老师已代你交卷：${exam.name}` });
    const audit = await db()
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'attempt.hand_in_for')
      .execute();
    expect(audit).toHaveLength(1);
    // More time does not reopen it: it was no running out of time.
    await extendExam(
      actorOf(owner),
      { id: exam.id, all: true, studentIds: [], minutes: 10, scope: 'written', reason: '停电' },
      T + 4 * MINUTE,
    );
    expect((await getAttemptView(attempt.id)).state).toBe('auto_submitted');
  });

  test('is the owner’s alone and needs a paper of everybody', async () => {
    await start(first());
    await expect(handIn([first().id, second().id], T + 1)).rejects.toMatchObject({ code: 'invalid' });
    expect((await rowOf(first(), T + 1)).state).toBe('answering');
    await expect(handIn([first().id], T + 1, actorOf(await makeTeacher()))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

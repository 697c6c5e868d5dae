import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Actor } from '~/domain/actor/actor.rules';
import { findHeldForms, holdForm, type HeldFields } from '~/domain/user/held-form.commands.server';
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
import { saveAnswers } from './answer.commands.server';
import { keepHeldAnswers, startAttempt, submitAttempt } from './attempt.commands.server';
import { listAttemptItems, type AttemptView } from './attempt.queries.server';
import { saveHeldAnswers } from './saving-held.commands.server';
import { readHeldAnswers, settlingHeldAnswers, shownAnswer } from './held-answers.commands.server';

useDatabase();

const T = 1_800_000_000_000;
const PATH = '/examination/evaluation/written?id=1&page=1';
let exam: MadeExam;
let student: Actor;
let attempt: AttemptView;
let items: [choice: number, first: number, second: number];

beforeEach(async () => {
  const owner = await makeTeacher();
  const classroom = await makeClassroom({ teacher: owner });
  const short = () => makeTheoryQuestion({ owner, kind: 'short' });
  const written = [await makeTheoryQuestion({ owner }), await short(), await short()];
  exam = await makeExam({ owner, classrooms: [classroom], written, now: T });
  student = actorOf(await makeStudent({ classroom_id: classroom.id }));
  attempt = await startAttempt(student, { examId: exam.id, part: 'written' }, T);
  items = exam.items.map((item) => item.id) as typeof items;
});

type Given = { keys?: string[]; text?: string };
const save = (itemId: number, value: Given, revision: number, at: number) =>
  saveAnswers(student, { attemptId: attempt.id, answers: [{ itemId, value, revision }] }, at);
/** A page of the paper as the browser sends it, sent while nobody was signed in. */
const hold = (
  id: number,
  at: number,
  given: [itemId: number, value: Given, revision: number, choice?: 'yours' | 'stored'][],
  isProven = true,
) => {
  const answers = given.flatMap(([itemId, { keys = [], text }, revision, choice]): HeldFields => [
    ...(choice ? ([[`c.${itemId}`, choice]] as HeldFields) : []),
    [`r.${itemId}`, String(revision)],
    ...keys.map((key): [string, string] => [`a.${itemId}.keys`, key]),
    ...(text === undefined ? [] : ([[`a.${itemId}.text`, text]] as HeldFields)),
  ]);
  return holdForm({ userId: student.id, isProven }, PATH, [['attemptId', String(id)], ...answers], at);
};
const held = async () => {
  const answers = await readHeldAnswers(attempt, await findHeldForms(student, PATH, T + 9000));
  return [...answers].flatMap(([itemId, { offered }]) => (offered ? [[itemId, offered.value, offered.revision]] : []));
};

test('what stood on the page untouched is not taken for what somebody wrote', async () => {
  const [choice, first, second] = items;
  await save(choice, { keys: ['A'] }, 0, T + 1000);
  await save(first, { text: '旧' }, 0, T + 1000);
  // Another device goes on; then the page as it stood before is sent, with one more answer.
  await save(choice, { keys: ['B'] }, 1, T + 2000);
  await save(first, { text: '新' }, 1, T + 2000);
  await hold(attempt.id, T + 3000, [
    [choice, { keys: ['A'] }, 1],
    [first, { text: '旧' }, 1],
    [second, { text: '第三题' }, 0],
  ]);
  expect(await held()).toEqual([[second, { text: '第三题' }, 0]]);
});

test('of several tabs each keeps what was written in it, and of one question the latest', async () => {
  const [choice, first, second] = items;
  await hold(attempt.id, T + 1000, [
    [choice, { keys: ['A'] }, 0],
    [first, { text: '一' }, 0],
    [second, { text: '' }, 0],
  ]);
  await hold(attempt.id, T + 2000, [
    [choice, {}, 0],
    [first, { text: '一，改过' }, 0],
    [second, { text: '二' }, 0],
  ]);
  expect(await held()).toEqual([
    [choice, { keys: ['A'] }, 0],
    [first, { text: '一，改过' }, 0],
    [second, { text: '二' }, 0],
  ]);
});

test('a page that is sent again and again takes no room beyond the last ones', async () => {
  for (let time = 1; time <= 8; time += 1) await hold(attempt.id, T + time, [[items[1], { text: `第${time}次` }, 0]]);
  expect(await db().selectFrom('held_forms').select('at').orderBy('id').execute()).toEqual(
    [4, 5, 6, 7, 8].map((time) => ({ at: T + time })),
  );
});

test('what was written in the sitting before stays out of a re-sit, and lies before the teacher as what came late', async () => {
  const [choice, first] = items;
  await save(choice, { keys: ['A'] }, 0, T + 1000);
  await submitAttempt(student, { attemptId: attempt.id }, T + 2000);
  const sat = attempt;
  const again = await makeAttempt({ exam, student, part: 'written', number: 2, now: T + 3000 });
  attempt = { ...sat, id: again.id, number: 2, state: 'in_progress' };
  await hold(sat.id, T + 4000, [
    [choice, { keys: ['A'] }, 1],
    [first, { text: '第一次写的' }, 0],
  ]);
  expect(await held()).toEqual([]);
  await keepHeldAnswers(student, attempt.id, T + 5000);
  const late = await db()
    .selectFrom('answer_journal')
    .select(['attempt_id', 'item_id', 'value'])
    .where('outcome', '=', 'refused')
    .execute();
  expect(late.map((one) => ({ ...one, value: fromJson(one.value) }))).toEqual([
    { attempt_id: sat.id, item_id: first, value: { text: '第一次写的' } },
  ]);
  expect(await findHeldForms(student, PATH, T + 5000)).toEqual([]);
});

/** What the item's fields show after signing in again. */
const shown = async (itemId: number) => {
  const item = (await listAttemptItems(attempt)).find((one) => one.id === itemId);
  return item && shownAnswer(item, await readHeldAnswers(attempt, await findHeldForms(student, PATH, T + 9000)));
};
const aside = async (itemId: number) =>
  (await readHeldAnswers(attempt, await findHeldForms(student, PATH, T + 9000))).get(itemId)?.aside ?? [];
const late = async () =>
  (await listAttemptItems(attempt)).flatMap((item) => item.lateAnswers.map(({ value }) => value.text));

test('用已保存的那一份 holds over a new login: what was rejected does not come back, nor is it left to the teacher', async () => {
  const [, first] = items;
  await save(first, { text: '甲机写的' }, 0, T + 1000);
  await hold(attempt.id, T + 2000, [[first, { text: '乙机写的' }, 1, 'yours']]);
  await hold(attempt.id, T + 3000, [[first, { text: '乙机写的' }, 1, 'stored']]);
  expect(await shown(first)).toMatchObject({ shown: { text: '甲机写的' }, isRestored: false, storedElsewhere: null });
  await submitAttempt(student, { attemptId: attempt.id }, T + 5000);
  expect(await late()).toEqual([]);
});

test('a choice of the own text, and a text written on what is outdated, stand beside what is stored after a new login', async () => {
  const [, first, second] = items;
  await save(first, { text: '甲机写的' }, 0, T + 1000);
  await save(second, { text: '甲机写的' }, 0, T + 1000);
  await hold(attempt.id, T + 2000, [
    [first, { text: '乙机写的' }, 1, 'yours'],
    [second, { text: '乙机写的' }, 0],
  ]);
  const both = { shown: { text: '乙机写的' }, shownRevision: 1, storedElsewhere: { text: '甲机写的' } };
  expect(await shown(first)).toMatchObject(both);
  expect(await shown(second)).toMatchObject(both);
});

test('of several texts for a question the last comes back, the others are shown beside it and lie before the teacher', async () => {
  const [choice, first] = items;
  await hold(attempt.id, T + 1000, [[first, { text: '第一个窗口写的' }, 0]]);
  await hold(attempt.id, T + 2000, [
    [first, { text: '第二个窗口' }, 0],
    [choice, { keys: ['A'] }, 0],
  ]);
  await hold(attempt.id, T + 3000, [[first, { text: '第二个窗口，写完了' }, 0]]);
  expect(await shown(first)).toMatchObject({ shown: { text: '第二个窗口，写完了' } });
  expect(await aside(first)).toEqual([{ text: '第一个窗口写的' }]);
  const settle = await settlingHeldAnswers(attempt, await findHeldForms(student, PATH, T + 9000));
  await save(first, { text: '登录后改的' }, 0, T + 4000);
  await settle();
  expect(await findHeldForms(student, PATH, T + 5000)).toEqual([]);
  await submitAttempt(student, { attemptId: attempt.id }, T + 5000);
  expect(await late()).toEqual(['第一个窗口写的']);
});

test('one that another window saved over before its student came back is not lost either', async () => {
  const [, first] = items;
  await hold(attempt.id, T + 1000, [[first, { text: '没有登录时写的' }, 0]]);
  await save(first, { text: '另一个窗口的' }, 0, T + 2000);
  expect(await shown(first)).toMatchObject({ shown: { text: '另一个窗口的' }, isRestored: false });
  expect(await aside(first)).toEqual([{ text: '没有登录时写的' }]);
  await submitAttempt(student, { attemptId: attempt.id }, T + 5000);
  expect(await late()).toEqual(['没有登录时写的']);
});

const stored = async () => (await listAttemptItems(attempt)).map(({ answer }) => answer?.value ?? null);

test('after signing in what was written on the answers that are stored is saved at once, and said once', async () => {
  const [choice, first, second] = items;
  await save(choice, { keys: ['A'] }, 0, T + 1000);
  await save(first, { text: '写了一半' }, 0, T + 1000);
  await hold(attempt.id, T + 2000, [
    [choice, { keys: ['B'] }, 1],
    [first, { text: '写了一半，写完了' }, 1],
    [second, { text: '第三题' }, 0],
  ]);
  // Somebody else's sign-in does nothing.
  const other = actorOf(await makeStudent());
  expect(await saveHeldAnswers(other, T + 3000)).toBe('');
  expect(await saveHeldAnswers(student, T + 4000)).toBe('第 1、2、3 题的答案是登录过期时写的，已保存，请看看。');
  expect(await stored()).toEqual([{ keys: ['B'] }, { text: '写了一半，写完了' }, { text: '第三题' }]);
  for (const item of items) expect(await shown(item)).toMatchObject({ isRestored: false, storedElsewhere: null });
  expect(await saveHeldAnswers(student, T + 5000)).toBe('');
});

test("what differs from an answer of another device, or may be another hand's, takes the place of none by itself", async () => {
  const [choice, first, second] = items;
  await save(choice, { keys: ['A'] }, 0, T + 1000);
  await save(first, { text: '手机上写的' }, 0, T + 1000);
  await hold(attempt.id, T + 2000, [[first, { text: '电脑上写的' }, 0]]);
  const unproven = false;
  await hold(attempt.id, T + 2500, [[choice, { keys: ['B'] }, 1]], unproven);
  await hold(attempt.id, T + 2500, [[second, { text: '空着的题' }, 0]], unproven);
  expect(await saveHeldAnswers(student, T + 3000)).toBe('');
  expect(await stored()).toEqual([{ keys: ['A'] }, { text: '手机上写的' }, null]);
  expect(await shown(second)).toMatchObject({ shown: { text: '空着的题' }, isRestored: true, storedElsewhere: {} });
  expect(await shown(first)).toMatchObject({ shown: { text: '电脑上写的' }, storedElsewhere: { text: '手机上写的' } });
});

test('a paper that is closed takes nothing at a sign-in', async () => {
  await hold(attempt.id, T + 1000, [[items[1], { text: '没有登录时写的' }, 0]]);
  await submitAttempt(student, { attemptId: attempt.id }, T + 2000);
  expect(await saveHeldAnswers(student, T + 3000)).toBe('');
  expect(await late()).toEqual(['没有登录时写的']);
});

test('what comes back after the deadline goes into the journal once, at the closing', async () => {
  await hold(attempt.id, T + 1000, [[items[1], { text: '没有登录时写的' }, 0]]);
  expect(await saveHeldAnswers(student, attempt.deadlineAt + 31_000)).toBe('');
  await submitAttempt(student, { attemptId: attempt.id }, attempt.deadlineAt + 32_000).catch(() => {});
  expect(await late()).toEqual(['没有登录时写的']);
});

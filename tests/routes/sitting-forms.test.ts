import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import { endSession } from '~/domain/user/session.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { formOwner, formOwnerToken } from '~/http/form-owner.server';
import { readSession, startSession } from '~/http/session.server';
import { loader as forgetLoader } from '~/routes/forget';
import { action as loginAction, loader as loginLoader } from '~/routes/login';
import { action as oralAction } from '~/routes/_sit.examination.evaluation.index';
import { action as writtenAction, loader as writtenLoader } from '~/routes/_sit.examination.evaluation.written';
import { action as startAction } from '~/routes/_sit.examination.preview';
import { action as theoryAction, loader as theoryLoader } from '~/routes/_sit.question_bank.mine.theory.preview';
import { action as attemptApi } from '~/routes/api.exam.attempt.$call';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const HOST = 'kaoping.test';
const request = (path: string, init: { headers?: Record<string, string>; form?: Record<string, string> } = {}) =>
  new Request(`http://${HOST}${path}`, {
    method: init.form ? 'POST' : 'GET',
    headers: new Headers({ Host: HOST, Accept: 'text/html', ...init.headers }),
    body: init.form && new URLSearchParams(init.form),
  });
const args = (from: Request, params = {}) => ({ request: from, params, context: {} }) as ActionFunctionArgs;

async function signedIn(user: UserRow): Promise<Record<string, string>> {
  const session = { id: user.id, userType: user.user_type, sessionVersion: user.session_version };
  return { Cookie: (await startSession(request('/login'), session)).split(';')[0] ?? '' };
}
const outcome = (done: Promise<unknown>) =>
  done.then(
    (answer) => answer as { status?: number; init?: { status: number } },
    (error: unknown) => error as Response & { code?: string; message?: string },
  );
const held = () => db().selectFrom('held_forms').select(['user_id', 'path', 'form']).execute();
const answers = () => db().selectFrom('answers').select(['attempt_id', 'value']).execute();
const states = () => db().selectFrom('attempts').select('state').execute();

let [a, b]: UserRow[] = [];
let teacher: UserRow;
let exam: MadeExam;
let ofA: AttemptView;
let ofB: AttemptView;
let itemId: number;
let url: string;

beforeEach(async () => {
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  [a, b] = [await makeStudent({ classroom_id: classroom.id }), await makeStudent({ classroom_id: classroom.id })];
  const written = [await makeTheoryQuestion({ owner: teacher, kind: 'short' })];
  exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written,
  });
  const start = (user: UserRow) => startAttempt(actorOf(user), { examId: exam.id, part: 'written' }, Date.now());
  [ofA, ofB] = [await start(first()), await start(second())];
  itemId = exam.items.find((item) => item.part === 'written')?.id ?? 0;
  url = `/examination/evaluation/written?id=${exam.id}`;
});

const first = () => a ?? teacher;
const second = () => b ?? teacher;
/** A page of the paper as the browser of that student's tab sends it. */
const page = (user: UserRow, attempt: { id: number }, text = '甲写的') => ({
  _for: formOwnerToken(user.id),
  attemptId: String(attempt.id),
  _intent: 'save',
  [`r.${itemId}`]: '0',
  [`a.${itemId}.text`]: text,
});
const send = async (user: UserRow | null, form: Record<string, string>) =>
  outcome(writtenAction(args(request(url, { form, headers: user ? await signedIn(user) : {} }))));

describe('a form names its attempt', () => {
  test('one from A’s tab under B’s session is refused; A alone finds the text', async () => {
    expect(await send(second(), page(first(), ofA))).toMatchObject({ code: 'conflict' });
    expect(await answers()).toEqual([]);
    expect(await held()).toMatchObject([{ user_id: first().id, path: `${url}&page=1` }]);
    const shown = async (user: UserRow) => {
      const answer = await writtenLoader(args(request(url, { headers: await signedIn(user) })));
      return (answer as unknown as { pageItems: { shown: { text?: string } }[] }).pageItems[0]?.shown.text;
    };
    expect(await shown(first())).toBe('甲写的');
    expect(await shown(second())).toBeUndefined();
    await send(first(), page(first(), ofA));
    expect(await answers()).toEqual([{ attempt_id: ofA.id, value: '{"text":"甲写的"}' }]);
    expect(await held()).toEqual([]);
  });

  test('handing in hands in nobody else’s paper', async () => {
    const handIn = (attempt: { id: number }) => ({ _intent: 'submit', attemptId: String(attempt.id) });
    expect(await send(second(), { ...handIn(ofA), _for: formOwnerToken(first().id) })).toMatchObject({
      code: 'conflict',
    });
    expect(await send(second(), handIn(ofA))).toMatchObject({ code: 'conflict' });
    expect(await send(second(), { _intent: 'submit' })).toMatchObject({ code: 'conflict' });
    expect(await states()).toEqual([{ state: 'in_progress' }, { state: 'in_progress' }]);
    expect(await held()).toEqual([]);
    expect((await send(second(), handIn(ofB))).status).toBe(303);
  });

  test('a teacher who has signed in meanwhile gets the same answer', async () => {
    expect(await send(teacher, page(first(), ofA))).toMatchObject({ code: 'conflict' });
    expect(await held()).toMatchObject([{ user_id: first().id }]);
  });

  test('nobody leaves a text for somebody else', async () => {
    const forged = { ...page(second(), ofB), _for: `${first().id}.${formOwnerToken(second().id).split('.')[1]}` };
    await send(null, forged);
    expect(await held()).toEqual([]);
    const form = new FormData();
    form.set('_for', formOwnerToken(first().id));
    expect(formOwner(form)).toBe(first().id);
  });

  test('starting and the oral part', async () => {
    const headers = await signedIn(second());
    const _for = formOwnerToken(first().id);
    const started = startAction(
      args(request(`/examination/preview?id=${exam.id}`, { form: { _for, part: 'oral' }, headers })),
    );
    expect(await outcome(started)).toMatchObject({ code: 'conflict' });
    const oral = await startAttempt(actorOf(first()), { examId: exam.id, part: 'oral' }, Date.now());
    const form = { attemptId: String(oral.id), _intent: 'submit' };
    const handedIn = oralAction(args(request(`/examination/evaluation/index?id=${exam.id}`, { form, headers })));
    expect(await outcome(handedIn)).toMatchObject({ code: 'conflict' });
    expect((await states()).every(({ state }) => state === 'in_progress')).toBe(true);
  });

  test.each([
    ['answer', () => ({ itemId: String(itemId), value: '{"text":"x"}', revision: '0' })],
    ['submit', () => ({})],
  ])('a call too: exam/attempt/%s', async (call, fields) => {
    const form = { attemptId: String(ofA.id), ...fields() };
    const from = request(`/api/exam/attempt/${call}`, { form, headers: await signedIn(second()) });
    const answer = await attemptApi(args(from, { call }));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ data: { outcome: 'not_yours' } });
    expect(await answers()).toEqual([]);
  });
});

describe('a session that is gone', () => {
  test('keeps the texts of the paper, whatever became of the cookie', async () => {
    expect((await send(null, page(first(), ofA, '没有登录时写的'))).status).toBe(302);
    expect((await held())[0]?.form).toContain('没有登录时写的');
    const headers = await signedIn(first());
    const { id = '' } = (await readSession(request('/', { headers }))) ?? {};
    await endSession(first().id, id, Date.now());
    const form = page(first(), ofA, '退出之后写的');
    const answer = await outcome(writtenAction(args(request(url, { form, headers }))));
    expect((answer as Response).headers.get('Location')).toBe(`/login?redirectTo=${encodeURIComponent(url)}`);
    expect((await held()).map((row) => row.form.includes('退出之后写的'))).toEqual([true]);
  });

  test('keeps the texts of a practice; another’s tab puts nothing into one’s own', async () => {
    const question = await makeTheoryQuestion({ owner: teacher, kind: 'short' });
    await makeShare({ question, audience: 'students' });
    const place = `/question_bank/mine/theory/preview?id=${question.id}`;
    const form = {
      _for: formOwnerToken(first().id),
      _intent: 'answer',
      requestId: 'r1',
      begunAt: '1',
      'r.1': '0',
      'a.1.text': '练习写的',
    };
    const practise = async (user: UserRow | null) =>
      outcome(theoryAction(args(request(place, { form, headers: user ? await signedIn(user) : {} }))));
    expect(((await practise(null)) as Response).headers.get('Location')).toContain('/login?redirectTo=');
    expect(await practise(second())).toMatchObject({ code: 'conflict' });
    expect(await db().selectFrom('practices').select('id').execute()).toEqual([]);
    const restored = async (user: UserRow) =>
      (await theoryLoader(args(request(place, { headers: await signedIn(user) })))).held?.values['a.1.text'];
    expect(await restored(first())).toBe('练习写的');
    expect(await restored(second())).toBeUndefined();
    await practise(first());
    expect(await db().selectFrom('practices').select('student_id').execute()).toEqual([{ student_id: first().id }]);
    expect(await restored(first())).toBeUndefined();
  });
});

describe('/login and /forget', () => {
  const open = async (
    load: typeof loginLoader | typeof forgetLoader,
    path: string,
    headers: Record<string, string>,
  ) => {
    const answer = await load(args(request(path, { headers: { 'Sec-Fetch-Mode': 'navigate', ...headers } })));
    const { data, init } = answer as unknown as { data: { running: unknown }; init: ResponseInit };
    return { running: data.running, cookie: new Headers(init.headers).get('Set-Cookie') };
  };

  test('keep the session of a student whose attempt is running, and say whose it is', async () => {
    const headers = await signedIn(first());
    const running = { name: first().name, account: first().account, attempt: { examId: exam.id, part: 'written' } };
    expect(await open(loginLoader, '/login', headers)).toMatchObject({ running, cookie: null });
    expect(await open(forgetLoader, '/forget', headers)).toMatchObject({ running, cookie: null });
    expect((await send(first(), page(first(), ofA))).status).toBe(303);
    const form = { _intent: 'switch' };
    const switched = (await loginAction(args(request('/login', { form, headers })))) as Response;
    expect(switched.headers.get('Set-Cookie')).toMatch(/Expires=Thu, 01 Jan 1970/);
    expect(await outcome(writtenAction(args(request(url, { form: page(first(), ofA), headers }))))).toMatchObject({
      status: 302,
    });
  });

  test('end every other session', async () => {
    await db().updateTable('attempts').set({ state: 'submitted' }).where('student_id', '=', first().id).execute();
    await db()
      .updateTable('attempts')
      .set({ deadline_at: Date.now() - 60_000 })
      .where('student_id', '=', second().id)
      .execute();
    for (const user of [first(), second(), teacher]) {
      const { running, cookie } = await open(loginLoader, '/login', await signedIn(user));
      expect(running).toBeNull();
      expect(cookie).toMatch(/Expires=Thu, 01 Jan 1970/);
    }
  });
});

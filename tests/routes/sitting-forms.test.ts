import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ActionFunctionArgs } from '@remix-run/node';
import { createElement } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { OralGo } from '~/components/exam/oral-turn';
import { UploadTake } from '~/components/exam/oral-upload';
import { db } from '~/db/db.server';
import { closeOverdueAttempts, startAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, listAttemptItems, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { endSession } from '~/domain/user/session.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { formOwner, formOwnerToken } from '~/http/form-owner.server';
import { readSession, startSession } from '~/http/session.server';
import { loader as forgetLoader } from '~/routes/forget';
import { action as loginAction, loader as loginLoader } from '~/routes/login';
import { action as oralAction, loader as oralLoader } from '~/routes/_sit.examination.evaluation.index';
import { action as writtenAction, loader as writtenLoader } from '~/routes/_sit.examination.evaluation.written';
import { loader as receiptLoader } from '~/routes/_sit.examination.evaluation.receipt';
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
  makeTake,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { drawn } from '~tests/support/drawn';
import { makePhoto, makeToneWav } from '~tests/support/media';

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
let penId: number;
let url: string;

beforeEach(async () => {
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  [a, b] = [await makeStudent({ classroom_id: classroom.id }), await makeStudent({ classroom_id: classroom.id })];
  const written = [
    await makeTheoryQuestion({ owner: teacher, kind: 'short' }),
    await makeWrittenQuestion({ owner: teacher }),
  ];
  exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written,
  });
  const start = (user: UserRow) => startAttempt(actorOf(user), { examId: exam.id, part: 'written' }, Date.now());
  [ofA, ofB] = [await start(first()), await start(second())];
  [itemId = 0, penId = 0] = exam.items.filter((item) => item.part === 'written').map((item) => item.id);
  url = `/examination/evaluation/written?id=${exam.id}`;
});

const first = () => a ?? teacher;
const second = () => b ?? teacher;
/** A page of the paper as the browser of that student's tab sends it. */
const page = (user: UserRow, attempt: { id: number }, text = '甲写的') => ({
  _for: formOwnerToken(user, Date.now()),
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
    expect(await send(second(), { ...handIn(ofA), _for: formOwnerToken(first(), Date.now()) })).toMatchObject({
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
    const forged = {
      ...page(second(), ofB),
      _for: formOwnerToken(second(), Date.now()).replace(/^\d+/, `${first().id}`),
    };
    await send(null, forged);
    expect(await held()).toEqual([]);
    const form = new FormData();
    form.set('_for', formOwnerToken(first(), Date.now()));
    expect(await formOwner(form, Date.now())).toEqual({ userId: first().id, isCurrent: true });
  });

  test('a page of yesterday, or of before the password was changed, leaves nothing; under another account it is refused', async () => {
    const yesterday = formOwnerToken(first(), Date.now() - 25 * 3600_000);
    const earlier = formOwnerToken({ ...first(), session_version: first().session_version + 1 }, Date.now());
    for (const _for of [yesterday, earlier]) {
      await send(null, { ...page(first(), ofA), _for });
      expect(await send(second(), { ...page(first(), ofA), _for })).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('没有替原来的账号留存') as string,
      });
    }
    expect(await held()).toEqual([]);
    expect(await answers()).toEqual([]);
  });

  test('what somebody else may have sent from A’s page stands beside what A saved, and displaces none that A sent', async () => {
    await send(first(), page(first(), ofA, '甲自己保存的'));
    const planted = (text: string) => ({ ...page(first(), ofA, text), [`r.${itemId}`]: '1' });
    const shown = async () => {
      const answer = await writtenLoader(args(request(url, { headers: await signedIn(first()) })));
      return (answer as unknown as { pageItems: object[] }).pageItems[0];
    };
    await send(null, planted('换上的'));
    const both = { shown: { text: '换上的' }, storedElsewhere: { text: '甲自己保存的' } };
    expect(await shown()).toMatchObject(both);
    await db().deleteFrom('held_forms').execute();
    const headers = await signedIn(first());
    await db().updateTable('user_sessions').set({ ended_at: Date.now() }).where('user_id', '=', first().id).execute();
    await outcome(writtenAction(args(request(url, { form: planted('甲过期时写的'), headers }))));
    for (let round = 0; round < 7; round += 1) await send(null, planted(`换上的${round}`));
    const rows = await db().selectFrom('held_forms').select(['form', 'is_proven']).orderBy('id').execute();
    expect(rows.map((row) => row.is_proven)).toEqual([1, 0, 0, 0, 0, 0]);
    expect(rows[0]?.form).toContain('甲过期时写的');
  });

  test('starting and the oral part', async () => {
    const headers = await signedIn(second());
    const _for = formOwnerToken(first(), Date.now());
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
    const refusal = (await answer.json()) as { message: string };
    expect(refusal).toMatchObject({ data: { outcome: 'not_yours' } });
    expect(refusal.message).toContain(second().account);
    // Of a paper that there is not the answer is the same: nobody finds out which there are.
    const missing = { ...form, attemptId: '2000000000' };
    const other = request(`/api/exam/attempt/${call}`, { form: missing, headers: await signedIn(second()) });
    const same = await attemptApi(args(other, { call }));
    expect([same.status, await same.json()]).toEqual([answer.status, refusal]);
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
    expect((answer as Response).headers.get('Location')).toBe(
      `/login?redirectTo=${encodeURIComponent(url)}&texts=kept`,
    );
    expect((await held()).at(-1)?.form).toContain('退出之后写的');
  });

  test('gives back lines as they were written, and marks only what was changed', async () => {
    const sent = page(first(), ofA, '\r\n\r\n空两行开头');
    await send(first(), sent);
    const shown = async () => {
      const answer = await writtenLoader(args(request(url, { headers: await signedIn(first()) })));
      const { pageItems } = answer as unknown as {
        pageItems: { shown: { text?: string }; isRestored: boolean }[];
      };
      return pageItems.slice(0, 1).map(({ shown: { text }, isRestored }) => ({ text, isRestored }));
    };
    await send(null, { ...sent, [`r.${itemId}`]: '1' });
    expect(await shown()).toEqual([{ text: '\n\n空两行开头', isRestored: false }]);
    await send(null, { ...page(first(), ofA, '\r\n\r\n又改了'), [`r.${itemId}`]: '1' });
    expect(await shown()).toEqual([{ text: '\n\n又改了', isRestored: true }]);
  });

  test('keeps the texts of a practice; another’s tab puts nothing into one’s own', async () => {
    const question = await makeTheoryQuestion({ owner: teacher, kind: 'short' });
    await makeShare({ question, audience: 'students' });
    const place = `/question_bank/mine/theory/preview?id=${question.id}`;
    const form = {
      _for: formOwnerToken(first(), Date.now()),
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

describe('确定交卷 with the page’s own form, as it goes without script', () => {
  const handIn = (text: string, revision = '0') => ({
    ...page(first(), ofA, text),
    [`r.${itemId}`]: revision,
    _go: 'hand-in',
  });
  const stateOfA = async () =>
    (await db().selectFrom('attempts').select('state').where('id', '=', ofA.id).executeTakeFirst())?.state;
  const said = (answer: unknown) => (answer as { data: { message: string; errors: Record<number, string> } }).data;
  const sendFiles = async (fields: Record<string, string>, files: [field: string, name: string, bytes: Buffer][]) => {
    const body = new FormData();
    Object.entries(fields).forEach(([name, value]) => body.append(name, value));
    for (const [field, name, bytes] of files)
      body.append(field, new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' }));
    const headers = { Host: HOST, Accept: 'text/html', ...(await signedIn(first())) };
    return outcome(writtenAction(args(new Request(`http://${HOST}${url}`, { method: 'POST', headers, body }))));
  };

  test('what stands on the page is saved, then the paper is handed in', async () => {
    const answer = await send(first(), handIn('最后写的'));
    expect((answer as unknown as Response).headers.get('Location')).toContain('/examination/evaluation/receipt');
    expect(await answers()).toEqual([{ attempt_id: ofA.id, value: '{"text":"最后写的"}' }]);
    expect(await stateOfA()).toBe('submitted');
  });

  test('two versions of an answer stand against it, and it is said that nothing is handed in', async () => {
    await send(first(), page(first(), ofA, '另一个窗口'));
    const answer = await send(first(), handIn('这个窗口'));
    expect(said(answer).message).toMatch(/^还没有交卷：.*选择保留哪一份/);
    expect(await stateOfA()).toBe('in_progress');
    await send(first(), handIn('这个窗口', '1'));
    expect(await answers()).toEqual([{ attempt_id: ofA.id, value: '{"text":"这个窗口"}' }]);
    expect(await stateOfA()).toBe('submitted');
  });

  test.each(['hand-in', 'submit'])(
    '%s: each refused photo is named with its reason, here and on the receipt',
    async (go) => {
      const photos: [string, string, Buffer][] = [
        [`p.${penId}`, '一.jpg', Buffer.from('不是图片')],
        [`p.${penId}`, '二.jpg', await makePhoto()],
        [`p.${penId}`, '录像.jpg', Buffer.alloc(61 * 1024 * 1024)],
      ];
      const answer = await sendFiles({ ...handIn('一起写的'), _go: go }, photos);
      expect(said(answer).message).toMatch(/^还没有交卷：/);
      const lines = said(answer).errors[penId]?.split('\n') ?? [];
      expect(lines).toEqual([
        expect.stringMatching(/^“一.jpg”没有收下：/),
        expect.stringMatching(/^“录像.jpg”没有收下：.*大/),
      ]);
      expect(await stateOfA()).toBe('in_progress');
      expect(await answers()).toMatchObject([{ value: '{"text":"一起写的"}' }]);
      expect(await db().selectFrom('photos').select('item_id').execute()).toEqual([{ item_id: penId }]);
      const notes = await listReceiptNotes(await getAttemptView(ofA.id));
      expect(notes.map((note) => note.text)).toEqual([
        expect.stringMatching(/^收下的 1 张都算数；“一.jpg”没有收下：/),
        expect.stringMatching(/^收下的 1 张都算数；“录像.jpg”没有收下：/),
      ]);
    },
  );

  test('oral: a chosen recording goes first; one that is no recording stands against it', async () => {
    const oral = await startAttempt(actorOf(first()), { examId: exam.id, part: 'oral' }, Date.now());
    const oralItem = exam.items.find((item) => item.part === 'oral')?.id ?? 0;
    const sendOral = async (file: Buffer) => {
      const body = new FormData();
      const fields = { _intent: 'upload', _go: 'hand-in', itemId: String(oralItem), attemptId: String(oral.id) };
      Object.entries(fields).forEach(([name, value]) => body.append(name, value));
      body.append('file', new File([new Uint8Array(file)], '一.wav', { type: 'audio/wav' }));
      const headers = { Host: HOST, Accept: 'text/html', ...(await signedIn(first())) };
      const from = new Request(`http://${HOST}/examination/evaluation/index?id=${exam.id}`, {
        ...{ method: 'POST', headers, body },
      });
      return outcome(oralAction(args(from)));
    };
    const isOpen = async () => (await getAttemptView(oral.id)).state === 'in_progress';
    await sendOral(Buffer.from('不是录音'));
    expect(await isOpen()).toBe(true);
    const directory = await mkdtemp(path.join(tmpdir(), 'kaoping-oral-'));
    await sendOral(await readFile(await makeToneWav(path.join(directory, 'tone.wav'), 2)));
    await rm(directory, { recursive: true });
    expect(await db().selectFrom('takes').select('attempt_id').execute()).toEqual([{ attempt_id: oral.id }]);
    expect(await isOpen()).toBe(false);
  });

  test.each([
    ['确定交卷', 'hand-in', 'receipt'],
    ['交卷', 'ask', 'confirm=submit'],
    ['another item', 'item-1', 'item=1'],
    ['保存选定的录音', 'choose', 'evaluation/index'],
  ])('oral: the recording that is marked goes along with %s', async (_, go, leadsTo) => {
    const oral = await startAttempt(actorOf(first()), { examId: exam.id, part: 'oral' }, Date.now());
    const oralItem = exam.items.find((item) => item.part === 'oral')?.id ?? 0;
    const made = { attempt: oral, itemId: oralItem, owner: first() };
    const [one, two] = [await makeTake({ ...made, number: 1 }), await makeTake({ ...made, number: 2 })];
    const chosen = async () =>
      (await db().selectFrom('takes').select('id').where('is_chosen', '=', 1).execute())[0]?.id;
    expect(await chosen()).toBe(two.id);
    const body = new FormData();
    const fields = { _intent: 'upload', _go: go, itemId: String(oralItem), attemptId: String(oral.id) };
    Object.entries({ ...fields, takeId: String(one.id) }).forEach(([name, value]) => body.append(name, value));
    const headers = { Host: HOST, Accept: 'text/html', ...(await signedIn(first())) };
    const place = `http://${HOST}/examination/evaluation/index?id=${exam.id}`;
    const answer = await outcome(oralAction(args(new Request(place, { method: 'POST', headers, body }))));
    expect((answer as unknown as Response).headers.get('Location')).toContain(leadsTo);
    expect(await chosen()).toBe(one.id);
  });

  test.each([false, true])('oral: recordings and 交卷 stand in one form, all takes used: %s', async (isLocked) => {
    const upload = { attemptId: 1, itemId: 2, problem: null, isLocked, isOpen: false, chosen: undefined };
    const form = createElement(UploadTake, { ...upload, onChooseFile: () => undefined });
    const go = createElement(OralGo, { to: '/ask', go: 'ask', children: '交卷' });
    const html = await drawn(createElement('div', null, form, go));
    expect(html).toMatch(/<form[^>]*id="upload-take"/);
    expect(html).toMatch(
      /<button[^>]*form="upload-take"[^>]*value="ask"|<button[^>]*value="ask"[^>]*form="upload-take"/,
    );
  });
});

describe('a form that came in time when nobody was signed in, and its student comes back after the end', () => {
  const late = async () => (await listAttemptItems(await getAttemptView(ofA.id))).flatMap((item) => item.lateAnswers);

  test('the teacher finds what it said, with its time; it does not count; the receipt says so', async () => {
    expect((await send(null, page(first(), ofA, '到时前写的'))).status).toBe(302);
    const [form] = await db().selectFrom('held_forms').select('at').execute();
    await closeOverdueAttempts(ofA.deadlineAt + GRACE_MS + 1);
    expect(await late()).toMatchObject([{ value: { text: '到时前写的' }, receivedAt: form?.at, isSignedOut: true }]);
    expect(await answers()).toEqual([]);
    expect(await held()).toEqual([]);
    const [note] = await listReceiptNotes(await getAttemptView(ofA.id));
    expect(note?.text).toMatch(/送到时登录已失效，没有计入；已留存，老师可以看到/);
    const remarks = await listHandInRemarks([ofA.id]);
    expect(remarks.get(ofA.id)).toMatchObject([{ itemId, text: '1 项到达时登录已失效，没有计入' }]);
  });

  test('one that came after the end too, as late as it is', async () => {
    await closeOverdueAttempts(ofA.deadlineAt + GRACE_MS + 1);
    await db()
      .updateTable('attempts')
      .set({ submitted_at: Date.now() - 60_000 })
      .where('id', '=', ofA.id)
      .execute();
    await send(null, page(first(), ofA, '到时后写的'));
    const receipt = `/examination/evaluation/receipt?id=${exam.id}&part=written`;
    await receiptLoader(args(request(receipt, { headers: await signedIn(first()) })));
    expect(await late()).toMatchObject([{ value: { text: '到时后写的' }, isSignedOut: false }]);
  });

  test('what was saved after signing in again takes its place', async () => {
    await send(null, page(first(), ofA, '登录前写的'));
    await send(first(), { ...page(first(), ofA, '登录后写的'), _go: 'hand-in' });
    expect(await late()).toEqual([]);
    expect(await answers()).toMatchObject([{ value: '{"text":"登录后写的"}' }]);
  });

  test('a photo that was chosen with it is not kept: the login page and the paper say so', async () => {
    const body = new FormData();
    Object.entries(page(first(), ofA, '和照片一起')).forEach(([name, value]) => body.append(name, value));
    body.append(`p.${penId}`, new File([new Uint8Array(await makePhoto())], '草稿.jpg', { type: 'image/jpeg' }));
    const headers = { Host: HOST, Accept: 'text/html' };
    const from = new Request(`http://${HOST}${url}`, { method: 'POST', headers, body });
    const login = ((await outcome(writtenAction(args(from)))) as Response).headers.get('Location') ?? '';
    const shown = await loginLoader(args(request(login)));
    expect(shown).toMatchObject({ data: { ofForm: expect.stringContaining('没有保存，之后请重新选择') as string } });
    const paper = await writtenLoader(args(request(url, { headers: await signedIn(first()) })));
    expect(paper.pageItems.find((item) => item.id === penId)?.error).toBe(
      '登录过期或换了账号时选的照片“草稿.jpg”没有保存，请重新选择。',
    );
  });

  test('so is a recording, and what was chosen when somebody else had signed in: its page names it', async () => {
    const oral = await startAttempt(actorOf(first()), { examId: exam.id, part: 'oral' }, Date.now());
    const place = `/examination/evaluation/index?id=${exam.id}&item=1`;
    const upload = async (name: string, headers: Record<string, string>) => {
      const body = new FormData();
      const oralItem = exam.items.find((item) => item.part === 'oral')?.id ?? 0;
      Object.entries({
        ...{ _for: formOwnerToken(first(), Date.now()), attemptId: String(oral.id) },
        ...{ _intent: 'upload', itemId: String(oralItem) },
      }).forEach(([key, value]) => body.append(key, value));
      body.append('file', new File(['x'], name, { type: 'audio/amr' }));
      const init = { method: 'POST', headers: { Host: HOST, Accept: 'text/html', ...headers }, body };
      return outcome(oralAction(args(new Request(`http://${HOST}${place}`, init))));
    };
    const said = async () => {
      const loaded = await oralLoader(args(request(place, { headers: await signedIn(first()) })));
      return loaded.held?.fieldErrors.file;
    };
    const login = ((await upload('手机.amr', {})) as Response).headers.get('Location') ?? '';
    expect(await loginLoader(args(request(login)))).toMatchObject({
      data: { ofForm: expect.stringContaining('没有保存，之后请重新选择') as string },
    });
    expect(await said()).toContain('“手机.amr”没有保存，请重新选择');
    const refused = await upload('别人.amr', await signedIn(second()));
    expect(refused).toMatchObject({ code: 'conflict' });
    expect((refused as { message?: string }).message).toContain('“别人.amr”没有留存');
    expect(await said()).toContain('“别人.amr”没有保存，请重新选择');
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

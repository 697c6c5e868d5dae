import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { startAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, listAttemptItems, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { closeExams } from '~/domain/room/close.commands.server';
import { grantResits } from '~/domain/room/resit.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { takeFlash } from '~/http/flash.server';
import { formOwnerToken } from '~/http/form-owner.server';
import { startSession } from '~/http/session.server';
import { loader as loginLoader } from '~/routes/login';
import { action as attemptApi } from '~/routes/api.exam.attempt.$call';
import { loader as receiptLoader } from '~/routes/_sit.examination.evaluation.receipt';
import { action as writtenAction, loader as writtenLoader } from '~/routes/_sit.examination.evaluation.written';
import { formatClock } from '~/lib/time';
import {
  actorOf,
  makeClassroom,
  makeExam,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  type MadeExam,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const MINUTE = 60_000;
const HOST = 'kaoping.test';
let student: UserRow;
let teacher: UserRow;
let exam: MadeExam;
let attempt: AttemptView;
let itemId: number;
let url: string;

beforeEach(async () => {
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id });
  exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
  });
  attempt = await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());
  itemId = exam.items[0]?.id ?? 0;
  url = `/examination/evaluation/written?id=${exam.id}`;
});

async function request(path: string, user: UserRow | null, form?: Record<string, string>): Promise<Request> {
  const from = new Request(`http://${HOST}/login`);
  const session = user && { id: user.id, userType: user.user_type, sessionVersion: user.session_version };
  const cookie: Record<string, string> = session
    ? { Cookie: (await startSession(from, session)).split(';')[0] ?? '' }
    : {};
  return new Request(`http://${HOST}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: new Headers({ Host: HOST, Accept: 'text/html', ...cookie }),
    body: form && new URLSearchParams(form),
  });
}
const args = (from: Request, params = {}) => ({ request: from, params, context: {} }) as ActionFunctionArgs;
const send = async (user: UserRow | null, fields: Record<string, string>) => {
  const form = { _for: formOwnerToken(student, Date.now()), attemptId: String(attempt.id), _intent: 'save', ...fields };
  const sent = writtenAction(args(await request(url, user, form)));
  return (await sent.catch((error: unknown) => error)) as Response;
};
const answerOf = (text: string, revision = 0) => ({ [`r.${itemId}`]: String(revision), [`a.${itemId}.text`]: text });
const open = async () => writtenLoader(args(await request(url, student)));
const receipt = async (query: string) =>
  receiptLoader(args(await request(`/examination/evaluation/receipt?id=${exam.id}&part=written${query}`, student)));

test('the receipt of the first sitting leads to the re-sit that may be begun or runs, until it is handed in', async () => {
  const now = Date.now();
  await closeExams(actorOf(teacher), [exam.id], now);
  expect(await receipt('&number=1')).toMatchObject({ again: null });
  const times = { beginTime: now - MINUTE, endTime: now + 60 * MINUTE, uploadEndTime: now + 70 * MINUTE };
  const resit = { id: exam.id, part: 'written' as const, studentIds: [student.id], ...times, reason: '' };
  await grantResits(actorOf(teacher), { ...resit, countedAttempt: undefined, requestId: '' }, now);
  const until = { label: '补考', deadlineAt: times.endTime };
  expect(await receipt('&number=1')).toMatchObject({
    again: { ...until, href: `/examination/preview?id=${exam.id}` },
  });
  await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());
  const answer = await send(student, answerOf('旧页面上写的'));
  expect(answer.headers.get('Location')).toContain('number=1');
  expect(await receipt('&number=1')).toMatchObject({ again: { ...until, href: url } });
  await db().updateTable('attempts').set({ state: 'submitted' }).where('number', '=', 2).execute();
  expect(await receipt('&number=1')).toMatchObject({ again: null });
});

test('the login page says that what was written is kept, and the paper gives it back', async () => {
  const login = (await send(null, answerOf('登录失效时写的'))).headers.get('Location') ?? '';
  expect(await loginLoader(args(await request(login, null)))).toMatchObject({
    data: { ofForm: '写的内容已留存，之后就能看到' },
  });
  expect(await open()).toMatchObject({ pageItems: [{ shown: { text: '登录失效时写的' }, isRestored: true }] });
});

test('two pages sent while nobody was signed in: one stands in the field, the other beside it, and no save loses it', async () => {
  await send(null, answerOf('第一个窗口写的'));
  await send(null, answerOf('第二个窗口写的'));
  const { pageItems } = await open();
  expect(pageItems).toMatchObject([{ shown: { text: '第二个窗口写的' } }]);
  expect(pageItems[0]?.error).toMatch(/还收到过这道题的另一份答案.*第一个窗口写的/);
  expect((await send(student, answerOf('第二个窗口写的，改完'))).status).toBe(303);
  const late = (await listAttemptItems(await getAttemptView(attempt.id))).flatMap((item) => item.lateAnswers);
  expect(late).toMatchObject([{ value: { text: '第一个窗口写的' } }]);
  expect((await open()).pageItems[0]?.error).toBe('');
});

test('用已保存的那一份 is told with the time at which that one was saved', async () => {
  const savedAt = Date.now() - 3 * MINUTE;
  await send(student, answerOf('甲机写的'));
  await db().updateTable('answers').set({ saved_at: savedAt }).execute();
  const answer = await send(student, { ...answerOf('乙机写的', 1), [`c.${itemId}`]: 'stored' });
  const cookie = (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  const { flash } = await takeFlash(new Request(`http://${HOST}/`, { headers: { Cookie: cookie } }));
  expect(flash?.text).toBe(`第 1 题用的是已保存的那一份（已保存 ${formatClock(savedAt)}）`);
});

test('a student’s open page hears whose login it is now', async () => {
  const form = { attemptId: String(attempt.id), itemId: String(itemId), value: '{"text":"学生写的"}', revision: '0' };
  const answer = await attemptApi(args(await request('/api/exam/attempt/answer', teacher, form), { call: 'answer' }));
  expect(await answer.json()).toMatchObject({
    code: 403,
    message: `拒绝访问：这里要用学生账号，现在登录的是${teacher.name}（${teacher.account}）`,
  });
});

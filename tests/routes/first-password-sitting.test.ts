import type { ActionFunctionArgs } from '@remix-run/node';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { closeOverdueAttempts, startAttempt } from '~/domain/attempt/attempt.commands.server';
import { getAttemptView, listAttemptItems, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { closeExams } from '~/domain/room/close.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { formOwnerToken } from '~/http/form-owner.server';
import { startSession } from '~/http/session.server';
import { action as attemptApi, loader as attemptState } from '~/routes/api.exam.attempt.$call';
import { loader as receiptLoader } from '~/routes/_sit.examination.evaluation.receipt';
import { action as writtenAction } from '~/routes/_sit.examination.evaluation.written';
import { loader as passwordLoader } from '~/routes/users.password';
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
let headers: Record<string, string>;

beforeEach(async () => {
  teacher = await makeTeacher();
  const classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id, must_change_password: 1 });
  exam = await makeExam({
    owner: teacher,
    classrooms: [classroom],
    written: [await makeTheoryQuestion({ owner: teacher, kind: 'short' })],
  });
  attempt = await startAttempt(actorOf(student), { examId: exam.id, part: 'written' }, Date.now());
  itemId = exam.items[0]?.id ?? 0;
  url = `/examination/evaluation/written?id=${exam.id}`;
  const session = { id: student.id, userType: student.user_type, sessionVersion: student.session_version };
  headers = { Cookie: (await startSession(request('/login'), session)).split(';')[0] ?? '' };
});

const request = (path: string, form?: Record<string, string>) =>
  new Request(`http://${HOST}${path}`, {
    method: form ? 'POST' : 'GET',
    headers: new Headers({ Host: HOST, Accept: 'text/html', ...headers }),
    body: form && new URLSearchParams(form),
  });
const args = (from: Request, params = {}) => ({ request: from, params, context: {} }) as ActionFunctionArgs;
const thrown = async (done: Promise<unknown>) => (await done.catch((error: unknown) => error)) as Response;
const sendPage = (text: string) =>
  thrown(
    writtenAction(
      args(
        request(url, {
          _for: formOwnerToken(student, Date.now()),
          attemptId: String(attempt.id),
          [`r.${itemId}`]: '0',
          [`a.${itemId}.text`]: text,
        }),
      ),
    ),
  );
const late = async () => {
  const items = await listAttemptItems(await getAttemptView(attempt.id));
  return items.flatMap((item) => item.lateAnswers.map(({ value }) => value.text));
};
/** The times of the exam and of the paper are over since so many minutes. */
const passTime = async (minutes: number) => {
  const at = Date.now() - minutes * MINUTE;
  const times = { begin_time: at - 60 * MINUTE, end_time: at, upload_end_time: at };
  await db().updateTable('exams').set(times).where('id', '=', exam.id).execute();
  await db().updateTable('attempts').set({ deadline_at: at, upload_deadline_at: at }).execute();
};

describe('still on the first password when the paper is closed', () => {
  test.each([
    ['老师已经收卷', () => closeExams(actorOf(teacher), [exam.id], Date.now())],
    ['截止时间已过', () => passTime(5).then(() => closeOverdueAttempts(Date.now()))],
  ])('%s: it is said, and what was typed lies before the teacher as anybody’s does', async (word, close) => {
    await close();
    const answer = await sendPage('来不及保存的');
    expect(answer.headers.get('Location')).toContain('/examination/evaluation/receipt');
    expect(await late()).toEqual(['来不及保存的']);
    const call = { attemptId: String(attempt.id), itemId: String(itemId), value: '{"text":"又写的"}', revision: '0' };
    const said = await attemptApi(args(request('/api/exam/attempt/answer', call), { call: 'answer' }));
    expect(await said.json()).toMatchObject({ code: 409, message: expect.stringContaining(word) as string });
    expect(await late()).toEqual(['来不及保存的', '又写的']);
    const state = await attemptState(
      args(request(`/api/exam/attempt/state?attemptId=${attempt.id}`), { call: 'state' }),
    );
    expect(await state.json()).toMatchObject({ data: { isOpen: false } });
  });

  test('long after, the new password comes first and what was typed is kept until then', async () => {
    await passTime(45);
    await closeOverdueAttempts(Date.now());
    const location = (await sendPage('放了很久的')).headers.get('Location') ?? '';
    expect(location).toMatch(/^\/users\/password\?redirectTo=/);
    expect(await passwordLoader(args(request(location)))).toMatchObject({ ofForm: '写的内容已留存，之后就能看到' });
    await db().updateTable('users').set({ must_change_password: 0 }).where('id', '=', student.id).execute();
    await receiptLoader(args(request(`/examination/evaluation/receipt?id=${exam.id}&part=written`)));
    expect(await late()).toEqual(['放了很久的']);
  });
});

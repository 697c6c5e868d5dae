import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { saveScore } from '~/domain/scoring/marking/scoring.commands.server';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import * as attemptRoute from '~/routes/api.exam.attempt.$call';
import * as commentRoute from '~/routes/api.interact.comment.$call';
import * as examRoute from '~/routes/api.exam.$call';
import * as practiceRoute from '~/routes/api.practice.$call';
import * as resourceRoute from '~/routes/api.exam.resource.$call';
import * as scoreRoute from '~/routes/api.exam.score.$call';
import * as workRoute from '~/routes/api.interact.work.$call';
import {
  actorOf,
  makeAttempt,
  makeClassroom,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeReleasedOral,
  makeStudent,
  makeTeacher,
  makeTheoryQuestion,
  makeWork,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase({ keepRows: true });

const ROUTES = {
  exam: examRoute,
  'exam/attempt': attemptRoute,
  'exam/score': scoreRoute,
  'exam/resource': resourceRoute,
  'interact/work': workRoute,
  'interact/comment': commentRoute,
  practice: practiceRoute,
};

type Data = Record<string, unknown>;

async function post(path: string, as: UserRow, body: Data, key?: string): Promise<{ status: number; data: Data }> {
  const slash = path.lastIndexOf('/');
  const session = { uid: as.id, role: as.user_type, version: as.session_version, renewedAt: Date.now() };
  const headers = new Headers({ 'Content-Type': 'application/json' });
  headers.set('Cookie', (await sessionCookie(session)).split(';')[0] ?? '');
  if (key !== undefined) headers.set('Idempotency-Key', key);
  const request = new Request(`http://localhost/api/${path}`, { method: 'POST', body: JSON.stringify(body), headers });
  const { action } = ROUTES[path.slice(0, slash) as keyof typeof ROUTES];
  const response = await action({ request, params: { call: path.slice(slash + 1) }, context: {} });
  const answer = (await response.json()) as { message: string; data: Data };
  return { status: response.status, data: response.ok ? answer.data : { message: answer.message, ...answer.data } };
}

/** Everything that is done is noted in the audit log. */
const deeds = async () =>
  Number(
    (
      await db()
        .selectFrom('audit_entries')
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

let teacher: UserRow;
let student: UserRow;
let classroom: Awaited<ReturnType<typeof makeClassroom>>;

beforeAll(async () => {
  teacher = await makeTeacher();
  classroom = await makeClassroom({ teacher });
  student = await makeStudent({ classroom_id: classroom.id, has_consent: 1 });
});

const running = async () => {
  const written = [await makeTheoryQuestion({ owner: teacher }), await makeWrittenQuestion({ owner: teacher })];
  return makeExam({
    owner: teacher,
    classrooms: [classroom],
    oral: await makeOralQuestion({ owner: teacher }),
    written,
  });
};
const sat = async (part: 'oral' | 'written', state: string) => {
  const exam = await running();
  const attempt = await makeAttempt({ exam, student, part, state });
  return { exam, attemptId: attempt.id, items: exam.items.filter((item) => item.part === part).map((item) => item.id) };
};
const examInput = () => ({
  name: '月考',
  testType: [1],
  clazzIds: [classroom.id],
  beginTime: '2027-01-11 09:00:00',
  endTime: '2027-01-11T10:00:00+08:00',
  uploadEndTime: '2027-01-11 10:15',
});

type Case = [path: string, as: () => UserRow, give: () => Promise<Data>];
const CASES: Case[] = [
  ['exam/add', () => teacher, () => Promise.resolve(examInput())],
  ['exam/extend', () => teacher, async () => ({ id: (await running()).id, all: 1, minutes: 10, reason: '停电' })],
  ['exam/attempt/start', () => student, async () => ({ examId: (await running()).id, part: 'oral' })],
  [
    'exam/attempt/take',
    () => student,
    async () => {
      const { attemptId, items } = await sat('oral', 'in_progress');
      return { attemptId, itemId: items[0], fileId: (await makeFile({ owner: student, kind: 'audio' })).id };
    },
  ],
  [
    'exam/attempt/photo',
    () => student,
    async () => {
      const { attemptId, items } = await sat('written', 'in_progress');
      return { attemptId, itemId: items[1], fileIds: (await makeFile({ owner: student })).id };
    },
  ],
  ['exam/attempt/submit', () => student, async () => ({ attemptId: (await sat('written', 'in_progress')).attemptId })],
  [
    'exam/score/save',
    () => teacher,
    async () => {
      const { attemptId } = await sat('oral', 'submitted');
      return { attemptId, measures: { zqd: 90, lld: 80, wzd: 70, gjc: null }, final: 1, version: 0 };
    },
  ],
  [
    'exam/resource/add',
    () => teacher,
    async () => ({
      fileId: (await makeFile({ owner: teacher, kind: 'resource', mime: 'application/pdf' })).id,
      title: '讲义',
    }),
  ],
  [
    'interact/work/publish',
    () => student,
    async () => ({ attemptId: (await makeReleasedOral({ teacher, student })).attempt.id, title: '朗读' }),
  ],
  [
    'interact/comment/add',
    () => student,
    async () => ({ workId: (await makeWork({ student, teacher })).id, text: '讲得真好' }),
  ],
  [
    'practice/add',
    () => student,
    async () => ({ questionId: (await makeTheoryQuestion({ owner: student })).id, answer: 'A' }),
  ],
];

describe.each(CASES)('POST %s', (path, as, give) => {
  test('a repeated key gets the first answer and does nothing again', async () => {
    const body = await give();
    const first = await post(path, as(), body, `key of ${path}`);
    expect(first, JSON.stringify(first.data)).toMatchObject({ status: 200 });
    const before = await deeds();
    const second = await post(path, as(), { ...body, requestId: `key of ${path}` });
    // What the clock says beside the answer goes on.
    const still = ({ serverTime: _now, ...data }: Data) => data;
    expect({ ...second, data: still(second.data) }).toEqual({ ...first, data: still(first.data) });
    expect(await deeds()).toBe(before);
  });
});

test('a key is its user’s and its call’s: the same one elsewhere is another request', async () => {
  const other = await makeTeacher();
  const own = await makeClassroom({ teacher: other });
  const first = await post('exam/add', teacher, examInput(), 'shared key');
  const second = await post('exam/add', other, { ...examInput(), clazzIds: `${own.id}` }, 'shared key');
  expect(second.status).toBe(200);
  expect(second.data.id).not.toBe(first.data.id);
});

test('a start that is repeated begins no second attempt, a photo that was taken away does not come back', async () => {
  const exam = await running();
  const start = { examId: exam.id, part: 'written' };
  const first = await post('exam/attempt/start', student, start, 'start');
  const itemId = exam.items[2]?.id;
  const photo = { attemptId: first.data.id, itemId, fileIds: [(await makeFile({ owner: student })).id] };
  const added = await post('exam/attempt/photo', student, photo, 'photo');
  const [one] = added.data.photos as { id: number }[];
  await post('exam/attempt/photoRemove', student, { attemptId: first.data.id, photoId: one?.id });
  await post('exam/attempt/photo', student, photo, 'photo');
  const { count } = await db()
    .selectFrom('photos')
    .where('attempt_id', '=', Number(first.data.id))
    .where('removed_at', 'is', null)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);

  await post('exam/attempt/submit', student, { attemptId: first.data.id });
  const grant = { exam_id: exam.id, student_id: student.id, part: 'written', extra_minutes: 0, attempts: 2 };
  await db().insertInto('exam_grants').values(grant).execute();
  expect((await post('exam/attempt/start', student, start, 'start')).data).toMatchObject({
    id: first.data.id,
    number: 1,
  });
  expect((await post('exam/attempt/start', student, start, 'again')).data).toMatchObject({ number: 2 });
});

test('a re-marking that is repeated answers what the first one changed', async () => {
  const { exam, attemptId, items } = await sat('written', 'submitted');
  await db().updateTable('exams').set({ status: 'closed' }).where('id', '=', exam.id).execute();
  const marks = [{ itemId: items[1] ?? 0, points: '5' }];
  const score = { attemptId, marks, comment: '', isFinal: true, version: 0 };
  await saveScore(actorOf(teacher), score, Date.now() + 7 * 86_400_000);
  const remark = { id: exam.id, itemId: items[0], credit: 1, reason: '题目有误', preview: 0 };
  const first = await post('exam/remark', teacher, remark, 'remark');
  expect(first.data).toMatchObject({ raised: 1, isRepeat: false });
  expect((await post('exam/remark', teacher, remark, 'remark')).data).toEqual(first.data);
  expect((await post('exam/remark', teacher, remark, 'once more')).data).toMatchObject({ raised: 0, isRepeat: true });
});

test('the first save takes no revision or 0; another is told in words what belongs there, and what was sent is kept', async () => {
  const exam = await running();
  const started = await post('exam/attempt/start', student, { examId: exam.id, part: 'written' });
  const [, , itemId] = exam.items.map((item) => item.id);
  const save = (text: string, revision?: number) =>
    post('exam/attempt/answer', student, { attemptId: started.data.id, itemId, value: { text }, revision });
  const first = await save('先填了 1', 1);
  expect([first.status, first.data.message]).toEqual([
    400,
    expect.stringContaining('第一次保存时 revision 填 0 或不填'),
  ]);
  expect(await save('不填')).toMatchObject({ status: 200, data: { revision: 1 } });
  const ahead = await save('填大了', 7);
  expect([ahead.status, ahead.data.message]).toEqual([400, expect.stringContaining('请填 1')]);
  expect(await save('照应答填', 1)).toMatchObject({ status: 200, data: { revision: 2 } });
  expect(await save('旧的一版', 1)).toMatchObject({ status: 409 });
  const kept = await db()
    .selectFrom('answer_journal')
    .select('value')
    .where('attempt_id', '=', Number(started.data.id))
    .where('outcome', '=', 'conflict')
    .execute();
  expect(kept.map((row) => row.value).join()).toMatch(/先填了 1.*填大了.*旧的一版/);
});

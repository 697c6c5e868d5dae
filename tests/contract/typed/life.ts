import createClient from 'openapi-fetch';
import type { paths } from './api';

/**
 * A whole exam's life as somebody else's program has it: written against nothing but the generated types, compiled with
 * them and run against the server by typed-client.test.ts.
 */

type Account = { account: string; password: string };
type Client = ReturnType<typeof createClient<paths>>;

/** What a client does with an answer: the data of a success, and the sentence of a refusal as an error. */
function dataOf<T>({ data, error }: { data?: { data: T }; error?: { message: string } | undefined }): T {
  if (data === undefined) throw new Error(error?.message ?? 'no answer');
  return data.data;
}

async function signIn(baseUrl: string, body: Account): Promise<Client> {
  const nobody = createClient<paths>({ baseUrl });
  const { response, ...answer } = await nobody.POST('/api/user/login', { body });
  const { isLogin, id } = dataOf(answer);
  if (!isLogin) throw new Error('not signed in');
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return createClient<paths>({ baseUrl, headers: { Cookie: cookie, 'X-User-Id': String(id) } });
}

const pad = (value: number) => String(value).padStart(2, '0');

/** A time as the school writes it, so many minutes from the server's. */
function minutesFrom(serverTime: string, minutes: number): string {
  const time = new Date(Date.parse(`${serverTime.replace(' ', 'T')}Z`) + minutes * 60_000);
  const day = `${time.getUTCFullYear()}-${pad(time.getUTCMonth() + 1)}-${pad(time.getUTCDate())}`;
  return `${day} ${pad(time.getUTCHours())}:${pad(time.getUTCMinutes())}`;
}

export async function life(baseUrl: string, account: Account) {
  const teacher = await signIn(baseUrl, account);
  const own = dataOf(await teacher.POST('/api/user/userInfo'));
  const { serverTime } = dataOf(await teacher.GET('/api/cms/info'));

  // A class and a student.
  const classroom = dataOf(await teacher.POST('/api/class/add', { body: { name: '三班', year: 2026 } }));
  const renamed = dataOf(await teacher.POST('/api/class/edit', { body: { id: classroom.id, grade: '高一' } }));
  const added = dataOf(
    await teacher.POST('/api/stu/add', {
      body: { account: `typed${classroom.id}`, name: '林可欣', classId: classroom.id, consent: true },
    }),
  );
  dataOf(await teacher.POST('/api/stu/edit', { body: { id: added.id, phone: '13800000000' } }));
  // As they were read.
  const listed = dataOf(await teacher.GET('/api/stu/list', { params: { query: { classId: classroom.id } } }));
  for (const one of listed) dataOf(await teacher.POST('/api/stu/edit', { body: one }));
  const profile = dataOf(await teacher.GET('/api/user/profile'));
  dataOf(await teacher.POST('/api/user/profile', { body: profile }));

  // Questions: lists as arrays or as comma strings.
  const theory = dataOf(
    await teacher.POST('/api/exam/theory/add', {
      body: { kind: 'single', stem: '首都是？', options: ['上海', '北京'], answer: 'B', keyPoint: ['首都', '城市'] },
    }),
  );
  const pen = dataOf(
    await teacher.POST('/api/exam/written/add', {
      body: { prompt: '水的三态？', markingPoints: [{ text: '三态', points: 10 }], keyPoint: '水,三态' },
    }),
  );
  dataOf(await teacher.POST('/api/exam/written/add', { body: { id: pen.id, referenceAnswer: '固、液、气' } }));
  const picture = new FormData();
  picture.append('file', new Blob(['第一课'], { type: 'text/plain' }), '讲义.txt');
  const file = dataOf(
    await teacher.POST('/api/common/upload', {
      body: { file: new Blob(['第一课']), uid: own.id },
      bodySerializer: () => picture,
    }),
  );
  dataOf(await teacher.POST('/api/exam/resource/add', { body: { fileId: file.id, title: '讲义' } }));

  // The exam: made, read, changed, published.
  const exam = dataOf(
    await teacher.POST('/api/exam/add', {
      body: {
        name: '单元测验',
        testType: 1,
        clazzIds: [classroom.id],
        writtenIds: `${theory.id},${pen.id}`,
        beginTime: minutesFrom(serverTime, -5),
        endTime: minutesFrom(serverTime, 60),
        uploadEndTime: minutesFrom(serverTime, 70),
        settings: { markedBy: 'one', showsRank: true, quickComments: ['很好'] },
      },
    }),
  );
  const read = dataOf(await teacher.GET('/api/exam/get', { params: { query: { id: exam.id } } }));
  if (read.view !== 'teacher') throw new Error('a teacher is answered as a student');
  const { clazzIds, writtenIds, version, settings } = read;
  const edited = dataOf(
    await teacher.POST('/api/exam/edit', {
      body: { id: exam.id, version, clazzIds, writtenIds, instructions: '带笔', settings: { passFrom: 50 } },
    }),
  );
  const stale = await teacher.POST('/api/exam/edit', { body: { id: exam.id, version, name: '旧' } });
  dataOf(await teacher.POST('/api/exam/publish', { body: { ids: [exam.id] } }));

  // The student: a password of one's own, the paper, its answers.
  const first = await signIn(baseUrl, { account: added.account, password: added.password });
  const password = 'spring rain 26';
  const changed = await first.POST('/api/user/password', {
    body: { oldPassword: added.password, password, confirm: password },
  });
  if (changed.error) throw new Error(changed.error.message);
  const student = await signIn(baseUrl, { account: added.account, password });
  const running = await student.GET('/api/exam/stu/list', { params: { query: { phase: 'running' } } });
  const paper = dataOf(await student.POST('/api/exam/attempt/start', { body: { examId: exam.id, part: 'written' } }));
  for (const item of paper.items) {
    const value = item.question.bank === 'theory' ? { keys: ['B'] } : { text: '固态、液态、气态' };
    const body = { attemptId: paper.id, itemId: item.id, value, revision: item.answer?.revision ?? 0 };
    dataOf(await student.POST('/api/exam/attempt/answer', { body }));
  }
  const receipt = dataOf(await student.POST('/api/exam/attempt/submit', { body: { attemptId: paper.id } }));

  // Marking, release, figures.
  dataOf(await teacher.POST('/api/exam/close', { body: { ids: `${exam.id}` } }));
  const waiting = await teacher.GET('/api/exam/score/list', {
    params: { query: { examId: exam.id, part: 'written', state: 'waiting' } },
  });
  const sheet = dataOf(await teacher.GET('/api/exam/score/get', { params: { query: { attemptId: paper.id } } }));
  const byHand = sheet.items.filter((item) => item.question.bank === 'written');
  const score = dataOf(
    await teacher.POST('/api/exam/score/save', {
      body: {
        attemptId: paper.id,
        points: byHand.map((item) => ({ itemId: item.id, pointMarks: [item.points] })),
        comment: '很好',
        final: true,
      },
    }),
  );
  // What was read goes back: by the marks, and in the settings.
  const { score: stored } = dataOf(
    await teacher.GET('/api/exam/score/get', { params: { query: { attemptId: paper.id } } }),
  );
  const byHandMarks = (stored?.marks ?? []).filter((mark) => byHand.some((item) => item.id === mark.itemId));
  const again = dataOf(
    await teacher.POST('/api/exam/score/save', {
      body: {
        attemptId: paper.id,
        version: stored?.version,
        points: byHandMarks,
        measures: byHandMarks.map((mark) => ({ itemId: mark.itemId, ...mark.measures })),
      },
    }),
  );
  const page = dataOf(await teacher.GET('/api/exam/setting', { params: { query: { id: exam.id } } }));
  dataOf(await teacher.POST('/api/exam/setting', { body: page }));
  dataOf(await teacher.POST('/api/exam/release', { body: { ids: [exam.id], confirm: true } }));
  const result = dataOf(await student.GET('/api/exam/stu/result', { params: { query: { examId: exam.id } } }));
  const figures = dataOf(await student.GET('/api/census/student'));

  return {
    grade: renamed.grade,
    keyPoint: theory.keyPoint,
    kept: [settings.markedBy, edited.settings.markedBy, edited.settings.passFrom, edited.instructions, edited.name],
    stale: [stale.response.status, stale.error?.message],
    running: running.data?.totalCount,
    receipt: receipt.code.length > 0,
    waiting: waiting.data?.totalCount,
    percent: [score.percent, again.percent, again.state],
    result: [result.total, result.parts.flatMap((part) => part.items.map((item) => item.earned))],
    exams: figures.exams.map((one) => one.total.percent),
  };
}

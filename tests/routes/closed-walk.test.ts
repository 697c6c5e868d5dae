import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { addPractice } from '~/domain/practice/practice.commands.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { startRun } from '~/domain/practice/run.commands.server';
import { formulaHash } from '~/domain/question-bank/shown-formulas.commands.server';
import { openZip } from '~/lib/zip.server';
import { CALLS } from '~tests/contract/call-table';
import {
  PASSWORD,
  actorOf,
  makeAttempt,
  makeComment,
  makeExam,
  makeFile,
  makeOralQuestion,
  makeShare,
  makeStudent,
  makeTheoryQuestion,
  makeThread,
  makeWork,
  makeWrittenQuestion,
} from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { ROUTES } from './access-table';
import { makeWorld, type World } from './access-world';

/**
 * A student has practised questions in every way there is, and then they stand in an exam that the student is to sit:
 * no page and no call tells their words, key or analysis, nor what was said about them, until that exam has ended.
 */

useDatabase({ keepRows: true });

/** Stands in every text of the questions, and of what was said about them. */
const MARK = '玄鸟';
/** Stands in an analysis alone. */
const HIDDEN_FORMULA = 'q_{53}';

let app: BuiltApp;
let world: World;
/** Ids of everything around the questions: the walk asks for each of them under every name. */
let ids: number[];

async function practised() {
  const { teacher, classroom, student } = world;
  const actor = actorOf(student);
  const before = Date.now() - 3_600_000;
  const oral = await makeOralQuestion({ owner: teacher, title: `${MARK}口语`, body: { examContent: `${MARK}飞过。` } });
  const points = [{ text: `${MARK}要点`, points: 10 }];
  const pen = await makeWrittenQuestion({
    owner: teacher,
    title: `${MARK}笔试`,
    body: { prompt: `${MARK}是什么`, referenceAnswer: `${MARK}是燕子`, markingPoints: points },
  });
  const options = ['A', 'B'].map((key) => ({ key, text: `${MARK}${key}` }));
  const theory = await makeTheoryQuestion({
    owner: teacher,
    title: `${MARK}理论`,
    body: { stem: `${MARK}指什么`, options, keys: ['B'], analysis: `${MARK}见诗经$${HIDDEN_FORMULA}$` },
  });
  const questions = [oral, pen, theory];
  for (const question of questions) await makeShare({ question, classroom });
  const targets = questions.map(({ id }) => ({ questionId: id }));
  const run = await startRun(actor, { title: '三题', targets, requestId: '' }, before);
  const take = await makeFile({ owner: student, kind: 'audio' });
  const add = async (given: object) =>
    (await addPractice(actor, practiceSchema.parse({ runId: run, requestId: '', fileIds: [], ...given }), before)).id;
  const tries = [
    await add({ questionId: oral.id, fileIds: [take.id], selfRating: 5, note: `${MARK}笔记` }),
    await add({ questionId: pen.id, answer: { text: `${MARK}是鸟` }, selfRating: 5 }),
    await add({ questionId: theory.id, answer: { keys: ['A'] } }),
  ];
  // An earlier exam had the same questions, and its results are out.
  const parts = { owner: teacher, classrooms: [classroom], oral, written: [pen, theory] };
  const earlier = await makeExam({ ...parts, status: 'released' });
  const answers = [{ text: `${MARK}我写的` }, { keys: ['A'] }];
  const attempt = await makeAttempt({ exam: earlier, student, part: 'written', state: 'submitted', answers });
  const mate = await makeStudent({ classroom_id: classroom.id, has_consent: 1 });
  const items = [{ title: `${MARK}作品`, fileIds: [], text: `${MARK}正文` }];
  const own = await makeWork({ student, teacher, practice_id: tries[1], title: `${MARK}作品`, items });
  const given = { questionId: pen.id, answer: { text: `${MARK}是鸟` }, selfRating: 5, fileIds: [], requestId: '' };
  const matesTry = await addPractice(actorOf(mate), practiceSchema.parse(given), before);
  const mates = await makeWork({ student: mate, teacher, practice_id: matesTry.id, title: `${MARK}同学的`, items });
  for (const work of [own, mates]) {
    await makeComment({ work, author: student, text: `${MARK}自己的评论` });
    await makeComment({ work, author: teacher, text: `${MARK}老师的评论` });
  }
  const threads = [];
  for (const practice_id of tries) {
    const posts = [{ author: student }, { author: teacher, text: `${MARK}的答案是 B` }];
    threads.push(await makeThread({ student, subject: 'practice', practice_id, title: `${MARK}为什么`, posts }));
  }
  threads.push(await makeThread({ student, subject: 'work', work_id: own.id, title: `${MARK}这份作品` }));
  const later = await makeExam({ ...parts, written: [pen, theory] });
  const named = [...questions, earlier, attempt, ...earlier.items, later, ...later.items, own, mates, ...threads];
  return { ids: [...new Set([...named.map(({ id }) => id), ...tries, run])], running: later, tries, take: take.id };
}

let made: Awaited<ReturnType<typeof practised>>;

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
  made = await practised();
  ({ ids } = made);
});
afterAll(() => app.stop());

const NAMES = ['id', 'item', 'done', 'run', 'examId', 'attemptId', 'practiceId', 'workId', 'threadId', 'questionId'];
const PAGE_FILTERS = ['', 'bank=oral', 'bank=written', 'bank=theory', 'tab=mine', 'ask=1', 'tab=left', 'unit=day'];

/** Every GET of a student: each page and each call, with each of the ids under every name, and lists by their tabs. */
function addresses(): string[] {
  const paths = new Set<string>();
  for (const { url, get } of Object.values(ROUTES)) {
    if (get[1] === 403) continue;
    const own = typeof url === 'function' ? url(world) : url;
    paths.add(own.split('?')[0]!.replace(/\/\d+$/, '/:id'));
  }
  for (const [name, { who }] of Object.entries(CALLS)) {
    const [method, path] = name.split(' ');
    if (method === 'GET' && who[1] !== 403) paths.add(`/api/${path}`);
  }
  // Signing out would end the walk, and the archive is made once in ten minutes: it has a test of its own.
  for (const path of ['/logout', '/login', '/lite', '/', '/users/export/download']) paths.delete(path);
  return [...paths].flatMap((path) => {
    const withIds = ids.flatMap((id) => {
      const query = new URLSearchParams(NAMES.map((name) => [name, String(id)]));
      if (path.includes(':id')) return [path.replace(':id', String(id))];
      return [
        `${path}?${query.toString()}`,
        `${path}?id=${id}`,
        ...(path.includes('preview') ? made.tries.map((done) => `${path}?id=${id}&done=${done}`) : []),
      ];
    });
    return [...PAGE_FILTERS.map((filter) => `${path.replace(':id', '0')}?${filter}&pageSize=100`), ...withIds];
  });
}

/** The addresses whose answer holds the mark, without their queries. */
async function tellers(): Promise<string[]> {
  const cookie = await app.signIn(world.student.account, PASSWORD);
  const found = new Set<string>();
  const rest = addresses();
  const walk = async () => {
    for (let url = rest.pop(); url !== undefined; url = rest.pop()) {
      const response = await app.send(url, { cookie });
      expect([url, response.status < 500]).toEqual([url, true]);
      if ((await response.text()).includes(MARK)) found.add(url.replace(/[?].*/, '').replace(/\/\d+$/, '/:id'));
    }
  };
  await Promise.all([walk(), walk(), walk(), walk()]);
  return [...found].sort();
}

/** Whether the formula of the analysis was sent to the student, and so is drawn for them. */
async function isFormulaShown(): Promise<boolean> {
  const rows = await db()
    .selectFrom('shown_formulas')
    .select('user_id')
    .where('user_id', '=', world.student.id)
    .where('hash', '=', formulaHash(HIDDEN_FORMULA))
    .execute();
  return rows.length > 0;
}

async function archive(): Promise<{ names: string[]; texts: string }> {
  const cookie = await app.signIn(world.student.account, PASSWORD);
  const response = await app.send('/api/user/export', { method: 'POST', cookie });
  expect(response.status).toBe(200);
  const zip = openZip(Buffer.from(await response.arrayBuffer()), { entries: 100, entryBytes: 1e7, totalBytes: 1e8 });
  const texts = await Promise.all(
    zip.names.filter((name) => /\.(json|html)$/.test(name)).map(async (name) => (await zip.read(name))?.toString()),
  );
  return { names: zip.names, texts: texts.join('\n') };
}

test('while an exam with them runs, nothing tells of practised questions', async () => {
  expect(await tellers()).toEqual([]);
  expect(await isFormulaShown()).toBe(false);
  const { names, texts } = await archive();
  expect(texts).not.toContain(MARK);
  expect(texts).toContain('考试中的题目没有装进来');
  expect(names.filter((name) => name.startsWith('文件/'))).toEqual([]);
  const cookie = await app.signIn(world.student.account, PASSWORD);
  for (const id of made.tries) {
    const body = new URLSearchParams({ about: `practice:${id}`, title: '问', text: '这题的答案？' });
    const response = await app.send('/api/interact/thread/add', { method: 'POST', body, cookie });
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('正在考试中使用')]);
  }
});

test('while it runs, what was said to its questions in practice is not played either', async () => {
  const cookie = await app.signIn(world.student.account, PASSWORD);
  const file = await app.send(`/api/file/${made.take}`, { cookie });
  expect([file.status, await file.text()]).toEqual([403, expect.stringContaining('正在考试中使用')]);
  // A drawing: nobody would read its reason.
  expect((await app.send(`/waveform/${made.take}`, { cookie })).status).toBe(403);
});

test('once it has ended, they are all there again', async () => {
  const past = Date.now() - 60_000;
  const over = { end_time: past, oral_end_time: past, upload_end_time: past, status: 'closed' };
  await db().updateTable('exams').set(over).where('id', '=', made.running.id).execute();
  const cookie = await app.signIn(world.student.account, PASSWORD);
  expect((await app.send(`/waveform/${made.take}`, { cookie })).status).toBe(200);
  // What the walk is able to see: the doors above.
  expect(await tellers()).toEqual(
    expect.arrayContaining([
      '/api/exam/attempt/get',
      '/api/exam/stu/result',
      '/api/exam/theory/get',
      '/api/interact/comment/list',
      '/api/interact/highScore/list',
      '/api/interact/thread/get',
      '/api/interact/thread/list',
      '/api/practice/wrongList',
      '/dynamic/interact/:id',
      '/dynamic/interact/index',
      '/dynamic/works/:id',
      '/dynamic/works/comment',
      '/dynamic/works/index',
      '/evaluation/progress',
      '/evaluation/run',
      '/evaluation/wrong',
      '/examination/record_page/index',
      '/question_bank/mine/evaluation/index',
      '/question_bank/mine/pen/preview',
      '/question_bank/mine/theory/preview',
    ]),
  );
  expect(await isFormulaShown()).toBe(true);
});

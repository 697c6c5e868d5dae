/**
 * What four jobs of a teacher's day cost, by a browser driven with script on:
 *   KAOPING_BUILD_DIR=build node tests/load/stopwatch.mjs
 * An exam of 25 questions from the bank with the wizard, ticked and drawn at random; 30 oral papers by keys; why one
 * student of a room is red; a class's papers on the printer. Prints clicks, keys, pages and seconds of each. The seconds
 * are the machine's own: nobody thinks or moves a mouse in between.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';
import { START_ID } from '../../scripts/project.mjs';
import { findChromium } from '../../scripts/system-packages.mjs';
import { startServer } from './server.mjs';

const MINUTE = 60_000;
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-load-'));
process.env.DATA_DIR = dataDir;
process.env.SESSION_SECRET = 'a secret for the load test only, never used';

// The app's own functions, read from its sources.
const sources = await createServer({
  configFile: 'vitest.config.ts',
  logLevel: 'error',
  server: { middlewareMode: true },
});
const { closeDatabase, db } = await sources.ssrLoadModule('/app/db/db.server.ts');
const { migrateToLatest } = await sources.ssrLoadModule('/app/db/migrate.server.ts');
const { formatMinute } = await sources.ssrLoadModule('/app/lib/time.ts');
const { makeMarkingSchool } = await sources.ssrLoadModule('/tests/e2e/support/marking-story.ts');
// The stories' module brings a copy of its own, whose word the server would repeat.
process.env.KAOPING_START_ID = START_ID;
const factories = await sources.ssrLoadModule('/tests/factories/index.ts');

let server;
let browser;
try {
  await migrateToLatest();
  const marking = await makeMarkingSchool(30);
  const room = await makeRoom();
  await closeDatabase();
  server = await startServer({ dataDir });
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  console.log('点击  按键  页面    秒  工作');
  await job('考试：勾选 25 题', room.owner, (watch) => compose(watch, room, ticked, '勾选的测验'));
  await job('考试：随机抽 25 题', room.owner, (watch) => compose(watch, room, drawn, '抽题的测验'));
  await job('按键评 30 份口语', marking.owner, (watch) => mark(watch, marking));
  await job('一名学生为什么是红的', room.owner, (watch) => findRed(watch, room));
  await job('打印一个班的试卷', room.owner, (watch) => print(watch, room, '试卷'));
  await job('打印一个班的答题纸', room.owner, (watch) => print(watch, room, '答题纸'));
} finally {
  await browser?.close();
  await server?.stop();
  await closeDatabase();
  await sources.close();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A class of 45 with a bank of 60 questions, and an exam that runs: one student's page has stopped answering. */
async function makeRoom() {
  const owner = await factories.makeTeacher({ name: '周敏' });
  const classroom = await factories.makeClassroom({ teacher: owner, name: '旅游2601班' });
  const questions = [];
  for (let n = 1; n <= 60; n += 1) {
    questions.push(await factories.makeTheoryQuestion({ owner, title: `理论题 ${n}`, points: 4 }));
  }
  const exam = await factories.makeExam({
    ...{ owner, classrooms: [classroom], name: '正在考的测验', written: questions.slice(0, 25) },
    now: Date.now(),
  });
  for (let n = 1; n <= 45; n += 1) {
    const number = String(n).padStart(2, '0');
    const student = await factories.makeStudent({ classroom_id: classroom.id, name: `学生${number}` });
    const attempt = await factories.makeAttempt({ exam, student, part: 'written' });
    if (n !== 23) continue;
    const silent = { reported_at: Date.now() - 2 * MINUTE, unsaved: 3, unsaved_since: Date.now() - 3 * MINUTE };
    await db()
      .insertInto('attempt_pages')
      .values({ attempt_id: attempt.id, ...silent })
      .execute();
  }
  return { owner, classroom, exam, red: '学生23' };
}

/** One job from the home page to its end, counted. */
async function job(name, who, run) {
  const context = await browser.newContext({
    ...{ baseURL: server.origin, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const form = { account: who.account, password: factories.PASSWORD };
  const answer = await page.request.post('/login', { form, headers: { Origin: server.origin }, maxRedirects: 0 });
  if (answer.status() !== 303) throw new Error(`${who.account} cannot sign in: ${answer.status()}`);
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  const count = { clicks: 0, keys: 0, pages: 0 };
  page.on('framenavigated', (frame) => (count.pages += frame === page.mainFrame() ? 1 : 0));
  const watch = {
    page,
    click: async (locator) => {
      await locator.click();
      count.clicks += 1;
    },
    type: async (locator, text) => {
      await locator.click();
      await locator.fill(text);
      count.clicks += 1;
      count.keys += text.length;
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
      count.keys += keys.length;
    },
  };
  const from = performance.now();
  try {
    await run(watch);
  } catch (error) {
    process.exitCode = 1;
    console.log(`没有做完：${name}，${String(error).split('\n')[0]}，在 ${page.url()}`);
    await context.close();
    return;
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1);
  const figures = [count.clicks, count.keys, count.pages, seconds].map((one) => String(one).padStart(4));
  console.log(`${figures.join('  ')}  ${name}`);
  await context.close();
}

async function compose(watch, { classroom }, choose, name) {
  const { page, click, type } = watch;
  const at = (minutes) => formatMinute(Date.now() + minutes * MINUTE);
  await click(page.getByRole('link', { name: '新增考试' }).first());
  await type(page.getByLabel('考试名称'), name);
  await click(page.getByLabel(new RegExp(`^${classroom.name}`)));
  const oral = page.getByLabel('口语', { exact: true });
  const written = page.getByLabel('笔试（含理论题）');
  if (await oral.isChecked()) await click(oral);
  if (!(await written.isChecked())) await click(written);
  await type(page.getByLabel('笔试开始', { exact: true }), at(60));
  await type(page.getByLabel('笔试结束', { exact: true }), at(120));
  await type(page.getByLabel('上传截止', { exact: true }), at(130));
  await click(page.getByRole('button', { name: '下一步', exact: true }));
  await page.waitForURL(/secondadd|threeadd/);
  if (/secondadd/.test(page.url())) await click(page.getByRole('button', { name: '下一步', exact: true }));
  await page.waitForURL(/threeadd/);
  await choose(watch);
  await click(page.getByRole('button', { name: '预览', exact: true }));
  await page.waitForURL(/preview/);
  await click(page.getByRole('button', { name: '发布', exact: true }));
  await page
    .getByText(/已发布/)
    .first()
    .waitFor();
}

async function ticked({ page, click }) {
  await click(page.getByRole('button', { name: '从题库选题' }));
  await click(page.getByRole('checkbox', { name: /^选择本页/ }));
  await page.getByText('已勾选 15 题').waitFor();
  await click(page.getByRole('button', { name: '下一页' }));
  const boxes = page.getByRole('checkbox', { name: /^选择 / });
  await page.getByRole('navigation', { name: '分页' }).getByText('2', { exact: true }).waitFor();
  for (let n = 0; n < 10; n += 1) await click(boxes.nth(n));
  await page.getByText('已勾选 25 题').waitFor();
  await click(page.getByRole('button', { name: '选好了，放入试卷' }));
  await page
    .getByText(/已加入 25 题/)
    .first()
    .waitFor();
}

async function drawn({ page, click, type }) {
  await click(page.getByRole('button', { name: '随机抽题' }));
  const rows = page
    .getByRole('table', { name: '抽题规则' })
    .getByRole('row')
    .filter({ has: page.getByLabel(/行题数$/) });
  await rows.first().waitFor();
  const kinds = await rows.locator('select[name*="kind"]').evaluateAll((all) => all.map(({ value }) => value));
  const row = rows.nth(
    Math.max(
      0,
      kinds.findIndex((kind) => /single/.test(kind)),
    ),
  );
  await type(row.getByLabel(/行题数$/), '25');
  await click(page.getByRole('button', { name: '抽一次，放入试卷' }));
  await page.getByText('共 25 题').first().waitFor();
}

async function mark({ page, click, press }, { papers }) {
  await click(page.getByRole('region', { name: /待办/ }).getByRole('link', { name: /评分/ }).first());
  await click(page.getByRole('link', { name: papers[0].name, exact: true }));
  for (const [index, { name }] of papers.entries()) {
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.waitForFunction(() => globalThis.document.activeElement?.matches('input[type=text], input:not([type])'));
    await press(...String(60 + index), ...'758090', 'Control+Enter');
  }
  await page.getByText('这一部分您都评完了').waitFor();
}

async function findRed({ page, click }, { exam, red }) {
  await click(page.getByRole('link', { name: `监考：${exam.name}` }));
  const row = page
    .getByRole('region', { name: /^异常/ })
    .getByRole('listitem')
    .filter({ hasText: red });
  await row.waitFor();
  console.log(`${red}：${(await row.innerText()).replace(/\s+/g, ' ')}`);
}

async function print({ page, click }, { exam }, what) {
  await page.evaluate(() => (globalThis.print = () => (globalThis.document.title = '打印了')));
  await click(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '我的考试' }));
  const row = page.getByRole('row').filter({ hasText: exam.name });
  await click(row.locator('summary'));
  await click(row.getByRole('link', { name: /^打印/ }));
  await page.getByRole('heading', { level: 1, name: '打印' }).waitFor();
  if (what !== '试卷')
    await click(page.getByRole('navigation', { name: '打印什么' }).getByRole('link', { name: what }));
  await page.locator('.paper').first().waitFor();
  await click(page.getByRole('button', { name: '打印' }));
  await page.waitForFunction(() => globalThis.document.title === '打印了');
}

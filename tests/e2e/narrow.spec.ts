import { rmSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { startDemoServer } from '../../scripts/project.mjs';
import { DEMO, signIn, startExams, walk } from '../../scripts/walk.mjs';
import { BUILD } from '../support/server';
import { makeTestFolder } from '../support/test-folder';
import { picture } from './support/pictures';
import { smallTargets } from './support/targets';

/** A pupil's phone, with script: whatever is pressed on any page can be hit by a finger. */

const dataDir = makeTestFolder('kaoping-finger-');
let server: Awaited<ReturnType<typeof startDemoServer>>;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startDemoServer(BUILD, dataDir);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

/** A page's problems, with what of it stands folded opened. */
async function problemsOf(page: Page, kind: string): Promise<string[]> {
  await expect(page.locator('html')).toHaveAttribute('data-script', /.*/);
  await page.evaluate(() =>
    document.querySelectorAll<HTMLDetailsElement>('main details').forEach((one) => {
      one.open = true;
    }),
  );
  return (await smallTargets(page)).map((problem) => `${kind}: ${problem}`);
}

/** Every paper that can be sat, with photos and two takes whose buttons come with them, and what handing it in asks. */
async function sittingProblems(page: Page, sittings: string[]) {
  const problems: string[] = [];
  let photographed = 0;
  for (const address of sittings) {
    await page.goto(server.address + address);
    const photos = page.locator('.slot--add input').first();
    if ((await photos.count()) > 0) {
      await photos.setInputFiles([await picture('一.png'), await picture('二.png', '#88aacc')]);
      await expect(page.getByRole('button', { name: '删除第 2 张照片' })).toBeVisible();
      photographed += 1;
    }
    for (const take of (await page.getByRole('button', { name: '录音', exact: true }).count()) > 0 ? [1, 2] : []) {
      await page.getByRole('button', { name: take === 1 ? '录音' : '重录', exact: true }).click();
      await expect(page.getByRole('progressbar', { name: '录音时长' })).toHaveText(/0:0[1-9]/);
      await page.getByRole('button', { name: '停止' }).click();
      await expect(page.getByRole('radio')).toHaveCount(take);
    }
    problems.push(...(await problemsOf(page, address)));
    await page.goto(`${server.address}${address}&confirm=submit`);
    await expect(page.getByRole('button', { name: '确定交卷' })).toBeVisible();
    problems.push(...(await problemsOf(page, `${address}, asked whether to hand in`)));
  }
  expect(photographed, 'papers that take photos').toBeGreaterThan(0);
  return problems;
}

/** What is said above the page keeps the page's margins. */
async function expectToastInside(page: Page, sittings: string[]) {
  const written = sittings.find((address) => address.includes('/written'));
  await page.goto(`${server.address}${written}`);
  await page.context().setOffline(true);
  await page.locator('.opt').first().click();
  await page.locator('.exambar-b').getByRole('button', { name: '交卷' }).click();
  const toast = await page.getByText(/还有答案没有保存，已留在这台设备上/).boundingBox();
  await page.context().setOffline(false);
  expect([toast?.x, (toast?.x ?? 0) + (toast?.width ?? 0)]).toEqual([16, 374]);
}

/** A question of the wrong-question book, practised: its answer and what comes of it. */
async function practiceProblems(page: Page) {
  await page.goto(`${server.address}/evaluation/wrong`);
  await page
    .getByRole('link', { name: /^练习\s*：/ })
    .first()
    .click();
  await page.getByRole('button', { name: '提交', exact: true }).waitFor();
  const asked = await problemsOf(page, 'a practised question');
  await page.locator('.opt').first().click();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByRole('link', { name: '再练一次' })).toBeVisible();
  return [...asked, ...(await problemsOf(page, 'an answered question'))];
}

/** A curve that is wider than the phone shows its newest results, and can be moved to its oldest. */
async function expectNewestFirst(page: Page) {
  await page.goto(`${server.address}/census/mine/index`);
  const curve = page.locator('.chart--latest');
  await expect(curve.locator('img').first()).toBeInViewport();
  const [left, right] = await curve.evaluate((box) => {
    const drawn = box.querySelector('img')?.getBoundingClientRect();
    const own = box.getBoundingClientRect();
    return [own.left - (drawn?.left ?? 0), (drawn?.right ?? 0) - own.right];
  });
  expect(
    [left, right].map((pixels) => pixels > 0),
    'only the oldest is out of sight',
  ).toEqual([true, false]);
  const moved = await curve.evaluate((box) => {
    box.scrollLeft = -10_000;
    return box.getBoundingClientRect().left - (box.querySelector('img')?.getBoundingClientRect().left ?? 0);
  });
  expect(moved, 'the oldest comes into sight').toBeLessThanOrEqual(0);
}

test('what a teacher opens on a phone: every control is large enough for a finger', async ({ page }) => {
  await page.goto(`${server.address}/login`);
  await page.getByLabel('账号').fill(DEMO.teacher);
  await page.getByLabel('密码', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/dashboard/);
  const problems: string[] = [];
  for (const address of [
    '/dashboard',
    '/users/news',
    '/dynamic/interact/index',
    '/dynamic/examine/index',
    '/examination/scoreexamination/scorelist?examId=1&part=total',
    '/examination/scoreexamination/scorelist?examId=5&part=written',
    '/examination/scoreexamination/score?attemptId=174',
    '/examination/board?examId=8',
    '/examination/firstadd',
    '/examination/threeadd?id=7',
    '/examination/threeadd?id=7&choose=1',
    '/question_bank/theory/page',
    '/resource/upload',
    '/census/index?examId=1',
  ]) {
    await page.goto(server.address + address);
    problems.push(...(await problemsOf(page, address)));
  }
  expect(problems).toEqual([]);
});

test('a pupil’s pages on a phone: every control is large enough for a finger', async ({ page }) => {
  test.setTimeout(600_000);
  await page.goto(`${server.address}/login`);
  const problems = await problemsOf(page, '/login');
  await page.getByLabel('账号').fill(DEMO.student);
  await page.getByLabel('密码', { exact: true }).fill(DEMO.password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/dashboard/);
  await expectNewestFirst(page);
  // What is in a paper that is sat cannot be practised meanwhile.
  problems.push(...(await practiceProblems(page)));
  const send = await signIn(server.address, DEMO.student);
  const sittings = await startExams(send, server.address);
  problems.push(...(await sittingProblems(page, sittings)));
  await expectToastInside(page, sittings);
  for await (const { path: address, kind } of walk(send, ['/dashboard', '/test', ...sittings])) {
    await page.goto(server.address + address);
    problems.push(...(await problemsOf(page, kind)));
  }
  expect(problems).toEqual([]);
});

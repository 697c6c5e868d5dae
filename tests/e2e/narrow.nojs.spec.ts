import { rmSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { startDemoServer } from '../../scripts/project.mjs';
import { DEMO, signIn, startExams, walk } from '../../scripts/walk.mjs';
import { BUILD } from '../support/server';
import { makeTestFolder } from '../support/test-folder';
import { smallTargets } from './support/targets';

/**
 * A phone and a tablet: no page is wider than the window, the menu opens without script, and what a finger has to hit is
 * large enough. One sign-in a role; every kind of page that links lead to.
 */

const dataDir = makeTestFolder('kaoping-narrow-');
let server: Awaited<ReturnType<typeof startDemoServer>>;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  server = await startDemoServer(BUILD, dataDir);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What a teacher also opens on a phone: home, board, scoring, messages, moderation, results. */
const TEACHER =
  /^\/(dashboard|users\/news|dynamic|census)|^\/examination\/(board|index|preview|scoreexamination\/(index|score|scorelist|classscorelist|item|photo|late))/;

/** Lists whose names would be cut to two characters on a tablet. */
const TABLET = /^\/(resource\/index|question_bank\/my_shared\/index)/;

const TARGETS = '.menubtn summary, .menu__item, .menu a, .tabs a, .btn--primary, td.actions a, td.actions button';

/** The width the page takes, and the targets that are too small, as `selector width×height`. */
async function problemsOf(page: Page): Promise<string[]> {
  return page.evaluate((targets) => {
    const found: string[] = [];
    const { scrollWidth } = document.scrollingElement as Element;
    if (scrollWidth > window.innerWidth) {
      const wide = [...document.querySelectorAll('main *')].filter(
        (element) => element.getBoundingClientRect().right > window.innerWidth + 1,
      );
      found.push(
        `${scrollWidth} wide: ${wide
          .slice(0, 3)
          .map((one) => `${one.tagName}.${one.className}`)
          .join(', ')}`,
      );
    }
    // Two columns on a phone leave a question room for two characters a line.
    for (const column of document.querySelectorAll('.exam__grid > *, .onework > *, .bank > *, .works > *')) {
      const { width } = column.getBoundingClientRect();
      if (window.innerWidth < 500 && width < window.innerWidth * 0.8) found.push(`a column of ${Math.round(width)}`);
    }
    // A recording and its card side by side ask for a desk.
    for (const column of document.querySelectorAll('.scoring > *')) {
      const { width } = column.getBoundingClientRect();
      if (width < window.innerWidth * 0.8) found.push(`a column of marking of ${Math.round(width)}`);
    }
    for (const target of document.querySelectorAll(targets)) {
      const { width, height } = target.getBoundingClientRect();
      if (width > 0 && height > 0 && (width < 43.5 || height < 43.5)) {
        found.push(`${target.className} ${target.textContent?.trim()} ${Math.round(width)}×${Math.round(height)}`);
      }
    }
    return found;
  }, TARGETS);
}

for (const [role, isWalked] of [
  ['student', () => true],
  ['teacher', (pathname: string) => TEACHER.test(pathname)],
] as const) {
  test(`a ${role}’s pages on a phone and on a tablet`, async ({ page }) => {
    test.setTimeout(600_000);
    const send = await signIn(server.address, DEMO[role]);
    const start = role === 'student' ? await startExams(send, server.address) : [];
    await page.goto(`${server.address}/login`);
    await page.getByLabel('账号').fill(DEMO[role]);
    await page.getByLabel('密码', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL(/dashboard/);

    const menu = page.getByRole('navigation', { name: '主菜单' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(menu).toBeHidden();
    await page.locator('.menubtn summary').click();
    await expect(menu.getByRole('link', { name: '共享题库' })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);
    // The exams of the month stand once: as days, or where those are too narrow as rows.
    const [days, rows] = [page.locator('.cal'), page.getByRole('table', { name: /月的考试$/ })];
    await expect(days).toBeHidden();
    await expect(rows).toBeVisible();
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.reload();
    await expect(days).toBeVisible();
    await expect(rows).toBeHidden();
    await expect(menu.getByRole('link', { name: '共享题库' })).toBeHidden();
    await menu.locator('summary[title="题库"]').click();
    await expect(menu.getByRole('link', { name: '共享题库' })).toBeVisible();
    expect(await problemsOf(page)).toEqual([]);

    const problems: string[] = [];
    for await (const { path: address, kind } of walk(send, ['/dashboard', ...start])) {
      const { pathname } = new URL(address, server.address);
      const widths = isWalked(pathname) ? [390, 768] : TABLET.test(pathname) ? [768] : [];
      if (widths.length > 0) await page.goto(server.address + address);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        const small = width === 390 ? await smallTargets(page) : [];
        problems.push(...[...(await problemsOf(page)), ...small].map((problem) => `${kind} at ${width}: ${problem}`));
      }
    }
    expect(problems).toEqual([]);

    // Paper is not a window: neither the top bar nor the menu, and the page has the whole width.
    await page.emulateMedia({ media: 'print' });
    await page.goto(`${server.address}/dashboard`);
    await expect(page.locator('.topbar')).toBeHidden();
    await expect(menu).toBeHidden();
    expect((await page.locator('main').boundingBox())?.width).toBe(page.viewportSize()?.width);
    await page.emulateMedia({ media: null });
    const written = start.find((address) => address.includes('/written'));
    if (!written) return;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(server.address + written);
    expect((await page.locator('.exam__col').boundingBox())?.width).toBeGreaterThan(340);
  });
}

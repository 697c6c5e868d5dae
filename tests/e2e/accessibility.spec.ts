import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import axe from 'axe-core';
import { startDemoServer } from '../../scripts/project.mjs';
import { DEMO, signIn, startExams, walk } from '../../scripts/walk.mjs';
import { BUILD } from '../support/server';

/** axe on every kind of page of the demo school that links lead to, signed in as each role. */

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-axe-'));
let server: Awaited<ReturnType<typeof startDemoServer>>;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startDemoServer(BUILD, dataDir);
});
test.afterAll(() => {
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What axe finds on a page: `rule at selector`. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const tool = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await tool.run(document, { runOnly: { type: 'tag', values: tags } });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
  });
}

for (const role of ['teacher', 'student'] as const) {
  test(`axe finds nothing on a ${role}’s pages`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await page.goto(`${server.address}/login`);
    await page.getByLabel('账号').fill(DEMO[role]);
    await page.getByLabel('密码', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    const send = await signIn(server.address, DEMO[role]);
    const sitting = role === 'student' ? await startExams(send, server.address) : [];
    const found: Record<string, string[]> = {};
    let pages = 0;
    for await (const { path: target } of walk(send, ['/dashboard', ...sitting])) {
      await page.goto(`${server.address}${target}`);
      const problems = await problemsOf(page);
      if (problems.length > 0) found[target] = problems;
      pages += 1;
    }
    console.log(`axe looked at ${pages} pages of a ${role}`);
    expect(pages).toBeGreaterThan(10);
    expect(found).toEqual({});
  });
}

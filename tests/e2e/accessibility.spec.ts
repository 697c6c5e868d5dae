import { execFile } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import sharp from 'sharp';
import htmlRules from '../../.htmlvalidate.mjs';
import { startDemoServer } from '../../scripts/project.mjs';
import { DEMO, signIn, startExams, walk } from '../../scripts/walk.mjs';
import { BUILD } from '../support/server';
import { makeTestFolder } from '../support/test-folder';
import { makeTextsHostile } from './support/hostile-texts';

/**
 * Every kind of page of the demo school that links lead to, signed in as each role: axe finds nothing, the HTML
 * that their script has drawn is valid, and texts that try to run script, in every field and file name of the school,
 * stand there as texts.
 */

const dataDir = makeTestFolder('kaoping-walk-');
let server: Awaited<ReturnType<typeof startDemoServer>>;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  const before = await startDemoServer(BUILD, dataDir);
  await before.stop();
  expect(makeTextsHostile(dataDir)).toBeGreaterThan(1000);
  server = await startDemoServer(BUILD, dataDir);
});
test.afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('scripts/screenshots.mjs takes the picture of a page', async () => {
  const target = test.info().outputPath('pictures');
  const asked = [`--at=${server.address}`, '--role=teacher', '--page=/dashboard', '--width=1280'];
  await promisify(execFile)(process.execPath, ['scripts/screenshots.mjs', target, ...asked]);
  expect(readdirSync(target)).toEqual(['teacher-1280-dashboard.png']);
  const { width, height } = await sharp(path.join(target, 'teacher-1280-dashboard.png')).metadata();
  expect(width).toBe(1280);
  expect(height).toBeGreaterThan(600);
});

/** Half as long as axe.source, and read by the browser anew on every page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page: `rule at selector`. */
async function problemsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
    const tool = (window as unknown as { axe: typeof axe }).axe;
    // Without the results that nobody reads: describing each of them is a third of the work.
    // No rule of these reads the style sheets, which axe would fetch and read again.
    const preload = { assets: ['media'] };
    const options = { runOnly: { type: 'tag' as const, values: tags }, resultTypes: ['violations' as const], preload };
    const { violations } = await tool.run(document, options);
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
  });
}

// Hostile texts make long titles; those of the demo school are judged by scripts/html.mjs.
const rules = { ...htmlRules.rules, 'long-title': 'off' as const };
const validator = new HtmlValidate(new StaticConfigLoader({ ...htmlRules, rules }));

/** What html-validate finds in a page as its script has drawn it: `rule: what at selector`. */
async function faultsOf(page: Page): Promise<string[]> {
  await page.waitForFunction(() => !document.querySelector('script[src][type=module]') || '__remixRouter' in window);
  const html = await page.evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`);
  const { results } = await validator.validateString(html);
  const found = results.flatMap(({ messages }) => messages).filter(({ severity }) => severity === 2);
  return [...new Set(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector ?? ''}`))];
}

/** What came of the hostile texts on a page: elements made of them, calls, reports of the content security policy. */
function hitsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => [
    ...(window as unknown as { hits: string[] }).hits,
    ...[...document.querySelectorAll('img[src="x"], [onerror]')].map((element) => `made ${element.outerHTML}`),
  ]);
}

for (const role of ['teacher', 'student'] as const) {
  test(`a ${role}’s pages: axe and html-validate find nothing, hostile texts stay texts`, async ({ page }) => {
    test.setTimeout(1_800_000);
    await page.addInitScript(() => {
      const hits: string[] = [];
      Object.assign(window, { hits, hit: () => hits.push('ran') });
      document.addEventListener('securitypolicyviolation', (event) =>
        hits.push(`refused ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
    await page.goto(`${server.address}/login`);
    await page.getByLabel('账号').fill(DEMO[role]);
    await page.getByLabel('密码', { exact: true }).fill(DEMO.password);
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);

    const send = await signIn(server.address, DEMO[role]);
    const sitting = role === 'student' ? await startExams(send, server.address) : [];
    const found: Record<string, string[]> = {};
    let pages = 0;
    let hostile = 0;
    for await (const { path: target } of walk(send, ['/dashboard', ...sitting])) {
      await page.goto(`${server.address}${target}`);
      const problems = [...(await hitsOf(page)), ...(await faultsOf(page)), ...(await problemsOf(page))];
      if (problems.length > 0) found[target] = problems;
      pages += 1;
      if ((await page.content()).includes('&lt;img src=x onerror=')) hostile += 1;
    }
    console.log(`${pages} pages of a ${role} looked at, ${hostile} with hostile texts`);
    expect(pages).toBeGreaterThan(10);
    expect(hostile).toBeGreaterThan(pages / 2);
    expect(found).toEqual({});
  });
}

// Judges the HTML of every kind of page of the demo school with html-validate: as the server sends it and as it sends it
// in 精简模式 (no script); those before sign-in also as they stand in a browser once the script has run. What script
// makes of the others tests/e2e/accessibility.spec.ts judges, which opens them all.
//   node scripts/html.mjs [build directory] [folder that the pages are written to, for other validators]
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import config from '../.htmlvalidate.mjs';
import { startDemoServer } from './project.mjs';
import { findChromium } from './system-packages.mjs';
import { DEMO, kindOf, signIn, startExams, walk } from './walk.mjs';
import { useOwnNode } from './own-node.mjs';

await useOwnNode();

const [build = 'build', target] = process.argv.slice(2);
const validator = new HtmlValidate(new StaticConfigLoader(config));
const OUTSIDE = ['/login', '/forget', '/test', '/login?invite=none', '/no-such-page'];

const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-html-'));
const server = await startDemoServer(build, dataDir);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
});

let [passed, failed] = [0, 0];

/** Says what is wrong with a page, once for each rule and place. */
async function judge(how, kind, html) {
  if (target) {
    mkdirSync(target, { recursive: true });
    writeFileSync(path.join(target, `${how}-${kind.replace(/[^a-z0-9]+/gi, '_').slice(0, 100)}.html`), html);
  }
  const report = await validator.validateString(html);
  const found = report.results.flatMap(({ messages }) => messages).filter(({ severity }) => severity === 2);
  if (found.length === 0) passed += 1;
  else failed += 1;
  const lines = new Set(found.map(({ ruleId, message, selector }) => `  ${ruleId}: ${message} at ${selector ?? ''}`));
  if (found.length > 0) console.log([`${how} ${kind}`, ...lines].join('\n'));
}

async function judgeWith(role, send, start) {
  for await (const page of walk(send, start)) await judge(`${role} sent`, page.kind, page.html);
  // In 精简模式 it is the same walk without script.
  await send('/lite', {
    method: 'POST',
    body: new URLSearchParams({ to: '/dashboard' }),
    headers: { Origin: server.address },
  });
  for await (const page of walk(send, start)) await judge(`${role} lite`, page.kind, page.html);
}

/** The pages before sign-in once their script has run. */
async function judgeDrawn(paths) {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions: ['microphone'],
  });
  const page = await context.newPage();
  for (const one of paths) {
    await page.goto(`${server.address}${one}`, { waitUntil: 'load' });
    await page.waitForFunction(() => !document.querySelector('script[src][type=module]') || '__remixRouter' in window);
    await judge(
      'outside drawn',
      kindOf(one),
      `<!DOCTYPE html>${await page.evaluate(() => document.documentElement.outerHTML)}`,
    );
  }
  await context.close();
}

try {
  for (const one of OUTSIDE) {
    await judge('outside sent', kindOf(one), await (await fetch(`${server.address}${one}`)).text());
  }
  await judgeDrawn(OUTSIDE);
  for (const role of ['teacher', 'student']) {
    const send = await signIn(server.address, DEMO[role]);
    const sitting = role === 'student' ? await startExams(send, server.address) : [];
    await judgeWith(role, send, ['/dashboard', ...sitting]);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

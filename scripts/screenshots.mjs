// Takes a picture of every kind of page of the demo school, to be looked at:
//   node scripts/screenshots.mjs <target directory> [build directory]
// Every page at 1280, 1920, 768 and 390; --look=dark or --look=large: in dark, in large type.
//   node scripts/screenshots.mjs <target directory> --at=http://127.0.0.1:3000 --role=teacher --page=/dashboard --width=1280
// One of them, of a demo school that runs already.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { startDemoServer } from './project.mjs';
import { findChromium } from './system-packages.mjs';
import { DEMO, kindOf, signIn, startExams, walk } from './walk.mjs';
import { useOwnNode } from './own-node.mjs';

await useOwnNode();

const only = {
  at: { type: 'string' },
  role: { type: 'string' },
  page: { type: 'string' },
  width: { type: 'string' },
  look: { type: 'string' },
};
const { positionals, values: asked } = parseArgs({ allowPositionals: true, options: only });
const [target, build = 'build'] = positionals;
if (!target) {
  console.error('node scripts/screenshots.mjs <target directory> [build directory]');
  process.exit(2);
}

const HEIGHTS = { 1280: 900, 1920: 900, 768: 1024, 390: 844 };
const WIDTHS = Object.keys(HEIGHTS).map(Number);
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-pictures-'));
const server = asked.at ? { address: asked.at, stop: () => undefined } : await startDemoServer(build, dataDir);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
});

async function take(context, role, page, width) {
  if (asked.width && Number(asked.width) !== width) return;
  const view = await context.newPage();
  await view.setViewportSize({ width, height: HEIGHTS[width] });
  await view.goto(new URL(page.path, server.address).href, { waitUntil: 'networkidle' });
  const name =
    page.kind
      .replace(/[^a-z0-9#=]+/gi, '_')
      .replace(/^_|_$/g, '')
      .slice(0, 90) || 'root';
  const isWide = await view.evaluate(() => document.documentElement.scrollWidth > window.innerWidth + 1);
  await view.screenshot({ path: path.join(target, `${role}-${width}-${name}.png`), fullPage: true });
  if (isWide) console.log(`wider than ${width}: ${role} ${page.path}`);
  await view.close();
}

/** As one chooses it under 账号设置 → 显示. */
async function setLook(send) {
  const form = { _intent: 'preferences', theme: asked.look === 'dark' ? 'dark' : 'light', language: 'zh-CN' };
  if (asked.look === 'large') form.isLargeType = 'on';
  const body = new URLSearchParams(form);
  const answer = await send('/users/setting', { method: 'POST', body, headers: { Origin: server.address } });
  if (answer.status >= 400) throw new Error(`the look ${asked.look} was refused: ${answer.status}`);
}

try {
  mkdirSync(target, { recursive: true });
  const outside = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  for (const address of asked.role ? [] : ['/login', '/forget', '/test']) {
    for (const width of WIDTHS) await take(outside, 'nobody', { path: address, kind: address }, width);
  }
  for (const role of asked.role ? [asked.role] : ['teacher', 'student']) {
    const send = await signIn(server.address, DEMO[role]);
    if (asked.look) await setLook(send);
    const pages = [];
    if (asked.page) pages.push({ path: asked.page, kind: kindOf(asked.page) });
    else {
      const sitting = role === 'student' ? await startExams(send, server.address) : [];
      for await (const page of walk(send, ['/dashboard', ...sitting])) pages.push(page);
    }
    const context = await browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      permissions: ['microphone'],
    });
    const form = await context.newPage();
    await form.goto(`${server.address}/login`);
    await form.getByLabel('账号').fill(DEMO[role]);
    await form.getByLabel('密码', { exact: true }).fill(DEMO.password);
    await form.getByRole('button', { name: '登录' }).click();
    await form.waitForURL(/dashboard/);
    await form.close();
    for (const page of pages) {
      for (const width of WIDTHS) await take(context, role, page, width);
    }
    console.log(`${role}: ${pages.length} pages`);
  }
} finally {
  await browser.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

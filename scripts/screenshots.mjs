// Takes a picture of every kind of page of the demo school, to be looked at:
//   node scripts/screenshots.mjs <target directory> [build directory]
// Teacher and student pages at 1280 and 1920, a student's exam pages at 390 as well.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startDemoServer } from './project.mjs';
import { findChromium } from './system-packages.mjs';
import { DEMO, signIn, startExams, walk } from './walk.mjs';

const [target, build = 'build'] = process.argv.slice(2);
if (!target) {
  console.error('node scripts/screenshots.mjs <target directory> [build directory]');
  process.exit(2);
}

/** Pages that a student also opens on a phone. */
const PHONE = /^\/(login|forget|test|student\/examination|examination\/(preview|evaluation|record_page|history))/;
const dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-pictures-'));
const server = await startDemoServer(build, dataDir);
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
  const view = await context.newPage();
  await view.setViewportSize({ width, height: width === 390 ? 844 : 900 });
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

try {
  mkdirSync(target, { recursive: true });
  const outside = await browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  for (const address of ['/login', '/forget', '/test']) {
    for (const width of [1280, 390]) await take(outside, 'nobody', { path: address, kind: address }, width);
  }
  for (const role of ['teacher', 'student']) {
    const send = await signIn(server.address, DEMO[role]);
    const pages = [];
    const sitting = role === 'student' ? await startExams(send, server.address) : [];
    for await (const page of walk(send, ['/dashboard', ...sitting])) pages.push(page);
    const context = await browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      permissions: ['microphone'],
    });
    const form = await context.newPage();
    await form.goto(`${server.address}/login`);
    await form.getByLabel('账号').fill(DEMO[role]);
    await form.getByLabel('密码').fill(DEMO.password);
    await form.getByRole('button', { name: '登录' }).click();
    await form.waitForURL(/dashboard/);
    await form.close();
    for (const page of pages) {
      const widths = role === 'student' && PHONE.test(page.path) ? [1280, 1920, 390] : [1280, 1920];
      for (const width of widths) await take(context, role, page, width);
    }
    console.log(`${role}: ${pages.length} pages`);
  }
} finally {
  await browser.close();
  server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

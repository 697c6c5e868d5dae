import { test as base, expect, type Page } from '@playwright/test';
import { PASSWORD } from '../../factories';
import { startApp, type AppServer } from './server';

export { ADMIN } from './server';
export { expect };

/**
 * `app` is one running server per worker with a database of its own; `db()` and the factories of this
 * process write to that same database. `page.goto('/login')` goes there.
 */
export const test = base.extend<{ app: AppServer }, { server: AppServer }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const server = await startApp();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  app: async ({ server }, use, testInfo) => {
    const before = server.log().length;
    server.moveClock(0);
    await use(server);
    server.moveClock(0);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server log', { body: server.log().slice(before), contentType: 'text/plain' });
    }
  },
  baseURL: async ({ server }, use) => use(server.address),
  page: async ({ page }, use) => {
    // `npm run floor -- slow`: the browser's share of an old PC.
    const slowdown = Number(process.env.FLOOR_SLOWDOWN ?? 1);
    if (slowdown > 1) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    const broken: string[] = [];
    page.on('pageerror', ({ message, stack = message }) => {
      if (message.includes('Minified React error')) broken.push(`${page.url()} ${stack}`);
    });
    await use(page);
    expect(broken, 'what the browser drew is not what the server had sent').toEqual([]);
  },
});

/** Signs in by the real form; ends on the dashboard (or wherever sign-in leads). */
export async function signInByForm(page: Page, user: string | { account: string }, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('账号').fill(accountOf(user));
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Signs in as the form does, without drawing anything: most stories go to a page of their own. */
export async function signIn(page: Page, user: string | { account: string }, password = PASSWORD): Promise<string> {
  const form = { account: accountOf(user), password };
  const answer = await page.request.post('/login', { form, maxRedirects: 0 });
  expect([form.account, answer.status()]).toEqual([form.account, 303]);
  return answer.headers()['location'] ?? '/dashboard';
}

/** The same, and opens the page where sign-in leads. */
export async function signInHome(page: Page, ...who: [user: string | { account: string }, password?: string]) {
  // What the page before still asks for would answer with the session before.
  await page.goto('about:blank');
  await page.goto(await signIn(page, ...who));
}

/**
 * Until the page has woken up, and what guards its line and its texts stands: a computer may take longer for that than
 * the network has to do with it.
 */
export async function untilGuarded(page: Page): Promise<void> {
  await page.waitForFunction(() => window.kaopingWaking?.isAwake === true && window.kaopingWaking.typed === null);
  await page.waitForLoadState('networkidle');
}

/** Opens a page and waits until it is guarded. */
export async function openGuarded(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilGuarded(page);
}

const accountOf = (user: string | { account: string }) => (typeof user === 'string' ? user : user.account);

/**
 * What the browser says when its page is left meanwhile, and nobody misses anything: the routes of its links that were
 * looked up ahead, and (Chromium 80) the rest of an answer that the next page makes useless. A request that fails by
 * itself is named by its address as well.
 */
const LEFT_MEANWHILE = ['Failed to fetch manifest patches TypeError: Failed to fetch', 'TypeError: network error'];

/** What a page must never do to anyone: broken script, failed requests of its own, wider than the window. */
export function watchErrors(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`script: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !LEFT_MEANWHILE.includes(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  return problems;
}

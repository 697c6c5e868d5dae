import { mkdtempSync, rmSync } from 'node:fs';
import http, { type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '~tests/support/server';

/** What the running server says beside its answers, and what it writes down of them. */

const ADMIN = { account: 'headers-admin', password: 'headers-test-password' };
let dataDir: string;
let server: RunningServer;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'kaoping-headers-'));
  server = await startServer({
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    PUBLIC_URL: 'https://kaoping.school.test',
    KAOPING_ADMIN_ACCOUNT: ADMIN.account,
    KAOPING_ADMIN_PASSWORD: ADMIN.password,
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** A request that may name any host, as no browser would. */
function ask(target: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const sent = http.request(
      { hostname, port, path: target, method: body === undefined ? 'GET' : 'POST', headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('every answer', () => {
  test.each([
    ['a page', '/login'],
    ['a redirect', '/'],
    ['a refusal of a page', '/no/such/page'],
    ['the API', '/api/user/menu'],
    ['an unknown call', '/api/no/such/call'],
    ['a file of the program', '/favicon.ico'],
    ['what tells that it lives', '/healthz'],
  ])('%s carries the headers that keep it to itself', async (_what, target) => {
    const { headers } = await ask(target);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'microphone=(self), camera=(self), geolocation=()',
    });
  });

  test('what is no page may run nothing', async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec((await ask('/login')).body)?.[0] ?? '';
    for (const target of ['/', '/api/user/menu', '/favicon.svg', script]) {
      expect((await ask(target)).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
    expect((await ask('/login')).headers['content-security-policy']).toContain("default-src 'self'");
  });

  test('names no host that a client made up', async () => {
    const { headers, body } = await ask('/login', { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
    expect(JSON.stringify(headers) + body).not.toContain('evil.example');
    const answer = await ask(
      '/login',
      { ...FORM, Host: 'evil.example', Origin: 'http://evil.example' },
      'account=a&password=b',
    );
    expect(answer.status).toBe(403);
  });

  test('its cookies go over https only', async () => {
    const lite = await ask('/lite', { ...FORM, Origin: 'https://kaoping.school.test' }, 'on=1');
    // The same name without https is whoever stands between.
    expect((await ask('/lite', { ...FORM, Origin: 'http://kaoping.school.test' }, 'on=1')).status).toBe(403);
    expect(lite.headers['set-cookie']?.join()).toMatch(/kaoping_lite=.*Secure/);
  });
});

describe('the log', () => {
  test('has one line of what no page of ours asks, and no stack', async () => {
    const from = server.log().length;
    for (const target of ['/login?_data=routes/login', '/healthz?a=1&%5Fdata=x']) {
      expect(await ask(target)).toMatchObject({ status: 400, body: '地址或请求的格式有误，无法读取。\n' });
    }
    const file = await ask('/favicon.svg', { Range: 'bytes=99999999-' });
    expect(file).toMatchObject({ status: 200, body: expect.stringContaining('<svg') as string });
    const log = server.log().slice(from);
    expect(log).not.toMatch(/^\s+at /m);
    expect(log.match(/"odd_request"/g)).toHaveLength(2);
  });

  test('holds no tokens, names and passwords, whatever was asked', async () => {
    const secrets = ['tok-7f3a91', '周小敏', encodeURIComponent('周小敏'), 'pw-98765', ADMIN.password];
    const walk = [
      '/login?invite=tok-7f3a91',
      '/forget?token=tok-7f3a91',
      `/member/student/index?keyword=${encodeURIComponent('周小敏')}`,
      `/api/stu/list?keyword=${encodeURIComponent('周小敏')}`,
      `/no/such/page?name=${encodeURIComponent('周小敏')}`,
      '/login?password=pw-98765',
    ];
    for (const target of walk) await ask(target);
    await ask(
      '/login?token=tok-7f3a91',
      { ...FORM, Origin: 'http://evil.example' },
      'account=周小敏&password=pw-98765',
    );
    const origin = { Origin: 'https://kaoping.school.test' };
    await ask('/api/user/login?token=tok-7f3a91', { ...FORM, ...origin }, 'account=周小敏&password=pw-98765');
    await ask('/login', { ...FORM, ...origin }, new URLSearchParams(ADMIN).toString());
    const log = server.log();
    expect(log).toContain('GET /member/student/index ');
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

test('who signs in at an address without encryption, where no session would stay, is told the right one', async () => {
  const host = '192.0.2.7:3000';
  const form = new URLSearchParams(ADMIN).toString();
  const { status, headers, body } = await ask('/login', { ...FORM, Host: host, Origin: `http://${host}` }, form);
  expect([status, headers['set-cookie']]).toEqual([409, undefined]);
  expect(body).toContain('请打开 https://kaoping.school.test 再登录');
  const own = await ask('/login', { ...FORM, Origin: 'https://kaoping.school.test' }, form);
  expect([own.status, own.headers['set-cookie']?.join()]).toEqual([303, expect.stringContaining('Secure')]);
});

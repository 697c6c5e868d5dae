import { afterEach, expect, test, vi } from 'vitest';
import { browserSending } from './browser-uploads';

afterEach(() => vi.unstubAllGlobals());

test.each([
  [401, '登录已过期，请重新登录'],
  [403, '现在登录的是别的账号'],
  [404, '服务器没有收下，请重新打开这一页再试'],
  [503, '服务器正忙'],
])('how far an upload is, answered %i without a word, is told by its cause', async (status, message) => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })));
  expect(await browserSending.line.ask('1')).toMatchObject({ ok: false, status, message });
});

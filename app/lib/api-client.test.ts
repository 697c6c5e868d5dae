import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { exchange, request, settled, showToast, TIME_OUT_MS, Unreachable } from './api-client';

const fetched = vi.fn<typeof fetch>();
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
const assign = vi.fn();
/** The lines above the page. */
let shown: { textContent: string }[] = [];
/** Fields of the page's forms. */
let fields: object[] = [];

class Field {
  constructor(
    readonly type: string,
    readonly value: string,
    readonly defaultValue: string,
  ) {}
}

beforeEach(() => {
  fetched.mockReset();
  logged.mockClear();
  assign.mockReset();
  fields = [];
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('HTMLInputElement', Field);
  vi.stubGlobal('HTMLTextAreaElement', class {});
  vi.stubGlobal('window', { location: { pathname: '/users/info', search: '?tab=1', assign } });
  shown = [];
  vi.stubGlobal('document', {
    querySelectorAll: () => [{ elements: fields }],
    body: { append: (element: { textContent: string }) => shown.push(element) },
    createElement: () => {
      const element = {
        textContent: '',
        style: {},
        setAttribute: () => undefined,
        remove: () => shown.splice(shown.indexOf(element), 1),
      };
      return element;
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answers = (status: number, content: object | string) =>
  fetched.mockResolvedValue(new Response(typeof content === 'string' ? content : JSON.stringify(content), { status }));
const refusal = (code: number, message = '拒绝访问') => ({ code, success: false, message, msg: message, data: null });

describe('the console', () => {
  it.each([
    [400, '请求错误'],
    [401, '未授权，请登录'],
    [403, '拒绝访问'],
    [404, '请求地址出错 /api/x'],
    [408, '请求超时'],
    [500, '服务器内部错误'],
    [501, '服务未实现'],
    [502, '网关错误'],
    [503, '服务不可用'],
    [504, '网关超时'],
    [505, 'HTTP版本不受支持'],
  ])('says the text of transport status %i', async (status, text) => {
    answers(status, 'a proxy’s page');
    await exchange('/api/x');
    expect(logged.mock.calls).toEqual([[text]]);
  });

  it('says nothing of an answer that came', async () => {
    answers(200, { code: 200, success: true, message: '', msg: '', data: 3 });
    expect(await request<number>('x')).toEqual({ ok: true, data: 3 });
    expect(logged).not.toHaveBeenCalled();
  });
});

describe('no response', () => {
  it('is rejected to the caller, or one of the answers of a caller that tries again', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'));
    await expect(request('x')).rejects.toThrow(Unreachable);
    expect(await settled(request('x'))).toMatchObject({ ok: false, status: 0, isTransient: true });
  });

  it('is what 50 seconds without an answer come to', async () => {
    vi.useFakeTimers();
    fetched.mockImplementation(
      (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    const sent = request('x');
    const rejected = expect(sent).rejects.toThrow('网络断开');
    await vi.advanceTimersByTimeAsync(TIME_OUT_MS - 1);
    expect(fetched.mock.calls[0]?.[1]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await rejected;
  });
});

describe('a session that has ended', () => {
  it.each([401, 402])('leads to /login and back on body code %i', async (code) => {
    answers(401, refusal(code));
    expect(await request('x')).toMatchObject({ ok: false, code });
    expect(assign).toHaveBeenCalledWith('/login?redirectTo=%2Fusers%2Finfo%3Ftab%3D1');
  });

  it('leaves a caller that keeps unsent work where it is', async () => {
    answers(401, refusal(402));
    await request('x', { stays: true });
    expect(assign).not.toHaveBeenCalled();
  });

  it('takes no typed text away: the page says so instead', async () => {
    fields = [new Field('hidden', 'a', 'b'), new Field('text', '写了一半', '')];
    answers(401, refusal(402));
    await request('x');
    expect(assign).not.toHaveBeenCalled();
    expect(shown.map((one) => one.textContent)).toEqual([expect.stringContaining('在新窗口重新登录')]);
  });

  it('is no other refusal', async () => {
    answers(403, refusal(403));
    await request('x');
    expect(assign).not.toHaveBeenCalled();
  });
});

describe('the toast', () => {
  it('is one at a time, for a while', () => {
    vi.useFakeTimers();
    showToast('第一条');
    showToast('第二条');
    expect(shown.map((one) => one.textContent)).toEqual(['第二条']);
    vi.runAllTimers();
    expect(shown.map((one) => one.textContent)).toEqual([]);
  });
});

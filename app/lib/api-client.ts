import { toLogin } from './addresses/account';
import { toCall } from './addresses/api';

/**
 * The one way by which our own pages ask the server in the background, where script enhances them (autosave, uploads,
 * counts). What a page needs without script goes by its forms and links.
 */

/** What a call of /api answered. */
export type ApiAnswer<T> =
  | { ok: true; data: T }
  | {
      ok: false;
      /** 0: no answer at all (network). */
      status: number;
      /** Body code: 402 means the session has ended. */
      code: number | string;
      message: string;
      data: unknown;
      /** Worth trying again by itself: no answer, or the server was busy. */
      isTransient: boolean;
    };

/** There was no response: the line is down, or the time is up. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

export const TIME_OUT_MS = 50_000;
const UNREACHABLE = '网络断开，暂时连不上服务器';
const SIGNED_OUT = '登录已失效，请在新窗口重新登录后继续。这一页填写的内容还在。';

/** The specification's texts by transport status; they are for the console only. */
const TEXTS: Record<number, string> = {
  400: '请求错误',
  401: '未授权，请登录',
  403: '拒绝访问',
  408: '请求超时',
  500: '服务器内部错误',
  501: '服务未实现',
  502: '网关错误',
  503: '服务不可用',
  504: '网关超时',
  505: 'HTTP版本不受支持',
};

export type Sending = {
  method?: string;
  body?: XMLHttpRequestBodyInit | null;
  headers?: Record<string, string>;
  /** The page may go away meanwhile. */
  keepalive?: boolean;
  timeoutMs?: number;
  /** How much of the body has gone (0–1). */
  onProgress?: (share: number) => void;
};

/**
 * Sends one request to an address of our own and gives what came, whatever its status; a failure's text goes to the
 * console.
 * @throws Unreachable when nothing came
 */
export async function exchange(url: string, sending: Sending = {}): Promise<{ status: number; text: string }> {
  const answer = await (sending.onProgress ? byRequest(url, sending) : byFetch(url, sending));
  const text = answer.status === 404 ? `请求地址出错 ${url}` : TEXTS[answer.status];
  // eslint-disable-next-line no-console -- the specification has these texts in the console
  if (text !== undefined) console.error(text);
  return answer;
}

async function byFetch(url: string, { timeoutMs = TIME_OUT_MS, onProgress: _none, ...init }: Sending) {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), timeoutMs);
  try {
    const response = await fetch(url, { ...init, credentials: 'same-origin', signal: control.signal });
    return { status: response.status, text: await response.text() };
  } catch {
    throw new Unreachable(UNREACHABLE);
  } finally {
    clearTimeout(timer);
  }
}

/** XMLHttpRequest, because fetch tells nothing of the way up. */
function byRequest(url: string, { method = 'GET', body, headers = {}, timeoutMs, onProgress }: Sending) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = request.ontimeout = request.onabort = () => reject(new Unreachable(UNREACHABLE));
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.timeout = timeoutMs ?? TIME_OUT_MS;
    request.send(body);
  });
}

/**
 * Calls /api and reads the envelope. A session that has ended leads to /login and back, unless the caller says by
 * `stays` that it keeps what is not sent yet and tells its user itself.
 * @throws Unreachable when nothing came
 */
export async function request<T>(path: string, sending: Sending & { stays?: boolean } = {}): Promise<ApiAnswer<T>> {
  const { stays = false, ...rest } = sending;
  const { status, text } = await exchange(toCall(path), rest);
  const answer = readEnvelope<T>(status, text);
  if (!answer.ok && (answer.code === 401 || answer.code === 402) && !stays) leaveForLogin();
  return answer;
}

function readEnvelope<T>(status: number, text: string): ApiAnswer<T> {
  try {
    const body = JSON.parse(text) as { success: boolean; code: number | string; message: string; data: unknown };
    if (body.success) return { ok: true, data: body.data as T };
    const isTransient = status === 429 || status >= 500;
    return { ok: false, status, code: body.code, message: body.message, data: body.data, isTransient };
  } catch {
    // A proxy's own page: the server was not asked.
    return { ok: false, status, code: status, message: UNREACHABLE, data: null, isTransient: true };
  }
}

/** For callers that try again by themselves: what was rejected as one more answer. */
export function settled<T>(sent: Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  return sent.catch((error: unknown) => {
    if (!(error instanceof Unreachable)) throw error;
    return { ok: false, status: 0, code: 0, message: error.message, data: null, isTransient: true };
  });
}

/** To /login and back to this page; a page in which something was typed stays, and says so. */
function leaveForLogin(): void {
  if (isFilledIn()) {
    showToast(SIGNED_OUT);
    return;
  }
  const { pathname, search } = window.location;
  window.location.assign(toLogin({ redirectTo: pathname + search }));
}

/** Whether a field of the page says something else than the page came with. */
function isFilledIn(): boolean {
  return Array.from(document.querySelectorAll('form')).some((form) =>
    Array.from(form.elements).some((field) => {
      if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
      if (!(field instanceof HTMLInputElement) || field.type === 'hidden') return false;
      return field.type === 'checkbox' || field.type === 'radio'
        ? field.checked !== field.defaultChecked
        : field.value !== field.defaultValue;
    }),
  );
}

const TOAST_MS = 8000;
const PLACE = { position: 'fixed', zIndex: '30', bottom: '16px', left: '16px', right: '16px', maxWidth: '480px' };
let toast: { element: HTMLElement; timer: ReturnType<typeof setTimeout> } | null = null;

/** A line above the page for a while; a new one takes the place of the last. */
export function showToast(text: string): void {
  if (toast) {
    clearTimeout(toast.timer);
    toast.element.remove();
  }
  const element = document.createElement('p');
  element.className = 'flash flash--warn';
  // So rare that no page pays for a rule of its own.
  Object.assign(element.style, PLACE);
  element.setAttribute('role', 'status');
  document.body.append(element);
  // Put in afterwards, so that it is read out.
  element.textContent = text;
  const timer = setTimeout(() => {
    element.remove();
    toast = null;
  }, TOAST_MS);
  toast = { element, timer };
}

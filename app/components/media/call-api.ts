/** What a call of /api answered, or why it could not be reached. */
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

const UNREACHABLE = '网络断开，暂时连不上服务器';

/** Posts JSON to a path under /api. Never throws. */
export async function callApi<T>(
  path: string,
  body: object,
  options: { keepalive?: boolean } = {},
): Promise<ApiAnswer<T>> {
  try {
    const response = await fetch(`/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      credentials: 'same-origin',
      body: JSON.stringify(body),
      ...options,
    });
    return toAnswer<T>(response.status, await response.text());
  } catch {
    return toAnswer<T>(0, '');
  }
}

/**
 * Uploads one file to /api/common/upload, telling how much has gone (0–1). XMLHttpRequest, because fetch tells
 * nothing of the way up. Never throws.
 */
export function uploadFile(
  file: Blob,
  name: string,
  type: 'image' | 'audio' | 'resource',
  onProgress: (share: number) => void,
): Promise<ApiAnswer<{ id: string; url: string; durationMs: number | null }>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append('type', type);
    form.append('file', file, name);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve(toAnswer(request.status, request.responseText));
    request.onerror = () => resolve(toAnswer(0, ''));
    request.ontimeout = () => resolve(toAnswer(0, ''));
    request.open('POST', '/api/common/upload');
    request.timeout = (type === 'resource' ? 60 : 10) * 60_000;
    request.send(form);
  });
}

function toAnswer<T>(status: number, text: string): ApiAnswer<T> {
  try {
    const body = JSON.parse(text) as { success: boolean; code: number | string; message: string; data: unknown };
    if (body.success) return { ok: true, data: body.data as T };
    const isTransient = status === 503 || status === 429 || status >= 500;
    return { ok: false, status, code: body.code, message: body.message, data: body.data, isTransient };
  } catch {
    return { ok: false, status, code: status, message: UNREACHABLE, data: null, isTransient: true };
  }
}

/** True when the session has ended: signing in again is the only way on. */
export function isSignedOut(answer: ApiAnswer<unknown>): boolean {
  return !answer.ok && answer.status === 401;
}

/** Waits; resolves at once when the browser comes back online. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done);
  });
}

const RETRY_AFTER_MS = [1000, 3000, 8000, 15_000];

/** Tries a few more times while the failure may pass by itself. */
export async function persist<T>(attempt: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  let answer = await attempt();
  for (const wait of RETRY_AFTER_MS) {
    if (answer.ok || !answer.isTransient) break;
    await pause(wait);
    answer = await attempt();
  }
  return answer;
}

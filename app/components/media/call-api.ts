import { request, settled, type ApiAnswer } from '~/lib/api-client';

export type { ApiAnswer } from '~/lib/api-client';

/**
 * Posts JSON to a path under /api, for callers that keep what is not sent yet: no answer at all is one of their
 * answers, and a session that has ended is theirs to tell.
 */
export function callApi<T>(path: string, body: object, options: { keepalive?: boolean } = {}): Promise<ApiAnswer<T>> {
  const headers = { 'Content-Type': 'application/json' };
  return settled(request<T>(path, { method: 'POST', headers, body: JSON.stringify(body), stays: true, ...options }));
}

/** Uploads one file to /api/common/upload, telling how much has gone (0–1); on the terms of callApi. */
export function uploadFile(
  file: Blob,
  name: string,
  type: 'image' | 'audio' | 'resource',
  onProgress: (share: number) => void,
): Promise<ApiAnswer<{ id: string; url: string; durationMs: number | null }>> {
  const body = new FormData();
  body.append('type', type);
  body.append('file', file, name);
  const timeoutMs = (type === 'resource' ? 60 : 10) * 60_000;
  return settled(request('common/upload', { method: 'POST', body, timeoutMs, onProgress, stays: true }));
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

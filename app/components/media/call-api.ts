import { request, settled, type ApiAnswer } from '~/lib/api-client';

export type { ApiAnswer } from '~/lib/api-client';

/** How a request sets out. `leaving`: its page may be gone before the answer; `again`: by the other way of the two. */
export type Way = 'usual' | 'leaving' | 'again';

/** A request that outlives its page may carry no more than 64 KB, all of them together. */
const LEAVING_BYTES = 20_000;

/**
 * Posts to a path under /api, for callers that keep what is not sent yet: no answer at all is one of their answers,
 * and a session that has ended is theirs to tell. As JSON by fetch; what may outlive its page goes as a form, because
 * Chromium 80 refuses `keepalive` beside any header that a form could not set; tried again, it goes as a form by
 * XMLHttpRequest, so that a browser or a proxy that spoils one way still has the other.
 */
export function callApi<T>(path: string, body: object, way: Way = 'usual'): Promise<ApiAnswer<T>> {
  const json = JSON.stringify(body);
  const sending = { method: 'POST', stays: true };
  if (way === 'again')
    return settled(request<T>(path, { ...sending, body: formOf(body), onProgress: () => undefined }));
  if (way === 'leaving' && json.length * 3 < LEAVING_BYTES)
    return settled(request<T>(path, { ...sending, body: formOf(body), keepalive: true }));
  return settled(request<T>(path, { ...sending, body: json, headers: { 'Content-Type': 'application/json' } }));
}

/** A nested value travels as one JSON text. */
function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return form;
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

import { toCall } from '~/lib/addresses/api';
import type { ApiAnswer } from '~/lib/api-client';
import { browserClock, browserNetwork } from './browser-surroundings';
import type { SendingPorts, UploadLine } from './sending';

/** Uploads in parts by the tus protocol (https://tus.io), as much of it as the server speaks. */

const ENDPOINT = toCall('common/tus');
const TIME_OUT_MS = 50_000;

type Reply = { status: number; header: (name: string) => string | null; text: string };

async function send(method: string, url: string, headers: Record<string, string>, body?: Blob): Promise<Reply> {
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), TIME_OUT_MS);
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...headers },
      credentials: 'same-origin',
      signal: control.signal,
      ...(body ? { body } : {}),
    });
    return { status: response.status, header: (name) => response.headers.get(name), text: await response.text() };
  } catch {
    return { status: 0, header: () => null, text: '' };
  } finally {
    clearTimeout(timer);
  }
}

/** What an answer without a body says. */
const WHY: Record<number, string> = { 401: '登录已过期，请重新登录', 403: '现在登录的是别的账号' };

function refusalOf({ status, text }: Reply): ApiAnswer<never> {
  const isTransient = status === 0 || status === 423 || status === 429 || status >= 500;
  const refused = { ok: false as const, status, code: status, data: null, isTransient };
  if (status === 0) return { ...refused, message: '网络断开，暂时连不上服务器' };
  try {
    const { code, message } = JSON.parse(text) as { code: number; message: string };
    return { ...refused, code, message };
  } catch {
    return {
      ...refused,
      message: isTransient ? '服务器正忙' : text || WHY[status] || '服务器没有收下，请重新打开这一页再试',
    };
  }
}

/** Base64 of a text's UTF-8. */
function encode(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}

function offsetOf(reply: Reply): ApiAnswer<{ offset: number }> {
  const offset = Number(reply.header('Upload-Offset') ?? NaN);
  if (reply.status >= 300 || Number.isNaN(offset)) return refusalOf(reply);
  return { ok: true, data: { offset } };
}

const line: UploadLine = {
  get canDigest() {
    return window.isSecureContext;
  },
  async begin({ kind, name, size, sha256, userId, place, instead }) {
    const metadata = {
      type: kind,
      name,
      ...(userId === null ? {} : { uid: String(userId) }),
      ...(sha256 === null ? {} : { sha256 }),
      ...(place ? { attemptId: String(place.attemptId), itemId: String(place.itemId) } : {}),
      ...(instead.length === 0 ? {} : { instead: instead.slice(-20).join(',') }),
    };
    const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${encode(value)}`);
    const reply = await send('POST', ENDPOINT, {
      'Upload-Metadata': pairs.join(','),
      ...(size === null ? { 'Upload-Defer-Length': '1' } : { 'Upload-Length': String(size) }),
    });
    const id = reply.header('Location')?.split('/').pop();
    return reply.status === 201 && id ? { ok: true, data: { id } } : refusalOf(reply);
  },
  async append(id, offset, bytes) {
    const headers = { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' };
    return offsetOf(await send('PATCH', `${ENDPOINT}/${id}`, headers, new Blob([bytes as Uint8Array<ArrayBuffer>])));
  },
  async ask(id) {
    return offsetOf(await send('HEAD', `${ENDPOINT}/${id}`, {}));
  },
  async digest(bytes) {
    try {
      const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>));
      return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
    } catch {
      return null; // It needs https:// or localhost.
    }
  },
};

export const browserSending: SendingPorts = { clock: browserClock, network: browserNetwork, line };

import { DetailedError, Upload } from 'tus-js-client';
import { callApi, type ApiAnswer } from './call-api';

/** Small enough that a broken line costs seconds, large enough that a recording is a few requests. */
const PART_BYTES = 512 * 1024;
const ENDPOINT = '/api/common/tus';

export type ResumableInput = {
  file: Blob;
  name: string;
  type: 'image' | 'audio' | 'resource';
  /** Whose it is: the server refuses it when somebody else has signed in meanwhile. */
  userId?: number | undefined;
  /** Where an earlier try stands. */
  uploadUrl: string | null;
  /** 0–1 of the way up. */
  onProgress: (share: number) => void;
  /** Told where the upload stands, as soon as the server has begun it; null when it has to begin anew. */
  onUploadUrl: (url: string | null) => void;
};

/**
 * Sends a file in parts that go on where an earlier try stopped, and asks for the stored file once the last part is
 * there. Never throws; a try that failed may simply be made again.
 */
export async function uploadInParts(input: ResumableInput): Promise<ApiAnswer<{ id: string }>> {
  const sent = await sendParts(input, await digestOf(input.file));
  if (!sent.ok) {
    // What the server does not know any more begins anew at the next try.
    if (input.uploadUrl !== null && [403, 404, 410].includes(sent.status)) {
      input.onUploadUrl(null);
      return { ...sent, isTransient: true };
    }
    return sent;
  }
  const answer = await callApi<{ id: string }>('common/uploadDone', { id: sent.data.split('/').pop() });
  if (answer.ok || answer.status !== 404) return answer;
  input.onUploadUrl(null);
  return { ...answer, isTransient: true };
}

function sendParts(input: ResumableInput, sha256: string | null): Promise<ApiAnswer<string>> {
  const { file, name, type, userId, uploadUrl, onProgress, onUploadUrl } = input;
  return new Promise((resolve) => {
    const metadata: Record<string, string> = { type, name };
    if (userId !== undefined) metadata.uid = String(userId);
    if (sha256 !== null) metadata.sha256 = sha256;
    const upload = new Upload(file, {
      // Either goes on or begins: a server that is busy must not make a begun one begin anew.
      ...(uploadUrl === null ? { endpoint: ENDPOINT } : { uploadUrl }),
      chunkSize: PART_BYTES,
      metadata,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onProgress: (bytes, total) => onProgress(total > 0 ? bytes / total : 0),
      onUploadUrlAvailable: () => onUploadUrl(upload.url),
      onSuccess: () => resolve({ ok: true, data: upload.url ?? '' }),
      onError: (error) => resolve(refusalOf(error)),
    });
    upload.start();
  });
}

function refusalOf(error: Error): ApiAnswer<never> {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const isTransient = status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
  const text = response?.getBody() ?? '';
  const refused = { ok: false as const, status, code: status, data: null, isTransient };
  if (status === 0) return { ...refused, message: '网络断开，暂时连不上服务器' };
  try {
    const { code, message } = JSON.parse(text) as { code: number; message: string };
    return { ...refused, code, message };
  } catch {
    return { ...refused, message: isTransient || text === '' ? '服务器正忙' : text };
  }
}

/** Fixes what is sent at the moment it begins; null where the browser cannot (it needs https:// or localhost). */
async function digestOf(file: Blob): Promise<string | null> {
  try {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Response(file).arrayBuffer()));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}

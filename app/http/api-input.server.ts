import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import { formDataToObject } from './forms.server';
import { requestId } from './request.server';
import { readMultipart } from './uploads.server';

/** A paper's answers and a pasted import fit well. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Fields that carry a nested value as one JSON text when they come in a form. */
export const NESTED = /^(items|options|blanks|measures|settings|points|value|markingPoints|answer)$/;

/** What a call was given: the query, and the body's fields over it (form-encoded, multipart without files, JSON). */
export async function readInput(request: Request): Promise<Record<string, unknown>> {
  const query = fieldsOf(new URL(request.url).searchParams);
  if (request.method === 'GET' || request.method === 'HEAD') return query;
  const type = request.headers.get('Content-Type') ?? '';
  if (type.includes('application/json')) return { ...query, ...(await readJson(request)) };
  if (!type.includes('form')) return query;
  // A call that takes no file has no use for one.
  const uploads = await readMultipart(request, { maxFileBytes: 0, maxFiles: 0, isEachForItself: true });
  await uploads.discard();
  const fields: Record<string, unknown> = formDataToObject(uploads.form);
  for (const [name, value] of Object.entries(fields)) {
    if (NESTED.test(name) && typeof value === 'string' && /^\s*[[{]/.test(value)) {
      try {
        fields[name] = JSON.parse(value) as unknown;
      } catch {
        // A text that only begins like JSON, such as a reference answer: the schema judges it.
      }
    }
  }
  return { ...query, ...fields };
}

async function readJson(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request);
  if (text.trim() === '') return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError('invalid', '请求内容不是有效的 JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('invalid', '请求内容应为一个 JSON 对象');
  }
  return body as Record<string, unknown>;
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Readable.fromWeb(request.body as NodeReadableStream) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES) throw new AppError('too_large', '请求的内容太大了');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A repeated name gives a list, as in a form. */
function fieldsOf(params: URLSearchParams): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    fields[name] = values.length === 1 ? values[0] : values;
  }
  return fields;
}

/**
 * A uid field or user-id header is accepted for compatibility, never trusted: absent or empty passes, anything but
 * the session's own id, given once, is refused and logged.
 */
export function assertOwnUid(actor: Actor, request: Request, fields: Record<string, unknown>): void {
  const claims = [fields.uid, request.headers.get('X-User-Id'), ...new URL(request.url).searchParams.getAll('uid')];
  for (const claim of claims) {
    if (claim === undefined || claim === null || claim === '') continue;
    if (claim !== String(actor.id) && claim !== actor.id) {
      console.warn(JSON.stringify({ level: 'warn', event: 'foreign_uid', user: actor.id, id: requestId(request) }));
      throw new AppError('forbidden', '拒绝访问');
    }
  }
}

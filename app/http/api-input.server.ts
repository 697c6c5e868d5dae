import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { tooMuchJson } from '~/lib/json-size';
import { logEvent } from '~/lib/log.server';
import { boundMarks } from '~/lib/text';
import { isMultipart, type Multipart } from './api-call.server';
import { withPlainNames } from './list-names.server';
import { readNoFurther, requestId } from './request.server';
import { CALL_FORM, SMALL_FORM, readMultipart, readTexts, type UploadedFile } from './uploads.server';

/** A paper's answers and a pasted import fit well. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/** Fields that carry a nested value as one JSON text when they come in a form. */
export const NESTED =
  /^(items|options|blanks|measures|settings|points|value|markingPoints|answer|draws|sections|details|notes|rubric|byClass)$/;

/** What a call was given, before its schema judged it. */
export type CallBody = {
  /** The query, and the body's fields over it (form-encoded, multipart, JSON). */
  fields: Record<string, unknown>;
  /** The file of a multipart call; reading it throws when it was too large. */
  readonly file: UploadedFile | null;
  /** Removes the file unless it was stored; call it in a finally. */
  discard(): Promise<void>;
};

/** Reads what a call was given. */
export async function readCall(
  request: Request,
  input: z.ZodTypeAny | Multipart,
  actor: Actor | null,
): Promise<CallBody> {
  const query = withPlainNames(fieldsOf(new URL(request.url).searchParams), input);
  const key = request.headers.get('Idempotency-Key');
  const whole = (fields: Record<string, unknown>) => {
    if (key && !fields.requestId) fields.requestId = key;
    assertHarmless(fields);
    return fields;
  };
  // A call that takes a file may go without one, and is then read as every other.
  if (!isMultipart(input) || !actor || mediaTypeOf(request) !== 'multipart/form-data') {
    const fields = whole({ ...query, ...withPlainNames(await readFields(request, actor !== null), input) });
    return { fields, file: null, discard: () => Promise.resolve() };
  }
  const limits = { maxFileBytes: input.maxFileBytes(actor), maxFiles: 1, maxFields: 20, maxFieldBytes: 4096 };
  const uploads = await readMultipart(request, limits);
  return {
    fields: whole({ ...query, ...withPlainNames(formDataToObject(uploads.form), input) }),
    get file() {
      return uploads.files[0] ?? null;
    },
    discard: () => uploads.discard(),
  };
}

async function readFields(request: Request, isSignedIn: boolean): Promise<Record<string, unknown>> {
  if (request.method === 'GET' || request.method === 'HEAD') return {};
  const type = mediaTypeOf(request);
  if (type === 'application/json') return readJson(request, isSignedIn ? MAX_JSON_BYTES : SMALL_FORM.maxTextBytes);
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') {
    if (hasBody(request)) throw new AppError('unsupported_type', UNREADABLE);
    return {};
  }
  // A call that takes no file has no use for one.
  const form = await readTexts(request, isSignedIn ? CALL_FORM : SMALL_FORM);
  const fields: Record<string, unknown> = formDataToObject(form);
  for (const [name, value] of Object.entries(fields)) {
    if (NESTED.test(name) && typeof value === 'string' && /^\s*[[{]/.test(value)) {
      try {
        assertParsable(value);
        fields[name] = JSON.parse(value) as unknown;
      } catch {
        // A text that only begins like JSON, such as a reference answer: the schema judges it.
      }
    }
  }
  return fields;
}

/**
 * The media type alone, without its parameters. One that only mentions another in a parameter is not that other: a page
 * of somebody else's may send `text/plain; application/json` without asking first.
 */
const mediaTypeOf = ({ headers }: Request) =>
  (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();

const UNREADABLE =
  '请求内容的类型应为 application/json、application/x-www-form-urlencoded 或 multipart/form-data，请写在 Content-Type 里';

const hasBody = ({ headers }: Request) =>
  Number(headers.get('Content-Length') ?? 0) > 0 || headers.has('Transfer-Encoding');

/** No call takes anything deeper. */
const MAX_DEPTH = 20;

/** Nor lists as long: each part would be judged, and named in the answer. */
const MAX_PARTS = 10_000;
/** Of all lists together; 200 pen strokes of 500 points fit. */
const MAX_VALUES = 400_000;

/** NUL, and halves of surrogate pairs; more marks on a sign than any script has are as bad (boundMarks). */
const UNSTORABLE = /[\0\p{Cs}]/u;

/**
 * Refuses what no schema could judge safely: characters that a database keeps in no text, and objects that throw or run
 * out of stack when one is taken for a number or a text.
 */
function assertHarmless(fields: Record<string, unknown>): void {
  const left: { value: unknown; depth: number }[] = [{ value: fields, depth: 0 }];
  let count = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && value.length > CALL_FORM.maxFieldBytes)
      throw new AppError('too_large', '请求里有一项的内容太长了，最多 1 MB');
    if (typeof value === 'string' && (UNSTORABLE.test(value) || boundMarks(value) !== value))
      refuse('内容里有不能保存的字符，请删去后再试');
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) refuse('内容的层次太多了');
    const { length } = Object.keys(value);
    count += length;
    if (length > MAX_PARTS || count > MAX_VALUES)
      throw new AppError('too_large', `请求里的内容太多了，一个列表最多 ${MAX_PARTS} 项`);
    for (const [name, part] of Object.entries(value)) {
      if (name === 'toString' || name === 'valueOf') refuse(`${name} 不能用作名称`);
      left.push({ value: name, depth }, { value: part, depth: depth + 1 });
    }
  }
}

function refuse(message: string): never {
  throw new AppError('invalid', message);
}

/** Names of fields in a whole body; a paper of hundreds of questions has some thousands. */
const MAX_NAMES = 50_000;

/** Refuses a JSON text that has more depth, names or lists than any call takes, before it is parsed. */
function assertParsable(text: string): void {
  const excess = tooMuchJson(text, { depth: MAX_DEPTH, names: MAX_NAMES, lists: MAX_VALUES });
  if (excess === 'depth') refuse('内容的层次太多了');
  if (excess === 'count') throw new AppError('too_large', '请求里的内容太多了');
}

async function readJson(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const text = await readText(request, maxBytes);
  if (text.trim() === '') return {};
  assertParsable(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    refuse('请求内容不是有效的 JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    refuse('请求内容应为一个 JSON 对象');
  }
  return body as Record<string, unknown>;
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of Readable.fromWeb(request.body as NodeReadableStream) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    // Whoever sends so little is not read on (request-body.server.ts). Else the rest is read and dropped, so that the
    // client gets the answer and not a broken connection.
    if (size > maxBytes && maxBytes <= SMALL_FORM.maxTextBytes) {
      readNoFurther(request);
      break;
    }
    if (size <= maxBytes) chunks.push(chunk);
  }
  if (size > maxBytes) throw new AppError('too_large', '请求的内容太大了');
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
export function assertOwnUid(actor: Actor, request: Request, fields: Record<string, unknown> = {}): void {
  const inQuery = new URL(request.url).searchParams.getAll('uid');
  const headers = ['X-User-Id', 'User-Id'].map((name) => request.headers.get(name));
  const claims = [fields.uid, ...headers, inQuery.length > 1 ? inQuery : inQuery[0]];
  for (const claim of claims) {
    if (claim === undefined || claim === null || claim === '') continue;
    if (claim !== String(actor.id) && claim !== actor.id) {
      logEvent('warn', 'foreign_uid', { user: actor.id, id: requestId(request) });
      throw new AppError('forbidden', '拒绝访问');
    }
  }
}

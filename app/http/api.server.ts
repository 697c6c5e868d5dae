import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { isUnavailable } from '~/db/dialect/dialect.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { AppError, invalid } from '~/lib/errors';
import type { Page } from '~/lib/page';
import { fieldErrorsOf, formDataToObject } from './forms.server';
import { actorOf, sessionState } from './guards.server';
import { assertSameOrigin } from './origin.server';
import { requestId, requestTime } from './request.server';
import { renewedCookie } from './session.server';

type Who = 'anyone' | 'user' | 'teacher' | 'student';
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Run<I, W extends Who> = (call: {
  actor: W extends 'anyone' ? Actor | null : Actor;
  input: I;
  now: number;
  request: Request;
  params: Record<string, string | undefined>;
}) => Promise<unknown>;
type Call = {
  methods: Method[];
  who: Who;
  input: z.ZodTypeAny | null;
  run: Run<never, Who>;
  successCode: number | string;
};

/** One row of the API: method, who, what it takes, what it does. `input` null leaves the body to `run` (multipart). */
export function call<S extends z.ZodTypeAny, W extends Who>(
  method: Method | Method[],
  who: W,
  input: S,
  run: Run<z.output<S>, W>,
  successCode?: number | string,
): Call;
export function call<W extends Who>(method: Method | Method[], who: W, input: null, run: Run<null, W>): Call;
export function call(
  method: Method | Method[],
  who: Who,
  input: z.ZodTypeAny | null,
  run: unknown,
  successCode: number | string = 200,
): Call {
  return { methods: Array.isArray(method) ? method : [method], who, input, run: run as Run<never, Who>, successCode };
}

/** Marks a page of rows for the flat paged answer. */
export function paged<T>(page: Page<T>): Paged<T> {
  return new Paged(page);
}
class Paged<T> {
  constructor(readonly page: Page<T>) {}
}

/**
 * The loader and action of a resource route over a table of calls. The call's name is the route's `$call`
 * (or the splat); a name may stand several times with different methods.
 * In the route: `const { loader, action } = defineApi({…}); export { loader, action };` – Remix strips no
 * destructured export from the browser's build.
 */
export function defineApi(calls: Record<string, Call | Call[]>) {
  const handle = async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    try {
      const name = params.call ?? '';
      const found = Object.prototype.hasOwnProperty.call(calls, name) ? [calls[name]].flat() : [];
      if (found.length === 0) throw new AppError('not_found', `请求地址出错 ${new URL(request.url).pathname}`);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const one = found.find((each) => each?.methods.includes(method as Method));
      if (!one) return refusedMethod(found.flatMap((each) => each?.methods ?? []));
      return await answer(one, request, params);
    } catch (error) {
      return failure(error, request);
    }
  };
  // The table goes along so that the walk over every call (tests/routes/access.test.ts) can read it.
  const described = Object.assign(handle, { calls });
  return { loader: described, action: described };
}

async function answer(one: Call, request: Request, params: Record<string, string | undefined>): Promise<Response> {
  assertSameOrigin(request);
  const session = await sessionState(request);
  const actor = session.state === 'signed_in' ? actorOf(session.user, request) : null;
  if (one.who !== 'anyone' && !actor) {
    throw session.state === 'expired'
      ? new AppError('session_expired', '登录已失效，请重新登录')
      : new AppError('unauthenticated', '未授权，请登录');
  }
  if (actor && ((one.who === 'teacher' && !isTeacher(actor)) || (one.who === 'student' && isTeacher(actor)))) {
    throw new AppError('forbidden', '拒绝访问');
  }
  const raw = one.input === null ? {} : await readInput(request);
  if (actor) assertOwnUid(actor, request, raw);
  const parsed = one.input?.safeParse(raw);
  if (parsed && !parsed.success) throw invalid(fieldErrorsOf(parsed.error));
  const input = (parsed?.data ?? null) as never;
  const result = await one.run({ actor: actor, input, now: requestTime(request), request, params });
  if (result instanceof Response) return result;
  const body =
    result instanceof Paged
      ? { data: result.page.rows as unknown, ...pick(result.page) }
      : { data: (result ?? null) as unknown };
  // What a page asks by itself in the background is no use of the session.
  const isUsed = actor !== null && !request.headers.has('X-Background');
  const cookie = isUsed ? await renewedCookie(request, requestTime(request)) : undefined;
  return envelope({ code: one.successCode, success: true, message: '', msg: '', ...body }, 200, cookie);
}

function pick(page: Page<unknown>) {
  return { pageSize: page.pageSize, totalCount: page.totalCount, currentPage: page.currentPage };
}

// Fields that carry a nested value as one JSON text when they come in a form.
const NESTED = /^(items|options|blanks|measures|settings|points|value|markingPoints|answer)$/;

async function readInput(request: Request): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams.entries());
  if (request.method === 'GET' || request.method === 'HEAD') return query;
  const type = request.headers.get('Content-Type') ?? '';
  if (type.includes('application/json')) {
    const body = (await request.json().catch(() => {
      throw new AppError('invalid', '请求内容不是有效的 JSON');
    })) as unknown;
    return { ...query, ...(typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) };
  }
  if (!type.includes('form')) return query;
  const form = await request.formData().catch(() => {
    throw new AppError('invalid', '请求内容无法读取');
  });
  const fields: Record<string, unknown> = formDataToObject(form);
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

/** A uid field or user-id header is accepted for compatibility, never trusted: it must be the session's own. */
export function assertOwnUid(actor: Actor, request: Request, raw: Record<string, unknown>): void {
  const claims = [raw.uid, request.headers.get('X-User-Id'), new URL(request.url).searchParams.get('uid')];
  for (const claim of claims) {
    if (claim === undefined || claim === null || claim === '') continue;
    if (claim !== String(actor.id) && claim !== actor.id) {
      console.warn(JSON.stringify({ level: 'warn', event: 'foreign_uid', user: actor.id, id: requestId(request) }));
      throw new AppError('forbidden', '拒绝访问');
    }
  }
}

function failure(error: unknown, request: Request): Response {
  if (error instanceof Response) return error;
  if (error instanceof AppError) {
    const code = error.code === 'session_expired' ? 402 : error.status;
    const data = error.fields ? { fieldErrors: error.fields } : (error.data.extra ?? null);
    return envelope({ code, success: false, message: error.message, msg: error.message, data }, error.status);
  }
  const status = isUnavailable(error) ? 503 : 500;
  const message = status === 503 ? '服务不可用' : '服务器内部错误';
  const id = requestId(request);
  console.error(JSON.stringify({ level: 'error', event: 'api_failure', id, url: request.url, error: String(error) }));
  if (error instanceof Error) console.error(error.stack);
  return envelope({ code: status, success: false, message, msg: message, data: { requestId: id } }, status);
}

function refusedMethod(allowed: string[]): Response {
  const message = '请求方法不支持';
  const response = envelope({ code: 405, success: false, message, msg: message, data: null }, 405);
  response.headers.set('Allow', [...new Set(allowed)].join(', '));
  return response;
}

function envelope(body: Record<string, unknown>, status: number, cookie?: string): Response {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
  });
  if (cookie) headers.append('Set-Cookie', cookie);
  if (status === 503) headers.set('Retry-After', '5');
  return new Response(JSON.stringify(body), { status, headers });
}

import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { toCall } from '~/lib/addresses/api';
import { AppError, invalid, orDiskFull } from '~/lib/errors';
import { fieldErrorsOf } from '~/lib/form-values';
import { logEvent } from '~/lib/log.server';
import type { Page } from '~/lib/page';
import { isMultipart, Paged, registerCalls, Signed, type Call, type Calls, type Method } from './api-call.server';
import { assertOwnUid, readCall } from './api-input.server';
import { ENVELOPE_HEADER } from './api-words';
import { actorOf, mustChangePasswordNow, sessionState } from './guards.server';
import { assertSameOrigin } from './origin.server';
import { requestId, requestTime } from './request.server';
import { noteSentValues } from './sent.server';
import { renewedCookie } from './session.server';

export { addOrEdit, blob, call, described, multipart, paged, pageOf, typed, withCookie } from './api-call.server';

/**
 * The loader and action of a resource route over a table of calls under `path` (below /api). The call's name is the
 * route's `$call`; '' is the path itself.
 * In the route: `const { loader, action } = defineApi('…', {…}); export { loader, action };` – Remix strips no
 * destructured export from the browser's build.
 */
export function defineApi(path: string, calls: Calls) {
  registerCalls(path, calls);
  const judge = async ({ request, params }: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> => {
    try {
      const name = params.call ?? '';
      const found = Object.prototype.hasOwnProperty.call(calls, name) ? [calls[name]].flat() : [];
      if (found.length === 0) throw new AppError('not_found', `请求地址出错 ${new URL(request.url).pathname}`);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const one = found.find((each) => each?.methods.includes(method as Method));
      if (!one) return refusedMethod(found.flatMap((each) => each?.methods ?? []));
      return await answer(one, request, params);
    } catch (error) {
      return failureOf(error, request);
    }
  };
  const handle = async (given: LoaderFunctionArgs | ActionFunctionArgs) => enveloped(given.request, await judge(given));
  // The table goes along so that tests of the built routes can read it.
  const described = Object.assign(handle, { path, calls });
  return { loader: described, action: described };
}

/** The answer as the client reads it; files and what their protocol answers stay as they are. */
function enveloped(request: Request, answer: Response): Response {
  const isAsked = request.headers.get(ENVELOPE_HEADER)?.trim() === '200';
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false;
  if (!isAsked || !isJson || answer.status < 400) return answer;
  return new Response(answer.body, { status: 200, headers: answer.headers });
}

/** Who asks, for what also the signed-out may call; a write from another site is refused. */
async function findApiUser(request: Request): Promise<Actor | null> {
  assertSameOrigin(request);
  const session = await sessionState(request);
  return session.state === 'signed_in' ? actorOf(session.user, request) : null;
}

/** What a one-time password still opens: who one is, and the way to a password of one's own. */
const PASSWORD_CALLS: string[] = ['user/userInfo', 'user/password', 'user/logout'].map(toCall);

/**
 * The signed-in user of a call; a write from another site is refused, and as on the pages everything but the change
 * itself while a one-time password has to be changed.
 */
export async function requireApiUser(request: Request): Promise<Actor> {
  assertSameOrigin(request);
  const session = await sessionState(request);
  if (session.state === 'signed_in') {
    const isOpen = PASSWORD_CALLS.includes(new URL(request.url).pathname);
    if (!isOpen && (await mustChangePasswordNow(session.user, request))) {
      const extra = { mustChangePassword: true };
      throw new AppError('forbidden', '请先修改初始密码，再使用其他功能。', undefined, extra);
    }
    return actorOf(session.user, request);
  }
  throw session.state === 'expired'
    ? new AppError('session_expired', '登录已失效，请重新登录')
    : new AppError('unauthenticated', '未授权，请登录');
}

async function answer(one: Call, request: Request, params: Record<string, string | undefined>): Promise<Response> {
  const actor = one.who === 'anyone' ? await findApiUser(request) : await requireApiUser(request);
  if (actor && one.who === 'teacher' && !isTeacher(actor)) throw new AppError('forbidden', '拒绝访问');
  // A student's open page goes on asking after a teacher has signed in at that computer.
  if (actor && one.who === 'student' && isTeacher(actor)) {
    const now = `现在登录的是${actor.name}（${actor.account}）`;
    throw new AppError('forbidden', `拒绝访问：这里要用学生账号，${now}`);
  }
  // What stands in the address and the headers first: a refused upload is not even read.
  if (actor) assertOwnUid(actor, request);
  const body = await readCall(request, one.input, actor);
  try {
    if (actor) assertOwnUid(actor, request, body.fields);
    const schema = isMultipart(one.input) ? one.input.fields : one.input;
    const parsed = schema.safeParse(body.fields) as z.SafeParseReturnType<unknown, unknown>;
    if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
    const given = { actor, input: parsed.data, file: body.file, now: requestTime(request), request, params };
    return await respond(one, await one.run(given as never), request, actor !== null);
  } finally {
    await body.discard();
  }
}

async function respond(one: Call, result: unknown, request: Request, isSignedIn: boolean): Promise<Response> {
  if (result instanceof Response) return result;
  if (isSignedIn) await noteSentValues(request, result);
  if (result instanceof Signed) return success(one, { data: result.data ?? null }, result.cookies);
  const body = result instanceof Paged ? { data: result.page.rows, ...pick(result.page) } : { data: result ?? null };
  // What a page asks by itself in the background is no use of the session.
  const isUsed = isSignedIn && !request.headers.has('X-Background');
  const renewed = isUsed ? await renewedCookie(request, requestTime(request)) : undefined;
  return success(one, body, renewed ? [renewed] : []);
}

function success({ successCode }: Call, body: Record<string, unknown>, cookies?: string[]): Response {
  return envelope({ code: successCode, success: true, message: '', msg: '', ...body }, 200, cookies);
}

function pick(page: Page<unknown>) {
  return { pageSize: page.pageSize, totalCount: page.totalCount, currentPage: page.currentPage };
}

/** A refusal or failure in the API's envelope, as the client reads it. */
export function apiFailure(thrown: unknown, request: Request): Response {
  return enveloped(request, failureOf(thrown, request));
}

function failureOf(thrown: unknown, request: Request): Response {
  const error = orDiskFull(thrown);
  if (error instanceof Response) return error;
  if (error instanceof AppError) {
    const code = error.code === 'session_expired' ? 402 : error.status;
    const data = error.fields ? { fieldErrors: error.fields } : (error.data.extra ?? null);
    const refusal = envelope({ code, success: false, message: error.message, msg: error.message, data }, error.status);
    if (error.retryAfterSeconds) refusal.headers.set('Retry-After', String(error.retryAfterSeconds));
    return refusal;
  }
  const message = '服务器内部错误';
  const id = requestId(request);
  // Nobody waits for the answer: the reading of what they sent broke off with them.
  if (request.signal.aborted || String(error) === 'Error: aborted') {
    logEvent('info', 'api_gone', { id, path: new URL(request.url).pathname, error: String(error) });
    return envelope({ code: 500, success: false, message, msg: message, data: { requestId: id } }, 500);
  }
  logEvent('error', 'api_failure', { id, path: new URL(request.url).pathname, error: String(error) });
  if (error instanceof Error) console.error(error.stack);
  return envelope({ code: 500, success: false, message, msg: message, data: { requestId: id } }, 500);
}

function refusedMethod(allowed: string[]): Response {
  const message = '请求方法不支持';
  const response = envelope({ code: 405, success: false, message, msg: message, data: null }, 405);
  response.headers.set('Allow', [...new Set(allowed)].join(', '));
  return response;
}

function envelope(body: Record<string, unknown>, status: number, cookies: string[] = []): Response {
  const headers = new Headers({
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
  });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  if (status === 503) headers.set('Retry-After', '5');
  const bytes = Buffer.from(JSON.stringify(body));
  // With its length known a short answer is not compressed for nothing.
  headers.set('Content-Length', String(bytes.length));
  return new Response(bytes, { status, headers });
}

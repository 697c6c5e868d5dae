import type { ActionFunctionArgs } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { SESSION_MS } from '~/domain/user/session.rules';
import type { UserRow } from '~/domain/user/user.queries.server';
import { requireStudent, requireTeacher, requireUser } from '~/http/guards.server';
import { readSession, renewedCookie, sessionCookie } from '~/http/session.server';
import { endSession } from '~/domain/user/session.commands.server';
import { keepFormOfEndedSession } from '~/http/held-forms.server';
import { action as liteAction } from '~/routes/lite';
import { action as logoutAction } from '~/routes/logout';
import { loader as forgetLoader } from '~/routes/forget';
import { action as loginAction, loader as loginLoader } from '~/routes/login';
import { loader as testLoader } from '~/routes/test';
import { action as userApi } from '~/routes/api.user.$call';
import { PASSWORD, makeClassroom, makeExam, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const HOST = 'kaoping.test';

function request(path: string, { method = 'GET', headers = {}, body }: RequestInit & { headers?: HeadersInit } = {}) {
  const all = new Headers({ Host: HOST, Accept: 'text/html', ...headers });
  // Host is a forbidden header of fetch; Node's Request keeps it only when set through the list.
  return new Request(`http://${HOST}${path}`, { method, headers: all, body });
}

const args = (from: Request, params = {}) => ({ request: from, params, context: {} }) as ActionFunctionArgs;

async function cookieOf(user: UserRow, renewedAt = Date.now()): Promise<string> {
  const text = await sessionCookie({ uid: user.id, role: user.user_type, version: user.session_version, renewedAt });
  return text.split(';')[0] ?? '';
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as Response & { code?: string },
  );

describe('an address that only leads elsewhere', () => {
  it.each([
    ['/logout', logoutAction],
    ['/lite', liteAction],
  ])('%s says in Chinese why another site may not write to it', async (path, action) => {
    const answer = await action(args(request(path, { method: 'POST', headers: { Origin: 'https://evil.example' } })));
    expect(answer.status).toBe(403);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    expect(await answer.text()).toContain('请求不是从本系统的页面发出的');
  });
});

it('a call refused after too many tries says when to come again', async () => {
  const { account } = await makeTeacher();
  const send = () => {
    const body = new URLSearchParams({ account, password: 'wrong password' });
    return userApi(args(request('/api/user/login', { method: 'POST', body }), { call: 'login' }));
  };
  const first = await send();
  expect([first.status, first.headers.get('Retry-After')]).toEqual([400, null]);
  let last = first;
  for (let tries = 0; tries < 30 && last.status !== 429; tries += 1) last = await send();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('Retry-After'))).toBeGreaterThan(0);
});

describe('the sign-in form', () => {
  it('is refused with more fields than any form has', async () => {
    const body = new URLSearchParams(Array.from({ length: 2000 }, (_, at) => [`a${at}`, '1']));
    const sent = request('/login', { method: 'POST', body });
    await expect(loginAction(args(sent))).rejects.toMatchObject({ code: 'too_large' });
  });
});

describe('a session', () => {
  it('names its user and ends when the version is raised, the account disabled, or 12 hours pass', async () => {
    const teacher = await makeTeacher();
    const headers = { Cookie: await cookieOf(teacher) };
    await expect(requireTeacher(request('/dashboard', { headers }))).resolves.toMatchObject({ id: teacher.id });

    const old = { Cookie: await cookieOf(teacher, Date.now() - SESSION_MS - 1) };
    const refusal = await thrown(requireUser(request('/examination/index?tab=draft', { headers: old })));
    expect(refusal?.headers.get('Location')).toBe(
      `/login?redirectTo=${encodeURIComponent('/examination/index?tab=draft')}`,
    );

    await db().updateTable('users').set({ session_version: 2 }).where('id', '=', teacher.id).execute();
    expect((await thrown(requireUser(request('/dashboard', { headers }))))?.status).toBe(302);
    await db().updateTable('users').set({ session_version: 1, is_disabled: 1 }).where('id', '=', teacher.id).execute();
    expect((await thrown(requireUser(request('/dashboard', { headers }))))?.status).toBe(302);
  });

  it('is nobody’s when the cookie was changed', async () => {
    const teacher = await makeTeacher();
    const cookie = await cookieOf(teacher);
    expect(await readSession(request('/', { headers: { Cookie: `${cookie.slice(0, -3)}abc` } }))).toBeUndefined();
  });

  it('is renewed after ten minutes of use, not at every page', async () => {
    const teacher = await makeTeacher();
    const now = Date.now();
    const fresh = request('/', { headers: { Cookie: await cookieOf(teacher, now - 60_000) } });
    const used = request('/', { headers: { Cookie: await cookieOf(teacher, now - 11 * 60_000) } });
    expect(await renewedCookie(fresh, now)).toBeUndefined();
    expect(await renewedCookie(used, now)).toContain('HttpOnly');
    expect(await renewedCookie(used, now)).toContain('SameSite=Lax');
  });

  it('lets each role only into its own pages', async () => {
    const teacher = request('/', { headers: { Cookie: await cookieOf(await makeTeacher()) } });
    const student = request('/', { headers: { Cookie: await cookieOf(await makeStudent()) } });
    expect(await thrown(requireStudent(teacher))).toMatchObject({ code: 'forbidden', status: 403 });
    expect(await thrown(requireTeacher(student))).toMatchObject({ code: 'forbidden', status: 403 });
  });

  it('refuses writes that another site started', async () => {
    const cookie = await cookieOf(await makeTeacher());
    const post = (headers: HeadersInit) =>
      thrown(requireTeacher(request('/x', { method: 'POST', headers: { Cookie: cookie, ...headers } })));
    expect(await post({ Origin: 'https://evil.example' })).toMatchObject({ status: 403 });
    expect(await post({ Origin: 'null' })).toMatchObject({ status: 403 });
    expect(await post({ 'Sec-Fetch-Site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await post({ 'Sec-Fetch-Site': 'same-site' })).toMatchObject({ status: 403 });
    expect(await post({ Origin: `http://${HOST}` })).toBeUndefined();
    expect(await post({})).toBeUndefined();
  });
});

describe('a session with a row', () => {
  const signIn = async (user: UserRow, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ account: user.account, password: PASSWORD });
    const answer = (await loginAction(args(request('/login', { method: 'POST', headers, body })))) as Response;
    return { Cookie: answer.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
  };
  const sessionsOf = (user: UserRow) =>
    db().selectFrom('user_sessions').selectAll().where('user_id', '=', user.id).orderBy('created_at').execute();

  it('is opened by signing in and ends where it is signed out, also from elsewhere', async () => {
    const teacher = await makeTeacher();
    const here = await signIn(teacher, { 'User-Agent': 'Chrome/80' });
    const there = await signIn(teacher);
    await expect(requireUser(request('/dashboard', { headers: here }))).resolves.toMatchObject({ id: teacher.id });
    expect(await sessionsOf(teacher)).toMatchObject([{ user_agent: 'Chrome/80', ended_at: null }, { ended_at: null }]);

    const { id } = (await readSession(request('/', { headers: there }))) ?? {};
    await endSession(teacher.id, id ?? '', Date.now());
    const refused = await thrown(requireUser(request('/users/info', { headers: there })));
    expect(refused?.headers.get('Location')).toBe('/login?redirectTo=%2Fusers%2Finfo');
    const called = await userApi(
      args(request('/api/user/userInfo', { method: 'POST', headers: there }), { call: 'userInfo' }),
    );
    expect(called.status).toBe(401);
    expect(await called.json()).toMatchObject({ code: 402 });

    await logoutAction(args(request('/logout', { method: 'POST', headers: here })));
    expect((await sessionsOf(teacher)).every((row) => row.ended_at !== null)).toBe(true);
    expect((await thrown(requireUser(request('/dashboard', { headers: here }))))?.status).toBe(302);
  });

  it('keeps what was typed when it was ended elsewhere', async () => {
    const student = await makeStudent();
    const headers = await signIn(student);
    const { id } = (await readSession(request('/', { headers }))) ?? {};
    await endSession(student.id, id ?? '', Date.now());
    const body = new URLSearchParams({ text: '写到一半的作文' });
    const refusal = await thrown(keepFormOfEndedSession(request('/x', { method: 'POST', headers, body }), '/x'));
    expect(refusal?.headers.get('Location')).toBe('/login?redirectTo=%2Fx&texts=kept');
    expect(await db().selectFrom('held_forms').select(['user_id', 'path']).execute()).toEqual([
      { user_id: student.id, path: '/x' },
    ]);
  });

  it('a browser in which the account has signed in before is not stopped by what others tried', async () => {
    const student = await makeStudent();
    const post = async (password: string, Cookie = '') => {
      const body = new URLSearchParams({ account: student.account, password });
      const answer = await loginAction(args(request('/login', { method: 'POST', headers: { Cookie }, body })));
      return answer as Response & { init?: ResponseInit };
    };
    const cookies = (await post(PASSWORD)).headers.getSetCookie();
    const known = cookies.find((line) => line.startsWith('kaoping_known='))?.split(';')[0] ?? '';
    for (let wrong = 0; wrong < 6; wrong += 1) await post(`guess ${wrong}`);
    expect((await post(PASSWORD)).init?.status).toBe(429);
    expect((await post(PASSWORD, `${known.slice(0, -4)}abcd`)).init?.status).toBe(429);
    expect((await post(PASSWORD, known)).status).toBe(303);
  });

  it('a client of the API is known too', async () => {
    const student = await makeStudent();
    const post = async (password: string, Cookie = '') => {
      const body = new URLSearchParams({ account: student.account, password });
      const sent = request('/api/user/login', { method: 'POST', headers: { Cookie }, body });
      return await userApi(args(sent, { call: 'login' }));
    };
    const cookies = (await post(PASSWORD)).headers.getSetCookie();
    const known = cookies.find((line) => line.startsWith('kaoping_known='))?.split(';')[0] ?? '';
    for (let wrong = 0; wrong < 6; wrong += 1) await post(`guess ${wrong}`);
    expect((await post(PASSWORD)).status).toBe(429);
    expect((await post(PASSWORD, known)).status).toBe(200);
  });

  it('signing in again in the same browser ends the session before it', async () => {
    const teacher = await makeTeacher();
    const first = await signIn(teacher);
    await signIn(teacher, first);
    expect((await sessionsOf(teacher)).map((row) => row.ended_at !== null)).toEqual([true, false]);
  });

  it('is noted as used at the cookie’s renewal, and not renewed once it has ended', async () => {
    const teacher = await makeTeacher();
    const headers = await signIn(teacher);
    const later = Date.now() + 11 * 60_000;
    expect(await renewedCookie(request('/', { headers }), later)).toContain('HttpOnly');
    expect(await sessionsOf(teacher)).toMatchObject([{ last_seen_at: later }]);
    await db().updateTable('user_sessions').set({ ended_at: later }).execute();
    expect(await renewedCookie(request('/', { headers }), later + 11 * 60_000)).toBeUndefined();
  });

  it('a cookie of the version without ids stays valid and gets a row at its renewal', async () => {
    const teacher = await makeTeacher();
    const old = { Cookie: await cookieOf(teacher, Date.now() - 11 * 60_000) };
    await expect(requireUser(request('/dashboard', { headers: old }))).resolves.toMatchObject({ id: teacher.id });
    const renewed = (await renewedCookie(request('/', { headers: old }), Date.now()))?.split(';')[0] ?? '';
    const [row] = await sessionsOf(teacher);
    expect(await readSession(request('/', { headers: { Cookie: renewed } }))).toMatchObject({ id: row?.id });
  });
});

describe('a password that must be changed', () => {
  it('leads to its own page and back, except while an exam runs or starts within half an hour', async () => {
    const teacher = await makeTeacher();
    const classroom = await makeClassroom({ teacher });
    const student = await makeStudent({ classroom_id: classroom.id, must_change_password: 1 });
    const headers = { Cookie: await cookieOf(student) };
    const visit = () => thrown(requireUser(request('/dashboard', { headers })));
    expect((await visit())?.headers.get('Location')).toBe('/users/password?redirectTo=%2Fdashboard');
    expect(await thrown(requireUser(request('/users/password', { headers })))).toBeUndefined();

    const soon = Date.now() + 20 * 60_000;
    await makeExam({
      owner: teacher,
      classrooms: [classroom],
      oral_begin_time: soon,
      oral_end_time: soon + 3600_000,
      begin_time: soon,
      end_time: soon + 3600_000,
      upload_end_time: soon + 3600_000,
    });
    expect(await visit()).toBeUndefined();
  });
});

describe('the public pages', () => {
  const setsCookie = (answer: { init?: ResponseInit | null }) =>
    new Headers(answer.init?.headers).get('Set-Cookie') ?? '';

  it('/login and /forget end the session of a browser that navigates there', async () => {
    const cookie = await cookieOf(await makeTeacher());
    for (const [path, loader] of [
      ['/login', loginLoader],
      ['/forget', forgetLoader],
    ] as const) {
      const visit = async (headers: Record<string, string>) =>
        setsCookie(await loader(args(request(path, { headers: { Cookie: cookie, ...headers } }))));
      expect(await visit({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' })).toContain('1970');
      // On plain http no browser says more than where it comes from: a link of another site may say nothing.
      expect(await visit({ Referer: `http://${HOST}/dashboard` })).toContain('1970');
      expect(await visit({ Referer: 'http://evil.example/' })).toBe('');
      expect(await visit({})).toBe('');
      expect(await visit({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Purpose': 'prefetch' })).toBe('');
      expect(await visit({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site' })).toBe('');
      expect(await visit({ 'Sec-Fetch-Mode': 'no-cors' })).toBe('');
    }
  });

  it('/test leaves the session alone', async () => {
    const headers = { Cookie: await cookieOf(await makeTeacher()), 'Sec-Fetch-Mode': 'navigate' };
    expect(await testLoader(args(request('/test', { headers })))).toMatchObject({ isSignedIn: true });
  });

  it('signing in leads back to where one was going, and nowhere else', async () => {
    const teacher = await makeTeacher();
    const post = async (to: string) => {
      const url = `/login?redirectTo=${encodeURIComponent(to)}`;
      const body = new URLSearchParams({ account: teacher.account, password: PASSWORD });
      const answer = await loginAction(args(request(url, { method: 'POST', body })));
      if (!(answer instanceof Response)) throw new Error('refused');
      return answer;
    };
    const answer = await post('/member/class/index?keyword=a');
    expect(answer.headers.get('Location')).toBe('/member/class/index?keyword=a');
    expect(answer.headers.get('Set-Cookie')).toMatch(/HttpOnly/);
    expect((await post('https://evil.example/')).headers.get('Location')).toBe('/dashboard');
  });

  it('a wrong password keeps the account and never the password', async () => {
    const answer = await loginAction(
      args(request('/login', { method: 'POST', body: new URLSearchParams({ account: 'x', password: 'secret-word' }) })),
    );
    expect(answer).toMatchObject({ init: { status: 422 }, data: { values: { account: 'x' } } });
    expect(JSON.stringify(answer)).not.toContain('secret-word');
  });
});

describe('the API envelope', () => {
  const ask = async (call: string, headers: Record<string, string>, body: Record<string, string> = {}) => {
    const sent = request(`/api/user/${call}`, { method: 'POST', headers, body: new URLSearchParams(body) });
    const response = await userApi(args(sent, { call }));
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };

  it('tells nobody from an ended session: 401 and 402', async () => {
    const teacher = await makeTeacher();
    const headers = { Cookie: await cookieOf(teacher) };
    expect((await ask('userInfo', {})).body).toMatchObject({ code: 401, success: false, data: null });
    expect((await ask('userInfo', headers)).body).toMatchObject({ code: 200, data: { id: teacher.id, userType: 1 } });
    await db().updateTable('users').set({ session_version: 9 }).where('id', '=', teacher.id).execute();
    expect(await ask('userInfo', headers)).toMatchObject({ status: 401, body: { code: 402 } });
  });

  it('refuses somebody else’s uid in a field or header, and takes the own or none', async () => {
    const teacher = await makeTeacher();
    const headers = { Cookie: await cookieOf(teacher) };
    const own = String(teacher.id);
    expect((await ask('userInfo', headers, { uid: own })).status).toBe(200);
    expect((await ask('userInfo', headers, { uid: '' })).status).toBe(200);
    expect((await ask('userInfo', headers, { uid: '999999' })).status).toBe(403);
    expect((await ask('userInfo', { ...headers, 'X-User-Id': '999999' })).status).toBe(403);
    expect((await ask('userInfo', { ...headers, 'X-User-Id': own })).status).toBe(200);
  });

  it('says 404 for an unknown call and 405 with Allow for a wrong method', async () => {
    expect((await ask('nothing', {})).status).toBe(404);
    expect((await ask('constructor', {})).status).toBe(404);
    const menu = await ask('menu', {});
    expect(menu.status).toBe(405);
    expect(menu.headers.get('Allow')).toBe('GET');
  });
});

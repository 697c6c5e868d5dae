import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { CALLS } from '~tests/contract/call-table';
import { PASSWORD } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { LAYOUTS, PEOPLE, ROUTES, type Expected, type Outcome, type Person } from './access-table';
import { makeWorld, type World } from './access-world';

/**
 * Who gets into what: every route and every call of the API, for each kind of person, as a page, as the data
 * request of a client navigation, and as a write. A route that access-table.ts does not list fails, and so does a call
 * that tests/contract/call-table.ts does not list.
 */

useDatabase({ keepRows: true });

let app: BuiltApp;
let world: World;

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
});
afterAll(() => app.stop());

type Module = { default?: unknown; loader?: { path?: string; calls?: Calls }; action?: unknown };
type Calls = Record<string, Described | Described[]>;
type Described = { methods: string[]; who: string };

const moduleOf = (id: string) => app.build.routes[id]?.module as unknown as Module;
const isPage = (id: string) => moduleOf(id).default !== undefined;
const urlOf = (id: string) => {
  const { url } = ROUTES[id]!;
  return typeof url === 'function' ? url(world) : url;
};
const expectedOf = (expected: Expected, person: Person): Outcome => expected[PEOPLE.indexOf(person)]!;

/** What a person got, in the table's words. */
async function outcomeOf(response: Response): Promise<Outcome> {
  const { status } = response;
  const location = response.headers.get('Location') ?? '';
  const body = await response.text();
  const isDataRedirect = status === 202 && body.includes('SingleFetchRedirect');
  if (status >= 300 && status < 400 && location.startsWith('/login')) return 'login';
  if (isDataRedirect && body.includes('"/login')) return 'login';
  if (status === 401 || status === 403 || status === 404) return status;
  if (status >= 500) throw new Error(`status ${status}: ${body.slice(0, 300)}`);
  return 'ok';
}

/** Sends a request with the person's session; who was signed out by the answer signs in again for what follows. */
async function sendAs(person: Person, url: string, init: RequestInit = {}): Promise<Response> {
  const response = await app.send(url, { ...init, cookie: world.cookies[person] });
  const account = world.accounts[person];
  const set = response.headers.getSetCookie().find((line) => line.startsWith('kaoping_session='));
  if (account && set)
    world.cookies[person] = set.startsWith('kaoping_session=;')
      ? await app.signIn(account, PASSWORD)
      : set.split(';')[0];
  return response;
}

const get = async (person: Person, url: string) => outcomeOf(await sendAs(person, url));

async function getData(person: Person, url: string, routeId: string): Promise<Outcome> {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const name = pathname === '/' ? '/_root' : pathname;
  // Only this route's loader: its own guard has to hold without its parents'.
  searchParams.set('_routes', routeId);
  return get(person, `${name}.data?${searchParams.toString()}`);
}

const post = (person: Person, url: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  sendAs(person, url, { method: 'POST', body: new URLSearchParams(form), headers });

/** Nothing was written: no action took it, or the sign-in page was shown instead. */
const isRefused = ({ status }: Response) => status >= 300 && status < 500;

/** Told apart before any statement runs: on PostgreSQL the first stands for all. */
const EVERY_CROSS_SITE: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { 'Sec-Fetch-Site': 'cross-site' },
];
const CROSS_SITE = EVERY_CROSS_SITE.slice(0, inject('database').kind === 'sqlite' ? undefined : 1);

describe('pages and resource routes', () => {
  test('every route file is listed', () => {
    const served = Object.keys(app.build.routes).filter((id) => id !== 'root');
    expect(Object.keys({ ...ROUTES, ...LAYOUTS, ...apiRoutes() }).sort()).toEqual(served.sort());
  });

  describe.each(Object.keys(ROUTES))('%s', (id) => {
    test('GET', async () => {
      if (!isPage(id) && !moduleOf(id).loader) return;
      const entry = ROUTES[id]!;
      const found = await Promise.all(PEOPLE.map((person) => get(person, urlOf(id))));
      expect(found).toEqual(PEOPLE.map((person) => expectedOf(entry.get, person)));
    });

    test('data request', async () => {
      if (!isPage(id) || !moduleOf(id).loader) return;
      const entry = ROUTES[id]!;
      const found = await Promise.all(PEOPLE.map((person) => getData(person, urlOf(id), id)));
      expect(found).toEqual(PEOPLE.map((person) => expectedOf(entry.get, person)));
    });

    test('POST', async () => {
      const entry = ROUTES[id]!;
      for (const person of PEOPLE) {
        const response = await post(person, urlOf(id), entry.form?.(world));
        if (moduleOf(id).action) {
          expect([person, await outcomeOf(response)]).toEqual([person, expectedOf(entry.post ?? entry.get, person)]);
        } else {
          expect([person, isRefused(response)]).toEqual([person, true]);
        }
      }
    });

    test('a write from another site is refused', async () => {
      for (const person of PEOPLE) {
        for (const headers of CROSS_SITE) {
          const response = await post(person, urlOf(id), {}, headers);
          // Signed out the answer may be the sign-in page; an address that does not exist says so to everybody.
          if (person === 'nobody' || !moduleOf(id).action)
            expect([person, isRefused(response)]).toEqual([person, true]);
          else expect([person, response.status]).toEqual([person, ROUTES[id]!.get[0] === 404 ? 404 : 403]);
        }
      }
    });
  });

  test.each(Object.keys(LAYOUTS))('%s gives its data to those it is for only', async (id) => {
    if (!moduleOf(id).loader) return;
    const { url, get: expected } = LAYOUTS[id]!;
    const at = typeof url === 'function' ? url(world) : url;
    const found = await Promise.all(PEOPLE.map((person) => getData(person, at, id)));
    expect(found).toEqual(PEOPLE.map((person) => expectedOf(expected, person)));
  });
});

describe('addresses that do not say what they show', () => {
  const pages = () => Object.keys(ROUTES).filter((id) => isPage(id) && id !== 'routes/$');
  /** Where the person ends up: the last status, and the address that led there. */
  const follow = async (person: Person, url: string): Promise<[number, string]> => {
    let at = url;
    for (let step = 0; step < 5; step += 1) {
      const response = await sendAs(person, at);
      await response.arrayBuffer();
      if (response.status < 300 || response.status >= 400) return [response.status, at];
      at = new URL(response.headers.get('Location') ?? '', app.address).href.slice(app.address.length);
    }
    throw new Error(`${url} leads round in circles`);
  };

  test('a page that begins something new, or shows all, is opened without an id', async () => {
    const urls = ['/examination/firstadd', '/examination/draw', '/examination/scoreexamination/comments'];
    for (const url of [...urls, '/question_bank/export/choose?bank=theory'])
      expect(await follow('teacher', url)).toEqual([200, url]);
  });

  test('a page without the id of what it shows leads whoever may open it to a list', async () => {
    for (const id of pages()) {
      const [path = '', search] = urlOf(id).split('?');
      if (search === undefined) continue;
      for (const person of PEOPLE.filter((one) => expectedOf(ROUTES[id]!.get, one) === 'ok')) {
        const [status, at] = await follow(person, path);
        expect([id, person, status]).toEqual([id, person, 200]);
        expect(at).not.toContain('/login');
      }
    }
  });

  test('the beginning of any page’s address leads to a list', async () => {
    const downloads = Object.values(app.build.routes).flatMap(({ id, path }) => (isPage(id) ? [] : [`/${path ?? ''}`]));
    for (const id of pages()) {
      const words = new URL(urlOf(id), 'http://x').pathname.split('/').slice(1);
      const beginnings = words
        .slice(1)
        .map((_, index) => `/${words.slice(0, index + 1).join('/')}`)
        .filter((beginning) => !downloads.includes(beginning));
      for (const person of PEOPLE.slice(1).filter((one) => expectedOf(ROUTES[id]!.get, one) === 'ok')) {
        for (const beginning of beginnings) {
          const [status] = await follow(person, beginning);
          expect([beginning, person, status]).toEqual([beginning, person, 200]);
        }
      }
    }
    expect((await follow('nobody', '/examination'))[1]).toMatch(/^\/login\?redirectTo=/);
    expect(await get('student', '/census')).toBe('ok');
    expect(await get('student', '/member')).toBe(403);
  });

  test('an error page has a title of its own and one mark', async () => {
    const titles = new Map<string, string>();
    for (const [url, person] of [
      ['/no/such/page', 'nobody'],
      ['/no/such/page', 'teacher'],
      ['/examination/firstadd?id=2147483647', 'teacher'],
      ['/member/student/index', 'student'],
      ['/examination/history/index', 'teacher'],
    ] as const) {
      const response = await sendAs(person, url);
      const html = await response.text();
      titles.set(`${person} ${url} ${response.status}`, /<title>(.*?)<\/title>/.exec(html)?.[1] ?? '');
      expect([url, html.match(/class="brand__mark"/g)?.length]).toEqual([url, 1]);
    }
    expect(Object.fromEntries(titles)).toEqual({
      'nobody /no/such/page 404': '找不到这一页 - 考评',
      'teacher /no/such/page 404': '找不到这一页 - 考评',
      'teacher /examination/firstadd?id=2147483647 404': '找不到这一页 - 考评',
      'student /member/student/index 403': '没有权限 - 考评',
      'teacher /examination/history/index 403': '没有权限 - 考评',
    });
  });
});

describe('calls of the API', () => {
  test('every table names the path it is served at', () => {
    for (const [id, { path }] of Object.entries(apiRoutes())) {
      const served = (app.build.routes[id]?.path ?? '').replace(/^api\/?/, '').replace(/\/?:call$/, '');
      expect([id, path]).toEqual([id, served === '*' ? '' : served]);
    }
  });

  test('every call is listed', () => {
    expect(servedCalls()).toEqual(Object.keys(CALLS).sort());
  });

  test.each(Object.keys(CALLS))('%s', async (name) => {
    const outcomes = CALLS[name]!.who;
    const [method = '', path = ''] = name.split(' ');
    const body = method === 'GET' ? undefined : new URLSearchParams();
    const send = (person: Person, headers = {}) => sendAs(person, `/api/${path}`, { method, body, headers });
    const may = whoMay(outcomes);
    for (const [index, person] of PEOPLE.entries()) {
      const response = await send(person);
      expect(response.status).toBeLessThan(500);
      if (!may.includes(person)) {
        expect([person, response.status]).toEqual([person, person === 'nobody' ? 401 : 403]);
        expect(await response.json()).toMatchObject({ success: false, data: null });
      } else if (outcomes[index] !== 403) {
        expect([person, [401, 403].includes(response.status)]).toEqual([person, false]);
      }
      if (method === 'GET') continue;
      for (const headers of CROSS_SITE) {
        expect([person, (await send(person, headers)).status]).toEqual([person, 403]);
      }
    }
  });
});

/** Whose kind has the call at all: what is refused to a whole kind is refused before its input is read. */
function whoMay(outcomes: readonly number[]): readonly Person[] {
  const isRefusedTo = (...indexes: number[]) => indexes.every((index) => outcomes[index] === 403);
  if (outcomes[0] !== 401) return PEOPLE;
  if (isRefusedTo(1, 2)) return PEOPLE.slice(3);
  return isRefusedTo(3, 4) ? PEOPLE.slice(1, 3) : PEOPLE.slice(1);
}

/** Resource routes made by defineApi: their calls are listed one by one. */
function apiRoutes(): Record<string, { path: string; calls: Calls }> {
  const found: Record<string, { path: string; calls: Calls }> = {};
  for (const id of Object.keys(app.build.routes)) {
    const { path = '', calls } = moduleOf(id).loader ?? {};
    if (calls && !ROUTES[id]) found[id] = { path, calls };
  }
  return found;
}

function servedCalls(): string[] {
  return Object.entries(apiRoutes())
    .flatMap(([id, { calls }]) => {
      const prefix = (app.build.routes[id]?.path ?? '').replace(/^api\/?/, '');
      return Object.entries(calls).flatMap(([name, described]) =>
        [described]
          .flat()
          .flatMap(({ methods }) => methods.map((method) => `${method} ${prefix.replace(':call', name)}`)),
      );
    })
    .sort();
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { PEOPLE, ROUTES, type Person } from './access-table';
import { makeWorld, type World } from './access-world';
import { PAGE_CALLS } from './page-calls';

/**
 * What no form of ours sends, to every page and resource route: wrong types, numbers out of range, characters that
 * PostgreSQL keeps in no text, very long texts; in the address and in every field of every form of the page. Never a
 * 5xx, and a refusal is a Chinese sentence. The calls of the API have the same in tests/contract/hostile.test.ts.
 */

useDatabase({ keepRows: true });

let app: BuiltApp;
let world: World;

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
});
afterAll(() => app.stop());

const NASTY = ['a\0b', 'abc', '9223372036854775808', '1e309', '-1', '12garbage', '[{"a":null}]', '\ud800x'];

/** Would end the session, or fill the log of sign-ins: they have tests of their own. */
const LEFT_OUT = new Set(['routes/logout', 'routes/healthz', 'routes/readyz', 'routes/users.export.download']);

const sources = (folder: string): string =>
  readdirSync(path.resolve('app', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file) => readFileSync(path.resolve('app', folder, file), 'utf8'))
    .join('\n');

/** The names that an address or a form of ours ever has, as the code writes them. */
function knownNames(): string[] {
  const text = ['routes', 'components', 'http'].map(sources).join('\n');
  const found = [
    ...text.matchAll(/\bname="(\w+)"/g),
    ...text.matchAll(/searchParams\.(?:get|getAll|has)\('(\w+)'\)/g),
    ...text.matchAll(/\bform\.(?:get|getAll|has)\('(\w+)'\)/g),
  ].map(([, name]) => name!);
  return [...new Set([...found, 'id', 'examId', 'part', 'currentPage', 'pageSize', 'sort', 'order'])].filter(
    (name) => name !== '_intent',
  );
}
const NAMES = knownNames();

const urlOf = (id: string) => {
  const { url } = ROUTES[id]!;
  return typeof url === 'function' ? url(world) : url;
};

/** Whoever may open a route; one for each kind of person is enough. */
function peopleOf(id: string): Person[] {
  const { get, post } = ROUTES[id]!;
  const may = PEOPLE.filter((_, at) => get[at] === 'ok' || post?.[at] === 'ok');
  return ['teacher', 'student', 'nobody'].filter((one): one is Person => may.includes(one as Person)).slice(0, 1);
}

async function sendAs(person: Person, url: string, init: RequestInit = {}) {
  const response = await app.send(url, { ...init, cookie: world.cookies[person] });
  const body = await response.text();
  const account = world.accounts[person];
  if (account && response.headers.getSetCookie().some((line) => line.startsWith('kaoping_session=')))
    world.cookies[person] = await app.signIn(account, PASSWORD);
  return { status: response.status, body };
}

/** What is wrong with an answer: a 5xx, or a refusal without a Chinese sentence. '' when nothing is. */
function faultOf({ status, body }: { status: number; body: string }, isRead: boolean): string {
  if (status >= 500) return `${status}: ${body.slice(0, 200)}`;
  // A picture, a drawing and the protocol of uploads in parts have no reader.
  return status >= 400 && isRead && !/[\u4e00-\u9fff]{4}/.test(body) ? `${status} without a sentence` : '';
}

/** What is drawn, played or spoken to by a script alone. */
const WITHOUT_READER = /^routes\/(waveform|census\.chart|formula|logo|test_|lite|api\.common\.tus)/;

const logOf = () => app.log().slice(-1200);

describe('addresses', () => {
  const ids = Object.keys(ROUTES).filter((id) => !LEFT_OUT.has(id));
  test.each(ids)('%s', async (id) => {
    const [address = '', search = ''] = urlOf(id).split('?');
    const own = [...new URLSearchParams(search)];
    const asked = NASTY.flatMap((value) => {
      const all = NAMES.map((name): [string, string] => [name, value]);
      // What the page shows is right, and all the rest is not.
      const inside = [...own, ...all.filter(([name]) => !own.some(([key]) => key === name))];
      return own.length === 0 ? [all] : [all, inside];
    }).map((pairs) => `${address}?${new URLSearchParams(pairs).toString()}`);
    // The id in the address itself.
    const inPath = /\/\d+$|\/[\da-f-]{36}$/.test(address)
      ? NASTY.map((value) => address.replace(/[^/]+$/, new URLSearchParams({ x: value }).toString().slice(2)))
      : [];
    for (const person of peopleOf(id)) {
      for (const url of [...asked, ...inPath]) {
        const fault = faultOf(await sendAs(person, url), !WITHOUT_READER.test(id));
        if (fault) throw new Error(`${person} ${url.slice(0, 300)}\n${fault}\n${logOf()}`);
      }
    }
  });
});

/** The fields of the forms on a page, with the values they stand there with. */
function fieldsOf(html: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [tag] of html.matchAll(/<(?:input|select|textarea|button)\b[^>]*>/g)) {
    const name = /\bname="([^"]+)"/.exec(tag)?.[1];
    if (name && !fields.has(name)) fields.set(name, /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  return fields;
}

describe('forms', () => {
  const ids = Object.keys(ROUTES).filter((id) => !LEFT_OUT.has(id));
  test.each(ids)('%s', async (id) => {
    if (!(app.build.routes[id]?.module as { action?: unknown }).action) return;
    const file = `${id.slice('routes/'.length)}`;
    const intents = Object.keys(PAGE_CALLS[`${file}.tsx`] ?? PAGE_CALLS[`${file}.ts`] ?? { '': null });
    for (const person of peopleOf(id)) {
      const page = fieldsOf((await sendAs(person, urlOf(id))).body);
      const given = new Map([...page, ...Object.entries(ROUTES[id]!.form?.(world) ?? {})]);
      given.delete('_intent');
      const names = [...new Set([...given.keys(), ...NAMES])];
      const send = async (fields: [string, string][], intent: string, isMultipart: boolean) => {
        const pairs: [string, string][] = [...fields, ['_intent', intent]];
        const body = isMultipart ? new FormData() : new URLSearchParams();
        for (const [name, value] of pairs) body.append(name, value);
        const fault = faultOf(await sendAs(person, urlOf(id), { method: 'POST', body }), !WITHOUT_READER.test(id));
        if (fault) {
          const told = JSON.stringify(pairs.map(([name, value]) => [name, value.slice(0, 20)])).slice(0, 1500);
          throw new Error(`${person} ${id} ${intent}: ${told}\n${fault}\n${logOf()}`);
        }
      };
      for (const [turn, intent] of intents.entries()) {
        for (const [at, value] of [...NASTY.slice(0, 3), '字'.repeat(2_000)].entries()) {
          // The good form beside: what is wrong goes deep.
          const isWhole = (turn + at) % 2 === 0;
          const fields = names.map((name): [string, string] => [name, value]);
          const kept = [...given].filter(([name]) => /id$/i.test(name));
          const rest = fields.filter(([name]) => !kept.some(([key]) => key === name));
          await send(isWhole ? [...kept, ...rest] : [...fields, ...fields.slice(0, 40)], intent, at % 2 === 0);
        }
      }
    }
  });
});

import { afterAll, beforeAll, describe, test } from 'vitest';
import { PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { PEOPLE, ROUTES, type Person } from './access-table';
import { makeWorld, type World } from './access-world';
import { knownNames } from './hostile-fields';

/**
 * What no link of ours says, in the address of every page and resource route: wrong types, numbers out of range,
 * characters that PostgreSQL keeps in no text. Never a 5xx, and a refusal of a page is a Chinese sentence. The calls of
 * the API have the same in tests/contract/hostile.test.ts.
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

/** What is drawn, played, downloaded or spoken to by a script alone. */
const WITHOUT_READER =
  /^routes\/(waveform|census\.chart|question_bank\.import_\.refused|formula|logo|test_|lite|api\.common\.tus)/;

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

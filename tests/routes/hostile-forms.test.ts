import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { databaseKind } from '~/db/db.server';
import { PASSWORD } from '~tests/factories';
import { startBuiltApp, type BuiltApp } from '~tests/support/built-app';
import { useDatabase } from '~tests/support/db';
import { PEOPLE, ROUTES, type Person } from './access-table';
import { makeWorld, type World } from './access-world';
import { knownNames, schemaNames } from './hostile-fields';
import { PAGE_CALLS } from './page-calls';

/**
 * What no form of ours sends, to every action of every page, as a student and as a teacher: never a 5xx, never a
 * connection that breaks or waits, and a refusal is a Chinese sentence. Addresses have hostile-addresses.test.ts.
 */

useDatabase({ keepRows: true });

let app: BuiltApp;
let world: World;

beforeAll(async () => {
  app = await startBuiltApp();
  world = await makeWorld(app);
});
afterAll(() => app.stop());

/** Ends the session it is sent with. */
const LEFT_OUT = new Set(['logout.ts']);
/** An answer that a script alone reads. */
const WITHOUT_READER = new Set(['test_.upload.ts', 'test_.result.ts', 'lite.ts']);
/** A request that waits longer has been forgotten. */
const SECONDS = 20;

const NAMES = [...new Set([...knownNames(), ...schemaNames()])];
const STRANGE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  '__proto__.x',
  'a.__proto__.b',
  'r.__proto__',
  'a.0',
  '',
];
const LONG = '长'.repeat(70_000);
const BOUNDARY = 'x1x';
const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

type Pairs = [name: string, value: string][];
type Sent = { label: string; headers: Record<string, string>; body: string | FormData | URLSearchParams };

const part = (header: string, value: string) => `--${BOUNDARY}\r\n${header}\r\n\r\n${value}\r\n`;
const disposition = (name: string, more = '') => `Content-Disposition: form-data; name="${name}"${more}`;

/** Every field of ours says this; what the page itself would say stays. */
const everywhere = (own: Pairs, ...values: string[]): Pairs => [
  ...own,
  ...NAMES.filter((name) => !own.some(([key]) => key === name)).flatMap((name) =>
    values.map((value): [string, string] => [name, value]),
  ),
];

function multipart(pairs: Pairs): FormData {
  const form = new FormData();
  for (const [name, value] of pairs) form.append(name, value);
  return form;
}

/** Texts where files are expected and files where texts are. */
function filesEverywhere(own: Pairs, names: string[]): FormData {
  const form = multipart(own);
  for (const name of names) form.append(name, new Blob(['<svg onload=alert(1)>']), 'a"\r\nb\0.svg');
  return form;
}

const fields = (label: string, pairs: Pairs): Sent => ({ label, headers: {}, body: new URLSearchParams(pairs) });
const raw = (label: string, headers: Record<string, string>, body: string): Sent => ({ label, headers, body });

/** What a field says, for every action: its schema, its command and the database judge it. */
function fieldBodies(own: Pairs, intent: string): Sent[] {
  const said: Pairs = intent ? [['_intent', intent]] : [];
  return [
    fields('NUL', everywhere(own, 'a\0b')),
    fields('NUL in every field', everywhere(said, '\0')),
    fields('ids of 64 bits', everywhere(said, '9223372036854775808')),
    fields('ids of 64 bits among right ones', everywhere(own, '9223372036854775807')),
    fields('negative ids', everywhere(said, '-1')),
    fields('not a number', everywhere(own, '1e309')),
    fields('half a character', [...own, ...everywhere(said, '\ud800x')]),
    fields('names of every object', [...own, ...STRANGE_NAMES.map((name): [string, string] => [name, '1'])]),
    fields('the intent is another', [...own.filter(([name]) => name !== '_intent'), ['_intent', '__proto__']]),
    fields(
      'a long id',
      own.slice(0, 3).map(([name]) => [name, '9'.repeat(2000)]),
    ),
    {
      label: 'files where texts are',
      headers: {},
      body: filesEverywhere(said, own.map(([name]) => name).slice(0, 10)),
    },
    raw('nothing', FORM, ''),
  ];
}

/** Right forms of the actions whose rules look at several fields beside each other. */
const WHOLE: Record<string, (world: World) => Record<string, string>> = {
  '_app._wizard.examination.firstadd.tsx save': ({ draft, classroom }) => ({
    id: String(draft.id),
    version: String(draft.version),
    name: '期末考试',
    clazzIds: String(classroom.id),
    testType: '2',
    oralBeginTime: '2030-01-05 09:00',
    oralEndTime: '2030-01-05 10:00',
    oralMinutes: '10',
    beginTime: '2030-01-05 14:00',
    endTime: '2030-01-05 15:00',
    uploadEndTime: '2030-01-05 15:30',
    writtenMinutes: '60',
    oralWeight: '50',
    writtenWeight: '50',
  }),
  '_app.users.school.tsx exams': () => ({
    excellentFrom: '90',
    goodFrom: '80',
    passFrom: '60',
    lowFrom: '30',
    retentionDays: '365',
  }),
};

/** Of a right form two fields spoilt together: a rule that compares them meets nothing that was read. */
function pairBodies(file: string, intent: string): Sent[] {
  const whole = Object.entries(WHOLE[`${file} ${intent}`]?.(world) ?? {});
  const said: Pairs = [
    ['_intent', intent],
    ['then', 'save'],
  ];
  return whole.flatMap(([first], index) =>
    whole.slice(index + 1).map(([second]) => {
      const spoilt = whole.map(([name, value]): [string, string] =>
        name === first || name === second ? [name, '12月20日上午10点'] : [name, value],
      );
      return fields(`${first} and ${second} spoilt`, [...said, ...spoilt]);
    }),
  );
}

/** What the page is drawn again with. */
function drawnBodies(own: Pairs, intent: string): Sent[] {
  const said: Pairs = intent ? [['_intent', intent]] : [];
  const json = '[{"a":null,"__proto__":{"x":1}}]';
  return [
    fields('several where one is expected, and JSON', [...everywhere(own, '1', '2', 'abc', json), ...own]),
    fields('JSON', everywhere(said, json)),
  ];
}

/** What the readers of forms take apart, whatever action is behind them. */
function readerBodies(own: Pairs, intent: string): Sent[] {
  const said: Pairs = intent ? [['_intent', intent]] : [];
  const whole = own.map(([name, value]) => part(disposition(name), value)).join('');
  return [
    { label: 'long texts', headers: {}, body: multipart([...own, ...NAMES.slice(0, 20).map(longOne)]) },
    { label: 'long ids', headers: {}, body: new URLSearchParams([...said, ...own.slice(0, 3).map(longest)]) },
    { label: 'files everywhere', headers: {}, body: filesEverywhere(own, NAMES.slice(0, 140)) },
    raw('multipart without an end', MULTIPART, `${whole}${part(disposition('a'), 'b'.repeat(200_000))}`),
    raw('multipart of broken parts', MULTIPART, part('Content-Disposition form-data', 'b'.repeat(200_000)).repeat(3)),
    raw('a part without a name', MULTIPART, `${whole}${part('X: y', 'b')}--${BOUNDARY}--\r\n`),
    raw('another boundary', { 'Content-Type': 'multipart/form-data; boundary=other' }, whole.padEnd(300_000, '-')),
    raw('no boundary', { 'Content-Type': 'multipart/form-data' }, whole.padEnd(300_000, '-')),
    raw('plain text', { 'Content-Type': 'text/plain' }, 'x'.repeat(300_000)),
    raw('JSON as such', { 'Content-Type': 'application/json' }, JSON.stringify({ __proto__: null, id: -1 })),
    raw('a picture', { 'Content-Type': 'image/png' }, '\u0089PNG\0'.repeat(50_000)),
    raw('a type that is none', { 'Content-Type': 'nonsense' }, 'id=1&'.repeat(10)),
    raw('signs that are no text', FORM, '%ff%fe=%c0%80&%=%&&&=&_intent=%00&id=%'),
    raw('nothing', FORM, ''),
  ];
}
const longOne = (name: string): [string, string] => [name, LONG];
const longest = ([name]: [string, string]): [string, string] => [name, '9'.repeat(200_000)];

async function sendAs(person: Person, url: string, { headers, body }: Sent) {
  const signal = AbortSignal.timeout(SECONDS * 1000);
  const init: RequestInit = { method: 'POST', headers, body, signal };
  const response = await app.send(url, { ...init, cookie: world.cookies[person] });
  const text = await response.text();
  const account = world.accounts[person];
  if (account && response.headers.getSetCookie().some((line) => line.startsWith('kaoping_session=')))
    world.cookies[person] = await app.signIn(account, PASSWORD);
  return { status: response.status, text };
}

/** What is wrong with the answer; '' when nothing is. */
async function faultOf(person: Person, url: string, sent: Sent, hasReader: boolean): Promise<string> {
  try {
    const { status, text } = await sendAs(person, url, sent);
    // Busy, and says so.
    if (status >= 500 && status !== 503) return `${status}: ${text.slice(0, 300)}`;
    // What was sent stands in it too, after what is said about it.
    const [said = ''] = text.split('"values"', 1);
    const isSilent = status >= 400 && hasReader && !/[\u4e00-\u9fff]{2}/.test(said);
    return isSilent ? `${status} without a sentence: ${said.slice(0, 300)}` : '';
  } catch (error) {
    return `${String(error)}: ${String((error as Error).cause)}`;
  }
}

/** What reaches past the guards: enough for who is sent away by them. */
const AT_THE_DOOR = /^(long texts|files everywhere|multipart of broken parts|plain text|nothing)$/;

/** What a database of its own may take otherwise; all the rest ends before it. */
const FOR_THE_DATABASE = /^(NUL|ids of 64 bits among right ones|negative ids|half a character)$/;

/** Not while this file is read: the database is chosen after that. */
const isWhole = () => databaseKind() === 'sqlite';
const routeOf = (file: string) => `routes/${file.replace(/\.tsx?$/, '')}`;

/** The answer as a page's own script asks for it: the action runs as ever, and nothing is drawn. */
function undrawn(address: string): string {
  const { pathname, search } = new URL(address, 'http://localhost');
  return `${pathname === '/' ? '/_root' : pathname}.data${search}`;
}

/** By the functions with which an action reads its form, the actions that stand for them: all of their first file. */
function readersOf(file: string): string {
  const source = readFileSync(path.resolve('app', 'routes', file), 'utf8');
  const readers =
    /\b(readTexts\(request, \w+\)|readTexts|readMultipart|withMultipart|keepFormOfEndedSession|SMALL_FORM)\b/g;
  const found = [...source.matchAll(readers)].map(([reader]) => reader);
  return [...new Set(found)].sort().join();
}
const FILES = Object.keys(PAGE_CALLS).filter((file) => !LEFT_OUT.has(file));
const STANDING = new Set([...new Map([...FILES].reverse().map((file) => [readersOf(file), file])).values()]);

const ACTIONS = FILES.flatMap((file) => Object.keys(PAGE_CALLS[file]!).map((intent) => [file, intent] as const));

/** What is wrong with the answers to one action, of whom it is for. */
async function faultsOf(file: string, intent: string, person: Person): Promise<string[]> {
  const { url, form, get, post = get } = ROUTES[routeOf(file)]!;
  if (post[PEOPLE.indexOf(person)] !== 'ok') return [];
  const address = typeof url === 'function' ? url(world) : url;
  const own = Object.entries(form?.(world) ?? {}).filter(([name]) => name !== '_intent');
  const given: Pairs = intent ? [['_intent', intent], ...own] : own;
  const isPage = file.endsWith('.tsx');
  const isFirst = Object.keys(PAGE_CALLS[file]!)[0] === intent;
  const said = [...fieldBodies(given, intent), ...pairBodies(file, intent)];
  const undrawnOnes = said.map((sent) => [isPage ? undrawn(address) : address, sent] as const);
  const drawn = isWhole() ? drawnBodies(given, intent).map((sent) => [address, sent] as const) : [];
  const read = isWhole() && isFirst && STANDING.has(file) ? readerBodies(given, intent) : [];
  const faults: string[] = [];
  for (const [target, sent] of [...undrawnOnes, ...drawn, ...read.map((sent) => [address, sent] as const)]) {
    if (!isWhole() && !FOR_THE_DATABASE.test(sent.label)) continue;
    const fault = await faultOf(person, target, sent, !WITHOUT_READER.has(file));
    if (fault) faults.push(`POST ${target}\n${person}, ${sent.label}: ${fault}`);
  }
  return faults;
}

function expectNone(faults: string[]): void {
  if (faults.length > 0) throw new Error(`${faults.join('\n')}\n${app.log().slice(-2500)}`);
}

describe('forms', () => {
  test.each(ACTIONS)('%s %s', { timeout: 120_000 }, async (file, intent) => {
    for (const person of ['student', 'teacher'] as const) expectNone(await faultsOf(file, intent, person));
  });

  test.each(FILES)('%s, at the door', async (file) => {
    if (!isWhole()) return;
    const { url, get, post = get } = ROUTES[routeOf(file)]!;
    const address = typeof url === 'function' ? url(world) : url;
    for (const person of ['student', 'teacher'] as const) {
      if (post[PEOPLE.indexOf(person)] === 'ok') continue;
      for (const sent of readerBodies([], '').filter(({ label }) => AT_THE_DOOR.test(label))) {
        const fault = await faultOf(person, address, sent, !WITHOUT_READER.has(file));
        expectNone(fault ? [`POST ${address}\n${person}, ${sent.label}: ${fault}`] : []);
      }
    }
  });
});

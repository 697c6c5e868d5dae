import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { databaseKind } from '~/db/db.server';
import { CALLS } from './call-table';
import type { Given } from './call-entry';
import type { Client } from './client';
import { useContract } from './contract';
import { changesDuring } from './digest';
import { BROKEN_BODIES, nastyFields } from './hostile-values';
import { senderOf } from './send-call';
import { note, tally } from './summary';
import { fieldNames } from './wrong-input';

/** Hostile input against every call: never a 500, never slow, and a refused call changes nothing. */

const contract = useContract('hostile');
/** How long answers took, in milliseconds, with what was asked. */
const times: { ms: number; label: string }[] = [];

type Request = { url: string; headers: Record<string, string>; data?: string | undefined };

async function send(client: Client, method: string, request: Request, label: string): Promise<number> {
  const started = performance.now();
  const { status } = await client.send({
    method,
    ...request,
    // Bytes as they are: axios makes no JSON or form of them.
    ...(request.data === undefined ? {} : { data: Buffer.from(request.data, 'utf8') }),
  });
  times.push({ ms: performance.now() - started, label });
  return status;
}

/** A list of values in the form or JSON that a client could send; text that is no URL component is left out. */
function requestOf(method: string, path: string, fields: [string, unknown][], asJson: boolean): Request {
  const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
  const form = new URLSearchParams(fields.map(([name, value]) => [name, asText(value)]));
  if (method === 'GET' || method === 'DELETE')
    return { url: `${path}?${form.toString().slice(0, 6_000)}`, headers: {} };
  if (!asJson)
    return { url: path, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, data: form.toString() };
  // By hand, so that names stand twice and __proto__ is a name like any other.
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`);
  return { url: path, headers: { 'Content-Type': 'application/json' }, data: `{${members.join(',')}}` };
}

/** Calls that end the session are asked with a session of their own. */
const clientFor = (name: string) => senderOf(contract.world, name, CALLS[name]!.by);
const urlOf = (name: string, given: Given) => given.path ?? `/${name.split(' ')[1]}`;

describe('random and nasty values', () => {
  test.each(Object.keys(CALLS))('%s', async (name) => {
    const numRuns = databaseKind() === 'sqlite' ? 12 : 3;
    const { method, row } = contract.served.get(name)!;
    const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
    const names = [...new Set([...Object.keys(given.fields ?? {}), ...fieldNames(row.input)])];
    let client = await clientFor(name);
    const good = Object.entries(given.fields ?? {});
    // Around the nasty fields the good ones, so that what the schema lets pass goes deep.
    const anyFields = fc.tuple(nastyFields(names), fc.boolean(), fc.boolean());
    await fc.assert(
      fc.asyncProperty(anyFields, async ([nasty, isWhole, asJson]) => {
        const touched = new Set(nasty.map(([field]) => field));
        const whole = isWhole ? [...good.filter(([field]) => !touched.has(field)), ...nasty] : nasty;
        const request = requestOf(method, urlOf(name, given), whole, asJson);
        let status = 0;
        const ask = async () => (status = await send(client, method, request, name));
        const changed = await changesDuring(ask, CALLS[name]!.leaves);
        tally(name, 'hostile', 1);
        if (CALLS[name]!.endsSession && status < 400) client = await clientFor(name);
        if (status >= 500)
          throw new Error(`${status}: ${JSON.stringify(whole).slice(0, 500)}\n${contract.app.log().slice(-1500)}`);
        if (status >= 400) expect(changed).toEqual([]);
      }),
      { numRuns },
    );
  });
});

/** How far apart in their order two fields may stand that are spoilt together: what belongs together is written so. */
const NEAR = 4;

const pairsOf = (names: string[]): [string, string][] =>
  names.flatMap((name, index) =>
    names.slice(index + 1, index + 1 + NEAR).map((other): [string, string] => [name, other]),
  );

describe('two fields spoilt together, the others right', () => {
  // The first is a text where a number or a time is meant, the second a number like a text.
  const SPOILT = ['12月20日上午10点', '1e309'];

  test.each(Object.keys(CALLS).filter((name) => /^(POST|PUT) /.test(name)))('%s', async (name) => {
    const { method, row } = contract.served.get(name)!;
    const giveAnew = async () => (await CALLS[name]!.give?.(contract.world)) ?? {};
    let given = await giveAnew();
    let client = await clientFor(name);
    const good = () => Object.entries(given.fields ?? {});
    const names = [...new Set([...fieldNames(row.input), ...good().map(([field]) => field)])];
    const cases = pairsOf(names).flatMap((pair) =>
      (databaseKind() === 'sqlite' ? SPOILT : SPOILT.slice(0, 1)).map((value) => ({ pair, value })),
    );
    for (const { pair, value } of cases) {
      const spoilt = pair.map((field): [string, unknown] => [field, value]);
      const whole = [...good().filter(([field]) => !pair.includes(field)), ...spoilt];
      const status = await send(client, method, requestOf(method, urlOf(name, given), whole, true), name);
      tally(name, 'hostile', 1);
      if (status >= 500) throw new Error(`${status}: ${pair.join()} = ${value}\n${contract.app.log().slice(-1500)}`);
      if (status >= 400) continue;
      given = await giveAnew();
      if (CALLS[name]!.endsSession) client = await clientFor(name);
    }
  });
});

describe('bodies that are not what they say', () => {
  test.each(Object.keys(CALLS).filter((name) => /^(POST|PUT) /.test(name)))('%s', async (name) => {
    const { method } = contract.served.get(name)!;
    const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
    const isSafe = CALLS[name]!.endsSession !== true;
    // A call without fields takes any body; one that ends the session would take it along.
    if (!isSafe && given.fields === undefined) return;
    const client = await clientFor(name);
    const sendAll = async (bodies: typeof BROKEN_BODIES) =>
      Promise.all(
        bodies.map(async (body) => {
          const [label, type, data] = body;
          const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type };
          const status = await send(client, method, { url: urlOf(name, given), headers, data }, `${name}: ${label}`);
          return { body, label, status };
        }),
      );
    const answers = await sendAll(BROKEN_BODIES);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const refused = answers.filter(({ status }) => status >= 400).map(({ body }) => body);
    expect(await changesDuring(() => sendAll(refused), CALLS[name]!.leaves)).toEqual([]);
    tally(name, 'hostile', BROKEN_BODIES.length);
  });
});

test('nothing takes longer than its kind: the slowest answer is told', () => {
  const sorted = [...times].sort((a, b) => a.ms - b.ms);
  const median = sorted[Math.floor(sorted.length / 2)]?.ms ?? 0;
  const slowest = sorted[sorted.length - 1] ?? { ms: 0, label: '' };
  const round = (ms: number) => Math.round(ms * 10) / 10;
  note(
    `hostile input: ${times.length} requests, median ${round(median)} ms, slowest ${round(slowest.ms)} ms (${slowest.label})`,
  );
  // A password is hashed on purpose slowly; what goes wrong here takes seconds.
  expect(slowest.ms, slowest.label).toBeLessThan(Math.max(median * 200, 10_000));
});

describe('found before', () => {
  test('a body over the limit is read to its end, so that its refusal arrives', async () => {
    const field = 'Content-Disposition: form-data; name="note"';
    const text = `--b\r\n${field}\r\n\r\n${'x'.repeat(200_000)}\r\n--b--\r\n`;
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const answer = await contract.world.clients.teacher.ask({
      method: 'POST',
      url: '/common/upload',
      headers,
      data: text,
    });
    expect([answer.status, answer.body.message]).toEqual([413, expect.stringContaining('“note”的内容太长了')]);
    const large = await contract.world.clients.teacher.postJson('/exam/dir/add', {
      bank: 'theory',
      name: 'x'.repeat(5_000_000),
    });
    expect([large.status, large.body.message]).toEqual([413, '请求的内容太大了']);
  });

  test('a list without end is refused before its parts are judged', async () => {
    const { student } = contract.world.clients;
    for (const [url, name] of [
      ['/practice/wrongRemove', 'keys'],
      ['/practice/wrongPutBack', 'keys'],
      ['/exam/attempt/photo', 'fileIds'],
      ['/msg/read', 'ids'],
    ] as const) {
      const { status, body } = await student.postJson(url, { [name]: Array.from({ length: 480_000 }, () => 0) });
      expect([status, body.message], url).toEqual([413, expect.stringContaining('请求里的内容太多了')]);
      const few = await student.postJson(url, { [name]: Array.from({ length: 5000 }, () => ({})) });
      expect(
        Object.keys((few.body.data as { fieldErrors?: object } | null)?.fieldErrors ?? {}).length,
        url,
      ).toBeLessThan(201);
    }
  });

  test('what is nested without end is refused before it is parsed', async () => {
    const { student } = contract.world.clients;
    const ask = (data: string) =>
      student.ask({
        method: 'POST',
        url: '/exam/attempt/answer',
        headers: { 'Content-Type': 'application/json' },
        // As it is: a text would be put into quotation marks.
        data: Buffer.from(data),
      });
    const deep = '['.repeat(2_000_000);
    for (const [data, refused] of [
      [`{"answers":${deep}`, [400, '内容的层次太多了']],
      [`{"answers":[${'[],'.repeat(1_000_000)}[]]}`, [413, '请求里的内容太多了']],
    ] as const) {
      const { status, body } = await ask(data);
      expect([status, body.message]).toEqual(refused);
    }
  });

  test('a name of nothing but marks holds nobody up, whoever sends it', async () => {
    const marks = (count: number) => `周${'\u0301\u0323'.repeat(count / 2)}`;
    const { nobody: stranger, student, teacher } = contract.world.clients;
    const begun = performance.now();
    const refused = '内容里有不能保存的字符，请删去后再试';
    for (const [client, url, count] of [
      [stranger, '/user/register', 30_000],
      [student, '/user/profile', 1_000_000],
      [teacher, '/class/add', 1_000_000],
    ] as const) {
      const { status, body } = await client.postJson(url, { name: marks(count), token: 'x' });
      expect([status, body.message], url).toEqual([400, refused]);
    }
    expect(performance.now() - begun).toBeLessThan(60_000);
  });

  test('half a surrogate pair is refused: no database keeps it', async () => {
    const refused = await contract.world.clients.teacher.postJson('/exam/dir/add', { bank: 'theory', name: '\udfff' });
    expect([refused.status, refused.body.message]).toEqual([400, '内容里有不能保存的字符，请删去后再试']);
  });
});

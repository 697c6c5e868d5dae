import { describe, expect, test } from 'vitest';
import { PEOPLE } from '~tests/routes/access-table';
import { CALLS } from './call-table';
import type { Client, Fields } from './client';
import { useContract } from './contract';
import { changesDuring } from './digest';
import { sendCall, sendGiven, senderOf, type Encoding, type Sent } from './send-call';
import { tally } from './summary';
import { UNKNOWN_ID } from './wrong-input';

/** Every call of the API over HTTP: in every encoding, under every uid, in bulk, by every method. */

const contract = useContract('calls');

const NAMES = Object.keys(CALLS);
const isWrite = (name: string) => !name.startsWith('GET ');
/** Calls that take something in a body and no file. */
const takesForms = (name: string) => /^(POST|PUT) /.test(name) && CALLS[name]!.give !== undefined;
/** Somebody who may, not always the same: the talkative are told to wait. */
const oneWhoMay = (name: string) =>
  PEOPLE.filter((_person, index) => CALLS[name]!.who[index] === 200).pop() ?? 'nobody';

/** What an answer looks like, whatever ids and times stand in it. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}
const gist = ({ status, body }: Sent) => ({ status, success: body?.success, shape: shapeOf(body) });

describe('form-encoded, multipart and JSON are answered alike', () => {
  test.each(NAMES.filter(takesForms))('%s', async (name) => {
    const person = CALLS[name]!.by;
    const isUpload = (await CALLS[name]!.give?.(contract.world))?.file !== undefined;
    const encodings: Encoding[] = isUpload ? ['multipart'] : ['form', 'multipart', 'json'];
    const answers = [];
    for (const encoding of encodings) answers.push(gist(await sendCall(contract.world, name, person, encoding)));
    for (const answer of answers) expect(answer).toEqual({ ...answers[0], status: 200 });
    const [needed] = CALLS[name]!.needs ?? [];
    if (needed === undefined) return;
    const refusals = [];
    for (const encoding of encodings) {
      const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
      const { [needed]: _left, ...fields } = given.fields ?? {};
      const file = needed === 'file' ? undefined : given.file;
      refusals.push(
        (await sendGiven(await senderOf(contract.world, name, person), name, { ...given, fields, file }, encoding))
          .body,
      );
    }
    for (const refusal of refusals) expect(refusal).toEqual({ ...refusals[0], success: false });
    tally(name, 'encodings', answers.length + refusals.length);
  });
});

describe('uid and X-User-Id are claims, not credentials', () => {
  const signedIn = NAMES.filter((name) => CALLS[name]!.who[0] === 401);

  test.each(signedIn)('%s', async (name) => {
    const person = oneWhoMay(name);
    const client = await senderOf(contract.world, name, person);
    const own = String(client.userId);
    const [method = '', path = ''] = name.split(' ');
    const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
    const url = given.path ?? `/${path}`;
    const claim = (uids: string[], header: string | undefined): Promise<number> => {
      const query = new URLSearchParams(uids.map((uid) => ['uid', uid]));
      const headers = { 'X-User-Id': header ?? null };
      const body = isWrite(name) && method !== 'DELETE';
      const config = body ? { data: given.file ? withFile(query) : query } : { params: query };
      return client.send({ method, url, headers, ...config } as never).then(({ status }) => status);
    };
    const other = String(contract.world.otherTeacher.id + 1000);
    let statuses: number[] = [];
    const changed = await changesDuring(async () => {
      statuses = await Promise.all([
        claim([other], own),
        claim([own, own], own),
        claim(['abc'], own),
        claim([own], other),
        claim([], `${own}, ${own}`),
        claim([], 'abc'),
      ]);
    });
    expect([statuses, changed]).toEqual([[403, 403, 403, 403, 403, 403], []]);
    // Absent and empty pass, and so does one's own.
    const good = (uid: Fields, headers: Record<string, string | null>) => sendClaim(client, name, uid, headers);
    if (!CALLS[name]!.endsSession) {
      expect((await good({}, { 'X-User-Id': null })).status).toBe(200);
      expect((await good({ uid: '' }, { 'X-User-Id': '' })).status).toBe(200);
    }
    tally(name, 'uid', statuses.length + 2);
  });

  function withFile(query: URLSearchParams): FormData {
    const form = new FormData();
    for (const [name, value] of query) form.append(name, value);
    return form;
  }

  async function sendClaim(client: Client, name: string, uid: Fields, headers: Record<string, string | null>) {
    const given = (await CALLS[name]!.give?.(contract.world)) ?? {};
    return sendGiven(client, name, { ...given, uid, headers });
  }
});

describe('lists of ids are all or nothing', () => {
  const bulk = NAMES.filter((name) => isWrite(name) && CALLS[name]!.needs?.includes('ids'));

  test.each(bulk)('%s', async (name) => {
    const { by, give } = CALLS[name]!;
    const given = (await give?.(contract.world)) ?? {};
    const ids = [...(given.fields?.ids as number[]), UNKNOWN_ID];
    for (const list of [ids, ids.join(','), [...ids].reverse(), [...ids, 'abc']]) {
      let status = 0;
      const send = async () => {
        const fields = { ...given.fields, ids: list };
        ({ status } = await sendGiven(contract.world.clients[by], name, { fields }, 'json'));
      };
      const changed = await changesDuring(send);
      expect([status >= 400 && status < 500, changed], `${name} ${status}`).toEqual([true, []]);
    }
    tally(name, 'bulk', 4);
  });
});

describe('addresses and methods that are none', () => {
  const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

  test('a wrong method is 405 with Allow, in the envelope', async () => {
    const allowed = new Map<string, Set<string>>();
    for (const { path, method } of contract.served.values()) {
      allowed.set(path, (allowed.get(path) ?? new Set<string>()).add(method));
    }
    for (const [path, methods] of allowed) {
      const url = `/${path.replace(':id', contract.world.recording.id)}`;
      for (const method of METHODS.filter((one) => !methods.has(one))) {
        const { status, headers, body } = await contract.world.clients.teacher.ask({ method, url });
        expect([path, method, status, body.code]).toEqual([path, method, 405, 405]);
        expect([path, new Set((headers.allow ?? '').split(', '))]).toEqual([path, methods]);
        tally(`${[...methods][0]} ${path}`, '405', 1);
      }
    }
  });

  test('an unknown path is 404 with its address, in the envelope', async () => {
    const folders = [...contract.served.values()].map(({ path }) => path.replace(/(:id|[^/]+)$/, ''));
    const names = [...new Set(folders)].flatMap((folder) =>
      ['nothing', 'toString', '__proto__'].map((name) => folder + name),
    );
    for (const path of [...names, 'exam', 'a/b/c/d/e']) {
      // Under /file anything is the id of a file.
      if (path.startsWith('file/')) continue;
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        const { status, body } = await contract.world.clients.teacher.ask({ method, url: `/${path}` });
        expect([path, method, status, body.code]).toEqual([path, method, 404, 404]);
        expect(body.message).toBe(`请求地址出错 /api/${path}`);
      }
    }
  });
});

describe('a session that has ended', () => {
  test('is 401 with code 402, and leads to the sign-in page; nobody is 401 with 401', async () => {
    const client = await senderOf(contract.world, 'POST user/logout', 'student');
    await client.post('/user/logout');
    expect(client.location).toBe('');
    expect(await client.post('/user/userInfo')).toMatchObject({ status: 401, body: { code: 402, data: null } });
    expect(client.location).toBe('/login');
    expect(await contract.world.clients.nobody.get('/cms/info')).toMatchObject({
      status: 401,
      body: { code: 401, data: null },
    });
    expect(contract.world.clients.nobody.location).toBe('/login');
  });
});

import type { ActionFunctionArgs } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import type { UserRow } from '~/domain/user/user.queries.server';
import { sessionCookie } from '~/http/session.server';
import { readTexts } from '~/http/uploads.server';
import { action as classesAction } from '~/routes/_app.member.class.index';
import { action as newsAction } from '~/routes/_app.users.news';
import { action as userApi } from '~/routes/api.user.$call';
import { action as forgetAction } from '~/routes/forget';
import { action as liteAction } from '~/routes/lite';
import { action as loginAction } from '~/routes/login';
import { action as testResultAction } from '~/routes/test_.result';
import { action as passwordAction } from '~/routes/users.password';
import { makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

useDatabase();

const HOST = 'kaoping.test';

type Encoding = 'urlencoded' | 'multipart';
type Action = (args: ActionFunctionArgs) => unknown;

function bodyOf(encoding: Encoding, fields: Iterable<[string, string]>): { body: string; type: string } {
  if (encoding === 'urlencoded') {
    return { body: new URLSearchParams([...fields]).toString(), type: 'application/x-www-form-urlencoded' };
  }
  const parts = Array.from(
    fields,
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return { body: `${parts.join('')}--x--\r\n`, type: 'multipart/form-data; boundary=x' };
}

const names = (count: number) => Array.from({ length: count }, (_, at): [string, string] => [`a${at}`, '1']);

async function cookieOf(user: UserRow): Promise<string> {
  const { id, user_type: role, session_version: version } = user;
  return (await sessionCookie({ uid: id, role, version, renewedAt: Date.now() })).split(';')[0] ?? '';
}

function send(path: string, { body, type }: ReturnType<typeof bodyOf>, cookie = '') {
  const headers = new Headers({ Host: HOST, 'Content-Type': type, ...(cookie ? { Cookie: cookie } : {}) });
  return new Request(`http://${HOST}${path}`, { method: 'POST', headers, body });
}

/** The status that a page, a redirect, a refusal or an API answer has. */
async function statusOf(work: () => unknown): Promise<number> {
  try {
    const answer = (await work()) as { status?: number; init?: { status?: number } };
    return answer.init?.status ?? answer.status ?? 200;
  } catch (thrown) {
    return (thrown as { status?: number }).status ?? 500;
  }
}

const PLACES: [path: string, action: Action, params?: Record<string, string>][] = [
  ['/forget', forgetAction],
  ['/lite', liteAction],
  ['/login', loginAction],
  ['/users/password', passwordAction],
  ['/test/result', testResultAction],
  ['/member/class/index', classesAction],
  ['/users/news', newsAction],
  ['/api/user/login', userApi, { call: 'login' }],
  ['/api/user/password', userApi, { call: 'password' }],
];

describe.each(['urlencoded', 'multipart'] as const)('a form of endless fields, %s', (encoding) => {
  const sizes = [25_000, 50_000, 100_000, 200_000];
  const bodies = sizes.map((size) => bodyOf(encoding, names(size)));

  it.each(PLACES)('costs %s little, and twice as many not more than twice', async (path, action, params = {}) => {
    for (const cookie of ['', await cookieOf(await makeTeacher()), await cookieOf(await makeStudent())]) {
      const took: number[] = [];
      for (const body of bodies) {
        let least = Infinity;
        // What is too much once is measured again: collecting garbage is charged to whoever comes last.
        for (let turn = 0; turn < 3 && least > 50; turn += 1) {
          const request = send(path, body, cookie);
          const begun = process.cpuUsage();
          const status = await statusOf(() => action({ request, params, context: {} }));
          const { user, system } = process.cpuUsage(begun);
          least = Math.min(least, (user + system) / 1000);
          // Refused, not for these hands, or the way to the sign-in: never taken.
          expect([302, 401, 403, 413]).toContain(status);
        }
        took.push(least);
      }
      const [, , half = 0, whole = 0] = took;
      expect(whole, took.join()).toBeLessThan(Math.max(200, half * 3));
    }
  });
});

describe('a file, where nobody takes one', () => {
  const OPEN: typeof PLACES = PLACES.filter(([path]) => !/member|news|users|result/.test(path)).filter(
    ([path]) => path !== '/api/user/password',
  );
  const kinds = [
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="account"\r\n\r\n'],
    ['multipart/form-data; boundary=x', ''],
    ['application/x-www-form-urlencoded', 'account='],
    ['application/json', '{"account":"'],
  ] as const;

  it.each(OPEN)('is read at %s as far as a form goes, and refused', async (path, action, params = {}) => {
    for (const [type, head] of kinds) {
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(Buffer.from(head)),
        pull: (controller) => {
          sent += 65_536;
          // Whoever reads on is let off at last.
          if (sent > 50_000_000) controller.close();
          else controller.enqueue(Buffer.alloc(65_536, 48));
        },
      });
      const init = { method: 'POST', headers: { Host: HOST, 'Content-Type': type }, body, duplex: 'half' };
      const request = new Request(`http://${HOST}${path}`, init as RequestInit);
      expect(await statusOf(() => action({ request, params, context: {} })), type + head).toBe(413);
      expect(sent, type + head).toBeLessThan(2_000_000);
    }
  });
});

describe.each(['urlencoded', 'multipart'] as const)('a large form that somebody means, %s', (encoding) => {
  it('keeps a page of ten answers of 20,000 characters whole', async () => {
    const answer = '答'.repeat(20_000);
    const fields = Array.from({ length: 10 }, (_, at): [string, string] => [`answer-${at}`, answer]);
    const form = await readTexts(send('/', bodyOf(encoding, fields)));
    expect([...form.keys()]).toHaveLength(10);
    expect([...form.values()].every((value) => value === answer)).toBe(true);
  });

  it('keeps 2,000 ticked students and what stands beside them', async () => {
    const ids = Array.from({ length: 2000 }, (_, at): [string, string] => ['ids', String(at + 1)]);
    const form = await readTexts(send('/', bodyOf(encoding, [['_intent', 'move'], ...ids, ['to', '一班 & 二班=+%']])));
    expect(form.getAll('ids')).toEqual(ids.map(([, id]) => id));
    expect(form.get('to')).toBe('一班 & 二班=+%');
  });

  it('refuses more text than any form has, in one field or in many', async () => {
    const long = 'x'.repeat(128 * 1024 + 1);
    await expect(readTexts(send('/', bodyOf(encoding, [['a', long]])))).rejects.toMatchObject({ code: 'too_large' });
    const many = Array.from({ length: 4900 }, (_, at): [string, string] => [`a${at}`, 'x'.repeat(3000)]);
    const named = [['x'.repeat(2000), '1'] as [string, string]];
    await expect(readTexts(send('/', bodyOf(encoding, named)))).rejects.toMatchObject({ code: 'too_large' });
    await expect(readTexts(send('/', bodyOf(encoding, many)))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('is read the same however the bytes are cut', async () => {
    const { body, type } = bodyOf(encoding, [
      ['名字', '王小明 & 李=四'],
      ['空', ''],
      ['a', '%2B+1'],
    ]);
    const bytes = new TextEncoder().encode(body);
    const pieces = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const init = { method: 'POST', headers: { 'Content-Type': type }, body: pieces, duplex: 'half' };
    const form = await readTexts(new Request(`http://${HOST}/`, init as RequestInit));
    expect([...form.entries()]).toEqual([
      ['名字', '王小明 & 李=四'],
      ['空', ''],
      ['a', '%2B+1'],
    ]);
  });
});

describe('a JSON body of endless names', () => {
  it('is refused before anything is made of it', async () => {
    const cookie = await cookieOf(await makeTeacher());
    const ask = (body: string) => {
      const headers = new Headers({ Host: HOST, 'Content-Type': 'application/json', Cookie: cookie });
      const request = new Request(`http://${HOST}/api/user/profile`, { method: 'POST', headers, body });
      return statusOf(() => userApi({ request, params: { call: 'profile' }, context: {} }));
    };
    const named = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])));
    const body = named(300_000);
    const begun = process.cpuUsage();
    expect(await ask(body)).toBe(413);
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(200);
    expect(await ask(JSON.stringify({ name: '冒号：:::{{{'.repeat(2), extra: ':{'.repeat(60_000) }))).toBe(200);
  });
});

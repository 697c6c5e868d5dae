import { describe, expect, test } from 'vitest';
import { makeStudent, makeTeacher, PASSWORD } from '~tests/factories';
import { PEOPLE } from '~tests/routes/access-table';
import { CALLS } from './call-table';
import { Client } from './client';
import { useContract } from './contract';
import { sendGiven, senderOf } from './send-call';
import { tally } from './summary';

/**
 * Every call as the two clients take it that others write: axios with its defaults, which rejects what is not 2xx, and
 * the specification's own, which reads the body's code in its success handler and asks by header for HTTP 200.
 */

const contract = useContract('modes');

const NAMES = Object.keys(CALLS);

describe('what each person gets, read by the body alone', () => {
  test.each(NAMES)('%s', async (name) => {
    const { who, give } = CALLS[name]!;
    const codes: number[] = [];
    for (const person of PEOPLE) {
      const client = (await senderOf(contract.world, name, person)).in('envelope');
      const answer = await sendGiven(client, name, (await give?.(contract.world)) ?? {});
      codes.push(answer.status);
      // What the specification's client does with a code 401 or 402.
      expect([person, client.location]).toEqual([person, answer.status === 401 ? '/login' : '']);
    }
    expect(codes).toEqual([...who]);
    tally(name, 'envelope', PEOPLE.length);
  });
});

describe('what the one who may and nobody get by the defaults of axios', () => {
  test.each(NAMES)('%s', async (name) => {
    const { who, by, give } = CALLS[name]!;
    for (const person of ['nobody', by] as const) {
      const client = (await senderOf(contract.world, name, person)).in('axios');
      const answer = await sendGiven(client, name, (await give?.(contract.world)) ?? {});
      expect([person, answer.status]).toEqual([person, who[PEOPLE.indexOf(person)]]);
    }
    tally(name, 'axios', 2);
  });
});

describe('refusals of every kind come as HTTP 200 by header', () => {
  const inEnvelope = () => contract.world.clients.teacher.in('envelope');
  const statusOf = async (sent: Promise<{ status: number }>) => (await sent).status;

  test('an unknown address, a wrong method, a wrong field, a state that is another, too much', async () => {
    const client = inEnvelope();
    expect(await statusOf(client.get('/exam/nothing'))).toBe(404);
    expect(await statusOf(client.ask({ method: 'DELETE', url: '/exam/add' }))).toBe(405);
    expect(await statusOf(client.post('/exam/publish', { ids: 'abc' }))).toBe(400);
    expect(await statusOf(client.post('/exam/edit', { id: contract.world.running.id, name: '新名' }))).toBe(409);
    expect(await statusOf(client.postJson('/exam/dir/add', { bank: 'theory', name: 'x'.repeat(5_000_000) }))).toBe(413);
    expect(await statusOf(client.get('/class/list', { uid: 999_999 }))).toBe(403);
  });

  test('a session that has ended: the body says 402', async () => {
    const user = await makeTeacher();
    const cookie = await contract.app.signIn(user.account, PASSWORD);
    await new Client(contract.app.address, cookie, user.id).post('/user/logout');
    const client = new Client(contract.app.address, cookie, user.id, 'envelope');
    const { body } = await client.post('/user/userInfo');
    expect([body.code, body.success, client.location]).toEqual([402, false, '/login']);
  });

  test('uploads: no file, no such type, a program, one that is too large, a resumable one', async () => {
    const student = await makeStudent();
    const cookie = await contract.app.signIn(student.account, PASSWORD);
    const client = new Client(contract.app.address, cookie, student.id, 'envelope');
    const file = (content: string) => ({ name: '文件.bin', content });
    expect(await statusOf(client.upload('/common/upload', {}))).toBe(400);
    expect(await statusOf(client.upload('/common/upload', { type: 'film' }, file('x')))).toBe(400);
    expect(await statusOf(client.upload('/common/upload', { type: 'image' }, file('MZ...')))).toBe(415);
    expect(await statusOf(client.upload('/common/upload', {}, file('x'.repeat(51 * 1024 * 1024))))).toBe(413);
    const raw = await fetch(`${contract.app.address}/api/common/tus`, {
      method: 'DELETE',
      headers: { Cookie: cookie, Origin: contract.app.address, 'X-Envelope': '200' },
    });
    expect([raw.status, ((await raw.json()) as { code: number }).code]).toEqual([200, 405]);
    const begun = await fetch(`${contract.app.address}/api/common/tus`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: contract.app.address, 'Tus-Resumable': '1.0.0' },
    });
    expect([begun.status, await begun.text()]).toEqual([400, expect.stringMatching(/^续传请求不符合 tus 协议/)]);
    const bare = await fetch(`${contract.app.address}/api/common/tus`, {
      method: 'POST',
      headers: { Cookie: cookie, Origin: contract.app.address, 'Upload-Length': '3' },
    });
    expect([bare.status, await bare.text()]).toEqual([412, '请求要带 Tus-Resumable: 1.0.0。']);
  });

  test('too many tries at a password: 429 in the body', async () => {
    const user = await makeStudent();
    const cookie = await contract.app.signIn(user.account, PASSWORD);
    const client = new Client(contract.app.address, cookie, user.id, 'envelope');
    const wrong = { oldPassword: 'not the one', password: 'spring rain 26', confirm: 'spring rain 26' };
    const codes: number[] = [];
    while (!codes.includes(429) && codes.length < 30) codes.push(await statusOf(client.post('/user/password', wrong)));
    expect([codes[0], codes.at(-1)]).toEqual([400, 429]);
  });
});

describe('the file alone is enough for an upload', () => {
  test('a picture is found to be one by its content', async () => {
    const { clients, files } = contract.world;
    const answer = await clients.student.upload<{ mime: string; width: number }>('/common/upload', {}, files.png);
    expect([answer.body.message, answer.body.data.mime, answer.body.data.width]).toEqual(['', 'image/jpeg', 16]);
  });

  test('anything else is a resource, which students may not bring', async () => {
    const { clients } = contract.world;
    const text = { name: '讲义.txt', content: '第一课' };
    expect((await clients.teacher.upload<{ name: string }>('/common/upload', {}, text)).body.data.name).toBe(
      '讲义.txt',
    );
    expect((await clients.student.upload('/common/upload', {}, text)).status).toBe(403);
  });
});

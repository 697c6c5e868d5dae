import { expect, test } from 'vitest';
import { inviteColleague } from '~/domain/user/invitation.commands.server';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import type { Fields } from './client';
import { useServer } from './server';

useDatabase();
const server = useServer();

const send = async (fields: Fields, method: 'GET' | 'POST' = 'POST') => {
  const nobody = await server.as();
  return method === 'GET' ? nobody.get('/user/register', fields) : nobody.post('/user/register', fields);
};

test('POST /user/register makes a teacher of an invitation, once', async () => {
  const teacher = actorOf(await makeTeacher());
  const token = await inviteColleague(teacher, { note: '', requestId: '' }, Date.now());
  const input = { token, account: 'w001', name: '王芳', password: 'spring rain 26', userType: '2' };
  expect(await send(input, 'GET')).toMatchObject({ status: 405 });
  expect(await send({ ...input, name: '' })).toMatchObject({
    status: 400,
    body: { code: 400, success: false, data: { fieldErrors: { name: '请填写姓名' } } },
  });
  expect(await send({ ...input, account: teacher.account })).toMatchObject({
    status: 409,
    body: { data: { fieldErrors: { account: expect.stringContaining('已有人使用') as string } } },
  });
  const made = await send(input);
  // The kind of a user is never a form's to say.
  expect(made).toMatchObject({
    status: 200,
    body: { code: 200, success: true, data: { account: 'w001', name: '王芳', userType: 1, classId: null } },
  });
  expect(made.headers['set-cookie']).toBeUndefined();
  expect(await send({ ...input, account: 'w002' })).toMatchObject({ status: 409, body: { code: 409, success: false } });
  expect(await send({ ...input, token: 'nonsense' })).toMatchObject({ status: 409 });
});

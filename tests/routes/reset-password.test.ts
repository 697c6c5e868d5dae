import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { verifyPassword } from '~/domain/user/password.server';
import { makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';

/** scripts/reset-password.mjs: the way in when nobody can sign in any more. */

useDatabase();

const script = (...args: string[]) => ['scripts/reset-password.mjs', ...args];

test('the account gets the one-time password that is printed, its sessions end and its waiting too', async () => {
  const { id, account, session_version } = await makeTeacher({ account: 'Li.Na', is_disabled: 1 });
  const waiting = { failures: 20, last_at: Date.now(), blocked_until: Date.now() + 3_600_000 };
  await db()
    .insertInto('sign_in_failures')
    .values([
      { key: 'pair:li.na|192.0.2.1', ...waiting },
      { key: 'pair:li.nan|192.0.2.1', ...waiting },
    ])
    .execute();
  const said = execFileSync(process.execPath, script(' LI.NA '), { encoding: 'utf8' });
  const password = /一次性密码：(\S+?)（/.exec(said)?.[1] ?? '';
  const after = await db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  expect(await verifyPassword(after.password_hash, password)).toBe(true);
  expect(after).toMatchObject({
    account,
    must_change_password: 1,
    is_disabled: 0,
    session_version: session_version + 1,
  });
  const entries = await db().selectFrom('audit_entries').selectAll().where('entity_id', '=', String(id)).execute();
  expect(entries.map(({ action }) => action)).toEqual(['user.reset_password']);
  const still = await db().selectFrom('sign_in_failures').select('key').execute();
  expect(still).toEqual([{ key: 'pair:li.nan|192.0.2.1' }]);
});

test('begun with another Node.js than the own one it is given the same account', async () => {
  await makeTeacher({ account: 'zhou.min' });
  // The first process takes itself for an older one, and hands over to the second.
  const older = `if (!process.env.HANDED_OVER) {
    process.env.HANDED_OVER = '1';
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });
  }`;
  const first = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  const said = execFileSync(process.execPath, [...first, ...script('zhou.min')], { encoding: 'utf8' });
  expect(said).toMatch(/zhou\.min.*一次性密码：/s);
});

test('an account that does not exist is said with those that open the school, and nothing is changed', async () => {
  const none = '这里没有管理员的账号：请用和服务器相同的 DATA_DIR、DATABASE_URL。';
  const empty = spawnSync(process.execPath, script('nobody'), { encoding: 'utf8' });
  expect([empty.status, empty.stderr]).toEqual([1, `没有账号 nobody。${none}\n`]);
  await makeTeacher({ account: 'head', is_admin: 1 });
  await makeTeacher({ account: 'li.na' });
  const { status, stderr } = spawnSync(process.execPath, script('nobody'), { encoding: 'utf8' });
  const known = '管理员的账号：head。其他老师和学生的账号，管理员登录后可以查到。';
  expect([status, stderr]).toEqual([1, `没有账号 nobody。${known}\n`]);
});

test('PostgreSQL that is not reached is said in a sentence, here and where backups are made', () => {
  const env = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const said = 'PostgreSQL 连不上（ECONNREFUSED）。请先启动它，并检查 DATABASE_URL 里的主机和端口。\n';
  for (const line of [script('admin'), ['scripts/tool.mjs', 'backup'], ['scripts/tool.mjs', 'restore', 'x.tar']]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, line, { encoding: 'utf8', env });
    expect([line[0], status, stdout, stderr]).toEqual([line[0], 1, '', said]);
  }
});

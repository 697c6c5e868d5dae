import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { tellOfClockJump } from './clock-notice.commands.server';

useDatabase();

const AT = Date.parse('2026-11-30T02:00:00Z');
const HOUR = 3_600_000;

it('the administrators learn that the clock jumped, and how the school went on; nobody else does', async () => {
  const admin = await makeTeacher({ is_admin: 1 });
  await makeTeacher();
  await tellOfClockJump({ kind: 'jumped', by: HOUR, at: AT }, AT);
  await tellOfClockJump({ kind: 'undone', by: 0, at: AT + 14_000 }, AT + 14_000);
  await tellOfClockJump({ kind: 'taken', by: -8 * HOUR, at: AT - 8 * HOUR }, AT);
  const rows = await db().selectFrom('messages').select(['user_id', 'title', 'body']).orderBy('id').execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual([admin.id, admin.id, admin.id]);
  const said = rows.map(({ title, body }) => `${title}：${body}`);
  expect(said[0]).toMatch(
    /^服务器这台电脑的时钟忽然快了 1 小时：2026-11-30 10:00 时，.*指到了 2026-11-30 11:00。考评先按原来的时间走/,
  );
  expect(said[1]).toContain('2026-11-30 10:00:14 起和原来的时间一致');
  expect(said[2]).toMatch(/^考评的时间往前改了 8 小时：.*从 2026-11-30 02:00 起按它走/);
});

import { expect, it } from 'vitest';
import { db } from '~/db/db.server';
import { makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { tellOfClockNews } from './clock-notice.commands.server';

useDatabase();

const AT = Date.parse('2026-11-30T02:00:00Z');
const HOUR = 3_600_000;

it('the administrators learn that the clock jumped, and how the school went on; nobody else does', async () => {
  const admin = await makeTeacher({ is_admin: 1 });
  await makeTeacher();
  await tellOfClockNews({ kind: 'jumped', by: HOUR, at: AT }, AT);
  await tellOfClockNews({ kind: 'undone', by: 0, at: AT + 14_000 }, AT + 14_000);
  await tellOfClockNews({ kind: 'taken', by: -8 * HOUR, at: AT - 8 * HOUR }, AT);
  await tellOfClockNews({ kind: 'differs', by: HOUR, at: AT }, AT);
  const rows = await db().selectFrom('messages').select(['user_id', 'title', 'body']).orderBy('id').execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual([admin.id, admin.id, admin.id, admin.id]);
  const said = rows.map(({ title, body }) => `${title}：${body}`);
  expect(said[0]).toMatch(
    /^服务器这台电脑的时钟忽然快了 1 小时：2026-11-30 10:00 时，.*指到了 2026-11-30 11:00。考评先按原来的时间走/,
  );
  expect(said[1]).toContain('2026-11-30 10:00:14 起和原来的时间一致');
  expect(said[2]).toMatch(/^考评的时间往前改了 8 小时：.*从 2026-11-30 02:00 起按它走/);
  expect(said[3]).toMatch(
    /的时钟比数据库所在的电脑快 1 小时：考评在这台电脑上按数据库的时间走（现在是 2026-11-30 10:00:00）/,
  );
});

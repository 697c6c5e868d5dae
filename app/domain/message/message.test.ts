import { expect, it } from 'vitest';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { deleteMessages, markAllRead, markRead, openMessage, sendMessages } from './message.commands.server';
import { countUnread, listMessages } from './message.queries.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const page = { currentPage: 1, pageSize: 15 };

async function twoInboxes() {
  const [mine, theirs] = [actorOf(await makeTeacher()), actorOf(await makeTeacher())];
  for (const title of ['一', '二', '三']) await sendMessages([mine.id, theirs.id], { kind: 'system', title }, NOW);
  const ids = async (actor: typeof mine) => (await listMessages(actor, page)).rows.map((row) => row.id);
  return { mine, theirs, myIds: await ids(mine), theirIds: await ids(theirs) };
}

it('counts, opens and reads own messages', async () => {
  const { mine, theirs, myIds } = await twoInboxes();
  expect(await countUnread(mine.id)).toBe(3);
  await openMessage(mine, myIds[0] ?? 0, NOW + 1);
  expect(await countUnread(mine.id)).toBe(2);
  expect(await markRead(mine, myIds, NOW + 2)).toBe(2);
  expect(await countUnread(theirs.id)).toBe(3);
  expect(await markAllRead(theirs, NOW + 3)).toBe(3);
  expect((await listMessages(mine, { ...page, isRead: '0' })).totalCount).toBe(0);
});

it('refuses a call that names somebody else’s message as a whole', async () => {
  const { mine, myIds, theirIds } = await twoInboxes();
  const mixed = [myIds[0] ?? 0, theirIds[0] ?? 0];
  await expect(deleteMessages(mine, mixed)).rejects.toMatchObject({ code: 'not_found' });
  await expect(markRead(mine, mixed, NOW)).rejects.toMatchObject({ code: 'not_found' });
  await expect(openMessage(mine, theirIds[0] ?? 0, NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect((await listMessages(mine, page)).totalCount).toBe(3);
  expect(await countUnread(mine.id)).toBe(3);
});

it('deletes own messages', async () => {
  const { mine, myIds } = await twoInboxes();
  expect(await deleteMessages(mine, myIds.slice(0, 2))).toBe(2);
  expect((await listMessages(mine, page)).rows.map((row) => row.id)).toEqual(myIds.slice(2));
});

import { expect, it } from 'vitest';
import { actorOf, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import {
  deleteMessages,
  markAllRead,
  markRead,
  openMessage,
  readMessagesAbout,
  removeOldMessages,
  sendMessages,
  withdrawMessages,
} from './message.commands.server';
import { countUnread, countUnreadByKind, findNeighbours, listMessages } from './message.queries.server';
import { KEPT_DAYS } from './message.rules';

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

it('filters by kind and counts what is unread of each', async () => {
  const { mine, myIds } = await twoInboxes();
  await sendMessages([mine.id], { kind: 'exam', title: '四' }, NOW);
  await markRead(mine, myIds.slice(0, 1), NOW);
  expect(await countUnreadByKind(mine)).toEqual({ system: 2, exam: 1 });
  expect((await listMessages(mine, { ...page, type: 'exam' })).rows.map((row) => row.title)).toEqual(['四']);
  expect((await listMessages(mine, { ...page, type: 'system', isRead: '1' })).totalCount).toBe(1);
});

it('knows what stands above and below a message', async () => {
  const { mine } = await twoInboxes();
  await sendMessages([mine.id], { kind: 'system', title: '最新' }, NOW + 5);
  const [newest, third, second] = (await listMessages(mine, page)).rows;
  if (!newest || !third || !second) throw new Error('three messages expected');
  expect(await findNeighbours(mine, third)).toEqual({
    newer: { id: newest.id, title: '最新' },
    older: { id: second.id, title: '二' },
  });
  expect((await findNeighbours(mine, newest)).newer).toBeNull();
});

it('reads what leads to a page that is opened, of its reader only', async () => {
  const { mine, theirs } = await twoInboxes();
  await sendMessages([mine.id, theirs.id], { kind: 'exam', title: '考试', link: '/examination/preview?id=1' }, NOW);
  await readMessagesAbout(mine, '/examination/preview?id=2', NOW + 1);
  expect(await countUnread(mine.id)).toBe(4);
  await readMessagesAbout(mine, '/examination/preview?id=1', NOW + 1);
  expect(await countUnread(mine.id)).toBe(3);
  expect(await countUnread(theirs.id)).toBe(4);
});

it('takes back what is unread, and says whose', async () => {
  const { mine, theirs } = await twoInboxes();
  const about = { kind: 'score' as const, link: '/r' };
  await sendMessages([mine.id, theirs.id], { ...about, title: '成绩' }, NOW);
  await readMessagesAbout(mine, '/r', NOW + 1);
  expect(await withdrawMessages([mine.id, theirs.id], about)).toEqual(new Set([theirs.id]));
  expect((await listMessages(mine, page)).totalCount).toBe(4);
  expect((await listMessages(theirs, page)).totalCount).toBe(3);
});

it('sweeps read messages after their time, never unread ones', async () => {
  const { mine, theirs, myIds } = await twoInboxes();
  await markRead(mine, myIds.slice(0, 2), NOW);
  const term = KEPT_DAYS * 24 * 3600_000;
  expect(await removeOldMessages(NOW + term)).toBe(0);
  expect(await removeOldMessages(NOW + term + 1)).toBe(2);
  expect((await listMessages(mine, page)).totalCount).toBe(1);
  expect((await listMessages(theirs, page)).totalCount).toBe(3);
});

it('of messages about one page that nobody has read only the newest stay', async () => {
  const [mine, theirs] = [actorOf(await makeTeacher()), actorOf(await makeTeacher())];
  const about = { kind: 'system', link: '/users/groups' } as const;
  await sendMessages([mine.id], { ...about, title: '读过' }, NOW);
  await markAllRead(mine, NOW);
  await sendMessages([mine.id], { kind: 'system', link: '/users/index', title: '别的' }, NOW);
  for (let index = 0; index < 26; index += 1) {
    await sendMessages(
      index < 3 ? [mine.id, theirs.id] : [mine.id],
      { ...about, title: `第 ${index} 组` },
      NOW + index,
    );
  }
  const titles = (await listMessages(mine, { currentPage: 1, pageSize: 50 })).rows.map((row) => row.title);
  expect(titles).toHaveLength(22);
  expect(titles).toEqual(expect.arrayContaining(['读过', '别的', '第 6 组', '第 25 组']));
  expect(titles).not.toContain('第 5 组');
  expect(await countUnread(theirs.id)).toBe(3);
});

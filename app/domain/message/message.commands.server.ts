import { db, transaction } from '~/db/db.server';
import { isUnavailable } from '~/db/dialect/dialect.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { findMessage, type MessageRow } from './message.queries.server';
import { keptSince, type MessageKind } from './message.rules';

export type MessageInput = {
  kind: MessageKind;
  title: string;
  body?: string;
  /** Path inside the app where it is dealt with. */
  link?: string;
};

/** So many messages about one page wait unread for anybody: whoever brings them about again and again fills no list. */
const MOST_UNREAD_ABOUT = 20;

/**
 * Sends one message to each user; call it inside the transaction of what it tells. Of those about the same page that
 * somebody has not read, only the newest stay.
 */
export async function sendMessages(userIds: number[], input: MessageInput, now: number): Promise<void> {
  // In one order, in whichever a database lists people who were asked for in none.
  const readers = [...userIds].sort((a, b) => a - b);
  const rows = readers.map((userId) => ({
    user_id: userId,
    kind: input.kind,
    title: input.title,
    body: input.body ?? '',
    link: input.link ?? '',
    read_at: null,
    created_at: now,
  }));
  // In slices: both databases limit the number of bound values in one statement.
  for (let start = 0; start < rows.length; start += 500) {
    await db()
      .insertInto('messages')
      .values(rows.slice(start, start + 500))
      .execute();
    await dropOldUnread(readers.slice(start, start + 500), input);
  }
}

async function dropOldUnread(userIds: number[], { kind, link = '' }: MessageInput): Promise<void> {
  if (link === '') return;
  const unread = db()
    .selectFrom('messages')
    .where('kind', '=', kind)
    .where('link', '=', link)
    .where('read_at', 'is', null);
  const full = await unread
    .select('user_id')
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll<number>(), '>', MOST_UNREAD_ABOUT)
    .execute();
  for (const { user_id: userId } of full) {
    const own = await unread.select('id').where('user_id', '=', userId).orderBy('id', 'desc').execute();
    const old = own.slice(MOST_UNREAD_ABOUT).map(({ id }) => id);
    await db().deleteFrom('messages').where('id', 'in', old).execute();
  }
}

/**
 * Sends what a colleague can bring about again and again: whoever has not read the same words yet has them once, with
 * the newest time. Call it inside the transaction of what it tells.
 */
export async function renewMessages(userIds: number[], input: MessageInput, now: number): Promise<void> {
  await withdrawMessages(userIds, { link: '', body: '', ...input });
  await sendMessages(userIds, input, now);
}

/** Marks own messages read; returns how many were new. All or nothing: a foreign id refuses the call. */
export async function markRead(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    await requireOwn(actor, ids);
    const result = await db()
      .updateTable('messages')
      .set({ read_at: now })
      .where('user_id', '=', actor.id)
      .where('id', 'in', ids)
      .where('read_at', 'is', null)
      .executeTakeFirst();
    return Number(result.numUpdatedRows);
  });
}

/** Marks all own messages read; returns how many were new. */
export async function markAllRead(actor: Actor, now: number): Promise<number> {
  const result = await db()
    .updateTable('messages')
    .set({ read_at: now })
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Deletes own messages; returns how many. */
export async function deleteMessages(actor: Actor, ids: number[]): Promise<number> {
  return transaction(async () => {
    await requireOwn(actor, ids);
    const result = await db()
      .deleteFrom('messages')
      .where('user_id', '=', actor.id)
      .where('id', 'in', ids)
      .executeTakeFirst();
    return Number(result.numDeletedRows);
  });
}

/** Marks what leads to this page read: whoever stands there has been told. Writes only when something does. */
export async function readMessagesAbout(actor: Actor, link: string, now: number): Promise<void> {
  const about = await db()
    .selectFrom('messages')
    .select('id')
    .where('user_id', '=', actor.id)
    .where('link', '=', link)
    .where('read_at', 'is', null)
    .execute();
  if (about.length === 0) return;
  try {
    await db()
      .updateTable('messages')
      .set({ read_at: now })
      .where(
        'id',
        'in',
        about.map((row) => row.id),
      )
      .where('read_at', 'is', null)
      .execute();
  } catch (error) {
    // A page is shown all the same while nothing can be written.
    if (!isUnavailable(error)) throw error;
  }
}

/**
 * Takes back what no longer holds, where it is still unread; call it inside the transaction of what undid it.
 * `only`: where its text is like this. Returns whose messages went: the others may have to be told.
 */
export async function withdrawMessages(
  userIds: number[],
  what: { kind: MessageKind; link: string; title?: string; body?: string; only?: string },
): Promise<Set<number>> {
  const withdrawn = new Set<number>();
  for (let start = 0; start < userIds.length; start += 500) {
    let query = db()
      .deleteFrom('messages')
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .where('kind', '=', what.kind)
      .where('link', '=', what.link)
      .where('read_at', 'is', null);
    if (what.title !== undefined) query = query.where('title', '=', what.title);
    if (what.body !== undefined) query = query.where('body', '=', what.body);
    if (what.only !== undefined) query = query.where('body', 'like', what.only);
    const rows = await query.returning('user_id').execute();
    for (const row of rows) withdrawn.add(row.user_id);
  }
  return withdrawn;
}

/**
 * What one was told, titled like `title`, and has not read, another is told in their place; call it inside the
 * transaction of what changed.
 */
export async function passOnMessages(
  fromId: number,
  toId: number,
  what: { kind: MessageKind; title: string },
): Promise<void> {
  const unread = (userId: number) =>
    db()
      .selectFrom('messages')
      .select(['id', 'link'])
      .where('user_id', '=', userId)
      .where('kind', '=', what.kind)
      .where('title', 'like', what.title)
      .where('read_at', 'is', null)
      .execute();
  const known = new Set((await unread(toId)).map(({ link }) => link));
  for (const { id, link } of await unread(fromId)) {
    // Both were told.
    if (known.has(link)) await db().deleteFrom('messages').where('id', '=', id).execute();
    else await db().updateTable('messages').set({ user_id: toId }).where('id', '=', id).execute();
    known.add(link);
  }
}

/**
 * Puts another text into what was sent about something, read or not, where its text is like `only`; call it inside the
 * transaction of what changed.
 */
export async function rewriteMessages(
  userIds: number[],
  about: { kind: MessageKind; link: string },
  body: string,
  only = '%',
): Promise<void> {
  for (let start = 0; start < userIds.length; start += 500) {
    await db()
      .updateTable('messages')
      .set({ body })
      .where('user_id', 'in', userIds.slice(start, start + 500))
      .where('kind', '=', about.kind)
      .where('link', '=', about.link)
      .where('body', 'like', only)
      .execute();
  }
}

/** Removes read messages whose time is over, for the server's sweeper. Returns how many. */
export async function removeOldMessages(now: number): Promise<number> {
  const { numDeletedRows } = await db()
    .deleteFrom('messages')
    .where('read_at', 'is not', null)
    .where('created_at', '<', keptSince(now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function requireOwn(actor: Actor, ids: number[]): Promise<void> {
  const { total } = await db()
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', actor.id)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  if (Number(total) !== ids.length) throw notFound('消息');
}

/** The own message with this id; opening it marks it read, but not where a browser fetches it ahead. */
export async function openMessage(
  actor: Actor,
  id: number,
  now: number,
  { isAhead = false } = {},
): Promise<MessageRow> {
  const row = await findMessage(actor, id);
  if (!row) throw notFound('消息');
  if (row.read_at === null && !isAhead) await markRead(actor, [id], now);
  const { kind, title, body, link } = row;
  return { id, kind, title, body, link, isRead: true, createdAt: row.created_at };
}

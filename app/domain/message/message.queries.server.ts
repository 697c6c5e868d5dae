import { db } from '~/db/db.server';
import type { Actor } from '~/domain/user/user.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';

export type MessageRow = {
  id: number;
  kind: string;
  title: string;
  body: string;
  link: string;
  isRead: boolean;
  createdAt: number;
};

export type MessageFilter = PageInput & { type?: string; isRead?: '' | '0' | '1' };

/** The user's own messages, newest first. */
export async function listMessages(actor: Actor, filter: MessageFilter): Promise<Page<MessageRow>> {
  let query = db().selectFrom('messages').where('user_id', '=', actor.id);
  if (filter.type) query = query.where('kind', '=', filter.type);
  if (filter.isRead === '0') query = query.where('read_at', 'is', null);
  if (filter.isRead === '1') query = query.where('read_at', 'is not', null);
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      body: row.body,
      link: row.link,
      isRead: row.read_at !== null,
      createdAt: row.created_at,
    })),
    totalCount: Number(total),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

/** How many messages the user has not read; `openedId` is being read by this very request. */
export async function countUnread(userId: number, openedId = 0): Promise<number> {
  const { total } = await db()
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('id', '!=', openedId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One own message, or undefined. */
export function findMessage(actor: Actor, id: number) {
  return db()
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst();
}

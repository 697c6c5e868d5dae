import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
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

/** How many messages of each kind the user has not read; kinds without any are left out. */
export async function countUnreadByKind(actor: Actor): Promise<Record<string, number>> {
  const rows = await db()
    .selectFrom('messages')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('total')])
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    .groupBy('kind')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.kind, Number(row.total)]));
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

export type Neighbour = { id: number; title: string };

/** The own messages beside one in the list: `newer` stands above it, `older` below. */
export async function findNeighbours(
  actor: Actor,
  message: { id: number; createdAt: number },
): Promise<{ newer: Neighbour | null; older: Neighbour | null }> {
  const beside = async (than: '<' | '>') => {
    const order = than === '<' ? 'desc' : 'asc';
    const row = await db()
      .selectFrom('messages')
      .select(['id', 'title'])
      .where('user_id', '=', actor.id)
      .where((eb) =>
        eb.or([
          eb('created_at', than, message.createdAt),
          eb.and([eb('created_at', '=', message.createdAt), eb('id', than, message.id)]),
        ]),
      )
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  };
  return { newer: await beside('>'), older: await beside('<') };
}

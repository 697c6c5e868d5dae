import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { flatten, findDirectory, toTree, type DirectoryBank, type DirectoryTree } from './directory.rules';

/** The actor's directories of a bank as a tree, each with how much stands in it; the deleted does not count. */
export async function listDirectories(actor: Actor, bank: DirectoryBank): Promise<DirectoryTree> {
  const rows = await db()
    .selectFrom('directories')
    .select(['id', 'name', 'parent_id as parentId'])
    .where('owner_id', '=', actor.id)
    .where('bank', '=', bank)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const shared = await db()
    .selectFrom('directory_shares')
    .innerJoin('directories', 'directories.id', 'directory_shares.directory_id')
    .select('directories.id')
    .where('directories.owner_id', '=', actor.id)
    .where('directories.bank', '=', bank)
    .execute();
  return toTree(rows, await countContents(actor, bank), new Set(shared.map((row) => row.id)));
}

async function countContents(actor: Actor, bank: DirectoryBank): Promise<Map<number | null, number>> {
  if (bank === 'exam') {
    const rows = await db()
      .selectFrom('exams')
      .where('owner_id', '=', actor.id)
      .where('deleted_at', 'is', null)
      .groupBy('category_id')
      .select((eb) => ['category_id', eb.fn.countAll<number>().as('count')])
      .execute();
    return new Map(rows.map((row) => [row.category_id, row.count]));
  }
  const rows = await db()
    .selectFrom('questions')
    .where('owner_id', '=', actor.id)
    .where('bank', '=', bank)
    .where('deleted_at', 'is', null)
    .groupBy('directory_id')
    .select((eb) => ['directory_id', eb.fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map((row) => [row.directory_id, row.count]));
}

/** An own directory; others' are as good as missing. */
export async function getOwnDirectory(actor: Actor, id: number) {
  const row = await db()
    .selectFrom('directories')
    .select(['id', 'bank', 'name', 'parent_id as parentId'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (!row) throw notFound('目录');
  return { ...row, bank: row.bank as DirectoryBank };
}

/** An own directory of a bank, or null. */
export async function findOwnDirectory(actor: Actor, bank: DirectoryBank, id: number) {
  const row = await db()
    .selectFrom('directories')
    .select(['id', 'name', 'parent_id as parentId'])
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .where('bank', '=', bank)
    .executeTakeFirst();
  return row ?? null;
}

/** Refuses a directory that is not the actor's or not of the bank. */
export async function requireOwnDirectory(actor: Actor, bank: DirectoryBank, id: number): Promise<void> {
  if ((await getOwnDirectory(actor, id)).bank !== bank) throw notFound('目录');
}

/** An own directory's id with the ids of everything under it; only itself when it is not the actor's. */
export async function listDirectoryIds(actor: Actor, id: number): Promise<number[]> {
  const rows = await db()
    .selectFrom('directories')
    .select(['id', 'name', 'parent_id as parentId'])
    .where('owner_id', '=', actor.id)
    .execute();
  const found = findDirectory(toTree(rows, new Map()), id);
  return found ? flatten([found]).map((one) => one.id) : [id];
}

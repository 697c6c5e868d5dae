import { db } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { getOwnDirectory, listDirectories } from './directory.queries.server';
import {
  findDirectory,
  freeName,
  heightOf,
  MAX_DEPTH,
  MAX_DIRECTORY_NAME,
  type Directory,
  type DirectoryBank,
  type DirectoryTree,
} from './directory.rules';

/** A directory by itself. */
export type DirectoryRow = { id: number; name: string; parentId: number | null };

const TOO_DEEP = `目录最多 ${MAX_DEPTH} 级`;

/** Changes a tree, once for a key, with nobody else changing a tree of the same owner meanwhile. */
function change<T>(actor: Actor, key: string, now: number, work: () => Promise<T>): Promise<T> {
  return once(actor.id, key, now, async () => {
    // Circles and depth are judged on the whole tree: on PostgreSQL the owner's row is its lock.
    await db()
      .updateTable('users')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where('id', '=', actor.id)
      .execute();
    return work();
  });
}

function assertMayKeep(actor: Actor, bank: DirectoryBank): void {
  if (bank === 'exam' && !isTeacher(actor)) throw new AppError('forbidden', '拒绝访问');
}

const siblingsUnder = (tree: DirectoryTree, parent: Directory | null) => (parent ? parent.children : tree.directories);

function requireIn(tree: DirectoryTree, id: number): Directory {
  const found = findDirectory(tree, id);
  if (!found) throw notFound('目录');
  return found;
}

function assertFree(name: string, siblings: Directory[], field = 'name'): void {
  if (siblings.some((one) => one.name === name)) throw invalid({ [field]: `这里已有目录“${name}”` });
}

/** Adds a directory; a name stands once among those beside it. */
export async function addDirectory(
  actor: Actor,
  input: { bank: DirectoryBank; parentId: number | null; name: string; requestId?: string },
  now: number,
): Promise<DirectoryRow> {
  assertMayKeep(actor, input.bank);
  const key = input.requestId ? `directory.add:${input.requestId}` : '';
  return change(actor, key, now, async () => {
    const tree = await listDirectories(actor, input.bank);
    const parent = input.parentId === null ? null : requireIn(tree, input.parentId);
    if (parent && parent.depth >= MAX_DEPTH) throw invalid({ parentId: `${TOO_DEEP}，请换一个上级目录` });
    assertFree(input.name, siblingsUnder(tree, parent));
    const id = await insert(actor, input.bank, parent?.id ?? null, input.name, now);
    return { id, name: input.name, parentId: parent?.id ?? null };
  });
}

async function insert(
  actor: Actor,
  bank: DirectoryBank,
  parentId: number | null,
  name: string,
  now: number,
): Promise<number> {
  const { id } = await db()
    .insertInto('directories')
    .values({ bank, owner_id: actor.id, parent_id: parentId, name, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordAudit(actor, { action: 'directory.add', entity: 'directory', entityId: id, detail: { bank, name } }, now);
  return id;
}

/** Gives an own directory another name. */
export async function renameDirectory(
  actor: Actor,
  input: { id: number; name: string },
  now: number,
): Promise<DirectoryRow> {
  return change(actor, '', now, async () => {
    const { bank, parentId, name: from } = await getOwnDirectory(actor, input.id);
    const tree = await listDirectories(actor, bank);
    const siblings = siblingsUnder(tree, parentId === null ? null : requireIn(tree, parentId));
    assertFree(
      input.name,
      siblings.filter((one) => one.id !== input.id),
    );
    await db().updateTable('directories').set({ name: input.name }).where('id', '=', input.id).execute();
    const detail = { from, to: input.name };
    await recordAudit(actor, { action: 'directory.rename', entity: 'directory', entityId: input.id, detail }, now);
    return { id: input.id, name: input.name, parentId };
  });
}

/** Puts an own directory with everything in it under another one, or at the top. */
export async function moveDirectory(
  actor: Actor,
  input: { id: number; parentId: number | null },
  now: number,
): Promise<DirectoryRow> {
  return change(actor, '', now, async () => {
    const { bank, parentId: from } = await getOwnDirectory(actor, input.id);
    const tree = await listDirectories(actor, bank);
    const directory = requireIn(tree, input.id);
    const parent = input.parentId === null ? null : requireIn(tree, input.parentId);
    if (parent && findDirectory({ directories: [directory] }, parent.id)) {
      throw invalid({ parentId: '目录不能移到它自己或它的下级目录里' });
    }
    if ((parent?.depth ?? 0) + heightOf(directory) > MAX_DEPTH) {
      throw invalid({ parentId: `移过去会超过 ${MAX_DEPTH} 级，请换一个上级目录` });
    }
    const siblings = siblingsUnder(tree, parent).filter((one) => one.id !== directory.id);
    assertFree(directory.name, siblings, 'parentId');
    await db().updateTable('directories').set({ parent_id: input.parentId }).where('id', '=', directory.id).execute();
    const detail = { from, to: input.parentId };
    await recordAudit(actor, { action: 'directory.move', entity: 'directory', entityId: directory.id, detail }, now);
    return { id: directory.id, name: directory.name, parentId: input.parentId };
  });
}

/**
 * Takes an own directory away; its questions (or exams) and sub-directories go to where it stood. With whom it was
 * shared, has them no longer.
 */
export async function deleteDirectory(actor: Actor, id: number, now: number): Promise<number> {
  return change(actor, '', now, async () => {
    const { bank, parentId } = await getOwnDirectory(actor, id);
    const tree = await listDirectories(actor, bank);
    const { name, children } = requireIn(tree, id);
    const beside = siblingsUnder(tree, parentId === null ? null : requireIn(tree, parentId));
    const taken = beside.filter((one) => one.id !== id).map((one) => one.name);
    // Its name is free for what moves up, renamed before: two of a name never stand beside each other.
    await db().updateTable('directories').set({ name: '' }).where('id', '=', id).execute();
    for (const child of children) {
      const free = freeName(child.name, taken);
      taken.push(free);
      await db()
        .updateTable('directories')
        .set({ name: free, parent_id: parentId })
        .where('id', '=', child.id)
        .execute();
    }
    // The deleted ones too: they may be restored.
    await db().updateTable('questions').set({ directory_id: parentId }).where('directory_id', '=', id).execute();
    await db().updateTable('exams').set({ category_id: parentId }).where('category_id', '=', id).execute();
    await db().updateTable('exam_draws').set({ directory_id: parentId }).where('directory_id', '=', id).execute();
    await db().updateTable('question_imports').set({ directory_id: parentId }).where('directory_id', '=', id).execute();
    await db().deleteFrom('directory_shares').where('directory_id', '=', id).execute();
    await db().deleteFrom('directories').where('id', '=', id).execute();
    await recordAudit(actor, { action: 'directory.delete', entity: 'directory', entityId: id, detail: { name } }, now);
    return 1;
  });
}

/**
 * The directory at the end of a path of names from the top, whose missing levels are made. Blank names are
 * passed over, long ones clipped, levels too many left out. Null for an empty path.
 */
export async function ensureDirectoryPath(
  actor: Actor,
  bank: DirectoryBank,
  names: readonly string[],
  now: number,
): Promise<number | null> {
  assertMayKeep(actor, bank);
  const path = names.map((name) => clip(name.trim(), MAX_DIRECTORY_NAME)).filter((name) => name !== '');
  if (path.length === 0) return null;
  return change(actor, '', now, async () => {
    let siblings = (await listDirectories(actor, bank)).directories;
    let parentId: number | null = null;
    for (const name of path.slice(0, MAX_DEPTH)) {
      const found = siblings.find((one) => one.name === name);
      parentId = found ? found.id : await insert(actor, bank, parentId, name, now);
      siblings = found?.children ?? [];
    }
    return parentId;
  });
}

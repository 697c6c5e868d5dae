import type { Bank } from './question.schema';

/** Levels a tree may have. */
export const MAX_DEPTH = 4;
export const MAX_DIRECTORY_NAME = 30;
/** Instead of a directory's id: what is in none. */
export const UNFILED = 0;

/** What has directories: the three banks, and exams (their categories). */
export type DirectoryBank = Bank | 'exam';

/** One directory with everything under it. */
export type Directory = {
  id: number;
  name: string;
  parentId: number | null;
  /** 1 at the top. */
  depth: number;
  /** What stands in it and in its sub-directories. */
  count: number;
  /** It, or one above it, is shared: so is what is put into it. */
  isShared: boolean;
  children: Directory[];
};

export type DirectoryTree = {
  directories: Directory[];
  /** What is in no directory. */
  unfiledCount: number;
  totalCount: number;
};

type Row = { id: number; name: string; parentId: number | null };

/**
 * Rows in the order to show, made into a tree; `counts` says what stands directly in each directory, `shared` which of
 * them are shared.
 */
export function toTree(
  rows: readonly Row[],
  counts: ReadonlyMap<number | null, number>,
  shared: ReadonlySet<number> = new Set(),
): DirectoryTree {
  const under = (parentId: number | null, depth: number, isIn: boolean): Directory[] =>
    rows
      .filter((row) => row.parentId === parentId)
      .map((row) => {
        const isShared = isIn || shared.has(row.id);
        const children = under(row.id, depth + 1, isShared);
        const count = (counts.get(row.id) ?? 0) + children.reduce((sum, child) => sum + child.count, 0);
        return { id: row.id, name: row.name, parentId, depth, count, isShared, children };
      });
  const unfiledCount = counts.get(null) ?? 0;
  const directories = under(null, 1, false);
  return { directories, unfiledCount, totalCount: directories.reduce((sum, one) => sum + one.count, unfiledCount) };
}

/** All directories of a tree, each before those under it. */
export function flatten(directories: readonly Directory[]): Directory[] {
  return directories.flatMap((one) => [one, ...flatten(one.children)]);
}

/** One directory of a tree. */
export function findDirectory(tree: Pick<DirectoryTree, 'directories'>, id: number): Directory | undefined {
  return flatten(tree.directories).find((one) => one.id === id);
}

/** The names from the top down to a directory; empty when there is no such one. */
export function directoryPath(tree: Pick<DirectoryTree, 'directories'>, id: number): string[] {
  const found = findDirectory(tree, id);
  if (!found) return [];
  return [...(found.parentId === null ? [] : directoryPath(tree, found.parentId)), found.name];
}

/** The same of rows that need be no whole tree, as one line: what is above a row as far as it is listed. */
export function pathOfRow(row: Row, byId: ReadonlyMap<number, Row>): string {
  const parent = row.parentId === null ? undefined : byId.get(row.parentId);
  return parent ? `${pathOfRow(parent, byId)} / ${row.name}` : row.name;
}

/** How many levels a directory and what is under it take. */
export function heightOf(directory: Directory): number {
  return 1 + Math.max(0, ...directory.children.map(heightOf));
}

/** For a select field, indented by level, the shared ones said to be. `without` leaves out a directory and everything under it. */
export function directoryOptions(
  tree: Pick<DirectoryTree, 'directories'>,
  { without, maxDepth = MAX_DEPTH }: { without?: number; maxDepth?: number } = {},
): { value: number; label: string }[] {
  const options = (directories: readonly Directory[]): { value: number; label: string }[] =>
    directories
      .filter((one) => one.id !== without && one.depth <= maxDepth)
      .flatMap((one) => [
        { value: one.id, label: `${'　'.repeat(one.depth - 1)}${one.name}${one.isShared ? '（共享中）' : ''}` },
        ...options(one.children),
      ]);
  return options(tree.directories);
}

/** A name that is not taken: the wished one, or it with the first free number. */
export function freeName(wished: string, taken: readonly string[]): string {
  if (!taken.includes(wished)) return wished;
  let number = 2;
  while (taken.includes(`${wished}（${number}）`)) number += 1;
  return `${wished}（${number}）`;
}

import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { invalid, notFound } from '~/lib/errors';
import { directoryShares, directorySharesWith, sharedDirectoryIds } from './directory-access.server';
import { getOwnDirectory, listDirectories } from './directory.queries.server';
import { directoryPath } from './directory.rules';
import type { Bank } from './question.schema';
import { AUDIENCE_LABELS, type Audience, type Share } from './share.rules';

/** A directory of questions; categories of exams are not shared. */
export type ShareableDirectory = { id: number; bank: Bank; name: string; parentId: number | null };

/**
 * An own directory that can be shared.
 * @throws AppError not_found; invalid for a category of exams
 */
export async function getShareableDirectory(actor: Actor, id: number): Promise<ShareableDirectory> {
  if (!isTeacher(actor)) throw notFound('目录');
  const { bank, ...directory } = await getOwnDirectory(actor, id);
  if (bank === 'exam') throw invalid({ id: '考试分类不能共享，请选择题库的目录' });
  return { ...directory, bank };
}

const columns = [
  'directory_shares.directory_id',
  'directory_shares.audience',
  'directory_shares.teacher_id',
  'directory_shares.group_id',
  'directory_shares.can_edit',
  'directory_shares.created_at',
  'teaching_groups.name as group_name',
  'users.name as teacher_name',
] as const;

type ShareRow = {
  directory_id: number;
  audience: string;
  teacher_id: number | null;
  group_id: number | null;
  can_edit: number;
  created_at: number;
  group_name: string | null;
  teacher_name: string | null;
};

const toShare = (row: ShareRow, questionId: number, directory: { id: number; name: string }): Share => ({
  questionId,
  directory,
  audience: row.audience as Audience,
  classroomId: null,
  teacherId: row.teacher_id,
  groupId: row.group_id,
  right: row.can_edit === 1 ? 'edit' : 'view',
  label: row.group_name ?? row.teacher_name ?? AUDIENCE_LABELS[row.audience as Audience],
  createdAt: row.created_at,
});

/** With whom questions are shared because a directory they stand in is. Asks no rights. */
export async function listSharesByDirectory(questionIds: number[]): Promise<Share[]> {
  if (questionIds.length === 0) return [];
  const rows = await directoryShares()
    .innerJoin('questions', 'questions.directory_id', 'directories.id')
    .innerJoin('directories as shared', 'shared.id', 'directory_shares.directory_id')
    .leftJoin('teaching_groups', 'teaching_groups.id', 'directory_shares.group_id')
    .leftJoin('users', 'users.id', 'directory_shares.teacher_id')
    .select([...columns, 'questions.id as question_id', 'shared.name as directory_name'])
    .where('questions.id', 'in', questionIds)
    .orderBy('questions.id')
    .orderBy('directory_shares.id')
    .execute();
  return rows.map((row) => toShare(row, row.question_id, { id: row.directory_id, name: row.directory_name }));
}

/** How many of the questions are shared by a directory they stand in. */
export async function countSharedByDirectory(questionIds: number[]): Promise<number> {
  return new Set((await listSharesByDirectory(questionIds)).map((share) => share.questionId)).size;
}

/** With whom directories are shared by themselves. Asks no rights. */
async function listOwnShares(directoryIds: number[]): Promise<Share[]> {
  const rows = await db()
    .selectFrom('directory_shares')
    .innerJoin('directories as shared', 'shared.id', 'directory_shares.directory_id')
    .leftJoin('teaching_groups', 'teaching_groups.id', 'directory_shares.group_id')
    .leftJoin('users', 'users.id', 'directory_shares.teacher_id')
    .select([...columns, 'shared.name as directory_name'])
    .where('directory_shares.directory_id', 'in', directoryIds)
    .orderBy('directory_shares.audience', 'desc')
    .orderBy('directory_shares.id')
    .execute();
  return rows.map((row) => toShare(row, 0, { id: row.directory_id, name: row.directory_name }));
}

/** An own directory with its place, how much is in it, and with whom it and those above it are shared. */
export async function getDirectoryWithShares(actor: Actor, id: number) {
  const { bank, name } = await getShareableDirectory(actor, id);
  const tree = await listDirectories(actor, bank);
  const path = directoryPath(tree, id);
  const above = await db()
    .selectFrom('directories')
    .leftJoin('directories as above', 'above.id', 'directories.parent_id')
    .leftJoin('directories as top', 'top.id', 'above.parent_id')
    .select(['directories.parent_id as first', 'above.parent_id as second', 'top.parent_id as third'])
    .where('directories.id', '=', id)
    .executeTakeFirstOrThrow();
  const ids = [above.first, above.second, above.third].filter((one) => one !== null);
  return {
    ...{ id, bank, name, path },
    shares: await listOwnShares([id]),
    /** What reaches it from above; taken back there. */
    inherited: await listOwnShares(ids),
  };
}

/** The actor's shared directories of a bank with whom they are shared with, for the list of what one shared. */
export async function listMySharedDirectories(actor: Actor, bank: Bank) {
  const rows = await db()
    .selectFrom('directories')
    .select(['directories.id', 'directories.name'])
    .where('directories.owner_id', '=', actor.id)
    .where('directories.bank', '=', bank)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('directory_shares')
          .select('directory_shares.id')
          .whereRef('directory_shares.directory_id', '=', 'directories.id'),
      ),
    )
    .orderBy('directories.name')
    .execute();
  const shares = await listOwnShares(rows.map((row) => row.id));
  return rows.map(({ id, name }) => ({ id, name, shares: shares.filter((share) => share.directory?.id === id) }));
}

/** A colleague's directory that the actor has. */
export type GivenDirectory = { id: number; name: string; ownerName: string; canEdit: boolean; count: number };

/** The directories of a bank that colleagues share with the actor, by colleague, with how many questions they hold. */
export async function listGivenDirectories(actor: Actor, bank: Bank): Promise<GivenDirectory[]> {
  const rows = await directorySharesWith(actor)
    .innerJoin('directories as shared', 'shared.id', 'directory_shares.directory_id')
    .innerJoin('users', 'users.id', 'shared.owner_id')
    .leftJoin('questions', (join) =>
      join.onRef('questions.directory_id', '=', 'directories.id').on('questions.deleted_at', 'is', null),
    )
    .select((eb) => [
      ...(['shared.id', 'shared.name', 'users.name as ownerName'] as const),
      eb.fn.max('directory_shares.can_edit').as('canEdit'),
      eb.fn.count<number>('questions.id').distinct().as('count'),
    ])
    .where('shared.bank', '=', bank)
    .where('shared.owner_id', '!=', actor.id)
    .groupBy(['shared.id', 'shared.name', 'users.name'])
    .orderBy('users.name')
    .orderBy('shared.name')
    .orderBy('shared.id')
    .execute();
  return rows.map((row) => ({ ...row, canEdit: row.canEdit === 1, count: Number(row.count) }));
}

/** A colleague's directory with those under it; none that is not shared with the actor. */
export async function listGivenDirectoryIds(actor: Actor, id: number): Promise<number[]> {
  const rows = await sharedDirectoryIds(actor)
    .where((eb) =>
      eb.or([
        eb('directories.id', '=', id),
        eb('directories.parent_id', '=', id),
        eb('above.parent_id', '=', id),
        eb('top.parent_id', '=', id),
      ]),
    )
    .distinct()
    .execute();
  return [0, ...rows.map((row) => row.id)];
}

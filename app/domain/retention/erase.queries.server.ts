import { db } from '~/db/db.server';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { DAY_MS } from './retention.rules';

/** A deleted student whose data is still there. */
export type DeletedStudent = {
  id: number;
  account: string;
  name: string;
  className: string;
  deletedAt: number;
  /** When the school's term for it is over. */
  dueAt: number;
};

/** An account key that a student's has become when nothing of the person is left. */
export const ERASED = 'erased:';

/** The deleted students whose data is still there, the longest deleted first. @throws AppError forbidden */
export async function listDeletedStudents(actor: Actor): Promise<DeletedStudent[]> {
  assertAdministrator(actor);
  const { retentionDays } = await getSchool();
  const rows = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.account', 'users.name', 'users.deleted_at', 'classrooms.name as class_name'])
    .where('users.user_type', '=', STUDENT)
    .where('users.deleted_at', 'is not', null)
    .where('users.account_key', 'not like', `${ERASED}%`)
    .orderBy('users.deleted_at')
    .orderBy('users.id')
    .execute();
  return rows.map(({ id, account, name, class_name, deleted_at }) => ({
    id,
    account,
    name,
    className: class_name ?? '',
    deletedAt: deleted_at ?? 0,
    dueAt: (deleted_at ?? 0) + retentionDays * DAY_MS,
  }));
}

import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { toFile } from '~/lib/addresses/files';
import { isOfficeName, isSamePerson } from '~/lib/names';
import { likePattern } from '~/lib/text';
import { invalid, notFound } from '~/lib/errors';
import { TEACHER } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';
import { genderOf, type Gender } from './account.schema';

/** The row behind a session, or undefined when the account is gone. */
export function findUserById(id: number) {
  return db().selectFrom('users').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
}

/** The row of an account as typed; undefined when there is none. */
export function findUserByAccount(account: string) {
  return db()
    .selectFrom('users')
    .selectAll()
    .where('account_key', '=', accountKey(account))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUserById>>>;

export type Profile = {
  id: number;
  userType: number;
  account: string;
  name: string;
  gender: Gender;
  phone: string;
  email: string;
  avatarUrl: string | null;
  province: string;
  city: string;
  district: string;
  classId: number | null;
  className: string | null;
  theme: string;
  language: string;
  isLargeType: boolean;
  mustChangePassword: boolean;
};

/** What a person sees of their own account. */
export async function getProfile(userId: number): Promise<Profile> {
  const row = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .selectAll('users')
    .select('classrooms.name as class_name')
    .where('users.id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('账号');
  return {
    id: row.id,
    userType: row.user_type,
    account: row.account,
    name: row.name,
    gender: genderOf(row.gender),
    phone: row.phone,
    email: row.email,
    avatarUrl: row.avatar_file_id ? toFile(row.avatar_file_id) : null,
    province: row.province,
    city: row.city,
    district: row.district,
    classId: row.classroom_id,
    className: row.class_name,
    theme: row.theme,
    language: row.language,
    isLargeType: row.is_large_type === 1,
    mustChangePassword: row.must_change_password === 1,
  };
}

/** Teachers who can be chosen as teachers of a class or examiners, by name. */
export async function listExaminers(keyword = ''): Promise<{ id: number; name: string; account: string }[]> {
  let query = db()
    .selectFrom('users')
    .select(['id', 'name', 'account'])
    .where('user_type', '=', TEACHER)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null);
  if (keyword.trim() !== '') {
    const pattern = likePattern(keyword.trim().toLowerCase());
    query = query.where(
      sql<boolean>`(lower(name) like ${pattern} escape '\\' or lower(account) like ${pattern} escape '\\')`,
    );
  }
  return query.orderBy('name').orderBy('id').limit(1000).execute();
}

/** Ids of the teachers of a class (its creator included). */
export async function listTeacherIdsOfClassroom(classroomId: number): Promise<number[]> {
  const rows = await db()
    .selectFrom('classroom_teachers')
    .innerJoin('users', 'users.id', 'classroom_teachers.teacher_id')
    .select('users.id')
    .where('classroom_teachers.classroom_id', '=', classroomId)
    .where('users.deleted_at', 'is', null)
    .where('users.is_disabled', '=', 0)
    .union(
      db()
        .selectFrom('classrooms')
        .innerJoin('users', 'users.id', 'classrooms.created_by')
        .select('users.id')
        .where('classrooms.id', '=', classroomId)
        .where('users.deleted_at', 'is', null)
        .where('users.is_disabled', '=', 0),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** True while any demo account exists: the server then listens on this machine only. */
export async function hasDemoAccounts(): Promise<boolean> {
  const row = await db()
    .selectFrom('users')
    .select('id')
    .where('is_demo', '=', 1)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True while the school has no account at all. */
export async function isEmptySchool(): Promise<boolean> {
  return (await db().selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Whether all of these accounts are teachers who can sign in. */
export async function areTeachers(ids: number[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('user_type', '=', TEACHER)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.length === new Set(ids).size;
}

/**
 * Refuses a name that another teacher has now (isSamePerson): pages and messages would take one for the other.
 * Namesakes tell themselves apart. Nobody but an administrator calls themselves by an office (isOfficeName). `userId` is
 * 0 for who has no account yet.
 * @throws AppError invalid
 */
export async function assertOwnName(userId: number, name: string, isAdmin = false): Promise<void> {
  const rows = await db()
    .selectFrom('users')
    .select('name')
    .where('user_type', '=', TEACHER)
    .where('deleted_at', 'is', null)
    .where('is_disabled', '=', 0)
    .where('id', '!=', userId)
    .execute();
  if (rows.some((row) => isSamePerson(row.name, name))) {
    throw invalid({ name: '已有同事叫这个名字，请加上能分清的字，如“王芳（数学）”。' });
  }
  if (!isAdmin && isOfficeName(name))
    throw invalid({ name: `“${name}”像职务，不像姓名，别人会当成学校发的话。请写自己的姓名。` });
}

import { hash } from '@node-rs/argon2';
import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import type { ClassroomsTable, UsersTable } from '~/db/tables/school';
import type { UserRow } from '~/domain/user/user.queries.server';
import { STUDENT, TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { accountKey } from '~/domain/user/account-key.rules';
import { next } from './sequence';

/** Everybody's password unless said otherwise. */
export const PASSWORD = 'factory-pass-1';

// Cheap on purpose; verifying reads the cost from the hash.
const hashes = new Map<string, Promise<string>>();
function cheapHash(password: string): Promise<string> {
  const known = hashes.get(password) ?? hash(password, { memoryCost: 256, timeCost: 1, parallelism: 1 });
  hashes.set(password, known);
  return known;
}

export type UserInput = Partial<Omit<Insertable<UsersTable>, 'id' | 'account_key' | 'password_hash'>> & {
  password?: string;
};

async function makeUser(userType: number, prefix: string, input: UserInput): Promise<UserRow> {
  const number = next();
  const { password = PASSWORD, ...columns } = input;
  const account = columns.account ?? `${prefix}${process.pid}-${number}`;
  const now = Date.now();
  return db()
    .insertInto('users')
    .values({
      user_type: userType,
      account_key: accountKey(account),
      password_hash: await cheapHash(password),
      name: `${userType === TEACHER ? '老师' : '同学'}${number}`,
      created_at: now,
      updated_at: now,
      ...columns,
      account,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A teacher who can sign in with PASSWORD. */
export function makeTeacher(input: UserInput = {}): Promise<UserRow> {
  return makeUser(TEACHER, 't', input);
}

/** A student; `classroom_id` puts them in a class. */
export function makeStudent(input: UserInput = {}): Promise<UserRow> {
  return makeUser(STUDENT, 's', input);
}

export type ClassroomInput = Partial<Omit<Insertable<ClassroomsTable>, 'id' | 'created_by'>> & {
  /** Who created it; also teaches it. */
  teacher: { id: number };
  /** Others who teach it. */
  teachers?: { id: number }[];
};

/** A class with its teachers. */
export async function makeClassroom({ teacher, teachers = [], ...columns }: ClassroomInput) {
  const now = Date.now();
  const classroom = await db()
    .insertInto('classrooms')
    .values({
      name: `高一（${next()}）班`,
      grade: '高一',
      year: 2026,
      created_by: teacher.id,
      created_at: now,
      updated_at: now,
      ...columns,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db()
    .insertInto('classroom_teachers')
    .values([teacher, ...teachers].map((one) => ({ classroom_id: classroom.id, teacher_id: one.id })))
    .execute();
  return classroom;
}

/** Whom the session of this user would make. */
export function actorOf(user: UserRow): Actor {
  return {
    id: user.id,
    userType: user.user_type,
    account: user.account,
    name: user.name,
    classroomId: user.classroom_id,
    isAdmin: user.is_admin === 1,
    address: '127.0.0.1',
  };
}

import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import type { StudentFilter } from './student.schema';
import { genderOf, type Gender } from './account.schema';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';

export type Student = {
  id: number;
  account: string;
  name: string;
  gender: Gender;
  classId: number | null;
  className: string;
  /** '' when the reader may not see it. */
  phone: string;
  /** '' when the reader may not see it. */
  email: string;
  consent: boolean;
  /** True while the initial or one-time password has not been changed. */
  mustChangePassword: boolean;
  /** Whether the reader may change the student: a teacher of the class. */
  canChange: boolean;
};

function students(actor: Actor) {
  return db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .where('users.user_type', '=', STUDENT)
    .where('users.deleted_at', 'is', null)
    .select([
      'users.id',
      'users.account',
      'users.name',
      'users.gender',
      'users.phone',
      'users.email',
      'users.has_consent',
      'users.must_change_password',
      'users.classroom_id',
      'classrooms.name as class_name',
    ])
    .select((eb) =>
      eb
        .case()
        .when(isOwnClassroom(actor.id)(eb as never))
        .then(1)
        .else(0)
        .end()
        .as('can_change'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof students>['execute']>>[number];

function toStudent(row: Row): Student {
  const canChange = row.can_change === 1;
  return {
    id: row.id,
    account: row.account,
    name: row.name,
    gender: genderOf(row.gender),
    classId: row.classroom_id,
    className: row.class_name ?? '',
    phone: canChange ? row.phone : '',
    email: canChange ? row.email : '',
    consent: row.has_consent === 1,
    mustChangePassword: row.must_change_password === 1,
    canChange,
  };
}

function filtered(actor: Actor, filter: StudentFilter) {
  let query = students(actor);
  if (filter.scope === 'mine') query = query.where((eb) => isOwnClassroom(actor.id)(eb as never));
  if (filter.classId !== null) query = query.where('users.classroom_id', '=', filter.classId);
  // Who has graduated is found through the class.
  else query = query.where(({ eb, fn, val }) => eb(fn.coalesce('classrooms.is_archived', val(0)), '=', 0));
  if (filter.keyword !== '') {
    const pattern = likePattern(filter.keyword.toLowerCase());
    query = query.where(
      sql<boolean>`(lower(users.name) like ${pattern} escape '\\' or users.account_key like ${pattern} escape '\\')`,
    );
  }
  return query;
}

/** A page of students in the order of classes and numbers. */
export async function listStudents(actor: Actor, filter: StudentFilter & PageInput): Promise<Page<Student>> {
  const query = filtered(actor, filter);
  const { count } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('classrooms.year', 'desc')
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: rows.map(toStudent),
    totalCount: Number(count),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

/** Every student that the filters show, for the export. */
export async function listAllStudents(actor: Actor, filter: StudentFilter): Promise<Student[]> {
  const rows = await filtered(actor, filter)
    .orderBy('classrooms.year', 'desc')
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .execute();
  return rows.map(toStudent);
}

/** Students by id in the order of classes and numbers; deleted ones are left out. */
export async function findStudents(actor: Actor, ids: number[]): Promise<Student[]> {
  if (ids.length === 0) return [];
  const rows = await students(actor)
    .where('users.id', 'in', ids)
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .execute();
  return rows.map(toStudent);
}

/** One student. */
export async function getStudent(actor: Actor, id: number): Promise<Student> {
  const [found] = await findStudents(actor, [id]);
  if (!found) throw notFound('学生');
  return found;
}

/** How many students the school has, and how many are in classes the teacher created or teaches. */
export async function countStudentsByScope(actor: Actor): Promise<{ mine: number; all: number }> {
  const row = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .where('users.user_type', '=', STUDENT)
    .where('users.deleted_at', 'is', null)
    .where(({ eb, fn, val }) => eb(fn.coalesce('classrooms.is_archived', val(0)), '=', 0))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select((eb) =>
      eb.fn
        .sum<number>(
          eb
            .case()
            .when(isOwnClassroom(actor.id)(eb as never))
            .then(1)
            .else(0)
            .end(),
        )
        .as('mine'),
    )
    .executeTakeFirstOrThrow();
  return { mine: Number(row.mine ?? 0), all: Number(row.all) };
}

/** How many of the students sit an exam right now. */
export async function countSitting(ids: number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db()
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('student_id', 'in', ids)
    .where('state', '=', 'in_progress')
    .execute();
  return rows.length;
}

/** Who holds the given accounts (comparable form); both kinds of user. */
export async function findAccountHolders(
  keys: string[],
): Promise<Map<string, { name: string; userType: number; className: string }>> {
  const holders = new Map<string, { name: string; userType: number; className: string }>();
  // In slices: both databases limit the number of bound values in one statement.
  for (let start = 0; start < keys.length; start += 500) {
    const rows = await db()
      .selectFrom('users')
      .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
      .select(['users.account_key', 'users.name', 'users.user_type', 'classrooms.name as class_name'])
      .where('users.account_key', 'in', keys.slice(start, start + 500))
      .execute();
    for (const row of rows) {
      holders.set(row.account_key, { name: row.name, userType: row.user_type, className: row.class_name ?? '' });
    }
  }
  return holders;
}

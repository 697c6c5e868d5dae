import { db } from '~/db/db.server';
import { STUDENT } from '~/domain/user/user.rules';

/** Ids of the students of the classes whose accounts are in use. */
export async function listCandidateIds(classroomIds: readonly number[]): Promise<number[]> {
  return (await listCandidates(classroomIds)).map((student) => student.id);
}

export type Candidate = { id: number; name: string; account: string; classroomId: number; classroomName: string };

/** The students of the classes, by class and account. */
export async function listCandidates(classroomIds: readonly number[]): Promise<Candidate[]> {
  if (classroomIds.length === 0) return [];
  const rows = await db()
    .selectFrom('users')
    .innerJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select([
      'users.id',
      'users.name',
      'users.account',
      'classrooms.id as classroom_id',
      'classrooms.name as classroom_name',
    ])
    .where('users.user_type', '=', STUDENT)
    .where('users.is_disabled', '=', 0)
    .where('users.deleted_at', 'is', null)
    .where('users.classroom_id', 'in', [...classroomIds])
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    account: row.account,
    classroomId: row.classroom_id,
    classroomName: row.classroom_name,
  }));
}

export type ExamClassroom = { id: number; name: string; studentCount: number };

/** The classes of these ids with how many students they have. Deleted ones are left out. */
export async function listExamClassrooms(ids: readonly number[]): Promise<ExamClassroom[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('classrooms')
    .leftJoin('users', (join) =>
      join
        .onRef('users.classroom_id', '=', 'classrooms.id')
        .on('users.user_type', '=', STUDENT)
        .on('users.is_disabled', '=', 0)
        .on('users.deleted_at', 'is', null),
    )
    .select((eb) => ['classrooms.id', 'classrooms.name', eb.fn.count<number>('users.id').as('count')])
    .where('classrooms.id', 'in', [...ids])
    .where('classrooms.deleted_at', 'is', null)
    .groupBy(['classrooms.id', 'classrooms.name'])
    .orderBy('classrooms.name')
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.name, studentCount: Number(row.count) }));
}

/** The names behind teachers' ids. */
export async function listTeacherNames(ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

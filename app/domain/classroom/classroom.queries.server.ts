import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { canChangeClassroom } from './classroom.rules';
import type { ClassroomFilter } from './classroom.schema';

export type Classroom = {
  id: number;
  name: string;
  grade: string;
  year: number;
  createdBy: number;
  teachers: { id: number; name: string }[];
  studentCount: number;
  /** 毕业: it stands in no list and no choice but its own tab. */
  isArchived: boolean;
  archivedAt: number | null;
  /** Whether the reader may change it. */
  canChange: boolean;
};

/** `mine`: only classes the reader created or teaches. */
export type ClassroomScope = 'mine' | 'all';

/** True for a class row that the teacher created or teaches; for use in a query over `classrooms`. */
export function isOwnClassroom(teacherId: number) {
  return (eb: ExpressionBuilder<Database, 'classrooms'>) =>
    eb.or([
      eb('classrooms.created_by', '=', teacherId),
      eb.exists(
        eb
          .selectFrom('classroom_teachers')
          .select('classroom_teachers.teacher_id')
          .whereRef('classroom_teachers.classroom_id', '=', 'classrooms.id')
          .where('classroom_teachers.teacher_id', '=', teacherId),
      ),
    ]);
}

function filtered(
  actor: Actor,
  filter: { keyword: string; grade: string; scope: ClassroomScope; isArchived?: boolean },
) {
  let query = db()
    .selectFrom('classrooms')
    .where('classrooms.deleted_at', 'is', null)
    .where('classrooms.is_archived', '=', filter.isArchived ? 1 : 0);
  if (filter.scope === 'mine') query = query.where(isOwnClassroom(actor.id));
  if (filter.grade !== '') query = query.where('classrooms.grade', '=', filter.grade);
  if (filter.keyword !== '') {
    const pattern = likePattern(filter.keyword.toLowerCase());
    query = query.where(sql<boolean>`lower(classrooms.name) like ${pattern} escape '\\'`);
  }
  return query;
}

/** A page of classes, the newest year first; those that graduated only when asked for. */
export async function listClassrooms(
  actor: Actor,
  filter: ClassroomFilter & { scope?: ClassroomScope; isArchived?: boolean },
): Promise<Page<Classroom>> {
  const query = filtered(actor, { ...filter, scope: filter.scope ?? 'all' });
  const { count } = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['classrooms.id', 'classrooms.name', 'classrooms.grade', 'classrooms.year', 'classrooms.created_by'])
    .select(['classrooms.is_archived', 'classrooms.archived_at'])
    .orderBy('classrooms.year', 'desc')
    .orderBy('classrooms.grade')
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: await withPeople(actor, rows),
    totalCount: Number(count),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

type Row = {
  id: number;
  name: string;
  grade: string;
  year: number;
  created_by: number;
  is_archived: number;
  archived_at: number | null;
};

async function withPeople(actor: Actor, rows: Row[]): Promise<Classroom[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const teachers = await db()
    .selectFrom('classroom_teachers')
    .innerJoin('users', 'users.id', 'classroom_teachers.teacher_id')
    .select(['classroom_teachers.classroom_id', 'users.id', 'users.name'])
    .where('classroom_teachers.classroom_id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
  const counts = await countStudents(ids);
  return rows.map((row) => {
    const own = teachers.filter((teacher) => teacher.classroom_id === row.id);
    return {
      id: row.id,
      name: row.name,
      grade: row.grade,
      year: row.year,
      createdBy: row.created_by,
      teachers: own.map(({ id, name }) => ({ id, name })),
      studentCount: counts.get(row.id) ?? 0,
      isArchived: row.is_archived === 1,
      archivedAt: row.archived_at,
      canChange: canChangeClassroom(actor, { createdBy: row.created_by, teacherIds: own.map(({ id }) => id) }),
    };
  });
}

/** How many students each of the classes has; a class without any is absent. */
export async function countStudents(ids: number[]): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('users')
    .select(['classroom_id', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_type', '=', STUDENT)
    .where('deleted_at', 'is', null)
    .where('classroom_id', 'in', ids)
    .groupBy('classroom_id')
    .execute();
  return new Map(rows.map((row) => [row.classroom_id as number, Number(row.count)]));
}

/** Classes by id, deleted ones left out, in no particular order. */
export async function findClassrooms(actor: Actor, ids: number[]): Promise<Classroom[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('classrooms')
    .select(['id', 'name', 'grade', 'year', 'created_by', 'is_archived', 'archived_at'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  return withPeople(actor, rows);
}

/** One class. */
export async function getClassroom(actor: Actor, id: number): Promise<Classroom> {
  const [found] = await findClassrooms(actor, [id]);
  if (!found) throw notFound('班级');
  return found;
}

/** How many classes there are, how many the teacher created or teaches, how many graduated. */
export async function countClassrooms(actor: Actor): Promise<Record<ClassroomScope | 'archived', number>> {
  const count = async (scope: ClassroomScope, isArchived = false) => {
    const query = filtered(actor, { keyword: '', grade: '', scope, isArchived });
    const row = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return { mine: await count('mine'), all: await count('all'), archived: await count('all', true) };
}

export type ClassroomOption = { id: number; name: string; year: number; canChange: boolean };

/**
 * Every class that has not graduated for a select, those the teacher may change first; `mine` leaves the others out, but
 * for those that something was given to already (`kept`, ids).
 */
export async function listClassroomOptions(
  actor: Actor,
  scope: ClassroomScope = 'all',
  kept: readonly number[] = [],
): Promise<ClassroomOption[]> {
  const all = filtered(actor, { keyword: '', grade: '', scope: 'all' });
  const query =
    scope === 'mine' ? all.where((eb) => eb.or([isOwnClassroom(actor.id)(eb), eb('classrooms.id', 'in', kept)])) : all;
  const rows = await query
    .select(['classrooms.id', 'classrooms.name', 'classrooms.year'])
    .select((eb) => eb.case().when(isOwnClassroom(actor.id)(eb)).then(1).else(0).end().as('is_own'))
    .orderBy('is_own', 'desc')
    .orderBy('classrooms.year', 'desc')
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
  return rows.map(({ id, name, year, is_own }) => ({ id, name, year, canChange: is_own === 1 }));
}

/** The grades in use, for the filter. */
export async function listGrades(): Promise<string[]> {
  const rows = await db()
    .selectFrom('classrooms')
    .select('grade')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('is_archived', '=', 0)
    .where('grade', '<>', '')
    .orderBy('grade')
    .execute();
  return rows.map((row) => row.grade);
}

/** Names of published exams that are not yet over and name one of the classes. */
export async function listOpenExamNames(classroomIds: number[]): Promise<string[]> {
  const rows = await db()
    .selectFrom('exams')
    .innerJoin('exam_classrooms', 'exam_classrooms.exam_id', 'exams.id')
    .select('exams.name')
    .distinct()
    .where('exam_classrooms.classroom_id', 'in', classroomIds)
    .where('exams.status', '=', 'published')
    .where('exams.deleted_at', 'is', null)
    .orderBy('exams.name')
    .execute();
  return rows.map((row) => row.name);
}

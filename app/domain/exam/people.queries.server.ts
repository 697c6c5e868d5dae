import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import { STUDENT } from '~/domain/actor/actor.rules';

/** The exam, or some of its classes only. */
type ExamClasses = { id: number; classroomIds: readonly number[] };

/** Ids of the exam's students whose accounts are in use. */
export async function listCandidateIds(exam: ExamClasses): Promise<number[]> {
  return (await listCandidates(exam)).map((student) => student.id);
}

export type Candidate = { id: number; name: string; account: string; classroomId: number; classroomName: string };

/** The exam's students whose accounts are in use, by class and account. */
export async function listCandidates(exam: ExamClasses): Promise<Candidate[]> {
  if (exam.classroomIds.length === 0) return [];
  const rows = await db()
    .selectFrom('users')
    .innerJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
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
    .where(isMemberOf(exam.id, exam.classroomIds))
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

/** The classes of these ids as they are called and with how many students they have, in an exam or (null) now. A deleted one had the exams that were published for it, and is left out of all else. */
export async function listExamClassrooms(ids: readonly number[], examId: number | null): Promise<ExamClassroom[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('classrooms')
    .leftJoin('users', (join) =>
      join
        .on(isMemberOf(examId ?? 0, 'classrooms.id'))
        .on('users.user_type', '=', STUDENT)
        .on('users.is_disabled', '=', 0)
        .on('users.deleted_at', 'is', null),
    )
    .select((eb) => [
      'classrooms.id',
      eb.fn
        .coalesce(
          eb
            .selectFrom('exam_classrooms')
            .select('exam_classrooms.class_name')
            .where('exam_classrooms.exam_id', '=', examId ?? 0)
            .whereRef('exam_classrooms.classroom_id', '=', 'classrooms.id'),
          'classrooms.name',
        )
        .as('name'),
      eb.fn.count<number>('users.id').as('count'),
    ])
    .where('classrooms.id', 'in', [...ids])
    .where((where) =>
      where.or([
        where('classrooms.deleted_at', 'is', null),
        where.exists(
          where
            .selectFrom('exam_classrooms')
            .innerJoin('exams', 'exams.id', 'exam_classrooms.exam_id')
            .select('exams.id')
            .where('exams.id', '=', examId ?? 0)
            .where('exams.status', '!=', 'draft')
            .whereRef('exam_classrooms.classroom_id', '=', 'classrooms.id'),
        ),
      ]),
    )
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

import { sql, type RawBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';

/**
 * Whose an exam is: the one place that says who its students are and in which class. That is the class they are in now,
 * but where they have changed class since it was over (or since they sat it) the one they were in then: a row of
 * `exam_memberships`, written by keepMemberships in the classroom area. A class that is none of the exam's, or none at
 * all, says that the exam is not theirs.
 */

type Student = { id: number; classroomId: number | null };

/** One exam for all rows, or the column that says which. */
type ExamRef = number | 'attempts.exam_id' | 'results.exam_id' | 'exam_classrooms.exam_id' | 'exams.id';

const examOf = (exam: ExamRef) => (typeof exam === 'number' ? sql`${exam}` : sql.ref(exam));

/** For queries over `users`: the class the student belongs to in an exam. */
export function classroomThen(exam: ExamRef, users = 'users'): RawBuilder<number | null> {
  return placeIn(exam, sql.ref(`${users}.id`), sql.ref(`${users}.classroom_id`));
}

/** For queries over exams: the class this student belongs to in each. */
export function classroomOf(student: Student, exam: ExamRef): RawBuilder<number | null> {
  return placeIn(exam, sql`${student.id}`, sql`${student.classroomId}`);
}

function placeIn(exam: ExamRef, studentId: RawBuilder<unknown>, today: RawBuilder<unknown>): RawBuilder<number | null> {
  const kept = sql`from exam_memberships as kept_place
    where kept_place.exam_id = ${examOf(exam)} and kept_place.student_id = ${studentId}`;
  return sql<number | null>`(case when exists (select 1 ${kept})
    then (select kept_place.classroom_id ${kept}) else cast(${today} as integer) end)`;
}

/** For queries over `users`: the student belongs to one of these classes (or the one of the column) in an exam. */
export function isMemberOf(exam: ExamRef, classrooms: readonly number[] | 'classrooms.id', users = 'users') {
  if (classrooms.length === 0) return sql<boolean>`1 = 0`;
  const wanted = typeof classrooms === 'string' ? sql.ref(classrooms) : sql.join(classrooms);
  const id = sql.ref(`${users}.id`);
  if (typeof exam !== 'number' && typeof classrooms !== 'string') {
    // Over many exams: whoever was in the classes in any of them is found once, then each is looked at.
    return sql<boolean>`((${sql.ref(`${users}.classroom_id`)} in (${wanted}) or ${id} in (
        select kept_in.student_id from exam_memberships as kept_in where kept_in.classroom_id in (${wanted})
      )) and ${classroomThen(exam, users)} in (${wanted}))`;
  }
  // By index from the classes and from the few rows of the exam, not by a look at every student.
  return sql<boolean>`((${sql.ref(`${users}.classroom_id`)} in (${wanted}) or ${id} in (
      select kept_in.student_id from exam_memberships as kept_in
      where kept_in.exam_id = ${examOf(exam)} and kept_in.classroom_id in (${wanted})
    )) and not exists (
      select 1 from exam_memberships as kept_out
      where kept_out.exam_id = ${examOf(exam)} and kept_out.student_id = ${id}
        and (kept_out.classroom_id is null or kept_out.classroom_id not in (${wanted}))
    ))`;
}

/** For queries over exams: the student belongs to one of the exam's classes there. */
export function isMember(student: Student, exam: 'exams.id' = 'exams.id'): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(exam)} in (
    select today_in.exam_id from exam_classrooms as today_in
    where today_in.classroom_id = ${student.classroomId ?? 0} and not exists (
      select 1 from exam_memberships as kept_place
      where kept_place.exam_id = today_in.exam_id and kept_place.student_id = ${student.id}
    )
    union all
    select kept_in.exam_id from exam_memberships as kept_in
    inner join exam_classrooms as kept_class
      on kept_class.exam_id = kept_in.exam_id and kept_class.classroom_id = kept_in.classroom_id
    where kept_in.student_id = ${student.id}
  ))`;
}

/** The actor as the exam knows them: of the class they belong to there. */
export async function actorThen<Who extends Pick<Actor, 'id' | 'userType' | 'classroomId'>>(
  actor: Who,
  examId: number,
): Promise<Who> {
  if (actor.userType !== STUDENT) return actor;
  const kept = await db()
    .selectFrom('exam_memberships')
    .select('classroom_id')
    .where('exam_id', '=', examId)
    .where('student_id', '=', actor.id)
    .executeTakeFirst();
  return kept ? { ...actor, classroomId: kept.classroom_id } : actor;
}

import { db } from '~/db/db.server';
import { classLabel } from '~/lib/class-label';
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely';
import type { Database } from '~/db/schema';

/**
 * What students and classes of an exam are called: as on its day, also where they have been renamed since (see
 * keep-names in the classroom area). For queries over `users` with the `classrooms` joined that classroomThen says.
 */

/** The class's name in an exam that is one and the same for all rows, or the column that says which. */
export function classNameThen(examId: number | 'attempts.exam_id', users = 'users'): RawBuilder<string | null> {
  return sql<string | null>`coalesce((
    select then_member.class_name from exam_student_names as then_member
    where then_member.exam_id = ${typeof examId === 'number' ? examId : sql.ref(examId)}
      and then_member.student_id = ${sql.ref(`${users}.id`)}
  ), (
    select then_class.class_name from exam_classrooms as then_class
    where then_class.exam_id = ${typeof examId === 'number' ? examId : sql.ref(examId)}
      and then_class.classroom_id = classrooms.id
  ), classrooms.name)`;
}

/** The student's name in an exam. */
export function studentNameThen(examId: number | 'attempts.exam_id', users = 'users'): RawBuilder<string> {
  return sql<string>`coalesce((
    select then_student.name from exam_student_names as then_student
    where then_student.exam_id = ${typeof examId === 'number' ? examId : sql.ref(examId)}
      and then_student.student_id = ${sql.ref(`${users}.id`)}
  ), ${sql.ref(`${users}.name`)})`;
}

/** For queries over `exam_classrooms` with their `classrooms`: what the class is called in the exam. */
export function classCalledThen(eb: ExpressionBuilder<Database, 'exam_classrooms' | 'classrooms'>) {
  return eb.fn.coalesce('exam_classrooms.class_name', 'classrooms.name');
}

/** By id what lists and filters call the classes of an exam: see classLabel. */
export async function listClassLabels(examId: number): Promise<Map<number, string>> {
  const rows = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .select((eb) => ['classrooms.id', 'classrooms.name', classCalledThen(eb).as('then')])
    .where('exam_classrooms.exam_id', '=', examId)
    .execute();
  return new Map(rows.map((row) => [row.id, classLabel(row.then, row.name)]));
}

/** Classes of an exam by their labels. */
export async function withLabels<T extends { id: number; name: string }>(examId: number, classes: T[]): Promise<T[]> {
  const labels = await listClassLabels(examId);
  return classes.map((one) => ({ ...one, name: labels.get(one.id) ?? one.name }));
}

import { db } from '~/db/db.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';

/**
 * The students of the exam's classes, and whoever has sat it (or the part), by class and account; who is in no class any
 * more, and in a class whose account is gone, comes last. Asks no rights.
 */
export function listStudentsOf(exam: Pick<ExamView, 'id' | 'classroomIds'>, part: Part | null) {
  return db()
    .selectFrom('users')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['users.id', 'users.account', 'users.deleted_at', 'users.classroom_id as classroom_now'])
    .select(classroomThen(exam.id).as('classroom_id'))
    .select([studentNameThen(exam.id).as('name'), classNameThen(exam.id).as('class_name')])
    .where((where) => {
      const attempts = where.selectFrom('attempts').select('student_id').where('exam_id', '=', exam.id);
      const sat = where('users.id', 'in', part === null ? attempts : attempts.where('part', '=', part));
      return where.or([
        where.and([
          isMemberOf(exam.id, exam.classroomIds),
          where('users.user_type', '!=', 1),
          where('users.deleted_at', 'is', null),
        ]),
        sat,
      ]);
    })
    .orderBy((order) => order.case().when('classrooms.id', 'is', null).then(1).else(0).end())
    .orderBy('classrooms.name')
    .orderBy((order) => order.case().when('users.deleted_at', 'is', null).then(0).else(1).end())
    .orderBy('users.account_key')
    .orderBy('users.id')
    .execute();
}

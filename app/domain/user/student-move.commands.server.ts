import { db, transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { holdClassrooms } from '~/domain/classroom/classroom.commands.server';
import { tellOfClassChanges } from '~/domain/classroom/class-changes.server';
import { keepStudentClasses } from '~/domain/classroom/keep-names.server';
import { tellTeachersOfLeaving } from '~/domain/classroom/tell-teachers.commands.server';
import { AppError, notFound } from '~/lib/errors';
import { findStudents } from './student.queries.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';

/**
 * 转班: moves students to another class; the teacher needs both the old and the new one. Attempts and results stay
 * with the student. Who is in the class already is passed over.
 * @returns how many were moved
 */
export async function moveStudents(
  actor: Actor,
  input: { ids: number[]; classId: number },
  now: number,
): Promise<{ moved: number; className: string }> {
  return transaction(async () => {
    const classrooms = await holdClassrooms(actor, [input.classId]);
    const students = await findStudents(actor, input.ids);
    if (students.length < input.ids.length) throw notFound('学生');
    const foreign = students.find((student) => !student.canChange);
    if (foreign) {
      throw new AppError('forbidden', `您不是${foreign.name}（${foreign.className}）的任课教师，不能为其转班。`);
    }
    const moving = students.filter((student) => student.classId !== input.classId);
    await keepStudentClasses(
      moving.map((student) => student.id),
      input.classId,
      now,
    );
    for (const student of moving) {
      await db()
        .updateTable('users')
        .set({ classroom_id: input.classId, updated_at: now })
        .where('id', '=', student.id)
        .where('user_type', '=', STUDENT)
        .execute();
      const detail = { from: student.classId, to: input.classId };
      await recordAudit(actor, { action: 'student.move', entity: 'user', entityId: student.id, detail }, now);
    }
    const changes = moving.map(({ id, classId }) => ({ studentId: id, from: classId, to: input.classId }));
    await tellOfClassChanges(changes, now);
    const className = classrooms.get(input.classId)?.name ?? '';
    await tellTeachersOfLeaving(actor, moving, className, now);
    return { moved: moving.length, className };
  });
}

import { db } from '~/db/db.server';
import { isTeacher, type Actor } from './user.rules';

const SOON_MS = 30 * 60_000;

/** A forced password change waits while an exam of that student runs or starts within 30 minutes. */
export async function mayPostponePasswordChange(
  user: Pick<Actor, 'id' | 'userType' | 'classroomId'>,
  now: number,
): Promise<boolean> {
  if (isTeacher(user)) return false;
  const open = await db()
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', user.id)
    .where('state', '=', 'in_progress')
    .limit(1)
    .executeTakeFirst();
  if (open) return true;
  if (user.classroomId === null) return false;
  const exam = await db()
    .selectFrom('exams')
    .innerJoin('exam_classrooms', 'exam_classrooms.exam_id', 'exams.id')
    .select('exams.id')
    .where('exam_classrooms.classroom_id', '=', user.classroomId)
    .where('exams.status', '=', 'published')
    .where('exams.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('exams.begin_time', '<=', now + SOON_MS), eb('exams.upload_end_time', '>', now)]),
        eb.and([eb('exams.begin_time', '<=', now + SOON_MS), eb('exams.end_time', '>', now)]),
        eb.and([eb('exams.oral_begin_time', '<=', now + SOON_MS), eb('exams.oral_end_time', '>', now)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return exam !== undefined;
}

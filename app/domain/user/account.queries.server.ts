import { isMember } from '~/domain/classroom/members-then.server';
import { db } from '~/db/db.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

const MINUTE_MS = 60_000;
const SOON_MS = 30 * MINUTE_MS;
/** Whoever has days to begin has a minute for a password too. */
const LONGEST_MS = 24 * 60 * MINUTE_MS;
/** Its page is still open: what was typed into it has to find its way, and its student has to read how it ended. */
const AFTER_MS = 30 * MINUTE_MS;

/**
 * A forced password change waits while an exam of that student runs or starts within 30 minutes, and for as long after
 * an own paper was closed; where it may be begun over more than a day, only while the student sits it and then.
 */
export async function mayPostponePasswordChange(
  user: Pick<Actor, 'id' | 'userType' | 'classroomId'>,
  now: number,
): Promise<boolean> {
  if (isTeacher(user)) return false;
  const sat = await db()
    .selectFrom('attempts')
    .select('id')
    .where('student_id', '=', user.id)
    .where((eb) => eb.or([eb('state', '=', 'in_progress'), eb('submitted_at', '>', now - AFTER_MS)]))
    .limit(1)
    .executeTakeFirst();
  if (sat) return true;
  const resit = await db()
    .selectFrom('exam_resits')
    .select('exam_id')
    .where('student_id', '=', user.id)
    .where('state', '=', 'open')
    .where('begins_at', '<=', now + SOON_MS)
    .where((eb) =>
      eb.or([
        eb(eb('ends_at', '+', eb('extra_minutes', '*', MINUTE_MS)), '>', now),
        eb(eb('upload_ends_at', '+', eb('extra_minutes', '*', MINUTE_MS)), '>', now),
      ]),
    )
    .executeTakeFirst();
  if (resit) return true;
  if (user.classroomId === null) return false;
  // Who was granted minutes may begin, and sit, as much longer.
  const granted = await db()
    .selectFrom('exam_grants')
    .select((eb) => eb.fn.max<number | null>('extra_minutes').as('minutes'))
    .where('student_id', '=', user.id)
    .executeTakeFirst();
  const endsAfter = now - (granted?.minutes ?? 0) * MINUTE_MS;
  const exam = await db()
    .selectFrom('exams')
    .select('exams.id')
    .where(isMember(user))
    .where('exams.status', '=', 'published')
    .where('exams.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('exams.begin_time', '<=', now + SOON_MS),
          eb(eb('exams.end_time', '-', eb.ref('exams.begin_time')), '<=', LONGEST_MS),
          eb.or([eb('exams.upload_end_time', '>', endsAfter), eb('exams.end_time', '>', endsAfter)]),
        ]),
        eb.and([
          eb('exams.oral_begin_time', '<=', now + SOON_MS),
          eb(eb('exams.oral_end_time', '-', eb.ref('exams.oral_begin_time')), '<=', LONGEST_MS),
          eb('exams.oral_end_time', '>', endsAfter),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return exam !== undefined;
}

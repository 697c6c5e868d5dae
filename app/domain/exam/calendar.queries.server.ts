import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { examTimesOf } from './exam-times.server';
import type { CalendarExam } from './calendar.rules';
import { heldWindowOf } from './times.rules';
import { partsOf, type Part } from './parts.rules';

// A month's table would be unreadable long before.
const MOST = 300;

/**
 * The windows that touch a stretch of time, of exams that the teacher owns or examines (then only their part).
 * One statement; drafts are left out.
 */
export async function listCalendarExams(
  actor: Actor,
  { from, to }: { from: number; to: number },
): Promise<CalendarExam[]> {
  const rows = await db()
    .selectFrom('exams')
    .leftJoin('exam_examiners', (join) =>
      join.onRef('exam_examiners.exam_id', '=', 'exams.id').on('exam_examiners.teacher_id', '=', actor.id),
    )
    .selectAll('exams')
    .select('exam_examiners.part as examined')
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .where((eb) => eb.or([eb('exams.owner_id', '=', actor.id), eb('exam_examiners.teacher_id', 'is not', null)]))
    .where((eb) =>
      eb.or([
        eb.and([eb('exams.begin_time', '<', to), eb('exams.end_time', '>', from)]),
        eb.and([eb('exams.oral_begin_time', '<', to), eb('exams.oral_end_time', '>', from)]),
      ]),
    )
    .orderBy('exams.id')
    .limit(MOST)
    .execute();
  const found = new Map<string, CalendarExam>();
  for (const row of rows) {
    const times = {
      ...examTimesOf(row),
      closedAt: row.closed_at,
    };
    const isSeen = (part: Part) => row.owner_id === actor.id || row.examined === part;
    for (const part of partsOf(times.testType).filter(isSeen)) {
      const window = heldWindowOf(times, part);
      if (window && window.beginsAt < to && window.endsAt > from)
        found.set(`${row.id} ${part}`, { examId: row.id, name: row.name, part, ...window });
    }
  }
  return [...found.values()];
}

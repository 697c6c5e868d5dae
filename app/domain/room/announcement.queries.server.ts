import { db } from '~/db/db.server';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { formatSecond } from '~/lib/time';
import type { Announcement } from './announcement.schema';

/** So many of a room stay readable. */
const MOST = 20;

/** What was told to the room, the newest first. Asks no rights. */
export async function listAnnouncements(room: {
  examId: number;
  part: Part;
  isResit: boolean;
}): Promise<Announcement[]> {
  const rows = await db()
    .selectFrom('exam_announcements')
    .select(['id', 'text', 'made_at'])
    .where('exam_id', '=', room.examId)
    .where('part', '=', room.part)
    .where('is_resit', '=', room.isResit ? 1 : 0)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ id, text, made_at: at }) => ({ id, text, at: formatSecond(at) }));
}

/** The same of several rooms, what was told to all of them at once only once. Asks no rights. */
export async function listAnnouncementsOf(rooms: Parameters<typeof listAnnouncements>[0][]): Promise<Announcement[]> {
  const told = (await Promise.all(rooms.map(listAnnouncements))).flat();
  return [...new Map(told.map((one) => [`${one.at} ${one.text}`, one])).values()].sort((a, b) => b.id - a.id);
}

/** What the page of an attempt has to show. Asks no rights: whoever has the attempt has them. */
export function listAnnouncementsFor(attempt: { examId: number; part: Part; number: number }): Promise<Announcement[]> {
  return listAnnouncements({ ...attempt, isResit: attempt.number >= RESIT_NUMBER });
}

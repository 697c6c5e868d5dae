import { db } from '~/db/db.server';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { formatSecond } from '~/lib/time';
import type { Announcement } from './announcement.schema';

/** So many of a room stay readable. */
const MOST = 20;

/** What stands on students' pages in the place of one that was taken back. */
const WITHDRAWN = '（这条公告老师已撤回）';

/** One of a room for those who watch it: what was typed, by whom, and whether it was taken back. */
export type Told = Announcement & { typed: string; teacherId: number; isWithdrawn: boolean };

type Room = { examId: number; part: Part; isResit: boolean };

/** What was told to the room, the newest first; what was corrected only as it is now. Asks no rights. */
export async function listTold(room: Room): Promise<Told[]> {
  const rows = await db()
    .selectFrom('exam_announcements as told')
    .select(['told.id', 'text', 'made_at', 'teacher_id', 'withdrawn_at', 'corrects_id'])
    .where('exam_id', '=', room.examId)
    .where('part', '=', room.part)
    .where('is_resit', '=', room.isResit ? 1 : 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('exam_announcements as later')
            .select('later.id')
            .whereRef('later.exam_id', '=', 'told.exam_id')
            .whereRef('later.corrects_id', '=', 'told.id'),
        ),
      ),
    )
    .orderBy('told.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    text: row.corrects_id === null ? row.text : `更正：${row.text}`,
    at: formatSecond(row.made_at),
    typed: row.text,
    teacherId: row.teacher_id,
    isWithdrawn: row.withdrawn_at !== null,
  }));
}

/** The same as students' pages show it. Asks no rights. */
export async function listAnnouncements(room: Room): Promise<Announcement[]> {
  return (await listTold(room)).map(({ id, text, at, isWithdrawn }) => ({
    id,
    text: isWithdrawn ? WITHDRAWN : text,
    at,
  }));
}

/** The same of several rooms, what was told to all of them at once only once. Asks no rights. */
export async function listAnnouncementsOf(rooms: Room[]): Promise<Announcement[]> {
  const told = (await Promise.all(rooms.map(listAnnouncements))).flat();
  return [...new Map(told.map((one) => [`${one.at} ${one.text}`, one])).values()].sort((a, b) => b.id - a.id);
}

/** What the page of an attempt has to show. Asks no rights: whoever has the attempt has them. */
export function listAnnouncementsFor(attempt: { examId: number; part: Part; number: number }): Promise<Announcement[]> {
  return listAnnouncements({ ...attempt, isResit: attempt.number >= RESIT_NUMBER });
}

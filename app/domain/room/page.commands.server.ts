import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listAnnouncementsFor } from './announcement.queries.server';
import type { Announcement } from './announcement.schema';

/** The pages of open papers, as they report themselves; see docs/decisions/0039-pages-that-report.md. */

type PageReport = { reportedAt: number | null; unsaved: number; shown: number };

/** Reports of so long are written together. */
const GATHER_MS = 2000;

const gathered = new Map<number, PageReport>();
let lastWrittenAt = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Notes that the page of an open paper is there, what it has not saved and which announcement it shows. In a quiet room
 * it is written at once, in a full one with those of two seconds. Asks no rights: whoever reads the attempt's state
 * has them.
 */
export async function reportPage(
  report: { attemptId: number; unsaved: number; shown: number },
  now: number,
): Promise<void> {
  const { attemptId, unsaved, shown } = report;
  await gather(attemptId, { reportedAt: now, unsaved, shown }, now);
}

/** What the page of an attempt is to show; noted as shown, for a page without script reports nothing itself. */
export async function showAnnouncements(
  attempt: { id: number; examId: number; part: Part; number: number },
  now: number,
): Promise<Announcement[]> {
  const announcements = await listAnnouncementsFor(attempt);
  const shown = announcements[0]?.id ?? 0;
  if (shown > 0) await gather(attempt.id, { reportedAt: null, unsaved: 0, shown }, now);
  return announcements;
}

async function gather(attemptId: number, report: PageReport, now: number): Promise<void> {
  const known = gathered.get(attemptId);
  const isNews = report.reportedAt !== null || !known;
  const shown = Math.max(report.shown, known?.shown ?? 0);
  gathered.set(attemptId, { ...(isNews ? report : known), shown });
  if (now - lastWrittenAt >= GATHER_MS || now < lastWrittenAt) {
    lastWrittenAt = now;
    await writeQuietly();
    return;
  }
  timer ??= setTimeout(() => {
    timer = undefined;
    void writeQuietly();
  }, GATHER_MS).unref();
}

// Lost reports are followed by the next ones in a few seconds: no page waits or fails for them.
const writeQuietly = () => writeReports().catch(() => undefined);

/** Writes what has been gathered. */
export async function writeReports(): Promise<void> {
  // In one order, so that two processes never wait for each other.
  const reports = [...gathered].sort(([a], [b]) => a - b);
  gathered.clear();
  for (const slice of slicesOf(reports)) {
    const rows = slice.map(([attemptId, { reportedAt, unsaved, shown }]) => ({
      attempt_id: attemptId,
      reported_at: reportedAt,
      unsaved,
      unsaved_since: unsaved > 0 ? reportedAt : null,
      announcement_id: shown,
    }));
    await db()
      .insertInto('attempt_pages')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('attempt_id').doUpdateSet({
          reported_at: sql`coalesce(excluded.reported_at, attempt_pages.reported_at)`,
          unsaved: sql`case when excluded.reported_at is null then attempt_pages.unsaved else excluded.unsaved end`,
          unsaved_since: sql`case when excluded.reported_at is null then attempt_pages.unsaved_since
            when excluded.unsaved = 0 then null else coalesce(attempt_pages.unsaved_since, excluded.unsaved_since) end`,
          announcement_id: sql`case when excluded.announcement_id > attempt_pages.announcement_id
            then excluded.announcement_id else attempt_pages.announcement_id end`,
        }),
      )
      .execute();
  }
}

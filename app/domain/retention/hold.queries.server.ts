import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { hasPart } from '~/domain/exam/parts.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { DAY_MS } from './retention.rules';

/** Why an exam's recordings stay beyond the term, who said so and when. */
export type Hold = { reason: string; byName: string; at: number };

/** The holds in force of these exams, from the record of who did what. Asks no rights. */
export async function findHolds(examIds: number[]): Promise<Map<number, Hold>> {
  const holds = new Map<number, Hold>();
  if (examIds.length === 0) return holds;
  const rows = await db()
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select(['audit_entries.entity_id', 'audit_entries.detail', 'audit_entries.at', 'users.name'])
    .where('audit_entries.entity', '=', 'exam')
    .where('audit_entries.entity_id', 'in', examIds.map(String))
    .where('audit_entries.action', '=', 'exam.hold')
    .orderBy('audit_entries.at')
    .orderBy('audit_entries.id')
    .execute();
  // The last one stands.
  for (const row of rows) {
    const { reason } = fromJson<{ reason: string }>(row.detail);
    holds.set(Number(row.entity_id), { reason, byName: row.name ?? '', at: row.at });
  }
  return holds;
}

/** What becomes of an exam's recordings, for its owner. */
export type ExamRecordings = {
  examId: number;
  isHeld: boolean;
  hold: Hold | null;
  retentionDays: number;
  /** That can still be played. */
  count: number;
  /** When the term of the oldest of them is over. */
  dueAt: number | null;
  /** That are deleted already. */
  removed: number;
  timeZone: string;
};

/**
 * 录音保留 of an own exam; null when it has no oral part.
 * @throws AppError not_found, forbidden for examiners
 */
export async function getExamRecordings(actor: Actor, examId: number): Promise<ExamRecordings | null> {
  const exam = await getOwnExam(actor, examId);
  if (!hasPart(exam, 'oral')) return null;
  const { retentionDays, timeZone } = await getSchool();
  const { is_held } = await db()
    .selectFrom('exams')
    .select('is_held')
    .where('id', '=', examId)
    .executeTakeFirstOrThrow();
  const recordings = await db()
    .selectFrom('takes')
    .innerJoin('attempts', 'attempts.id', 'takes.attempt_id')
    .innerJoin('files', 'files.id', 'takes.file_id')
    .select(['files.created_at', 'files.removed_at'])
    .where('attempts.exam_id', '=', examId)
    .orderBy('files.created_at')
    .execute();
  const there = recordings.filter((one) => one.removed_at === null);
  const [oldest] = there;
  return {
    examId,
    isHeld: is_held === 1,
    hold: is_held === 1 ? ((await findHolds([examId])).get(examId) ?? null) : null,
    retentionDays,
    count: there.length,
    dueAt: oldest ? oldest.created_at + retentionDays * DAY_MS : null,
    removed: recordings.length - there.length,
    timeZone,
  };
}

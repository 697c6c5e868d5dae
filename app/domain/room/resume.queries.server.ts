import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { longestExtraMinutes, listAllGrants } from '~/domain/exam/grants.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { lastDeadline, ownDeadlines, windowOf } from '~/domain/exam/times.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { RESIT_NUMBER, termsOf } from '~/domain/exam/resit.rules';
import { findBlindHold, isHeld } from '~/domain/scoring/sharing-out/blind-left.queries.server';
import { RESIT_ENDED } from './resit.schema';

/** Which papers go on when more time is given, and what that undoes. */

/** A paper that its student did not hand in, and that nobody handed in for one student with a reason of their own. */
export type Collected = { id: number; studentId: number; part: Part; number: number; deadlineAt: number };

/**
 * The papers of an exam that were taken in because their time was over: by the server, or by whoever ended the exam or
 * the re-sit. 代交 stays: it was no running out of time. Scored ones too. Nobody's first sitting who has a re-sit: they
 * go by that alone. Asks no rights.
 */
export async function listCollected(exam: Pick<ExamView, 'id'>): Promise<(Collected & { startedAt: number })[]> {
  const rows = await db()
    .selectFrom('attempts')
    .select(['id', 'student_id', 'part', 'number', 'started_at', 'deadline_at', 'closed_by', 'receipt'])
    .where('exam_id', '=', exam.id)
    .where('state', 'in', ['auto_submitted', 'scored'])
    .where('closed_by', 'in', ['server', 'teacher'])
    .orderBy('id')
    .execute();
  const grants = await listAllGrants(exam.id);
  return rows.flatMap((row) => {
    const part = row.part as Part;
    const reason = row.receipt === null ? undefined : fromJson<{ reason?: string }>(row.receipt).reason;
    if (row.closed_by === 'teacher' && reason !== undefined && reason !== RESIT_ENDED) return [];
    if (row.number < RESIT_NUMBER && grants(row.student_id, part).resit !== null) return [];
    const { id, student_id: studentId, number, started_at: startedAt, deadline_at: deadlineAt } = row;
    return [{ id, studentId, part, number, startedAt, deadlineAt }];
  });
}

/** Of these papers those whose time, as it is now, lies ahead: each with until when it goes on. */
export async function listResumable(exam: ExamView, now: number): Promise<(Collected & { until: number })[]> {
  const grants = await listAllGrants(exam.id);
  return (await listCollected(exam)).flatMap((paper) => {
    const { part, startedAt, number } = paper;
    const terms = termsOf(exam, part, number, grants(paper.studentId, part));
    const until = ownDeadlines({ exam: terms.exam, part, startedAt, extraMinutes: terms.extraMinutes })?.answersAt ?? 0;
    return until > now && until > paper.deadlineAt ? [{ ...paper, until }] : [];
  });
}

/** What whoever gives more time is told before. */
export type ExtendNotice = {
  /** Papers that may go on and have marks already; null where it may not be said: it would name a blind paper. */
  marked: number | null;
  /** The exam was ended before its time: when, and until when the part would have gone; null when it was not. */
  early: { at: number; plannedAt: number } | null;
};

/**
 * The notice for a part of an own exam, before time is given to these students, or to all.
 * @throws AppError not_found, forbidden
 */
export async function getExtendNotice(
  actor: Actor,
  input: { id: number; part: Part },
  studentIds: readonly number[] | null,
): Promise<ExtendNotice> {
  return findExtendNotice(await getOwnExam(actor, input.id), input.part, studentIds);
}

/** The notice for a part of an exam, and for these students where it is not for all. Asks no rights. */
export async function findExtendNotice(
  exam: ExamView,
  part: Part | null,
  studentIds: readonly number[] | null,
): Promise<ExtendNotice> {
  const ids = (await listCollected(exam))
    .filter((paper) => (part === null || paper.part === part) && (studentIds?.includes(paper.studentId) ?? true))
    .map(({ id }) => id);
  const at = await findEarlyEnd(exam);
  const plannedAt = Math.max(
    ...(part === null ? (['oral', 'written'] as const) : [part]).map((one) => endOf(exam, one)),
  );
  return { marked: await countMarked(exam, ids), early: at !== null && at < plannedAt ? { at, plannedAt } : null };
}

/** How many of these papers have marks; null while papers of a blind exam are marked. */
async function countMarked(exam: ExamView, ids: number[]): Promise<number | null> {
  if (ids.length === 0) return 0;
  if (isHeld(await findBlindHold(exam))) return null;
  const scored = await db()
    .selectFrom('scores')
    .select('attempt_id')
    .distinct()
    .where('attempt_id', 'in', ids)
    .execute();
  return scored.length;
}

const endOf = (exam: ExamView, part: Part) => windowOf(exam, part)?.endsAt ?? 0;

/** When a closed exam was ended before its last time was over; null when it was not. Asks no rights. */
export async function findEarlyEnd(exam: ExamView): Promise<number | null> {
  if (exam.status !== 'closed' || exam.closedAt === null) return null;
  const last = lastDeadline(exam, await longestExtraMinutes(exam.id));
  return last !== null && exam.closedAt < last ? exam.closedAt : null;
}

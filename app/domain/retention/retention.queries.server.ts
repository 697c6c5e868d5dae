import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { readSetting } from '~/db/settings.server';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { assertAdministrator } from '~/domain/actor/administrator.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { findHolds, type Hold } from './hold.queries.server';
import {
  cutoffOf,
  isAutomatic,
  keptReason,
  NO_AUTOMATION,
  NO_RECORDINGS,
  sumOf,
  type Automation,
  type KeptReason,
  type RecordingSum,
} from './retention.rules';

/** An exam with recordings over the term. */
export type ExpiredExam = RecordingSum & {
  examId: number;
  name: string;
  ownerName: string;
  releasedAt: number | null;
  /** Why its recordings stay; null when they go. */
  kept: KeptReason | null;
  hold: Hold | null;
};

/** The dry run: what is over the term, what of it would be deleted, and what stays. Photos are never among it. */
export type ExpiredRecordings = {
  retentionDays: number;
  /** Recordings made before this are over the term. */
  before: number;
  /** Most recordings first. */
  exams: ExpiredExam[];
  practice: RecordingSum;
  /** Of questions to the teachers and comments. */
  interact: RecordingSum;
  /** In works that are shown or wait for approval: they stay. */
  shown: RecordingSum;
  /** What would be deleted. */
  total: RecordingSum;
  /** Over the term and kept, for whatever reason. */
  kept: RecordingSum;
};

const UNSETTLED = ['waiting', 'arbitration', 'owner'];

/** Students' recordings made before `before` whose bytes are there; whether they are in a work that is shown or waits is asked. */
function oldRecordings(before: number, isShown: boolean) {
  return (
    db()
      .selectFrom('files')
      .innerJoin('users', 'users.id', 'files.owner_id')
      .where('users.user_type', '!=', TEACHER)
      .where('files.kind', '=', 'audio')
      .where('files.removed_at', 'is', null)
      .where('files.created_at', '<', before)
      // A student's own question, and what was made of it, is no recording of an answer.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('file_uses as other')
              .select('other.file_id')
              .whereRef('other.file_id', '=', 'files.id')
              .where('other.use', 'not in', ['attempt', 'practice', 'post', 'comment', 'work']),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) => {
        const works = exists(
          selectFrom('file_uses as shown')
            .innerJoin('works', 'works.id', 'shown.ref_id')
            .select('works.id')
            .whereRef('shown.file_id', '=', 'files.id')
            .where('shown.use', '=', 'work')
            .where('works.state', 'in', ['approved', 'pending']),
        );
        return isShown ? works : not(works);
      })
  );
}

/** With the exam that they were made in. A recording that stands in two exams belongs to none and stays. */
function examRecordings(before: number) {
  return oldRecordings(before, false)
    .innerJoin('file_uses as used', (join) =>
      join.onRef('used.file_id', '=', 'files.id').on('used.use', '=', 'attempt'),
    )
    .innerJoin('attempts', 'attempts.id', 'used.ref_id')
    .innerJoin('exams', 'exams.id', 'attempts.exam_id')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_uses as again')
            .innerJoin('attempts as elsewhere', 'elsewhere.id', 'again.ref_id')
            .select('again.file_id')
            .whereRef('again.file_id', '=', 'files.id')
            .where('again.use', '=', 'attempt')
            .whereRef('elsewhere.exam_id', '!=', 'exams.id'),
        ),
      ),
    );
}

/** Outside of exams: of practice, or of questions to the teachers and comments (and of no practice). */
function otherRecordings(before: number, where: 'practice' | 'interact') {
  const uses = where === 'practice' ? ['practice'] : ['post', 'comment'];
  const notIn = where === 'practice' ? ['attempt'] : ['attempt', 'practice'];
  return oldRecordings(before, false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('file_uses as used')
          .select('used.file_id')
          .whereRef('used.file_id', '=', 'files.id')
          .where('used.use', 'in', uses),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('file_uses as again')
            .select('again.file_id')
            .whereRef('again.file_id', '=', 'files.id')
            .where('again.use', 'in', notIn),
        ),
      ),
    );
}

type SumRow = { count: number | string; bytes: number | string | null; oldest: number | string | null };

function toSum(row: SumRow | undefined): RecordingSum {
  if (!row || Number(row.count) === 0) return NO_RECORDINGS;
  return { count: Number(row.count), bytes: Number(row.bytes ?? 0), oldest: Number(row.oldest) };
}

async function sumRecordings(query: ReturnType<typeof oldRecordings>): Promise<RecordingSum> {
  const row = await query
    .select(({ fn }) => [
      fn.count<number>('files.id').as('count'),
      fn.sum<number | null>('files.size').as('bytes'),
      fn.min<number | null>('files.created_at').as('oldest'),
    ])
    .executeTakeFirst();
  return toSum(row);
}

/** What is over the term now, or was before the moment named. Asks no rights. */
export async function listExpiredRecordings(now: number, latest: number | null = null): Promise<ExpiredRecordings> {
  const { retentionDays } = await getSchool();
  const before = Math.min(latest ?? now, cutoffOf(retentionDays, now));
  const exams = await listExpiredExams(before);
  const practice = await sumRecordings(otherRecordings(before, 'practice'));
  const interact = await sumRecordings(otherRecordings(before, 'interact'));
  const shown = await sumRecordings(oldRecordings(before, true));
  return {
    retentionDays,
    before,
    exams,
    practice,
    interact,
    shown,
    total: sumOf([...exams.filter((exam) => exam.kept === null), practice, interact]),
    kept: sumOf([...exams.filter((exam) => exam.kept !== null), shown]),
  };
}

async function listExpiredExams(before: number): Promise<ExpiredExam[]> {
  const rows = await examRecordings(before)
    .innerJoin('users as owners', 'owners.id', 'exams.owner_id')
    .select(({ fn, exists, selectFrom, case: when }) => [
      'exams.id',
      'exams.name',
      'exams.status',
      'exams.is_held',
      'exams.released_at',
      'owners.name as owner_name',
      fn.count<number>('files.id').distinct().as('count'),
      fn.sum<number | null>('files.size').as('bytes'),
      fn.min<number | null>('files.created_at').as('oldest'),
      when()
        .when(
          exists(
            selectFrom('attempts as papers')
              .select('papers.id')
              .whereRef('papers.exam_id', '=', 'exams.id')
              .where('papers.settlement', 'in', UNSETTLED),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('is_unsettled'),
      when()
        .when(
          exists(
            selectFrom('threads')
              .select('threads.id')
              .whereRef('threads.exam_id', '=', 'exams.id')
              .where('threads.closed_at', 'is', null)
              .whereRef('threads.last_author_id', '=', 'threads.student_id'),
          ),
        )
        .then(1)
        .else(0)
        .end()
        .as('is_asked'),
    ])
    .groupBy(['exams.id', 'exams.name', 'exams.status', 'exams.is_held', 'exams.released_at', 'owners.name'])
    .execute();
  const holds = await findHolds(rows.filter((row) => row.is_held === 1).map((row) => row.id));
  return rows
    .map((row) => ({
      examId: row.id,
      name: row.name,
      ownerName: row.owner_name,
      releasedAt: row.released_at,
      ...toSum(row),
      kept: keptReason({
        isHeld: row.is_held === 1,
        status: row.status as ExamStatus,
        isUnsettled: row.is_unsettled === 1,
        isAsked: row.is_asked === 1,
      }),
      hold: holds.get(row.id) ?? null,
    }))
    .sort((a, b) => b.count - a.count || a.examId - b.examId);
}

/** The ids of what a dry run says would go. Asks no rights. */
export async function listRemovableIds({ before, exams }: ExpiredRecordings): Promise<string[]> {
  const ids: string[] = [];
  for (const exam of exams) {
    if (exam.kept !== null) continue;
    const rows = await examRecordings(before)
      .select('files.id')
      .distinct()
      .where('exams.id', '=', exam.examId)
      .execute();
    ids.push(...rows.map((row) => row.id));
  }
  for (const where of ['practice', 'interact'] as const) {
    const rows = await otherRecordings(before, where).select('files.id').execute();
    ids.push(...rows.map((row) => row.id));
  }
  return ids;
}

/** How deleting by itself is set. Asks no rights. */
export async function getAutomation(): Promise<Automation> {
  return { ...NO_AUTOMATION, ...(await readSetting<Partial<Automation>>('retention')) };
}

/** One run: by whom (null: the server by itself), when, and what went. */
export type RetentionRun = { id: number; at: number; byName: string | null; count: number; bytes: number };

async function listRuns(limit: number): Promise<RetentionRun[]> {
  const rows = await db()
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.actor_id')
    .select(['audit_entries.id', 'audit_entries.at', 'audit_entries.detail', 'users.name'])
    .where('audit_entries.entity', '=', 'school')
    .where('audit_entries.entity_id', '=', '0')
    .where('audit_entries.action', '=', 'retention.remove')
    .orderBy('audit_entries.at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, at, name, detail }) => {
    const { count, bytes } = fromJson<{ count: number; bytes: number }>(detail);
    return { id, at, byName: name, count, bytes };
  });
}

/**
 * 录音保留 for an administrator: the dry run, how deleting by itself is set, the last runs.
 * @throws AppError forbidden
 */
export async function getRetentionPage(actor: Actor, now: number) {
  assertAdministrator(actor);
  const expired = await listExpiredRecordings(now);
  const automation = await getAutomation();
  const { timeZone } = await getSchool();
  return {
    expired,
    automation,
    isAutomatic: isAutomatic(automation, expired.retentionDays),
    runs: await listRuns(10),
    timeZone,
  };
}

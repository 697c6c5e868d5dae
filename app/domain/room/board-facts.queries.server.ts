import { classroomThen, isMemberOf } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { SILENT_BELOW_DB } from '~/domain/file/loudness.rules';
import type { DeviceCheckResult } from '~/domain/user/device-check.rules';
import { nameDevice } from '~/lib/browser';
import type { BoardSession, PageFacts, SignInFailures } from './board.rules';

/** What the board is made of, one question to the database each, whatever the number of students. */

const HOUR_MS = 3600_000;

/** The students of the exam's classes, and whoever sits the part from elsewhere. */
function studentIdsOf(exam: ExamView, part: Part) {
  return db()
    .selectFrom('users')
    .where('users.user_type', '!=', 1)
    .where((where) => {
      const sits = where(
        'users.id',
        'in',
        where
          .selectFrom('attempts')
          .select('attempts.student_id')
          .where('attempts.exam_id', '=', exam.id)
          .where('attempts.part', '=', part),
      );
      const isCandidate = where.and([
        isMemberOf(exam.id, exam.classroomIds),
        where('users.deleted_at', 'is', null),
        where('users.is_disabled', '=', 0),
      ]);
      return where.or([isCandidate, sits]);
    });
}

/** Everybody who may sit the part or sits it, by class and account. */
export function listStudents(exam: ExamView, part: Part) {
  return studentIdsOf(exam, part)
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['users.id', 'users.account', 'users.account_key', 'users.deleted_at'])
    .select([classroomThen(exam.id).as('classroom_id')])
    .select([studentNameThen(exam.id).as('name'), classNameThen(exam.id).as('class_name')])
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('users.id')
    .execute();
}

function ofPart(examId: number, part: Part) {
  return db().selectFrom('attempts').where('attempts.exam_id', '=', examId).where('attempts.part', '=', part);
}

type PaperRow = Awaited<ReturnType<typeof readAttempts>>[number];

function readAttempts(examId: number, part: Part) {
  return ofPart(examId, part)
    .select(['id', 'student_id', 'number', 'state', 'started_at', 'deadline_at', 'submitted_at', 'closed_by'])
    .orderBy('number')
    .execute();
}

/** The papers of each student, by number. */
export async function listAttempts(examId: number, part: Part): Promise<Map<number, PaperRow[]>> {
  const papers = new Map<number, PaperRow[]>();
  for (const row of await readAttempts(examId, part)) {
    papers.set(row.student_id, [...(papers.get(row.student_id) ?? []), row]);
  }
  return papers;
}

type Work = { items: number; takes: number; lastAt: number | null };

// How an emptied answer is stored: counted in the database, 2,000 papers with 50 answers each are not read.
const NOTHING_GIVEN = sql<boolean>`(value in ('{}', '{"keys":[]}', '{"text":""}') or (value like '{"blanks":[""%' and replace(replace(value, '"",', ''), '""', '') = '{"blanks":[]}'))`;

/**
 * By attempt: items that hold something, those of them recorded, and when something came last from the student: what a
 * teacher puts in (放入答卷) is no sign of life of anybody's page.
 */
export async function countAnswered(examId: number, part: Part): Promise<Map<number, Work>> {
  const answers = await ofPart(examId, part)
    .innerJoin('answers', 'answers.attempt_id', 'attempts.id')
    .select((select) => [
      'answers.attempt_id',
      select.fn.max<number>('saved_at').as('last_at'),
      sql<number>`sum(case when ${NOTHING_GIVEN} then 0 else 1 end)`.as('items'),
    ])
    .groupBy('answers.attempt_id')
    .execute();
  const takes = await ofPart(examId, part)
    .innerJoin('takes', 'takes.attempt_id', 'attempts.id')
    .select((select) => [
      'takes.attempt_id',
      select.fn.max<number>('received_at').as('last_at'),
      select.fn.count<number>('takes.item_id').distinct().as('items'),
    ])
    .where('takes.outcome', '!=', 'refused')
    .groupBy('takes.attempt_id')
    .execute();
  // Only of items that hold nothing else: one may be answered by text and photos.
  const photos = await ofPart(examId, part)
    .innerJoin('photos', 'photos.attempt_id', 'attempts.id')
    .leftJoin('answers', (join) =>
      join
        .onRef('answers.attempt_id', '=', 'photos.attempt_id')
        .onRef('answers.item_id', '=', 'photos.item_id')
        .on(sql<boolean>`not ${NOTHING_GIVEN}`),
    )
    .leftJoin('scan_pages', 'scan_pages.file_id', 'photos.file_id')
    .select([
      'photos.attempt_id',
      sql<number | null>`max(case when scan_pages.file_id is null then photos.received_at end)`.as('last_at'),
      sql<number>`count(distinct case when answers.id is null then photos.item_id end)`.as('items'),
    ])
    .where('photos.outcome', '!=', 'refused')
    .where('photos.removed_at', 'is', null)
    .groupBy('photos.attempt_id')
    .execute();
  const work = new Map<number, Work>();
  const add = (row: { attempt_id: number; last_at: number | null; items: number }, isTake: boolean) => {
    const known: Work = work.get(row.attempt_id) ?? { items: 0, takes: 0, lastAt: null };
    work.set(row.attempt_id, {
      items: known.items + Number(row.items),
      takes: known.takes + (isTake ? Number(row.items) : 0),
      lastAt: row.last_at === null ? known.lastAt : Math.max(known.lastAt ?? 0, Number(row.last_at)),
    });
  };
  for (const row of answers) add(row, false);
  for (const row of takes) add(row, true);
  for (const row of photos) add(row, false);
  return work;
}

/** By attempt: answers that were refused and that met a newer version. */
export async function countTroubles(
  examId: number,
  part: Part,
): Promise<Map<number, { refused: number; conflict: number }>> {
  const rows = await ofPart(examId, part)
    .innerJoin('answer_journal', 'answer_journal.attempt_id', 'attempts.id')
    .select((select) => ['attempt_id', 'outcome', select.fn.countAll<number>().as('count')])
    // In the words of the index, so that SQLite knows it for its own.
    .where(sql<boolean>`outcome in ('refused', 'conflict')`)
    .groupBy(['attempt_id', 'outcome'])
    .execute();
  const troubles = new Map<number, { refused: number; conflict: number }>();
  for (const row of rows) {
    const known = troubles.get(row.attempt_id) ?? { refused: 0, conflict: 0 };
    troubles.set(row.attempt_id, { ...known, [row.outcome]: Number(row.count) });
  }
  return troubles;
}

/** By attempt: files that were turned away and for whose item nothing has been taken since. */
export async function countRefusedFiles(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await ofPart(examId, part)
    .innerJoin('refused_files', 'refused_files.attempt_id', 'attempts.id')
    .select((select) => ['refused_files.attempt_id', select.fn.countAll<number>().as('count')])
    .where((where) => {
      const later = (table: 'takes' | 'photos') =>
        where
          .selectFrom(table)
          .select(`${table}.id`)
          .whereRef(`${table}.attempt_id`, '=', 'refused_files.attempt_id')
          .whereRef(`${table}.item_id`, '=', 'refused_files.item_id')
          .whereRef(`${table}.received_at`, '>=', 'refused_files.refused_at')
          .where(`${table}.outcome`, '!=', 'refused');
      return where.not(where.or([where.exists(later('takes')), where.exists(later('photos'))]));
    })
    .groupBy('refused_files.attempt_id')
    .execute();
  return new Map(rows.map((row) => [row.attempt_id, Number(row.count)]));
}

/** By attempt: recordings that count and in which nobody can be heard. */
export async function countSilentTakes(examId: number): Promise<Map<number, number>> {
  const rows = await ofPart(examId, 'oral')
    .innerJoin('takes', 'takes.attempt_id', 'attempts.id')
    .innerJoin('files', 'files.id', 'takes.file_id')
    .select((select) => ['takes.attempt_id', select.fn.countAll<number>().as('count')])
    .where('takes.is_chosen', '=', 1)
    .where('files.loudness', '<', SILENT_BELOW_DB)
    .groupBy('takes.attempt_id')
    .execute();
  return new Map(rows.map((row) => [row.attempt_id, Number(row.count)]));
}

/** By attempt: what its page last said of itself. */
export async function listPages(examId: number, part: Part): Promise<Map<number, PageFacts>> {
  const rows = await ofPart(examId, part)
    .innerJoin('attempt_pages', 'attempt_pages.attempt_id', 'attempts.id')
    .select(['attempt_id', 'reported_at', 'unsaved', 'unsaved_since', 'announcement_id'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.attempt_id,
      {
        reportedAt: row.reported_at,
        unsaved: row.unsaved,
        unsavedSince: row.unsaved_since,
        announcementId: row.announcement_id,
      },
    ]),
  );
}

/** By student: when an open paper of the exam's other part was begun or its page last reported itself. */
export async function listInOtherPart(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('attempts')
    .leftJoin('attempt_pages', 'attempt_pages.attempt_id', 'attempts.id')
    .select((select) => [
      'attempts.student_id',
      select.fn.max('attempts.started_at').as('started_at'),
      select.fn.max('attempt_pages.reported_at').as('reported_at'),
    ])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '!=', part)
    .where('attempts.state', '=', 'in_progress')
    .groupBy('attempts.student_id')
    .execute();
  return new Map(
    rows.map((row) => [row.student_id, Math.max(Number(row.started_at ?? 0), Number(row.reported_at ?? 0))]),
  );
}

/** By attempt: how often its page was left. */
export async function countLeaves(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await ofPart(examId, part)
    .innerJoin('attempt_leaves', 'attempt_leaves.attempt_id', 'attempts.id')
    .select((select) => ['attempt_id', select.fn.countAll<number>().as('count')])
    .groupBy('attempt_id')
    .execute();
  return new Map(rows.map((row) => [row.attempt_id, Number(row.count)]));
}

/** By student: where they were signed in during the last twelve hours, oldest first. */
export async function listSessions(exam: ExamView, part: Part, now: number): Promise<Map<number, BoardSession[]>> {
  const rows = await db()
    .selectFrom('user_sessions')
    .select(['user_id', 'user_agent', 'created_at', 'last_seen_at', 'ended_at'])
    .where('last_seen_at', '>', now - 12 * HOUR_MS)
    .where('user_id', 'in', studentIdsOf(exam, part).select('users.id'))
    .orderBy('created_at')
    .execute();
  const sessions = new Map<number, BoardSession[]>();
  for (const row of rows) {
    const session = {
      device: nameDevice(row.user_agent),
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
      endedAt: row.ended_at,
    };
    sessions.set(row.user_id, [...(sessions.get(row.user_id) ?? []), session]);
  }
  return sessions;
}

/** Failed sign-ins of the last hour by account, and until when it is locked; a few rows, whoever they are of. */
export async function listFailures(now: number): Promise<Map<string, SignInFailures>> {
  const rows = await db()
    .selectFrom('sign_in_failures')
    .select(['key', 'failures', 'last_at', 'blocked_until'])
    .where((where) => where.or([where('key', 'like', 'pair:%'), where('key', 'like', 'known:%')]))
    .where('last_at', '>', now - HOUR_MS)
    .execute();
  const failures = new Map<string, SignInFailures>();
  for (const row of rows) {
    const account = row.key.slice(row.key.indexOf(':') + 1, row.key.lastIndexOf('|'));
    const known = failures.get(account) ?? { count: 0, lastAt: 0, lockedUntil: 0 };
    failures.set(account, {
      count: known.count + row.failures,
      lastAt: Math.max(known.lastAt, row.last_at),
      lockedUntil: Math.max(known.lockedUntil, row.blocked_until),
    });
  }
  return failures;
}

/** By student: what the microphone check before this exam found. */
export async function listMicChecks(
  examId: number,
): Promise<Map<number, { isOk: boolean; reason: string; at: number }>> {
  const rows = await db().selectFrom('exam_mic_checks').selectAll().where('exam_id', '=', examId).execute();
  return new Map(
    rows.map((row) => [row.student_id, { isOk: row.is_ok === 1, reason: row.reason, at: row.checked_at }]),
  );
}

/** The students whose own device check found no microphone. */
export async function listBadDevices(exam: ExamView, part: Part): Promise<Set<number>> {
  const rows = await db()
    .selectFrom('device_checks')
    .select(['user_id', 'result'])
    .where('user_id', 'in', studentIdsOf(exam, part).select('users.id'))
    .execute();
  const isBad = (result: string) => fromJson<DeviceCheckResult>(result).states.microphone === 'bad';
  return new Set(rows.filter((row) => isBad(row.result)).map((row) => row.user_id));
}

/** Minutes granted, by student. */
export async function listExtraMinutes(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('exam_grants')
    .select(['student_id', 'extra_minutes'])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  return new Map(rows.map((row) => [row.student_id, row.extra_minutes]));
}

/** How many items every paper of the part has. */
export async function countItems(examId: number, part: Part): Promise<number> {
  const fixed = await db()
    .selectFrom('exam_items')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where('draw_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (part === 'oral') return Number(fixed.count);
  const drawn = await db()
    .selectFrom('exam_draws')
    .select((select) => select.fn.sum<number | null>('count').as('count'))
    .where('exam_id', '=', examId)
    .executeTakeFirstOrThrow();
  return Number(fixed.count) + Number(drawn.count ?? 0);
}

import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ClosedBy } from '~/domain/attempt/attempt.rules';
import { getVisibleExam, type ExamView } from '~/domain/exam/exam.queries.server';
import {
  isExamOwner,
  ownDeadlines,
  phaseOf,
  scorableParts,
  windowOf,
  type ExamStatus,
  type Part,
  type Phase,
} from '~/domain/exam/exam.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { examForAttempt, RESIT_NUMBER, type Resit } from '~/domain/exam/resit.rules';
import type { DeviceCheckResult } from '~/domain/user/device-check.rules';
import type { Actor } from '~/domain/user/user.rules';
import { nameDevice } from '~/lib/browser';
import { AppError, notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import { BOARD_STATES, seatOf, seatOrder, type BoardFilter, type BoardSession, type Seat } from './board.rules';
import type { BoardInput } from './board.schema';

const HOUR_MS = 3600_000;

/** A student on the board. */
export type BoardRow = Seat & {
  studentId: number;
  account: string;
  name: string;
  classId: number | null;
  className: string;
  answered: number;
  itemCount: number;
  startedAt: number | null;
  lastSavedAt: number | null;
  /** The own answer deadline: of the paper, else as if it were begun now. */
  deadlineAt: number | null;
  submittedAt: number | null;
  closedBy: ClosedBy | null;
  extraMinutes: number;
  leaves: number;
};

export type BoardCounts = Record<BoardFilter | 'all', number>;

export type Board = Page<BoardRow> & {
  exam: { id: number; name: string; status: ExamStatus };
  part: Part;
  /** Those the reader may watch. */
  parts: Part[];
  phase: Phase;
  beginsAt: number;
  endsAt: number;
  minutes: number | null;
  view: '' | 'resit';
  /** How many sit the part a second time. */
  resits: number;
  classes: { id: number; name: string }[];
  /** Of everybody the class and the search leave. */
  counts: BoardCounts;
  /** Gives time and hands in; examiners only watch. */
  isOwner: boolean;
};

/**
 * 监考 of one part for the exam's owner and that part's examiners. A dozen queries whatever the number of students.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part
 */
export async function getBoard(actor: Actor, input: BoardInput, now: number): Promise<Board> {
  const exam = await getVisibleExam(actor, input.examId);
  const parts = scorableParts(actor, exam);
  const [first] = parts;
  if (exam.status === 'draft') throw notFound('考试');
  if (!first || (input.part !== null && !parts.includes(input.part))) {
    throw new AppError('forbidden', '只有出卷老师和这一部分的阅卷老师可以监考。');
  }
  const part = input.part ?? parts.find((one) => phaseOf(exam, one, now) === 'running') ?? first;
  const window = windowOf(exam, part);
  if (!window) throw notFound('考试');
  const resits = await listResits(exam.id, part);
  const all = await listSeats(exam, part, input.view, resits, now);
  const classes = new Map(all.map((row) => [row.classId ?? 0, { id: row.classId ?? 0, name: row.className }]));
  const keyword = input.keyword.toLowerCase();
  const wanted = all.filter(
    (row) =>
      (input.classId === 0 || row.classId === input.classId) &&
      (keyword === '' || row.name.toLowerCase().includes(keyword) || row.account.toLowerCase().includes(keyword)),
  );
  const shown = wanted.filter((row) => isOfState(row, input.state)).sort((a, b) => seatOrder(a) - seatOrder(b));
  return {
    ...pageOf(shown, input),
    exam: { id: exam.id, name: exam.name, status: exam.status },
    part,
    parts,
    phase: phaseOf(exam, part, now),
    ...window,
    minutes: part === 'oral' ? exam.oralMinutes : exam.writtenMinutes,
    view: input.view,
    resits: resits.length,
    classes: [...classes.values()].filter((one) => one.id !== 0),
    counts: countsOf(wanted),
    isOwner: isExamOwner(actor, exam),
  };
}

function isOfState(row: BoardRow, state: BoardFilter | ''): boolean {
  if (state === '') return true;
  return state === 'problem' ? row.problems.length > 0 : row.state === state;
}

function countsOf(rows: BoardRow[]): BoardCounts {
  const counts = Object.fromEntries(BOARD_STATES.map((state) => [state, 0])) as BoardCounts;
  for (const row of rows) counts[row.state] += 1;
  counts.problem = rows.filter((row) => row.problems.length > 0).length;
  counts.all = rows.length;
  return counts;
}

/** The students of the board that are asked about in an action, in the board's order. */
export async function findSeats(
  actor: Actor,
  input: { examId: number; part: Part; view: '' | 'resit' },
  studentIds: number[],
  now: number,
): Promise<BoardRow[]> {
  if (studentIds.length === 0) return [];
  const everybody = { state: '', classId: 0, keyword: '', currentPage: 1, pageSize: 1_000_000 } as const;
  const board = await getBoard(actor, { ...everybody, ...input }, now);
  return board.rows.filter((row) => studentIds.includes(row.studentId));
}

async function listSeats(
  exam: ExamView,
  part: Part,
  view: '' | 'resit',
  resits: Resit[],
  now: number,
): Promise<BoardRow[]> {
  const students = await listStudents(exam, part);
  const attempts = await listAttempts(exam.id, part);
  const answered = await countAnswered(exam.id, part);
  const troubles = await countTroubles(exam.id, part);
  const leaves = await countLeaves(exam.id, part);
  const sessions = await listSessions(exam, part, now);
  const failures = await listFailures(now);
  const mics = await listMicChecks(exam.id);
  const badDevices = part === 'oral' ? await listBadDevices(exam, part) : new Set<number>();
  const grants = await listExtraMinutes(exam.id, part);
  const itemCount = await countItems(exam.id, part);
  const resitOf = new Map(resits.map((resit) => [resit.studentId, resit]));
  const number = view === 'resit' ? RESIT_NUMBER : 1;

  return students.flatMap((student): BoardRow[] => {
    const resit = view === 'resit' ? (resitOf.get(student.id) ?? null) : null;
    if (view === 'resit' && !resit) return [];
    const own = examForAttempt(exam, part, number, resit);
    const window = windowOf(own, part);
    if (!window) return [];
    const papers = attempts.get(student.id) ?? [];
    // Without re-sits the latest paper; a re-sit has a view of its own.
    const paper = papers.filter((one) => resit === null || one.number >= RESIT_NUMBER).pop() ?? null;
    const first = view === '' && resitOf.has(student.id) ? papers.find((one) => one.number < RESIT_NUMBER) : paper;
    const attempt = first ?? null;
    const extraMinutes = resit ? resit.extraMinutes : (grants.get(student.id) ?? 0);
    const work = attempt ? answered.get(attempt.id) : undefined;
    const trouble = attempt ? troubles.get(attempt.id) : undefined;
    const left = attempt ? (leaves.get(attempt.id) ?? 0) : 0;
    const isOver = own.status !== 'published' || now >= window.endsAt + extraMinutes * 60_000;
    const seat = seatOf(
      {
        part,
        ...window,
        isOver,
        attempt: attempt && {
          startedAt: attempt.started_at,
          isOpen: attempt.state === 'in_progress',
          closedBy: attempt.closed_by as ClosedBy | null,
          deadlineAt: attempt.deadline_at,
        },
        lastSavedAt: work?.lastAt ?? null,
        takes: work?.takes ?? 0,
        sessions: sessions.get(student.id) ?? [],
        failures: failures.get(student.account_key) ?? null,
        mic: mics.get(student.id) ?? null,
        hasBadDevice: badDevices.has(student.id),
        refused: trouble?.refused ?? 0,
        conflicts: trouble?.conflict ?? 0,
        leaves: left,
      },
      now,
    );
    const deadlines = ownDeadlines({ exam: own, part, startedAt: Math.max(now, window.beginsAt), extraMinutes });
    return [
      {
        ...seat,
        studentId: student.id,
        account: student.account,
        name: student.name,
        classId: student.classroom_id,
        className: student.class_name ?? '',
        answered: work?.items ?? 0,
        itemCount,
        startedAt: attempt?.started_at ?? null,
        lastSavedAt: work?.lastAt ?? null,
        deadlineAt: attempt ? attempt.deadline_at : isOver ? null : (deadlines?.answersAt ?? null),
        submittedAt: attempt?.submitted_at ?? null,
        closedBy: (attempt?.closed_by ?? null) as ClosedBy | null,
        extraMinutes,
        leaves: left,
      },
    ];
  });
}

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
      if (exam.classroomIds.length === 0) return sits;
      const isCandidate = where.and([
        where('users.classroom_id', 'in', exam.classroomIds),
        where('users.deleted_at', 'is', null),
        where('users.is_disabled', '=', 0),
      ]);
      return where.or([isCandidate, sits]);
    });
}

function listStudents(exam: ExamView, part: Part) {
  return studentIdsOf(exam, part)
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.name', 'users.account', 'users.account_key', 'users.classroom_id'])
    .select('classrooms.name as class_name')
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

async function listAttempts(examId: number, part: Part): Promise<Map<number, PaperRow[]>> {
  const papers = new Map<number, PaperRow[]>();
  for (const row of await readAttempts(examId, part)) {
    papers.set(row.student_id, [...(papers.get(row.student_id) ?? []), row]);
  }
  return papers;
}

type Work = { items: number; takes: number; lastAt: number | null };

// How an emptied answer is stored: counted in the database, 2,000 papers with 50 answers each are not read.
const NOTHING_GIVEN = sql<boolean>`(value in ('{}', '{"keys":[]}', '{"text":""}') or (value like '{"blanks":[""%' and replace(replace(value, '"",', ''), '""', '') = '{"blanks":[]}'))`;

async function countAnswered(examId: number, part: Part): Promise<Map<number, Work>> {
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
    .select((select) => [
      'photos.attempt_id',
      select.fn.max<number>('photos.received_at').as('last_at'),
      sql<number>`count(distinct case when answers.id is null then photos.item_id end)`.as('items'),
    ])
    .where('photos.outcome', '!=', 'refused')
    .where('photos.removed_at', 'is', null)
    .groupBy('photos.attempt_id')
    .execute();
  const work = new Map<number, Work>();
  const add = (row: { attempt_id: number; last_at: number; items: number }, isTake: boolean) => {
    const known = work.get(row.attempt_id) ?? { items: 0, takes: 0, lastAt: null };
    work.set(row.attempt_id, {
      items: known.items + Number(row.items),
      takes: known.takes + (isTake ? Number(row.items) : 0),
      lastAt: Math.max(known.lastAt ?? 0, Number(row.last_at)),
    });
  };
  for (const row of answers) add(row, false);
  for (const row of takes) add(row, true);
  for (const row of photos) add(row, false);
  return work;
}

async function countTroubles(examId: number, part: Part): Promise<Map<number, { refused: number; conflict: number }>> {
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

async function countLeaves(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await ofPart(examId, part)
    .innerJoin('attempt_leaves', 'attempt_leaves.attempt_id', 'attempts.id')
    .select((select) => ['attempt_id', select.fn.countAll<number>().as('count')])
    .groupBy('attempt_id')
    .execute();
  return new Map(rows.map((row) => [row.attempt_id, Number(row.count)]));
}

async function listSessions(exam: ExamView, part: Part, now: number): Promise<Map<number, BoardSession[]>> {
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

/** Failed sign-ins of the last hour by account; a few rows, whoever they are of. */
async function listFailures(now: number): Promise<Map<string, { count: number; lastAt: number }>> {
  const rows = await db()
    .selectFrom('sign_in_failures')
    .select(['key', 'failures', 'last_at'])
    .where('key', 'like', 'pair:%')
    .where('last_at', '>', now - HOUR_MS)
    .execute();
  const failures = new Map<string, { count: number; lastAt: number }>();
  for (const row of rows) {
    const account = row.key.slice('pair:'.length, row.key.lastIndexOf('|'));
    const known = failures.get(account) ?? { count: 0, lastAt: 0 };
    failures.set(account, { count: known.count + row.failures, lastAt: Math.max(known.lastAt, row.last_at) });
  }
  return failures;
}

async function listMicChecks(examId: number): Promise<Map<number, { isOk: boolean; reason: string; at: number }>> {
  const rows = await db().selectFrom('exam_mic_checks').selectAll().where('exam_id', '=', examId).execute();
  return new Map(
    rows.map((row) => [row.student_id, { isOk: row.is_ok === 1, reason: row.reason, at: row.checked_at }]),
  );
}

async function listBadDevices(exam: ExamView, part: Part): Promise<Set<number>> {
  const rows = await db()
    .selectFrom('device_checks')
    .select(['user_id', 'result'])
    .where('user_id', 'in', studentIdsOf(exam, part).select('users.id'))
    .execute();
  const isBad = (result: string) => fromJson<DeviceCheckResult>(result).states.microphone === 'bad';
  return new Set(rows.filter((row) => isBad(row.result)).map((row) => row.user_id));
}

async function listExtraMinutes(examId: number, part: Part): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('exam_grants')
    .select(['student_id', 'extra_minutes'])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  return new Map(rows.map((row) => [row.student_id, row.extra_minutes]));
}

/** How many items every paper of the part has. */
async function countItems(examId: number, part: Part): Promise<number> {
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

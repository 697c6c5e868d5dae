import { withLabels } from '~/domain/classroom/names-then.server';
import type { ClosedBy } from '~/domain/attempt/attempt.rules';
import { getVisibleExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { ownDeadlines, phaseOf, heldWindowOf, windowOf, type Phase } from '~/domain/exam/times.rules';
import { actsByCode, seesNames } from '~/domain/exam/blind.rules';
import { isExamOwner, scorableParts } from '~/domain/exam/people.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { examForAttempt, RESIT_NUMBER, type Resit } from '~/domain/exam/resit.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import {
  countAnswered,
  countItems,
  countLeaves,
  countRefusedFiles,
  countSilentTakes,
  countTroubles,
  listAttempts,
  listBadDevices,
  listExtraMinutes,
  listFailures,
  listMicChecks,
  listInOtherPart,
  listPages,
  listSessions,
  listStudents,
} from './board-facts.queries.server';
import { findBlindHold, isHeld } from '~/domain/scoring/sharing-out/blind-left.queries.server';
import { listTold, type Told } from './announcement.queries.server';
import { seatOf, seatOrder, unsavedOf, type PageFacts } from './board.rules';
import type { BoardInput, RoomInput } from './board.schema';
import { countsOf, isOfState, seatPlanOf, type BoardCounts, type BoardRow, type SeatPlan } from './seats.rules';

/** Which exam and part is watched, and by whom. */
export type BoardHead = {
  exam: { id: number; name: string; status: ExamStatus };
  part: Part;
  /** Those the reader may watch, each with how many need looking after (of a first sitting). */
  parts: { part: Part; phase: Phase; problems: number }[];
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
  /** What was told to the room, the newest first, and to how many of them it has been shown. */
  announcements: (Omit<Told, 'teacherId'> & { shown: number; mayChange: boolean })[];
  /** Gives time and hands in; examiners only watch. */
  isOwner: boolean;
  /** Its papers are marked without names and not all of them are: what the times would tell is left out (withoutTimesOfPaper). */
  isUntold: boolean;
};

export type Board = BoardHead & Page<BoardRow>;

/** The room: every class with its seats, and first of all who needs looking after. */
export type Room = BoardHead & SeatPlan;

/**
 * 监考 of one part as a list, for the exam's owner and that part's examiners. A dozen queries whatever the number of
 * students.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part
 */
export async function getBoard(actor: Actor, input: BoardInput, now: number): Promise<Board> {
  const { head, wanted } = await readBoard(actor, input, now);
  const shown = wanted.filter((row) => isOfState(row, input.state)).sort((a, b) => seatOrder(a) - seatOrder(b));
  return { ...pageOf(shown, input), ...head };
}

/**
 * 监考 of one part as a room of seats, for the same people.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part
 */
export async function getRoom(actor: Actor, input: RoomInput, now: number): Promise<Room> {
  const { head, wanted } = await readBoard(actor, { ...input, classId: 0, keyword: '' }, now);
  return { ...head, ...seatPlanOf(wanted, input) };
}

/**
 * The exam, and the part that is watched: the one that is named, else the one that runs.
 * @throws AppError not_found for strangers and drafts, forbidden for an examiner of the other part
 */
export async function getWatchedExam(actor: Actor, input: { examId: number; part: Part | null }, now: number) {
  const exam = await getVisibleExam(actor, input.examId);
  const parts = scorableParts(actor, exam);
  const [first] = parts;
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，发布后才有监考页。');
  requirePart(exam, input.part);
  if (!first || (input.part !== null && !parts.includes(input.part))) {
    throw new AppError('forbidden', '只有出题老师和这一部分的阅卷老师可以监考。');
  }
  const part = input.part ?? parts.find((one) => phaseOf(exam, one, now) === 'running') ?? first;
  return { exam, part, parts };
}

/**
 * How many of a part need looking after now, for whoever watches it.
 * @throws AppError as getBoard does
 */
export async function countProblems(actor: Actor, input: { examId: number; part: Part }, now: number): Promise<number> {
  const { exam, part } = await getWatchedExam(actor, input, now);
  assertMayWatch(actor, exam, '');
  return countsOf((await readSeats(actor, { exam, part, view: '' }, now)).rows).problem;
}

/** Who marks without names would find the only paper that is handed in beside the only name that has. */
function assertMayWatch(actor: Actor, exam: ExamView, view: '' | 'resit'): void {
  if (seesNames(exam, { isOwner: isExamOwner(actor, exam), view: 'results', isOut: view !== 'resit' })) return;
  throw new AppError('forbidden', '这场考试匿名评阅，由出题老师监考：阅卷老师在公布以前不看谁在答题、谁交了卷。');
}

type Seats = { rows: BoardRow[]; resits: Resit[]; isUntold: boolean };

/** Everybody of a part, as far as whoever watches may know of them. */
async function readSeats(
  actor: Actor,
  { exam, part, view }: { exam: ExamView; part: Part; view: '' | 'resit' },
  now: number,
): Promise<Seats> {
  const resits = await listResits(exam.id, part);
  const pages = await listPages(exam.id, part);
  const rows = await listSeats(exam, part, { view, resits, pages }, now);
  // An owner who may mark or arbitrate blind needs the times while the room is watched, and no longer.
  const isEmpty =
    view === 'resit' ? rows.every((row) => row.submittedAt !== null) : phaseOf(exam, part, now) === 'ended';
  const isOut = view === '' && exam.status === 'released';
  // What is handed in needs no help: from then on it stands by name only that it is, while others still write too.
  const isHeldBack = !isOut && isExamOwner(actor, exam) && isHeld(await findBlindHold(exam));
  const seesTimes = !isEmpty || !isHeldBack;
  const hasOwnClock = minutesOf(exam, part) !== null;
  return {
    ...{ resits, isUntold: !seesTimes },
    rows: rows.map((row) => {
      if (!isHeldBack || (seesTimes && row.submittedAt === null)) return row;
      return withoutTimesOfPaper(row, { hasOwnClock });
    }),
  };
}

const minutesOf = (exam: ExamView, part: Part) => (part === 'oral' ? exam.oralMinutes : exam.writtenMinutes);

async function readBoard(
  actor: Actor,
  input: Pick<BoardInput, 'examId' | 'part' | 'view' | 'classId' | 'keyword'>,
  now: number,
): Promise<{ head: BoardHead; wanted: BoardRow[] }> {
  const { exam, part: usual, parts: watched } = await getWatchedExam(actor, input, now);
  assertMayWatch(actor, exam, input.view);
  const firsts = new Map<Part, Seats>();
  for (const one of watched.length > 1 ? watched : []) {
    firsts.set(one, await readSeats(actor, { exam, part: one, view: '' }, now));
  }
  const parts = watched.map((one) => ({
    part: one,
    phase: phaseOf(exam, one, now),
    problems: countsOf(firsts.get(one)?.rows ?? []).problem,
  }));
  // Nobody who needs help stands behind a tab that was not asked for.
  const troubled = parts.find((one) => one.problems > 0 && one.phase === 'running');
  const part = input.part ?? troubled?.part ?? usual;
  const window = heldWindowOf(exam, part);
  if (!window) throw notFound('考试');
  const read = input.view === '' ? firsts.get(part) : undefined;
  const { rows: all, resits, isUntold } = read ?? (await readSeats(actor, { exam, part, view: input.view }, now));
  const classes = new Map(all.map((row) => [row.classId ?? 0, { id: row.classId ?? 0, name: row.className }]));
  const keyword = input.keyword.toLowerCase();
  const wanted = all.filter(
    (row) =>
      (input.classId === 0 || row.classId === input.classId) &&
      (keyword === '' || row.name.toLowerCase().includes(keyword) || row.account.toLowerCase().includes(keyword)),
  );
  const isOwner = isExamOwner(actor, exam);
  const told = await listTold({ examId: exam.id, part, isResit: input.view === 'resit' });
  const head: BoardHead = {
    exam: { id: exam.id, name: exam.name, status: exam.status },
    part,
    parts,
    phase: phaseOf(exam, part, now),
    ...window,
    minutes: minutesOf(exam, part),
    view: input.view,
    resits: resits.length,
    classes: await withLabels(
      exam.id,
      [...classes.values()].filter((one) => one.id !== 0),
    ),
    counts: countsOf(wanted),
    announcements: told.map(({ teacherId, ...one }) => ({
      ...one,
      shown: all.filter((row) => row.announcementId >= one.id).length,
      mayChange: !one.isWithdrawn && (isOwner || teacherId === actor.id),
    })),
    isOwner,
    isUntold,
  };
  return { head, wanted };
}

/**
 * An owner who marks without names is not told here when each paper was begun (nor when it ends, where that follows from it):
 * papers of older versions have their ids in that order. Of one that is handed in neither when nor by whom, nor how much
 * stands on it, nor what of it came late: that stands beside its code.
 */
function withoutTimesOfPaper(row: BoardRow, { hasOwnClock }: { hasOwnClock: boolean }): BoardRow {
  const deadlineAt = hasOwnClock && row.startedAt !== null ? null : row.deadlineAt;
  if (row.submittedAt === null) return { ...row, startedAt: null, deadlineAt };
  const untold = {
    startedAt: null,
    lastSavedAt: null,
    deadlineAt: null,
    submittedAt: null,
    closedBy: null,
    answered: 0,
  };
  return { ...row, ...untold, kinds: [], problems: [] };
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
  { view, resits, pages }: { view: '' | 'resit'; resits: Resit[]; pages: Map<number, PageFacts> },
  now: number,
): Promise<BoardRow[]> {
  const students = await listStudents(exam, part);
  const attempts = await listAttempts(exam.id, part);
  const answered = await countAnswered(exam.id, part);
  const troubles = await countTroubles(exam.id, part);
  const leaves = await countLeaves(exam.id, part);
  const refusedFiles = await countRefusedFiles(exam.id, part);
  const silent = part === 'oral' ? await countSilentTakes(exam.id) : new Map<number, number>();
  const sessions = await listSessions(exam, part, now);
  const failures = await listFailures(now);
  const mics = await listMicChecks(exam.id);
  const badDevices = part === 'oral' ? await listBadDevices(exam, part) : new Set<number>();
  const inOtherPart =
    partsOf(exam.testType).length > 1 ? await listInOtherPart(exam.id, part) : new Map<number, number>();
  const grants = await listExtraMinutes(exam.id, part);
  const itemCount = await countItems(exam.id, part);
  // Without names it helps the student as long as they can record again; afterwards whoever marks hears it by the code.
  const hearsSilence = ({ state }: { state: string }) => !actsByCode(exam) || state === 'in_progress';
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
    const page = attempt ? pages.get(attempt.id) : undefined;
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
        refusedFiles: attempt ? (refusedFiles.get(attempt.id) ?? 0) : 0,
        silentTakes: attempt && hearsSilence(attempt) ? (silent.get(attempt.id) ?? 0) : 0,
        page: page ?? null,
        otherPartAt: inOtherPart.get(student.id) ?? null,
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
        deadlineAt: attempt
          ? Math.min(attempt.deadline_at, own.closedAt ?? Infinity)
          : isOver
            ? null
            : (deadlines?.answersAt ?? null),
        submittedAt: attempt?.submitted_at ?? null,
        closedBy: (attempt?.closed_by ?? null) as ClosedBy | null,
        extraMinutes,
        leaves: left,
        unsaved: page && attempt?.state === 'in_progress' ? unsavedOf(page, work?.lastAt ?? null, now) : 0,
        announcementId: page?.announcementId ?? 0,
        isDeleted: student.deleted_at !== null,
      },
    ];
  });
}

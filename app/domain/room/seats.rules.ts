import type { ClosedBy } from '~/domain/attempt/attempt.rules';
import {
  BOARD_STATES,
  PROBLEM_KINDS,
  needsHelp,
  seatOrder,
  type BoardFilter,
  type BoardState,
  type ProblemKind,
  type Seat,
} from './board.rules';

/** 监考 as a room: who needs looking after, then every class with its seats. Pure. */

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
  /** What the open page has not saved, by its own word. */
  unsaved: number;
  /** The newest announcement shown to them; 0 for none. */
  announcementId: number;
  /** The account was deleted since; another may have its number now. */
  isDeleted: boolean;
};

export type BoardCounts = Record<BoardFilter | 'all', number>;

/** More students than this stand as one tile a class, opened one at a time. */
export const MOST_SEATS = 120;

/** So many are worked off from one screen; the rest stands in the list. */
export const MOST_EXCEPTIONS = 40;

/** One seat of the room. */
export type RoomSeat = {
  studentId: number;
  account: string;
  name: string;
  /** Its place in the class, from 1. */
  number: number;
  state: BoardState;
  /** The most urgent problem. */
  kind: ProblemKind | null;
  /** Items that hold something, while the paper is open. */
  answered: number | null;
  /** What its page has not saved. */
  unsaved: number;
  isDeleted: boolean;
};

export type RoomClass = {
  id: number;
  name: string;
  counts: BoardCounts;
  isOpen: boolean;
  /** Of a class that is open. */
  seats: RoomSeat[];
};

/** Somebody to look after. */
export type RoomException = Pick<
  BoardRow,
  'studentId' | 'account' | 'name' | 'className' | 'state' | 'closedBy' | 'problems' | 'kinds' | 'lockedUntil'
>;

/** Those with the same most urgent problem: what to do is said once. `count`: with those who stand in the list alone. */
export type RoomTrouble = { kind: ProblemKind; count: number; students: RoomException[] };

export type SeatPlan = {
  /** How many items a paper has. */
  itemCount: number;
  exceptions: RoomTrouble[];
  /** Of those that stand here no more. */
  moreExceptions: number;
  /** Who has not come although the others write. */
  missing: RoomException[];
  moreMissing: number;
  /** Too many for one screen: the classes are tiles. */
  isTiled: boolean;
  rooms: RoomClass[];
};

/** The plan of everybody who sits, each class in the order of the accounts: a seat keeps its place whatever happens. */
export function seatPlanOf(
  rows: BoardRow[],
  { state, classId }: { state: BoardFilter | ''; classId: number },
): SeatPlan {
  const urgent = rows.filter(needsHelp).sort((a, b) => seatOrder(a) - seatOrder(b));
  const isTiled = rows.length > MOST_SEATS;
  const byClass = new Map<number, BoardRow[]>();
  for (const row of rows) byClass.set(row.classId ?? 0, [...(byClass.get(row.classId ?? 0) ?? []), row]);
  const rooms = [...byClass].map(([id, students]): RoomClass => {
    const isOpen = !isTiled || id === classId || byClass.size === 1;
    const seats = isOpen ? students.map(seatFor) : [];
    const shown = new Set(students.filter((row) => isOfState(row, state)).map((row) => row.studentId));
    return {
      id,
      name: students[0]?.className ?? '',
      counts: countsOf(students),
      isOpen,
      seats: seats.filter((seat) => shown.has(seat.studentId)),
    };
  });
  const shown = urgent.slice(0, MOST_EXCEPTIONS);
  const missing = rows.filter((row) => row.kinds.length > 0 && !needsHelp(row));
  return {
    itemCount: rows[0]?.itemCount ?? 0,
    exceptions: PROBLEM_KINDS.map((kind) => ({
      kind,
      count: urgent.filter((row) => row.kinds[0] === kind).length,
      students: shown.filter((row) => row.kinds[0] === kind).map(exceptionOf),
    })).filter((trouble) => trouble.count > 0),
    moreExceptions: Math.max(0, urgent.length - MOST_EXCEPTIONS),
    missing: missing.slice(0, MOST_EXCEPTIONS).map(exceptionOf),
    moreMissing: Math.max(0, missing.length - MOST_EXCEPTIONS),
    isTiled,
    rooms,
  };
}

function exceptionOf(row: BoardRow): RoomException {
  const { studentId, account, name, className, state, closedBy, problems, kinds, lockedUntil } = row;
  return { studentId, account, name, className, state, closedBy, problems, kinds, lockedUntil };
}

function seatFor(row: BoardRow, index: number): RoomSeat {
  const { studentId, account, name, state, kinds, unsaved, isDeleted } = row;
  const answered = isWriting(row) ? row.answered : null;
  return { studentId, account, name, number: index + 1, state, kind: kinds[0] ?? null, answered, unsaved, isDeleted };
}

const isWriting = ({ state }: Seat) => state === 'answering' || state === 'recorded';

/** Whether the board shows a student under one of its filters. */
export function isOfState(row: Seat, state: BoardFilter | ''): boolean {
  if (state === '') return true;
  return state === 'problem' ? needsHelp(row) : row.state === state;
}

/** How many stand where. */
export function countsOf(rows: Seat[]): BoardCounts {
  const counts = Object.fromEntries(BOARD_STATES.map((state) => [state, 0])) as BoardCounts;
  for (const row of rows) counts[row.state] += 1;
  counts.problem = rows.filter(needsHelp).length;
  counts.all = rows.length;
  return counts;
}

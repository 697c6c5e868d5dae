import type { ClosedBy } from '~/domain/attempt/attempt.rules';
import { RENEW_AFTER_MS } from '~/domain/user/session.rules';
import { formatClock, formatMinute } from '~/lib/time';
import type { Part } from '~/domain/exam/exam.rules';

/** 监考: where each student of an exam stands, and what is wrong, in words. Pure. */

/** In the order of a sitting. */
export const BOARD_STATES = ['out', 'in', 'checked', 'answering', 'recorded', 'handed_in', 'absent'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

export const BOARD_STATE_LABELS: Record<BoardState, string> = {
  out: '未登录',
  in: '已登录',
  checked: '已试音',
  answering: '答题中',
  recorded: '录音已上传',
  handed_in: '已交卷',
  absent: '缺考',
};

/** What the board filters by: a state, or everybody with a problem (异常). */
export const BOARD_FILTERS = ['problem', ...BOARD_STATES] as const;
export type BoardFilter = (typeof BOARD_FILTERS)[number];

export const PROBLEM_LABEL = '异常';

const MINUTE_MS = 60_000;

/** An open paper of which nothing was saved for so long is looked at. */
export const SILENT_MS = 5 * MINUTE_MS;

/** So many times away from the page are worth a look; fewer are only counted. */
export const MANY_LEAVES = 3;

/** Somebody who signed in so long before the part began is there for it. */
export const EARLY_MS = 60 * MINUTE_MS;

export type BoardSession = { device: string; createdAt: number; lastSeenAt: number; endedAt: number | null };

/** Of one account, wherever it was tried. `lockedUntil` may be past. */
export type SignInFailures = { count: number; lastAt: number; lockedUntil: number };

/** All that is known about one student of a part. */
export type SeatFacts = {
  part: Part;
  /** The part's own times for this student; a re-sit has others. */
  beginsAt: number;
  endsAt: number;
  /** Nobody may begin any more. */
  isOver: boolean;
  attempt: { startedAt: number; isOpen: boolean; closedBy: ClosedBy | null; deadlineAt: number } | null;
  lastSavedAt: number | null;
  takes: number;
  sessions: BoardSession[];
  failures: SignInFailures | null;
  mic: { isOk: boolean; reason: string; at: number } | null;
  /** 设备检测 found the microphone wanting. */
  hasBadDevice: boolean;
  refused: number;
  conflicts: number;
  leaves: number;
};

export type Seat = {
  state: BoardState;
  problems: string[];
  /** The sign-in is locked until then, and the student is not in; null otherwise. */
  lockedUntil: number | null;
};

/** The state of a student and every reason to look after them. */
export function seatOf(facts: SeatFacts, now: number): Seat {
  return { state: stateOf(facts), problems: problemsOf(facts, now), lockedUntil: lockOf(facts, now) };
}

function stateOf(facts: SeatFacts): BoardState {
  const { attempt, isOver, mic } = facts;
  if (attempt && !attempt.isOpen) return 'handed_in';
  if (attempt) return facts.part === 'oral' && facts.takes > 0 ? 'recorded' : 'answering';
  if (isOver) return 'absent';
  if (mic?.isOk && mic.at >= facts.beginsAt - EARLY_MS) return 'checked';
  return activeSessions(facts, facts.beginsAt - EARLY_MS).length > 0 ? 'in' : 'out';
}

function activeSessions(facts: SeatFacts, since: number): BoardSession[] {
  return facts.sessions.filter((session) => session.endedAt === null && session.lastSeenAt >= since);
}

function problemsOf(facts: SeatFacts, now: number): string[] {
  const { attempt } = facts;
  const late = facts.refused > 0 ? [`${facts.refused} 次保存没有计入（超过截止或已收卷）`] : [];
  if (attempt && !attempt.isOpen) return late;
  if (!attempt && facts.isOver) return [];
  return [
    ...(attempt ? sittingProblems(facts, attempt, now) : []),
    ...late,
    ...(facts.conflicts > 0 ? [`${facts.conflicts} 次两处同时改同一题`] : []),
    ...micProblems(facts),
    ...signInProblems(facts, now),
    ...(facts.leaves >= MANY_LEAVES ? [`离开页面 ${facts.leaves} 次`] : []),
  ];
}

function sittingProblems(facts: SeatFacts, attempt: NonNullable<SeatFacts['attempt']>, now: number): string[] {
  const quietSince = Math.max(facts.lastSavedAt ?? 0, attempt.startedAt);
  const quiet = Math.floor((now - quietSince) / MINUTE_MS);
  // A session is noted at most every so often: one in use at the start may have been seen last before it.
  const used = activeSessions(facts, attempt.startedAt - RENEW_AFTER_MS);
  const wasEnded = facts.sessions.some((one) => one.endedAt !== null && one.endedAt >= attempt.startedAt);
  return [
    ...(now - quietSince >= SILENT_MS && now < attempt.deadlineAt
      ? [facts.lastSavedAt === null ? `开始 ${quiet} 分钟还没有保存过` : `已 ${quiet} 分钟没有保存`]
      : []),
    ...(used.length > 1 ? [`在 ${used.length} 台设备上登录：${devicesOf(used)}`] : []),
    ...(used.length === 0 && wasEnded ? ['答题途中登录已失效或退出'] : []),
  ];
}

/** The devices by name, those of one name once with their number. */
function devicesOf(sessions: BoardSession[]): string {
  const names = [...new Set(sessions.map((one) => one.device))];
  return names
    .map((name) => {
      const count = sessions.filter((one) => one.device === name).length;
      return count > 1 ? `${name}（${count} 台）` : name;
    })
    .join('；');
}

function micProblems({ part, mic, hasBadDevice, takes }: SeatFacts): string[] {
  if (part !== 'oral' || takes > 0) return [];
  if (mic) return mic.isOk ? [] : [`试音没有通过${mic.reason === '' ? '' : `：${mic.reason}`}`];
  return hasBadDevice ? ['设备检测时麦克风不能用'] : [];
}

function signInProblems(facts: SeatFacts, now: number): string[] {
  const { failures } = facts;
  const lockedUntil = lockOf(facts, now);
  if (!failures || hasSignedInSince(facts)) return [];
  if (lockedUntil !== null) return [`登录已锁定到 ${formatClock(lockedUntil)}（失败 ${failures.count} 次）`];
  if (failures.count < 3) return [];
  return [`${formatMinute(failures.lastAt).slice(11)} 前登录失败 ${failures.count} 次`];
}

/** Who is in by now has remembered the password. */
function hasSignedInSince({ failures, sessions }: SeatFacts): boolean {
  return failures !== null && sessions.some((one) => one.endedAt === null && one.createdAt >= failures.lastAt);
}

function lockOf(facts: SeatFacts, now: number): number | null {
  const { failures, attempt, isOver } = facts;
  if (!failures || failures.lockedUntil <= now || hasSignedInSince(facts)) return null;
  const isDone = attempt ? !attempt.isOpen : isOver;
  return isDone ? null : failures.lockedUntil;
}

/** Problems first, then by how far they are from a paper handed in. */
export function seatOrder(seat: Seat): number {
  if (seat.problems.length > 0) return 0;
  return 1 + (['answering', 'recorded', 'checked', 'in', 'out', 'absent', 'handed_in'] as const).indexOf(seat.state);
}

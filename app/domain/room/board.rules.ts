import type { ClosedBy } from '~/domain/attempt/attempt.rules';
import { RENEW_AFTER_MS } from '~/domain/user/session.rules';
import { formatClock, formatMinute } from '~/lib/time';
import type { Part } from '~/domain/exam/parts.rules';

/** 监考: where each student of an exam stands, and what is wrong, in words. Pure. */

/** In the order of a sitting. */
export const BOARD_STATES = ['out', 'in', 'checked', 'answering', 'recorded', 'handed_in', 'absent'] as const;
export type BoardState = (typeof BOARD_STATES)[number];

/** Of a student who was here and whose account is no more. */
export const DELETED_WORD = '账号已删除';

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

/** Who has not begun so long after the part did is asked for. */
export const LATE_MS = 5 * MINUTE_MS;

/** A part that is open for longer is sat when each student likes: nobody is late for it. */
export const ONE_SITTING_MS = 4 * 60 * MINUTE_MS;

/** A page reports itself every 13 seconds at most, and a report is written 2 seconds later at most. */
export const GONE_MS = 20_000;

/** Something that is not saved for so long is no matter of typing any more. */
export const UNSAVED_MS = MINUTE_MS;

/** A report and a save that are under way together reach the server in any order. */
const TOGETHER_MS = 2000;

/** Every kind of problem, the most urgent first. */
export const PROBLEM_KINDS = [
  'locked',
  'gone',
  'unsaved',
  'file',
  'silent',
  'refused',
  'quiet',
  'ended',
  'devices',
  'mic',
  'late',
  'conflict',
  'leaves',
  'missing',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** In a word, for a seat. */
export const PROBLEM_WORDS: Record<ProblemKind, string> = {
  locked: '登录不上',
  gone: '没有回应',
  unsaved: '存不上',
  file: '文件被拒',
  silent: '没有声音',
  refused: '没有计入',
  quiet: '久未保存',
  ended: '已掉登录',
  devices: '多台设备',
  mic: '试音不通',
  late: '没有开始',
  conflict: '两处同改',
  leaves: '常离开',
  missing: '未登录',
};

/** What whoever watches can do about it. */
export const PROBLEM_ADVICE: Record<ProblemKind, string> = {
  locked: '核对是本人后解除锁定；忘了密码的在“学生”里重置',
  gone: '去看一眼：网页关了就重新打开考试，断网的接上网，保存过的都在',
  unsaved: '请他不要关网页，先看网络；网络好了会自己存上',
  file: '请他看题目下写的原因，重新录或重新拍',
  silent: '请他检查麦克风再录一次；已经交卷的，听一听，可以安排补考',
  refused: '没有计入的内容都留着，评分前可以决定是否计入',
  quiet: '去看一眼：电脑死机的换一台登录，再给他补时',
  ended: '请他重新登录，写的都在，接着答',
  devices: '核对是不是他一个人在用，多余的退出登录',
  mic: '换一副耳麦或换一台电脑，再试音',
  late: '到座位上看看，请他开始',
  conflict: '请他在题目里选好保留哪一份',
  leaves: '到座位上看看',
  missing: '没有来的不用管，结束后记为缺考；来了的请他登录',
};

/** Whether somebody has to go and look: who has not come is counted, and drowns nobody who needs help. */
export function needsHelp({ kinds }: Pick<Seat, 'kinds'>): boolean {
  return kinds.some((kind) => kind !== 'missing');
}

type Problem = { kind: ProblemKind; text: string };

/** Somebody who signed in so long before the part began is there for it. */
export const EARLY_MS = 60 * MINUTE_MS;

export type BoardSession = { device: string; createdAt: number; lastSeenAt: number; endedAt: number | null };

/** Of one account, wherever it was tried. `lockedUntil` may be past. */
export type SignInFailures = { count: number; lastAt: number; lockedUntil: number };

/** What the page of a paper last said of itself. */
export type PageFacts = {
  /** null: it has never reported itself, as a page without script. */
  reportedAt: number | null;
  unsaved: number;
  unsavedSince: number | null;
  /** The newest announcement it has shown. */
  announcementId: number;
};

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
  /** Files turned away of which no better one has come since. */
  refusedFiles: number;
  /** Counting recordings in which nobody can be heard. */
  silentTakes: number;
  page: PageFacts | null;
  /** When the open paper of the exam's other part last showed that it is written; null: there is none. */
  otherPartAt: number | null;
  conflicts: number;
  leaves: number;
};

export type Seat = {
  state: BoardState;
  problems: string[];
  /** What each of the problems is. */
  kinds: ProblemKind[];
  /** The sign-in is locked until then, and the student is not in; null otherwise. */
  lockedUntil: number | null;
};

/** The state of a student and every reason to look after them, the most urgent first. */
export function seatOf(facts: SeatFacts, now: number): Seat {
  const problems = problemsOf(facts, now).sort((a, b) => rankOf(a.kind) - rankOf(b.kind));
  return {
    state: stateOf(facts),
    problems: problems.map((problem) => problem.text),
    kinds: problems.map((problem) => problem.kind),
    lockedUntil: lockOf(facts, now),
  };
}

const rankOf = (kind: ProblemKind) => PROBLEM_KINDS.indexOf(kind);

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

/** A problem where there is one. */
const when = (isSo: boolean, kind: ProblemKind, text: string): Problem[] => (isSo ? [{ kind, text }] : []);

function problemsOf(facts: SeatFacts, now: number): Problem[] {
  const { attempt } = facts;
  const late = when(facts.refused > 0, 'refused', `${facts.refused} 次保存没有计入（超过截止或已收卷）`);
  const silent = when(facts.silentTakes > 0, 'silent', `${facts.silentTakes} 条计分的录音里几乎没有声音`);
  if (attempt && !attempt.isOpen) return [...late, ...silent];
  if (!attempt && facts.isOver) return [];
  return [
    ...idleProblems(facts, now),
    ...(attempt ? sittingProblems(facts, attempt, now) : []),
    ...late,
    ...silent,
    ...when(facts.refusedFiles > 0, 'file', `${facts.refusedFiles} 个文件没有收下`),
    ...when(facts.conflicts > 0, 'conflict', `${facts.conflicts} 次两处同时改同一题`),
    ...micProblems(facts),
    ...signInProblems(facts, now),
    ...when(facts.leaves >= MANY_LEAVES, 'leaves', `离开页面 ${facts.leaves} 次`),
  ];
}

/** Nothing comes from somebody; who writes the exam's other part meanwhile is not idle. */
function idleProblems(facts: SeatFacts, now: number): Problem[] {
  const { attempt, otherPartAt } = facts;
  if (otherPartAt !== null && now - otherPartAt < GONE_MS) return [];
  if (!attempt) return lateProblems(facts, now);
  const quietSince = Math.max(facts.lastSavedAt ?? 0, attempt.startedAt);
  const quiet = Math.floor((now - quietSince) / MINUTE_MS);
  return [
    ...goneProblems(facts, attempt, now),
    ...when(
      now - quietSince >= SILENT_MS && now < attempt.deadlineAt,
      'quiet',
      facts.lastSavedAt === null ? `开始 ${quiet} 分钟还没有保存过` : `已 ${quiet} 分钟没有保存`,
    ),
  ];
}

function sittingProblems(facts: SeatFacts, attempt: OpenPaper, now: number): Problem[] {
  // A session is noted at most every so often: one in use at the start may have been seen last before it.
  const used = activeSessions(facts, attempt.startedAt - RENEW_AFTER_MS);
  const wasEnded = facts.sessions.some((one) => one.endedAt !== null && one.endedAt >= attempt.startedAt);
  return [
    ...unsavedProblems(facts, attempt, now),
    ...when(used.length > 1, 'devices', `在 ${used.length} 台设备上登录：${devicesOf(used)}`),
    ...when(used.length === 0 && wasEnded, 'ended', '答题途中登录已失效或退出'),
  ];
}

type OpenPaper = NonNullable<SeatFacts['attempt']>;

/** A page that does not report itself any more. Whatever else comes from it shows that it is there. */
function goneProblems({ page, lastSavedAt }: SeatFacts, attempt: OpenPaper, now: number): Problem[] {
  if (!page || page.reportedAt === null || now >= attempt.deadlineAt) return [];
  const gone = now - Math.max(page.reportedAt, lastSavedAt ?? 0);
  return when(gone >= GONE_MS, 'gone', `页面已 ${howLong(gone)}没有回应`);
}

/** A page that cannot save. */
function unsavedProblems({ page, lastSavedAt }: SeatFacts, attempt: OpenPaper, now: number): Problem[] {
  if (!page || page.unsavedSince === null || now >= attempt.deadlineAt) return [];
  const unsaved = unsavedOf(page, lastSavedAt, now);
  const unsavedFor = now - page.unsavedSince;
  return when(unsaved > 0 && unsavedFor >= UNSAVED_MS, 'unsaved', `${unsaved} 处没有存上，已 ${howLong(unsavedFor)}`);
}

/**
 * How much of a page the server lacks. A page that is there says so itself every few seconds. Of one that was closed the
 * last word may be older than its last save: whoever waits for 已保存 and closes the page has lost nothing.
 */
export function unsavedOf({ reportedAt, unsaved }: PageFacts, lastSavedAt: number | null, now: number): number {
  if (reportedAt === null) return 0;
  const isGone = now - reportedAt >= GONE_MS;
  return isGone && lastSavedAt !== null && lastSavedAt > reportedAt - TOGETHER_MS ? 0 : unsaved;
}

const howLong = (milliseconds: number) =>
  milliseconds < MINUTE_MS ? `${Math.floor(milliseconds / 1000)} 秒` : `${Math.floor(milliseconds / MINUTE_MS)} 分钟`;

/** Who has not begun while the others write: there and idle, or not there at all. */
function lateProblems(facts: SeatFacts, now: number): Problem[] {
  // Whose other part is open has begun, also where its page says nothing of itself.
  if (facts.otherPartAt !== null) return [];
  const since = now - facts.beginsAt;
  // Whose sign-in is locked stands there with the reason.
  const isLate = lockOf(facts, now) === null && since >= LATE_MS && facts.endsAt - facts.beginsAt <= ONE_SITTING_MS;
  const isThere = stateOf(facts) !== 'out';
  return when(
    isLate,
    isThere ? 'late' : 'missing',
    `开考 ${Math.floor(since / MINUTE_MS)} 分钟，${isThere ? '登录了还没有开始' : '还没有登录'}`,
  );
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

function micProblems({ part, mic, hasBadDevice, takes }: SeatFacts): Problem[] {
  if (part !== 'oral' || takes > 0) return [];
  if (mic) return when(!mic.isOk, 'mic', `试音没有通过${mic.reason === '' ? '' : `：${mic.reason}`}`);
  return when(hasBadDevice, 'mic', '设备检测时麦克风不能用');
}

function signInProblems(facts: SeatFacts, now: number): Problem[] {
  const { failures } = facts;
  const lockedUntil = lockOf(facts, now);
  if (!failures || hasSignedInSince(facts)) return [];
  if (lockedUntil !== null) {
    return when(true, 'locked', `登录已锁定到 ${formatClock(lockedUntil)}（失败 ${failures.count} 次）`);
  }
  const text = `${formatMinute(failures.lastAt).slice(11)} 前登录失败 ${failures.count} 次`;
  return when(failures.count >= 3, 'locked', text);
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

/** Problems first, the most urgent of them before the others, then by how far they are from a paper handed in. */
export function seatOrder(seat: Seat): number {
  const [urgent] = seat.kinds;
  if (urgent) return rankOf(urgent) / PROBLEM_KINDS.length;
  return 1 + (['answering', 'recorded', 'checked', 'in', 'out', 'absent', 'handed_in'] as const).indexOf(seat.state);
}

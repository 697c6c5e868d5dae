import { toPublishing } from '~/lib/addresses/works';
import { WORK_MIN_SCORE } from '~/lib/bands';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { dayStart, formatDate } from '~/lib/time';

/** What a student published of an exam or a practice. Pure; safe in the browser. */

export const WORK_STATES = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type WorkState = (typeof WORK_STATES)[number];

export const WORK_STATE_LABELS: Record<WorkState, string> = {
  pending: '待审核',
  approved: '已通过',
  rejected: '已驳回',
  withdrawn: '已撤回',
};

/** The chip a state is drawn as. */
export const WORK_STATE_TONES: Record<WorkState, 'theme' | 'good' | 'bad' | 'line'> = {
  pending: 'theme',
  approved: 'good',
  rejected: 'bad',
  withdrawn: 'line',
};

export { WORK_MIN_SCORE };

/** Whether a percentage, rounded as it is shown, is good enough for the gallery. */
export function isHighScore(percent: number | null): boolean {
  return percent !== null && roundHalfUp(percent) >= WORK_MIN_SCORE;
}

/** One task of the work: what was asked, and the recordings or photos and the text given to it. */
export type WorkItem = { title: string; fileIds: string[]; text: string };

/** `works.content`: what everybody sees, frozen at publication. `fileIds` and `text` are all of it in order. */
export type WorkContent = { fileIds: string[]; text: string; items: WorkItem[] };

/** The content of these items; ones with nothing in them are left out. */
export function workContent(items: WorkItem[]): WorkContent {
  const filled = items.filter((item) => item.fileIds.length > 0 || item.text !== '');
  return {
    fileIds: filled.flatMap((item) => item.fileIds),
    text: filled.flatMap((item) => (item.text === '' ? [] : [item.text])).join('\n\n'),
    items: filled,
  };
}

export const ANONYMOUS_NAME = '匿名同学';

export const MAX_WORK_TITLE = 40;
export const MAX_WORK_DESCRIPTION = 300;

/** Where publishing starts: from the result of a part, or from an own practice. */
export function publishPath(source: WorkSource): string {
  return source.attemptId === null
    ? toPublishing({ practiceId: source.practiceId })
    : toPublishing({ attemptId: source.attemptId });
}

/** What a work is made of; exactly one is set. */
export type WorkSource = { attemptId: number; practiceId: null } | { attemptId: null; practiceId: number };

/** What an own practice comes to by the student's own judgement: marking points met, else the rating of 5. */
export function practicePercent(practice: { score: number | null; selfRating: number | null }): number | null {
  if (practice.score !== null) return practice.score * 100;
  return practice.selfRating === null ? null : practice.selfRating * 20;
}

// ---- What may follow ---------------------------------------------------------------------------------------------

type Decided = { state: string; studentId: number; decidedBy: number | null };

/** Whether the author may publish it (again): rejected, or withdrawn by themselves. */
export function mayPublishAgain({ state, studentId, decidedBy }: Decided): boolean {
  return state === 'rejected' || (state === 'withdrawn' && decidedBy === studentId);
}

/** Whether it can be withdrawn: it waits, or it stands. */
export function mayWithdraw({ state }: { state: string }): boolean {
  return state === 'pending' || state === 'approved';
}

/** Why an approved work is not in the gallery now. */
export const HIDDEN_WORDS = {
  consent: '监护人同意还没有记录或已取消，作品暂不展示。',
  practice: '这次练习已经删除，作品不再展示。',
  release: '成绩已收回，作品暂不展示；成绩再次公布后会恢复。',
  score: `复核后的成绩低于 ${WORK_MIN_SCORE} 分，作品不再展示。`,
} as const;
export type HiddenReason = keyof typeof HIDDEN_WORDS;

// ---- The gallery -------------------------------------------------------------------------------------------------

/** Whose judgement a work's score is: a teacher's, or of a practice the student's own. */
export const WORK_RATINGS = ['teacher', 'self'] as const;
export const WORK_RATING_LABELS: Record<(typeof WORK_RATINGS)[number], string> = {
  teacher: '老师评的',
  self: '自评',
};

export const WORK_SORTS = ['time', 'score', 'likes'] as const;
export type WorkSort = (typeof WORK_SORTS)[number];
export const WORK_SORT_LABELS: Record<WorkSort, string> = { time: '最新', score: '得分', likes: '点赞' };

export const WORK_PERIODS = ['week', 'month', 'term'] as const;
export type WorkPeriod = (typeof WORK_PERIODS)[number];
export const WORK_PERIOD_LABELS: Record<WorkPeriod, string> = { week: '本周', month: '本月', term: '本学期' };

/** When a period that is running began: Monday, the first of the month, 1 September or 1 February. */
export function periodStart(period: WorkPeriod, now: number, timeZone: string): number {
  const [year = 0, month = 1, day = 1] = formatDate(now, timeZone).split('-').map(Number);
  const begin = {
    week: [year, month, day - ((new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7)],
    month: [year, month, 1],
    term: month >= 9 ? [year, 9, 1] : month === 1 ? [year - 1, 9, 1] : [year, 2, 1],
  }[period] as [number, number, number];
  return dayStart(new Date(Date.UTC(begin[0], begin[1] - 1, begin[2])).toISOString().slice(0, 10), timeZone) ?? now;
}

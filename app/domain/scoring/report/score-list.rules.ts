import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { ranksOf } from './rank.rules';
import { scoreFigures, type Thresholds } from './scores.rules';
import {
  GRADE_BANDS,
  GRADE_WORDS,
  gradeOf,
  roundHalfUp,
  type Band,
  type Grade,
  type GradeThresholds,
} from '~/lib/bands';
import { SCORING_STATE_WORDS, type ScoringState } from '../paper/scoring.rules';

export { GRADE_BANDS, GRADE_WORDS, GRADES, gradeOf, type Grade, type GradeThresholds } from '~/lib/bands';

/** Rank, grade, order and figures of a score list (成绩单), pure. Totals are the rounded ones that people see. */

// ---- Rows -----------------------------------------------------------------------------------------------------

/** One part of one student: the attempt that counts. */
export type ScoreListPart = {
  part: Part;
  state: ScoringState;
  attemptId: number | null;
  number: number;
  /** Of the part's full mark, unrounded; null until settled. */
  percent: number | null;
  receiptCode: string | null;
  closedBy: string | null;
  /** Of a part that was sat again: both marks and which counts; else ''. */
  resit: string;
};

/** One student of an exam. */
export type ScoreListRow = {
  studentId: number;
  account: string;
  name: string;
  classId: number | null;
  className: string;
  parts: ScoreListPart[];
  /** Rounded; null while a part has no score. */
  total: number | null;
  grade: Grade | null;
  /** Where the least advanced part stands. */
  state: ScoringState;
  /** Within the exam. */
  rank: number | null;
  /** Within the class. */
  classRank: number | null;
  /** Moved away, deleted, handed in by the server … */
  remarks: string[];
};

/** What still needs somebody comes first; a part that is absent only says so when nothing else is open. */
const STATE_ORDER: ScoringState[] = ['in_progress', 'arbitration', 'marking', 'waiting', 'not_started', 'absent'];

/** One state for a student of an exam with several parts. */
export function overallState(states: ScoringState[]): ScoringState {
  return STATE_ORDER.find((state) => states.includes(state)) ?? 'scored';
}

/** What a remark says of the student, and not of a paper. */
export const STUDENT_REMARKS = { moved: '已不在考试班级', deleted: '账号已删除', toSit: '待补考' } as const;

/**
 * A row that says of papers only that they are handed in: how one was, and what both sittings came to, would be found
 * again beside its code.
 */
export function withoutMarks(row: ScoreListRow): ScoreListRow {
  const parts = row.parts.map((part) => {
    const isHandedIn = part.state === 'marking' || part.state === 'arbitration' || part.state === 'scored';
    return { ...part, state: isHandedIn ? ('waiting' as const) : part.state, percent: null, resit: '', closedBy: null };
  });
  const state = overallState(parts.map((part) => part.state));
  const remarks = row.remarks.filter((remark) => Object.values<string>(STUDENT_REMARKS).includes(remark));
  return { ...row, parts, state, remarks, total: null, grade: null, rank: null, classRank: null };
}

/** The state in words; of an exam with two parts it says which one is missing. */
export function stateText(row: Pick<ScoreListRow, 'state' | 'parts'>): string {
  const missing = row.parts.filter((part) => part.state === 'absent');
  if (row.state === 'absent' && missing.length < row.parts.length) {
    return `${missing.map((part) => PART_LABELS[part.part]).join('、')}缺考`;
  }
  return SCORING_STATE_WORDS[row.state];
}

/** Fills in the ranks within the exam and within each class. */
export function withRanks(rows: Omit<ScoreListRow, 'rank' | 'classRank'>[]): ScoreListRow[] {
  const inExam = ranksOf(rows.map((row) => row.total));
  const ranked = rows.map((row, index): ScoreListRow => ({ ...row, rank: inExam[index] ?? null, classRank: null }));
  const classes = new Map<number, ScoreListRow[]>();
  for (const row of ranked) {
    if (row.classId === null) continue;
    const members = classes.get(row.classId);
    if (members) members.push(row);
    else classes.set(row.classId, [row]);
  }
  for (const members of classes.values()) {
    ranksOf(members.map((row) => row.total)).forEach((rank, index) => {
      const row = members[index];
      if (row) row.classRank = rank;
    });
  }
  return ranked;
}

// ---- Order ----------------------------------------------------------------------------------------------------

export const SCORE_SORTS = ['rank', 'account', 'name', 'class', 'oral', 'written', 'total', 'state'] as const;
export type ScoreSort = (typeof SCORE_SORTS)[number];

export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Which way a column is sorted by the first click: figures from the top, the rest from the start. */
export function firstOrder(sort: ScoreSort): SortOrder {
  return sort === 'oral' || sort === 'written' || sort === 'total' ? 'desc' : 'asc';
}

/** Who has no total: first those somebody still works on, the absent last. */
const WITHOUT_TOTAL: ScoringState[] = ['scored', 'arbitration', 'marking', 'waiting', 'in_progress', 'not_started'];

function placeOfState(state: ScoringState): number {
  const place = WITHOUT_TOTAL.indexOf(state);
  return place < 0 ? WITHOUT_TOTAL.length : place;
}

const collator = new Intl.Collator('zh-CN', { numeric: true });

/**
 * Sorts rows. Who has no figure to sort by stands at the end whichever way it goes, the absent last; equal ones by
 * class and number.
 */
export function sortScoreList(rows: ScoreListRow[], sort: ScoreSort, order: SortOrder): ScoreListRow[] {
  const turn = order === 'asc' ? 1 : -1;
  const figure = (row: ScoreListRow): number | null => {
    if (sort === 'rank') return row.rank;
    if (sort === 'total') return row.total;
    return row.parts.find((part) => part.part === sort)?.percent ?? null;
  };
  const isFigure = sort === 'rank' || sort === 'total' || sort === 'oral' || sort === 'written';
  const byColumn = (a: ScoreListRow, b: ScoreListRow): number => {
    if (sort === 'account') return turn * compareTexts(a.account, b.account);
    if (sort === 'name') return turn * compareTexts(a.name, b.name);
    if (sort === 'class') return turn * compareTexts(a.className, b.className);
    if (sort === 'state') return turn * (placeOfState(a.state) - placeOfState(b.state));
    const [one, other] = [figure(a), figure(b)];
    if (one !== null && other !== null) return turn * (one - other);
    if (one === null && other === null) return 0;
    return one === null ? 1 : -1;
  };
  return [...rows].sort(
    (a, b) =>
      byColumn(a, b) ||
      (isFigure && figure(a) === null ? placeOfState(a.state) - placeOfState(b.state) : 0) ||
      compareTexts(a.className, b.className) ||
      compareTexts(a.account, b.account) ||
      a.studentId - b.studentId,
  );
}

/** Chinese by its sound, numbers within a text by their size (9 班 before 10 班). */
export function compareTexts(a: string, b: string): number {
  return collator.compare(a, b);
}

// ---- Figures of a class ------------------------------------------------------------------------------------------

export type ClassSummary = {
  /** With a total. */
  count: number;
  absent: number;
  /** Neither absent nor with a total. */
  open: number;
  mean: number | null;
  max: number | null;
  min: number | null;
  /** Shares 0–100 of those with a total. */
  passRate: number | null;
  excellentRate: number | null;
};

/** The figures of some rows of a score list: those that the statistics of the exam would show of them. */
export function summarise(rows: Pick<ScoreListRow, 'total' | 'state'>[], thresholds: Thresholds): ClassSummary {
  const scores = rows.flatMap((row) => (row.total === null ? [] : [row.total]));
  const absent = rows.filter((row) => row.total === null && row.state === 'absent').length;
  const open = rows.length - scores.length - absent;
  const figures = scoreFigures({ scores, absent, unscored: open }, thresholds);
  return {
    count: figures.count,
    absent,
    open,
    mean: figures.mean.value,
    max: figures.max.value,
    min: figures.min.value,
    passRate: figures.passRate.value,
    excellentRate: figures.excellentRate.value,
  };
}

/** The grade as the student reads it instead of points. */
export type ShownGrade = { word: string; band: Band };

/** The grade of a percentage with its mark; the percentage is rounded first, as points are. */
export function shownGrade(percent: number, thresholds: GradeThresholds): ShownGrade {
  const grade = gradeOf(roundHalfUp(percent), thresholds);
  return { word: GRADE_WORDS[grade], band: GRADE_BANDS[grade] };
}

import { PART_LABELS, PARTS } from '~/domain/exam/parts.rules';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import type { Period } from '~/domain/practice/progress.rules';
import { GRADE_WORDS, GRADES } from '~/domain/scoring/report/score-list.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import type { GradeThresholds } from '~/lib/bands';
import { formatDate } from '~/lib/time';
import type { OwnExam, OwnScore } from './student-figures.queries.server';

/** What a student's course is drawn from. Where an exam shows grades only, no number of it is used. */

type Course = {
  exams: OwnExam[];
  lines: { name: string; values: (number | null)[] }[];
  /** The words of the axis, the lowest first, where the values are their places; null where they are points. */
  grades: string[] | null;
};

const LOWEST_FIRST = [...GRADES].reverse();

/** The lines over the exams that show points; over those with grades when no other has a score. */
export function courseOf(exams: OwnExam[]): Course {
  const scores = (exam: OwnExam) => [exam.total, ...exam.parts];
  const withPoints = exams.filter((exam) => scores(exam).some((score) => score.percent !== null));
  if (withPoints.length > 0) {
    const points = ({ percent }: Pick<OwnScore, 'percent'>) => (percent === null ? null : roundHalfUp(percent));
    return { exams: withPoints, lines: linesOf(withPoints, points), grades: null };
  }
  const withGrades = exams.filter((exam) => scores(exam).some((score) => score.grade !== null));
  const place = ({ grade }: Pick<OwnScore, 'grade'>) => (grade === null ? null : LOWEST_FIRST.indexOf(grade));
  return {
    exams: withGrades,
    lines: linesOf(withGrades, place),
    grades: LOWEST_FIRST.map((grade) => GRADE_WORDS[grade]),
  };
}

/** The total, and the parts where there are both: of one part alone the total says the same. */
function linesOf(
  exams: OwnExam[],
  valueOf: (score: Pick<OwnScore, 'percent' | 'grade'>) => number | null,
): Course['lines'] {
  const total = { name: '总分', values: exams.map((exam) => valueOf(exam.total)) };
  const parts = PARTS.map((part) => ({
    name: PART_LABELS[part],
    values: exams.map((exam) => {
      const own = exam.parts.find((one) => one.part === part);
      return own ? valueOf(own) : null;
    }),
  })).filter((line) => line.values.some((value) => value !== null));
  return parts.length > 1 ? [total, ...parts] : [total];
}

type OwnMeasures = { name: string; values: Record<Measure, number | null> };

/** The measures of the last two exams that have any. */
export function latestMeasures(exams: OwnExam[]): { now: OwnMeasures; before: OwnMeasures | null } | null {
  const found = exams.flatMap(({ name, measures }) =>
    measures && MEASURES.some((measure) => measures[measure] !== null) ? [{ name, values: measures }] : [],
  );
  const now = found[found.length - 1];
  return now ? { now, before: found[found.length - 2] ?? null } : null;
}

export type WeekMark = { name: string; percent: number; thresholds: GradeThresholds };

/** The points of the exams held in each week, in their order, and by what they are named, beside its practice. */
export function weekMarks(weeks: Period[], exams: OwnExam[], timeZone: string): WeekMark[][] {
  return weeks.map((week, index) => {
    const next = weeks[index + 1]?.from;
    return exams.flatMap(({ name, heldAt, total, thresholds }) => {
      if (heldAt === null || total.percent === null) return [];
      const day = formatDate(heldAt, timeZone);
      const isOfWeek = day >= week.from && (next === undefined || day < next);
      return isOfWeek ? [{ name, percent: roundHalfUp(total.percent), thresholds }] : [];
    });
  });
}

/** The mean of what is given, as it stands on the results; null of nothing. */
export function meanScore(scores: OwnScore[]): number | null {
  const given = scores.flatMap(({ percent }) => (percent === null ? [] : [roundHalfUp(percent)]));
  return given.length === 0 ? null : given.reduce((sum, one) => sum + one, 0) / given.length;
}

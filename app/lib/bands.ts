/**
 * The named bands of scores: the one place where their numbers stand. The colour of a score follows the
 * specification; its word follows the thresholds of its exam, or the usual ones where there is no exam.
 */

/** From here a score is green and called 优秀, and may stand in the gallery. */
const EXCELLENT = 86;
/** From here it is amber and called 良好. */
const GOOD = 70;
const PASS = 60;
const LOW = 40;

/** What a school begins with, and what is meant where no exam is known. */
export const USUAL_THRESHOLDS = { excellentFrom: EXCELLENT, goodFrom: GOOD, passFrom: PASS, lowFrom: LOW };

/** From this percentage a work may be published and stands in the gallery. */
export const WORK_MIN_SCORE = EXCELLENT;

// ---- Rounding -------------------------------------------------------------------------------------------------

/**
 * Rounds a value ≥ 0 half up as a person would on paper. What is to be rounded is first taken at eight decimals, so
 * that a half that binary floats store just below (1.005, or 67.5 as 30 % of 95 and 70 % of 55.714…) still goes up.
 */
export function roundHalfUp(value: number, digits = 0): number {
  if (value <= 0) return 0;
  const scale = 10 ** digits;
  return Math.floor(Number((value * scale).toFixed(8)) + 0.5) / scale;
}

/** The same of a mark that may not be there. */
export function rounded(value: number | null, digits = 0): number | null {
  return value === null ? null : roundHalfUp(value, digits);
}

// ---- Colour ---------------------------------------------------------------------------------------------------

/** Green, amber, blue. */
export type Band = 'high' | 'mid' | 'low';

/** The colour of a percentage, rounded first. */
export function scoreBand(score: number | null | undefined): Band {
  const rounded = roundHalfUp(score ?? 0);
  if (rounded >= EXCELLENT) return 'high';
  return rounded >= GOOD ? 'mid' : 'low';
}

// ---- Word -----------------------------------------------------------------------------------------------------

export type GradeThresholds = { excellentFrom: number; goodFrom: number; passFrom: number };

export const GRADES = ['excellent', 'good', 'pass', 'low'] as const;
/** 等级: what a result is called, by the exam's own thresholds. */
export type Grade = (typeof GRADES)[number];

export const GRADE_WORDS: Record<Grade, string> = {
  excellent: '优秀',
  good: '良好',
  pass: '及格',
  low: '待提高',
};

/** The mark a grade is drawn with where no number is shown. */
export const GRADE_BANDS: Record<Grade, Band> = { excellent: 'high', good: 'mid', pass: 'low', low: 'low' };

/**
 * The grade of a rounded percentage by the exam's thresholds. Who has not passed is 待提高 whatever the others say;
 * 及格 is what lies between passing and 良好.
 */
export function gradeOf(percent: number, thresholds: GradeThresholds): Grade {
  if (percent < thresholds.passFrom) return 'low';
  if (percent >= thresholds.excellentFrom) return 'excellent';
  return percent >= thresholds.goodFrom ? 'good' : 'pass';
}

/** The word of a percentage, rounded first as people see it. */
export function gradeWord(percent: number | null, thresholds: GradeThresholds = USUAL_THRESHOLDS): string {
  return GRADE_WORDS[gradeOf(roundHalfUp(percent ?? 0), thresholds)];
}

/**
 * Whether every word goes with one colour, so that a legend may paint it: an exam with thresholds of its own has words
 * whose scores are of two colours.
 */
export function areWordsPainted({ excellentFrom, goodFrom, passFrom }: GradeThresholds): boolean {
  return Math.max(excellentFrom, passFrom) === EXCELLENT && Math.max(goodFrom, passFrom) === GOOD;
}

/** The thresholds alone, of settings that hold more. */
export function thresholdsOf({ excellentFrom, goodFrom, passFrom }: GradeThresholds): GradeThresholds {
  return { excellentFrom, goodFrom, passFrom };
}

/** What each word means, the best first; a word that no score can have is left out. */
export function gradeLegend({ excellentFrom, goodFrom, passFrom }: GradeThresholds): { grade: Grade; text: string }[] {
  const top = Math.max(excellentFrom, passFrom);
  const good = Math.min(Math.max(goodFrom, passFrom), top);
  const range = (from: number, below: number) =>
    Number.isInteger(from) && Number.isInteger(below) && below - from > 1
      ? `${from} 至 ${below - 1} 分`
      : `${from} 分起，不到 ${below} 分`;
  return [
    { grade: 'excellent', text: `${GRADE_WORDS.excellent} ${top} 分起` },
    ...(good < top ? [{ grade: 'good' as const, text: `${GRADE_WORDS.good} ${range(good, top)}` }] : []),
    ...(passFrom < good ? [{ grade: 'pass' as const, text: `${GRADE_WORDS.pass} ${range(passFrom, good)}` }] : []),
    ...(passFrom > 0 ? [{ grade: 'low' as const, text: `${GRADE_WORDS.low} ${passFrom} 分以下` }] : []),
  ];
}

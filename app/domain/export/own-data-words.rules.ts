import { describeAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import { formatKeys } from '~/domain/question-bank/question.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { ResultItem } from '~/domain/scoring/result/result-display.rules';
import type { ShownGrade } from '~/domain/scoring/report/score-list.rules';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import { gradeWord, roundHalfUp, type GradeThresholds } from '~/lib/bands';

/** How a result is said where no page draws it: in the words and the rounding of the student's own pages. Pure. */

/**
 * What was answered, to be read without the paper: an option by its letter on the student's own paper, where the order
 * may be another than everybody else's, and by its text.
 */
export function answerInWords(snapshot: QuestionSnapshot, value: AnswerValue): string {
  const given = plainFormulas(describeAnswer(snapshot, value));
  const { keys = [] } = value;
  if (snapshot.bank !== 'theory' || !hasLetteredOptions(snapshot.kind)) return given;
  const { options } = snapshot.body;
  const chosen = options.filter((option) => keys.includes(option.key));
  if (chosen.length === 0 || chosen.length < keys.length) return given;
  return chosen
    .map(({ key, text }) => `${formatKeys(snapshot.kind, [key], options)}. ${plainFormulas(text)}`)
    .join('；');
}

/** `46 分，待提高`, or the grade alone where the exam shows no points; null while there is neither. */
export function scoreInWords(
  percent: number | null,
  grade: ShownGrade | null,
  thresholds: GradeThresholds,
): string | null {
  if (grade) return grade.word;
  return percent === null ? null : `${roundHalfUp(percent)} 分，${gradeWord(percent, thresholds)}`;
}

/** `3 / 4 分`, an oral item's `88 分，优秀`, or the grade alone. */
export function markInWords(
  { earned, points, percent, grade }: Pick<ResultItem, 'earned' | 'points' | 'percent' | 'grade'>,
  thresholds: GradeThresholds,
): string {
  if (grade) return grade.word;
  if (earned !== null) return `${formatPoints(earned)} / ${formatPoints(points)} 分`;
  return scoreInWords(percent, null, thresholds) ?? '待评分';
}

import type { ExamView } from '~/domain/exam/exam.queries.server';
import { settlePaper } from '../paper/settle.rules';
import { isContested } from '../paper/settlement.rules';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import type { ScoreView } from './scores.queries.server';

/**
 * Whether the marks of an examiner's final score stand as they are: the scores of the paper came apart, whatever was
 * arbitrated or ruled since. Each further try would tell whether it is near enough to the one that is hidden. An
 * arbiter's score ends no difference, and one by a rubric that is no more in force (`rubricId`) is to be given anew.
 */
export async function isFixedScore(
  exam: Pick<ExamView, 'settings'>,
  attemptId: number,
  own: Pick<ScoreView, 'state' | 'kind' | 'rubricId'> | null | undefined,
  rubricId: number | null,
): Promise<boolean> {
  if (!own || own.state !== 'final' || own.kind === 'arbiter' || own.rubricId !== rubricId) return false;
  const [paper] = await listPaperScores([attemptId]);
  if (!paper) return false;
  // What a correction alone drew apart, and goes on counting whole, did not come apart as it was marked.
  const finals = paper.scores.filter((score) => score.isFinal);
  if (paper.isKept && paper.decision?.length === finals.length) return false;
  const { settlement } = settlePaper({ ...paper, decision: null }, exam.settings.arbitrationLimit);
  return isContested(settlement) || settlement === 'arbitrated';
}

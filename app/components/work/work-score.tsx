import { Chip } from '~/components/ui/chip';
import { GradeText, ScoreText } from '~/components/ui/score-text';
import type { WorkScore } from '~/domain/work/work.queries.server';

/** The score of a work; a practice's is said to be the student's own. */
export function WorkScoreText({ score, size }: { score: WorkScore; size?: 'm' | 'l' }) {
  return (
    <span className="workscore">
      {score.isSelfRated ? <Chip tone="line">自评</Chip> : null}
      {score.isHeldBack ? (
        <Chip tone="line">未公布</Chip>
      ) : score.grade ? (
        <GradeText grade={score.grade} size={size} />
      ) : (
        <ScoreText value={score.percent} thresholds={score.thresholds} size={size} />
      )}
    </span>
  );
}

import { createContext, useContext } from 'react';
import {
  areWordsPainted,
  gradeWord,
  roundHalfUp,
  scoreBand,
  USUAL_THRESHOLDS,
  type Band,
  type GradeThresholds,
} from '~/lib/bands';

/** The thresholds of the exam that what is drawn within is about: its scores are called by them. */
const Thresholds = createContext<GradeThresholds>(USUAL_THRESHOLDS);
export const ExamThresholds = Thresholds.Provider;

const BANDS: Record<Band, string> = { high: 'band-high', mid: 'band-mid', low: 'band-low' };
const SIZES = { m: '', l: ' score--l', xl: ' score--xl' };

/**
 * A score as N分 with its band: colour, a mark of three rising steps (3, 2 or 1 filled) and, with `word`, the word.
 * The value is rounded half up before it is coloured; an empty one shows 0分 (absent or unscored is not empty:
 * show 缺考, 待评分 or 未公布 as a Chip instead). The colour is the specification's, the word the exam's: by
 * `thresholds` in a list of several exams, else by ExamThresholds around it; uncoloured where the two do not agree.
 */
export function ScoreText({
  value,
  word = false,
  thresholds,
  size = 'm',
}: {
  value: number | null;
  word?: boolean;
  thresholds?: GradeThresholds;
  size?: 'm' | 'l' | 'xl';
}) {
  const around = useContext(Thresholds);
  const own = thresholds ?? around;
  const said = gradeWord(value, own);
  return (
    <span className={`score${SIZES[size]} ${BANDS[scoreBand(value)]}`}>
      <b>{roundHalfUp(value ?? 0)}</b>
      <small>分</small>
      <BandSteps />
      {word ? <small className={classOfWord(own)}>{said}</small> : <span className="vh">{said}</span>}
    </span>
  );
}

/** A grade (等级) where points are not shown: its mark and word in the size of a score. */
export function GradeText({ grade, size = 'm' }: { grade: { word: string; band: Band }; size?: 'm' | 'l' | 'xl' }) {
  return (
    <span className={`score${SIZES[size]} ${BANDS[grade.band]}`}>
      <b>{grade.word}</b>
      <BandSteps />
    </span>
  );
}

/** The band of a percentage alone, mark and word, beside points of another full mark. */
export function PercentBand({ percent }: { percent: number }) {
  const around = useContext(Thresholds);
  return (
    <BandText band={scoreBand(percent)} wordClass={classOfWord(around)}>
      {gradeWord(percent, around)}
    </BandText>
  );
}

/** A band alone, mark and word: for legends and grades. */
export function BandText({
  band,
  wordClass,
  children,
}: {
  band: Band;
  wordClass?: string | undefined;
  children: string;
}) {
  return (
    <span className={`score score--word ${BANDS[band]}`}>
      <BandSteps />
      <small className={wordClass}>{children}</small>
    </span>
  );
}

/** One word has one colour: where an exam's own thresholds would give it two, only number and mark are coloured. */
const classOfWord = (thresholds: GradeThresholds) => (areWordsPainted(thresholds) ? undefined : 'score__plain');

function BandSteps() {
  return (
    <svg className="steps" viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
      <rect className="s1" y="8" width="4" height="4" />
      <rect className="s2" x="5" y="4" width="4" height="8" />
      <rect className="s3" x="10" width="4" height="12" />
    </svg>
  );
}

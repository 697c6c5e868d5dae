import { BAND_WORDS, roundHalfUp, scoreBand, type Band } from '~/domain/scoring/scoring.rules';

const BANDS: Record<Band, string> = { high: 'band-high', mid: 'band-mid', low: 'band-low' };
const SIZES = { m: '', l: ' score--l', xl: ' score--xl' };

/**
 * A score as N分 with its band: colour, a mark of three rising steps (3, 2 or 1 filled) and, with `word`, the word.
 * The value is rounded half up before it is coloured; an empty one shows 0分 (absent or unscored is not empty:
 * show 缺考, 待评分 or 未公布 as a Chip instead).
 */
export function ScoreText({
  value,
  word = false,
  label,
  size = 'm',
}: {
  value: number | null;
  word?: boolean;
  /** Said instead of the band's word: the grade by the exam's own thresholds. */
  label?: string;
  size?: 'm' | 'l' | 'xl';
}) {
  const band = scoreBand(value);
  const said = label ?? BAND_WORDS[band];
  return (
    <span className={`score${SIZES[size]} ${BANDS[band]}`}>
      <b>{roundHalfUp(value ?? 0)}</b>
      <small>分</small>
      <BandSteps />
      {word ? <small>{said}</small> : <span className="vh">{said}</span>}
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

/** A band alone, mark and word: for legends and rows that show points of another full mark. */
export function BandText({ band, children }: { band: Band; children?: string }) {
  return (
    <span className={`score score--word ${BANDS[band]}`}>
      <BandSteps />
      <small>{children ?? BAND_WORDS[band]}</small>
    </span>
  );
}

function BandSteps() {
  return (
    <svg className="steps" viewBox="0 0 14 12" width="14" height="12" aria-hidden="true">
      <rect className="s1" y="8" width="4" height="4" />
      <rect className="s2" x="5" y="4" width="4" height="8" />
      <rect className="s3" x="10" width="4" height="12" />
    </svg>
  );
}

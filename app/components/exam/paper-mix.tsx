import type { ReactNode } from 'react';
import { PointsInput } from '~/components/form/points-input';
import { Button } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { kindPointsField, type mixOf } from '~/domain/exam/paper-mix.rules';

export type Mix = ReturnType<typeof mixOf>;

/** Key words that are shown at once. */
const SHOWN_WORDS = 12;

/** Counts and points by kind and level; points for all of a kind at once. */
export function PaperMix({
  mix,
  keyPoints = [],
  children,
}: {
  mix: Mix;
  /** The key words of the questions, each with how often it stands. */
  keyPoints?: { word: string; count: number }[];
  /** What is said beneath. */
  children?: ReactNode;
}) {
  return (
    <section className="card" aria-labelledby="mix">
      <div className="card__head">
        <h2 id="mix">试卷构成</h2>
        <span className="quiet">
          {mix.count} 题，共 <strong className="num">{mix.points}</strong> 分
        </span>
      </div>
      <div className="card__body">
        <h3 className="mix__head">题型</h3>
        <ul>
          {mix.kinds.map((row) => (
            <li key={row.key} className="mix">
              <MixLine row={row} total={mix.count} />
              <div className="mix__set">
                <span className="small quiet">每题</span>
                <PointsInput name={kindPointsField(row.key)} label={`${row.label}题每题分值`} value="" />
                <Button size="s" name="move" value={`points:${row.key}`} aria-label={`统一设置${row.label}题分值`}>
                  统一设置
                </Button>
              </div>
            </li>
          ))}
        </ul>
        <h3 className="mix__head">难度</h3>
        <ul>
          {mix.levels.map((row) => (
            <li key={row.key} className="mix">
              <MixLine row={row} total={mix.count} level={row.key} />
            </li>
          ))}
        </ul>
        {keyPoints.length > 0 ? (
          <>
            <h3 className="mix__head">关键词（{keyPoints.length} 个）</h3>
            <ul className="mix__words">
              {keyPoints.slice(0, SHOWN_WORDS).map(({ word, count }) => (
                <li key={word}>
                  <Chip tone="line">
                    {word}
                    {count > 1 ? ` ×${count}` : ''}
                  </Chip>
                </li>
              ))}
            </ul>
            {keyPoints.length > SHOWN_WORDS ? (
              <details className="small mt-2">
                <summary>另外 {keyPoints.length - SHOWN_WORDS} 个</summary>
                {keyPoints
                  .slice(SHOWN_WORDS)
                  .map(({ word }) => word)
                  .join('、')}
              </details>
            ) : null}
          </>
        ) : null}
        {children}
      </div>
    </section>
  );
}

function MixLine({
  row,
  total,
  level,
}: {
  row: { label: string; count: number; points: number };
  total: number;
  level?: number;
}) {
  return (
    <>
      <div className="row">
        <span>{row.label}</span>
        <span className="num quiet push">
          {row.count} 题 · {row.points} 分
        </span>
      </div>
      <svg
        className={`mix__bar mix__bar--${level ?? 0}`}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width="100" height="4" />
        <rect width={(row.count / Math.max(1, total)) * 100} height="4" />
      </svg>
    </>
  );
}

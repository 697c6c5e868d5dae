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
  keyPoints,
  children,
}: {
  mix: Mix;
  /** The key words of the questions, each with how often it stands, and how many questions have any. */
  keyPoints?: { words: { word: string; count: number }[]; covered: number };
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
        {keyPoints ? <KeyPoints {...keyPoints} total={mix.count} /> : null}
        {children}
      </div>
    </section>
  );
}

/** What the paper covers, and how many questions do not say. */
function KeyPoints({
  words,
  covered,
  total,
}: {
  words: { word: string; count: number }[];
  covered: number;
  total: number;
}) {
  const more = words.slice(SHOWN_WORDS);
  return (
    <>
      <h3 className="mix__head">关键词</h3>
      <p className="small quiet">
        {total === 0
          ? '还没有选题'
          : words.length === 0
            ? '选的题都没有填关键词，看不出覆盖了哪些知识点'
            : `${words.length} 个，${covered} / ${total} 题填了关键词`}
      </p>
      <ul className="mix__words">
        {words.slice(0, SHOWN_WORDS).map(({ word, count }) => (
          <li key={word}>
            <Chip tone="line">
              {word}
              {count > 1 ? ` ×${count}` : ''}
            </Chip>
          </li>
        ))}
      </ul>
      {more.length > 0 ? (
        <details className="small mt-2">
          <summary>另外 {more.length} 个</summary>
          {more.map(({ word }) => word).join('、')}
        </details>
      ) : null}
    </>
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

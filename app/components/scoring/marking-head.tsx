import type { ReactNode } from 'react';
import { ButtonLink } from '~/components/ui/button';
import { LeftIcon, RightIcon } from '~/components/ui/teacher-icons';

type Progressed = { done: number; total: number; mine: { done: number; total: number } | null };

/**
 * How far papers are, for a bar: the reader's own pile where there is one (提交了), else how many have their result
 * (已评分); with a pile both are said, for a paper that several mark has no result after the first.
 */
export function progressProps({ done, total, mine }: Progressed, name = '') {
  const settled = `已评分 ${done} / ${total}`;
  return mine
    ? {
        value: mine.done,
        max: mine.total,
        text: `${name}我的 ${mine.done} / ${mine.total}，${settled}`,
        label: `${name}我的 ${mine.total} 份评了 ${mine.done} 份；交来的 ${total} 份已评分 ${done} 份`,
      }
    : { value: done, max: total, text: `${name}${settled}`, label: `${name}已评分 ${done} 份，共交 ${total} 份` };
}

/** The head of a marking page: what is marked, how far it has come, and the way to the one before and after. */
export function MarkingHead({
  title,
  purpose,
  progress,
  unit,
  previous,
  next,
}: {
  title: ReactNode;
  purpose: string;
  progress: ReactNode;
  /** What the ways are called: 位, 页. */
  unit: string;
  previous: string | null;
  next: string | null;
}) {
  return (
    <div className="pagehead marker">
      <div>
        <h1>{title}</h1>
        <p className="pagehead__purpose">{purpose}</p>
      </div>
      <div className="marker__prog">{progress}</div>
      <nav className="row" aria-label="切换答卷">
        {previous === null ? null : (
          <ButtonLink to={previous} rel="prev" data-key="previous">
            <LeftIcon />
            上一{unit}
          </ButtonLink>
        )}
        {next === null ? null : (
          <ButtonLink to={next} rel="next" data-key="next">
            <span>下一{unit}</span>
            <RightIcon />
          </ButtonLink>
        )}
      </nav>
    </div>
  );
}

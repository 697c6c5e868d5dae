import type { ReactNode } from 'react';
import { ButtonLink } from '~/components/ui/button';
import { Progress } from '~/components/ui/facts';
import { LeftIcon, RightIcon } from '~/components/ui/teacher-icons';

/** The head of a marking page: what is marked, how far it has come, and the way to the one before and after. */
export function MarkingHead({
  title,
  purpose,
  done,
  total,
  unit,
  previous,
  next,
}: {
  title: ReactNode;
  purpose: string;
  done: number;
  total: number;
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
      <div className="marker__prog">
        <Progress value={done} max={total} text={`已评 ${done} / ${total}`} label={`已评 ${done} 份，共 ${total} 份`} />
      </div>
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

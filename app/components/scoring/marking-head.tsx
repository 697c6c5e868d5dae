import type { ReactNode } from 'react';
import { ButtonLink } from '~/components/ui/button';
import { LeftIcon, RightIcon } from '~/components/ui/teacher-icons';

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

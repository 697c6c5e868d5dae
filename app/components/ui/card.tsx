import { useId, type ReactNode } from 'react';

export type CardProps = {
  title?: ReactNode;
  /** Quiet words beside the title. */
  hint?: ReactNode;
  /** At the right end of the head. */
  actions?: ReactNode;
  /** Below a line at the bottom. */
  foot?: ReactNode;
  /** False for content that touches the edges: a table, tabs, a list with lines. */
  padded?: boolean;
  /** The heading's rank; h2 unless the card stands inside a section that has one. */
  level?: 2 | 3;
  className?: string;
  id?: string;
  children?: ReactNode;
};

/** The one surface: a white card. Never put a card inside a card; divide by lines instead. */
export function Card({ title, hint, actions, foot, padded = true, level = 2, className, id, children }: CardProps) {
  const titleId = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      className={`card${className ? ` ${className}` : ''}`}
      id={id}
      aria-labelledby={title ? titleId : undefined}
    >
      {title || actions ? (
        <div className="card__head">
          {title ? <Heading id={titleId}>{title}</Heading> : null}
          {hint ? <span className="quiet">{hint}</span> : null}
          {actions ? <div className="card__actions row push">{actions}</div> : null}
        </div>
      ) : null}
      {padded ? <div className="card__body">{children}</div> : children}
      {foot ? <div className="card__foot">{foot}</div> : null}
    </section>
  );
}

import { Link } from '@remix-run/react';
import { useContext, type ReactNode } from 'react';
import { BelowHead } from './below-head';

export type Crumb = { label: ReactNode; href?: string };

/** Where one is; the last is this page and no link. */
export function Breadcrumbs({ items }: { items: Crumb[] }) {
  return (
    <nav className="crumbs" aria-label="当前位置">
      <ol>
        {items.map((item, index) => {
          const isLast = index === items.length - 1;
          return (
            <li key={index} aria-current={isLast ? 'page' : undefined}>
              {item.href && !isLast ? <Link to={item.href}>{item.label}</Link> : item.label}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** A page's head: where one is, what the page is for, its one primary action at the right, and beneath what its layout says. */
export function PageHeader({
  title,
  purpose,
  actions,
  crumbs,
}: {
  title: ReactNode;
  /** One line. */
  purpose?: ReactNode;
  actions?: ReactNode;
  crumbs?: Crumb[];
}) {
  return (
    <>
      {crumbs ? <Breadcrumbs items={crumbs} /> : null}
      <div className="pagehead">
        <div>
          <h1>{title}</h1>
          {purpose ? <p className="pagehead__purpose">{purpose}</p> : null}
        </div>
        {actions ? <div className="pagehead__actions">{actions}</div> : null}
      </div>
      {useContext(BelowHead)}
    </>
  );
}

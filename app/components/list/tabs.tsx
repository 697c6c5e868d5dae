import { Link, useLocation } from '@remix-run/react';
import { withParams } from '~/http/with-params';

export type TabItem = {
  label: string;
  /** The parameter's value; '' is the first tab, without a parameter. */
  value?: string;
  /** A link of its own instead. */
  href?: string;
  count?: number | string;
  /** The count asks to be looked at. */
  isUrgent?: boolean;
};

/** Tabs are links: they reload the list at page 1 and drop a waiting confirmation. */
export function Tabs({
  label,
  items,
  current,
  param = 'tab',
  drops = [],
}: {
  /** Names the row of tabs: 题型, 状态. */
  label: string;
  items: TabItem[];
  /** The value (or href) of the current tab. */
  current: string;
  param?: string;
  /** Parameters of the URL that mean nothing under another tab. */
  drops?: string[];
}) {
  const location = useLocation();
  const dropped = Object.fromEntries(drops.map((name) => [name, null]));
  return (
    <nav className="tabs" aria-label={label}>
      {items.map((item) => {
        const own = item.href ?? item.value ?? '';
        return (
          <Link
            key={own}
            to={item.href ?? withParams(location, { ...dropped, [param]: item.value ?? '', confirm: null, ids: null })}
            aria-current={own === current ? 'page' : undefined}
          >
            {item.label}
            {item.count === undefined ? null : (
              <span className={item.isUrgent ? 'num is-bad' : 'num'}>{item.count}</span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}

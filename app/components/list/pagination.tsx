import { Link, useLocation } from '@remix-run/react';
import type { Page } from '~/lib/page';
import { withParams } from '~/http/with-params';

/** 共 N 条 and the links to the pages; they keep every other parameter. Nothing for an empty list. */
export function Pagination({
  page,
  unit = '条',
  param = 'currentPage',
}: {
  page: Page<unknown>;
  /** Counts the rows: 题, 人, 份. */
  unit?: string;
  param?: string;
}) {
  const location = useLocation();
  if (page.totalCount === 0) return null;
  const last = Math.max(1, Math.ceil(page.totalCount / page.pageSize));
  const current = Math.min(page.currentPage, last);
  const to = (number: number) =>
    withParams(location, { [param]: number === 1 ? null : number, confirm: null, ids: null });
  return (
    <nav className="pager" aria-label="分页">
      <span>
        共 {page.totalCount} {unit}
        {last > 1 ? `，每页 ${page.pageSize} ${unit}，第 ${current} / ${last} 页` : ''}
      </span>
      {last > 1 ? (
        <ol>
          {current > 1 ? (
            <li>
              <Link to={to(current - 1)} rel="prev">
                上一页
              </Link>
            </li>
          ) : null}
          {shownPages(current, last).map((number, index) =>
            number === null ? (
              <li key={`gap ${index}`}>…</li>
            ) : (
              <li key={number}>
                <Link
                  to={to(number)}
                  aria-current={number === current ? 'page' : undefined}
                  aria-label={`第 ${number} 页`}
                >
                  {number}
                </Link>
              </li>
            ),
          )}
          {current < last ? (
            <li>
              <Link to={to(current + 1)} rel="next">
                下一页
              </Link>
            </li>
          ) : null}
        </ol>
      ) : null}
    </nav>
  );
}

/** First, last and the neighbours of the current page; null stands for a gap. */
export function shownPages(current: number, last: number): (number | null)[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((number) => number >= 1 && number <= last);
  if (current <= 3) wanted.push(2, 3);
  if (current >= last - 2) wanted.push(last - 1, last - 2);
  const sorted = [...new Set(wanted)].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b);
  const shown: (number | null)[] = [];
  for (const number of sorted) {
    const before = shown[shown.length - 1];
    if (typeof before === 'number') {
      if (number - before === 2) shown.push(before + 1);
      else if (number - before > 2) shown.push(null);
    }
    shown.push(number);
  }
  return shown;
}

import { Link, useLocation, useNavigate } from '@remix-run/react';
import type { Page } from '~/lib/page';
import { keptTicks } from '~/http/kept-ticks';
import { withParams } from '~/http/with-params';
import { formQuery } from './form-query';

/** 共 N 条 and the links to the pages; they keep every other parameter. Nothing for an empty list. */
export function Pagination({
  page,
  unit = '条',
  param = 'currentPage',
  button,
  form,
}: {
  page: Page<unknown>;
  /** Counts the rows: 题, 人, 份. */
  unit?: string;
  param?: string;
  /** Inside of a form whose fields go along: the name of buttons (`page:2`) that stand in place of the links. */
  button?: string;
  /** The form of a BulkBar whose ticks are kept over the pages: they go along, also without script. */
  form?: string;
}) {
  const location = useLocation();
  const navigate = useNavigate();
  if (page.totalCount === 0) return null;
  const last = Math.max(1, Math.ceil(page.totalCount / page.pageSize));
  const current = Math.min(page.currentPage, last);
  const to = (number: number) =>
    withParams(location, { [param]: number === 1 ? null : number, confirm: null, ids: null });
  /** With the boxes as they are: a tick of this moment is not in the URL yet. */
  const withBoxes = (boxes: HTMLFormElement | null, number: number) => {
    if (!boxes) return null;
    const query = formQuery(boxes);
    query.set(param, String(number));
    return keptTicks({ pathname: location.pathname, search: `?${query.toString()}` });
  };
  const link = (number: number, text: string | number, rel?: string) => {
    const names = {
      'aria-current': number === current && !rel ? ('page' as const) : undefined,
      'aria-label': rel ? undefined : `第 ${number} 页`,
    };
    return form ? (
      <button
        type="submit"
        form={form}
        name={param}
        value={number}
        onClick={(event) => {
          event.preventDefault();
          navigate(withBoxes(event.currentTarget.form, number) ?? to(number));
        }}
        {...names}
      >
        {text}
      </button>
    ) : button ? (
      <button type="submit" name={button} value={`page:${number}`} {...names}>
        {text}
      </button>
    ) : (
      <Link to={to(number)} rel={rel} {...names}>
        {text}
      </Link>
    );
  };
  return (
    <nav className="pager" aria-label="分页">
      <span>
        共 {page.totalCount} {unit}
        {last > 1 ? `，每页 ${page.pageSize} ${unit}，第 ${current} / ${last} 页` : ''}
      </span>
      {last > 1 ? (
        <ol>
          {current > 1 ? <li>{link(current - 1, '上一页', 'prev')}</li> : null}
          {shownPages(current, last).map((number, index) =>
            number === null ? <li key={`gap ${index}`}>…</li> : <li key={number}>{link(number, number)}</li>,
          )}
          {current < last ? <li>{link(current + 1, '下一页', 'next')}</li> : null}
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

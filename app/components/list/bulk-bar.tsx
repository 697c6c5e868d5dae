import { useLocation, useNavigate, useNavigationType } from '@remix-run/react';
import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { buttonClass, type ButtonVariant } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import { HiddenFields, type HiddenValue } from '~/components/form/submit';
import { FROM_BOXES, tickedIds, withTicks } from '~/http/kept-ticks';
import { formQuery } from './form-query';

export type BulkAction = {
  /** The value of `confirm` in the URL this leads to. */
  confirm: string;
  label: string;
  variant?: ButtonVariant;
  /** Leads to another page with the chosen ids instead of back to this one. */
  action?: string;
  /** `action` does something at once: the ids are posted to it, `confirm` being the intent. */
  isPost?: boolean;
  /** `action` answers with a file: the browser follows by itself. */
  isDownload?: boolean;
};

/**
 * What can be done with the ticked rows of a DataTable (its `selectable.formId` is this `formId`). Every action is
 * a plain GET to the same URL with `confirm=<action>` and the ids, where the page shows a ConfirmSection. The form
 * is the browser's own: Remix's would lose the button's value in Chrome 80.
 */
export function BulkBar({
  formId,
  actions,
  fields = {},
  unit = '项',
  label = '批量操作',
  keptOver,
}: {
  formId: string;
  actions: BulkAction[];
  /** Sent along to every action, such as which bank the ids are of. */
  fields?: Record<string, HiddenValue>;
  /** Counts the rows: 已选 3 题. */
  unit?: string;
  label?: string;
  /** Ticks live until they are used, over all pages: the ids of this page's rows. Give the page's Pagination the form. */
  keptOver?: number[];
}) {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const { count, elsewhere, untick } = useTicks(formId, keptOver);
  const isKept = keptOver !== undefined;
  // Without script a button can be pressed when nothing is ticked.
  const asked = new URLSearchParams(location.search);
  const isForNone = asked.getAll('ids').every((ids) => ids === '');
  const missed = isForNone ? actions.find((action) => action.confirm === asked.get('confirm')) : undefined;
  const go = (event: MouseEvent<HTMLButtonElement>, action: BulkAction) => {
    const form = event.currentTarget.form;
    if (!form || action.isDownload || action.isPost || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const query = formQuery(form);
    query.set('confirm', action.confirm);
    query.delete(FROM_BOXES);
    if (isKept && !action.action) query.set('ticked', query.getAll('ids').join(','));
    navigate(`${action.action ?? location.pathname}?${query.toString()}`, { preventScrollReset: true });
  };
  return (
    <form
      id={formId}
      method="get"
      action={location.pathname}
      className={`bulk${count > 0 ? ' is-active' : ''}`}
      aria-label={label}
    >
      <HiddenFields
        values={keptParams(location.search, ['confirm', 'ids', ...(isKept ? ['ticked'] : []), ...Object.keys(fields)])}
      />
      {isKept ? <HiddenFields values={{ [FROM_BOXES]: 1, ids: elsewhere }} /> : null}
      <HiddenFields values={fields} />
      <span role="status" className="bulk__count">
        {count > 0 ? (
          <strong>
            已选 {count} {unit}
          </strong>
        ) : missed ? (
          <strong className="error">
            还没有勾选{unit === '项' ? '' : unit}，请先勾选，再点“{missed.label}”
          </strong>
        ) : (
          <span className="quiet">勾选后操作</span>
        )}
      </span>
      {actions.map((action) => (
        <button
          key={action.confirm}
          type="submit"
          name={action.isPost ? '_intent' : 'confirm'}
          value={action.confirm}
          formAction={action.action}
          formMethod={action.isPost ? 'post' : undefined}
          className={buttonClass({ size: 's', variant: action.variant })}
          disabled={isHydrated && count === 0}
          onClick={(event) => go(event, action)}
        >
          {action.label}
          {count > 0 ? <span aria-hidden="true">（{count}）</span> : null}
        </button>
      ))}
      {count > 0 ? (
        <button type="button" className="linkbtn push" onClick={untick}>
          取消选择
        </button>
      ) : null}
    </form>
  );
}

/** The URL's parameters but the named ones, as hidden fields of a GET form. */
export function keptParams(search: string, drop: string[]): Record<string, string[]> {
  const kept: Record<string, string[]> = {};
  new URLSearchParams(search).forEach((value, name) => {
    if (!drop.includes(name)) (kept[name] ??= []).push(value);
  });
  return kept;
}

const boxesOf = (formId: string) =>
  Array.from(document.querySelectorAll<HTMLInputElement>(`input.sel[form="${formId}"]`));

const tickedBoxes = (formId: string) => boxesOf(formId).filter((box) => box.checked);

/** How many rows are ticked, which of them on other pages, and how all are unticked. */
function useTicks(formId: string, keptOver: number[] | undefined) {
  const location = useLocation();
  const navigate = useNavigate();
  // Of a tick on this page itself the URL hears last: meanwhile others may have been set, and they stand.
  const isOwn = String(useNavigationType()) === 'REPLACE' && location.state === 'tick';
  const isKept = keptOver !== undefined;
  const ticked = isKept ? tickedIds(location.search) : [];
  const elsewhere = ticked.filter((id) => !keptOver?.includes(id));
  const [here, setHere] = useState(ticked.length - elsewhere.length);
  const keep = (ids: number[]) =>
    navigate(withTicks(location, ids), { replace: true, preventScrollReset: true, state: 'tick' });
  const read = () => {
    const boxes = tickedBoxes(formId);
    setHere(boxes.length);
    if (!keptOver) return;
    const now = [...elsewhere, ...boxes.map((box) => Number(box.value))];
    if (now.length !== ticked.length || now.some((id) => !ticked.includes(id))) keep(now);
  };
  /** The boxes as the URL says: after other rows, and when what was ticked has been used. */
  const follow = () => {
    for (const box of boxesOf(formId)) box.checked = ticked.includes(Number(box.value));
    setHere(ticked.length - elsewhere.length);
  };
  const latest = useRef({ read, follow });
  useEffect(() => {
    latest.current = { read, follow };
  });
  const shownKey = useRef('');
  // The boxes stand in the table, tied to the form by their form attribute; they change outside of this component.
  useEffect(() => {
    const onChange = () => latest.current.read();
    // What was ticked before there was script counts.
    if (isKept && shownKey.current !== '' && !isOwn) latest.current.follow();
    else onChange();
    shownKey.current = location.key;
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, [formId, isKept, isOwn, location.key]);
  const untick = () => {
    // Through click, so that the table hears of it as of a person's doing.
    for (const box of tickedBoxes(formId)) box.click();
    if (keptOver) keep([]);
  };
  return { count: here + elsewhere.length, elsewhere, untick };
}

import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useState, type MouseEvent } from 'react';
import { buttonClass, type ButtonVariant } from '~/components/ui/button';
import { useHydrated } from '~/components/ui/use-hydrated';
import { HiddenFields, type HiddenValue } from '~/components/form/submit';

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
}: {
  formId: string;
  actions: BulkAction[];
  /** Sent along to every action, such as which bank the ids are of. */
  fields?: Record<string, HiddenValue>;
  /** Counts the rows: 已选 3 题. */
  unit?: string;
  label?: string;
}) {
  const location = useLocation();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const count = useTickedCount(formId);
  const go = (event: MouseEvent<HTMLButtonElement>, action: BulkAction) => {
    const form = event.currentTarget.form;
    if (!form || action.isDownload || action.isPost || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const query = new URLSearchParams();
    new FormData(form).forEach((value, name) => query.append(name, String(value)));
    query.set('confirm', action.confirm);
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
      <HiddenFields values={keptParams(location.search, ['confirm', 'ids', ...Object.keys(fields)])} />
      <HiddenFields values={fields} />
      <span role="status" className="bulk__count">
        {count > 0 ? (
          <strong>
            已选 {count} {unit}
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
        <button type="button" className="linkbtn push" onClick={() => untick(formId)}>
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

const tickedBoxes = (formId: string) =>
  Array.from(document.querySelectorAll<HTMLInputElement>(`input.sel[form="${formId}"]:checked`));

/** Through click, so that the table hears of it as of a person's doing. */
function untick(formId: string): void {
  for (const box of tickedBoxes(formId)) box.click();
}

function useTickedCount(formId: string): number {
  const [count, setCount] = useState(0);
  const { key } = useLocation();
  // The boxes stand in the table, tied to the form by their form attribute; they change outside of this component.
  useEffect(() => {
    const read = () => setCount(tickedBoxes(formId).length);
    read();
    document.addEventListener('change', read);
    return () => document.removeEventListener('change', read);
  }, [formId, key]);
  return count;
}

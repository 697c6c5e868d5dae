import { Form, Link, useNavigate } from '@remix-run/react';
import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { HiddenFields, useIsSending, type HiddenValue } from '~/components/form/submit';
import { Button, buttonClass } from '~/components/ui/button';
import type { ConfirmDialogProps } from './confirm-dialog';

export type ConfirmSectionProps = {
  title?: string;
  /** Better a sentence that says exactly what will happen than the default. */
  text?: ReactNode;
  /** Sent as `_intent` by 确定. */
  intent: string;
  /** Sent along: usually the ids. */
  fields?: Record<string, HiddenValue>;
  /** Where 取消 leads: the list without `confirm`. */
  cancelHref: string;
  confirmLabel?: string;
  /** A red button: something is lost. */
  danger?: boolean;
  /** Where to post; this page unless given. */
  action?: string;
  /** Further fields inside the form, such as where to move to. */
  children?: ReactNode;
};

/**
 * 温馨提示: asks before something is done. The server draws it as a section of the page, so it works without
 * script; after hydration the same form stands in a dialog, whose script is fetched only then.
 */
export function ConfirmSection(props: ConfirmSectionProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const [Dialog, setDialog] = useState<ComponentType<ConfirmDialogProps> | null>(null);
  const section = useRef<HTMLElement>(null);
  // The dialog's code is loaded only on a page that asks.
  useEffect(() => {
    let isHere = true;
    import('./confirm-dialog').then(
      // What somebody has begun to fill in stays where it is: the dialog would draw its fields anew. Judged and
      // drawn in one go, so that nothing is filled in between.
      (module) => {
        if (isHere && !isBegun(section.current)) flushSync(() => setDialog(() => module.ConfirmDialog));
      },
      () => undefined, // The section stays: it does everything the dialog does.
    );
    return () => {
      isHere = false;
    };
  }, []);
  const title = props.title ?? '温馨提示';
  const text = props.text ?? '确定执行此操作吗？';
  if (Dialog) {
    return (
      <Dialog title={title} text={text} onCancel={() => navigate(props.cancelHref, { preventScrollReset: true })}>
        <ConfirmForm {...props} />
      </Dialog>
    );
  }
  return (
    <section className="confirm" aria-labelledby={titleId} ref={section}>
      <h2 id={titleId}>{title}</h2>
      <div className="confirm__text">{text}</div>
      <ConfirmForm {...props} />
    </section>
  );
}

/** Whether a field of the section has the focus or is no longer as it was drawn. */
function isBegun(section: HTMLElement | null): boolean {
  const fields = section?.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
    'input:not([type=hidden]), select, textarea',
  );
  return Array.from(fields ?? []).some((field) => {
    if (field === document.activeElement) return true;
    if (field instanceof HTMLSelectElement) {
      const drawn = Array.from(field.options).findIndex((option) => option.defaultSelected);
      return field.selectedIndex !== Math.max(drawn, 0);
    }
    if (/^(checkbox|radio)$/.test(field.type)) {
      return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked;
    }
    return field.value !== field.defaultValue;
  });
}

function ConfirmForm({
  intent,
  fields = {},
  cancelHref,
  confirmLabel = '确定',
  danger = false,
  action,
  children,
}: ConfirmSectionProps) {
  const isBusy = useIsSending(intent);
  return (
    <Form method="post" action={action} preventScrollReset>
      <input type="hidden" name="_intent" value={intent} />
      <HiddenFields values={fields} />
      {children ? <div className="confirm__fields">{children}</div> : null}
      <div className="row confirm__buttons">
        <Link className={buttonClass()} to={cancelHref} preventScrollReset data-autofocus={danger || undefined}>
          取消
        </Link>
        {/* What has fields is filled in first. */}
        <Button
          variant={danger ? 'danger' : 'primary'}
          disabled={isBusy}
          data-autofocus={(!danger && !children) || undefined}
        >
          {confirmLabel}
        </Button>
      </div>
    </Form>
  );
}

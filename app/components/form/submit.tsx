import { Form, useNavigation, useRouteLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '~/components/ui/button';
import { useFormState } from './form-context';

export type HiddenValue = string | number | boolean | null | undefined | readonly (string | number)[];

/** Values that go along unseen; a list repeats the name, null and undefined are left out. */
export function HiddenFields({ values }: { values: Record<string, HiddenValue> }) {
  return (
    <>
      {Object.entries(values).flatMap(([name, value]) => {
        if (value === null || value === undefined) return [];
        const all = typeof value === 'object' ? value : [String(value)];
        return all.map((each) => <input key={`${name} ${each}`} type="hidden" name={name} value={each} />);
      })}
    </>
  );
}

/** True while the form of this intent (and key, and hidden fields) is on its way. Never true without script. */
export function useIsSending(intent: string | undefined, match: Record<string, HiddenValue> = {}): boolean {
  const { formData, formMethod } = useNavigation();
  if (!formData || formMethod === 'GET') return false;
  if (intent !== undefined && formData.get('_intent') !== intent) return false;
  return Object.entries(match).every(
    ([name, value]) => typeof value === 'object' || value === undefined || formData.get(name) === String(value),
  );
}

/** The form's one sending button: 正在保存… while it is on its way, so that it is not sent twice. */
export function SubmitButton({
  children = '保存',
  busyText = '正在保存…',
  variant = 'primary',
  size,
  block,
  className,
}: {
  children?: ReactNode;
  busyText?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  block?: boolean;
  className?: string;
}) {
  const { intent, formKey } = useFormState();
  const isBusy = useIsSending(intent, { _form: formKey });
  return (
    <Button {...{ variant, size, block, className }} disabled={isBusy}>
      {isBusy ? busyText : children}
    </Button>
  );
}

/** The row of buttons at a form's end. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="formactions">{children}</div>;
}

/** A form that is one button: an intent on something. */
export function IntentButton({
  intent,
  fields = {},
  action,
  look = 'button',
  variant,
  size = 's',
  label,
  children,
}: {
  intent: string;
  fields?: Record<string, HiddenValue>;
  action?: string;
  /** `link` in a row of a table. */
  look?: 'button' | 'link';
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** A fuller name for readers, beginning with the visible words (删除 李明). */
  label?: string;
  children: ReactNode;
}) {
  const isBusy = useIsSending(intent, fields);
  return (
    <Form method="post" action={action} className="inline-form" preventScrollReset>
      <input type="hidden" name="_intent" value={intent} />
      <HiddenFields values={fields} />
      {look === 'link' ? (
        <button type="submit" className="linkbtn" aria-label={label} disabled={isBusy}>
          {children}
        </button>
      ) : (
        <Button variant={variant} size={size} aria-label={label} disabled={isBusy}>
          {children}
        </Button>
      )}
    </Form>
  );
}

type Layout = { formOwner: string };

/**
 * In a form whose texts must outlive the session: on whose page it stands (http/form-owner.server), and in a sitting of
 * which attempt it is.
 */
export function FormOwner({ attemptId }: { attemptId?: number }) {
  const sit = useRouteLoaderData<Layout>('routes/_sit');
  const app = useRouteLoaderData<Layout>('routes/_app');
  return (
    <>
      {/* Browsers know a form again by the first names in it: going back must not fill a re-sit with the sitting before. */}
      {attemptId ? <input type="hidden" name={`of${attemptId}`} /> : null}
      <HiddenFields values={{ _for: (sit ?? app)?.formOwner, attemptId }} />
    </>
  );
}

import type { ReactNode } from 'react';
import { useFieldState, type FieldState } from './form-context';
import { FieldError } from './field-error';

/** Widths a person can guess the answer's length from. */
export type FieldWidth = 'num' | 'time' | 's' | 'm' | 'wide' | 'full';

const WIDTHS: Record<FieldWidth, string> = {
  num: ' input--num',
  time: ' input--time',
  s: ' input--s',
  m: ' input--m',
  wide: ' input--wide',
  full: '',
};

export type FieldProps = {
  name: string;
  label: ReactNode;
  /** One line below the label: what is expected, said before it goes wrong. */
  hint?: ReactNode;
  /** Marks the label with （选填）. Fields are required unless said so. */
  optional?: boolean;
  required?: boolean;
  /** The label is read but not seen. */
  hideLabel?: boolean;
  width?: FieldWidth;
  /** Beside the label, at the right: a link, a count. */
  aside?: ReactNode;
  /** Further classes of the whole field. */
  className?: string;
};

/** The class of an input (or of what stands around it) of a width. */
export function inputClass(width: FieldWidth = 'full', base = 'input'): string {
  return `${base}${WIDTHS[width]}`;
}

/** What describes an input to a reader: hint, then error. */
export function describedBy(field: FieldState, hint: ReactNode): string | undefined {
  const ids = [hint ? field.hintId : '', field.error ? field.errorId : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** Label, hint and error around one input. For an input of your own: give it useFieldState's id and describedBy. */
export function Field({
  name,
  label,
  hint,
  optional = false,
  hideLabel = false,
  aside,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const field = useFieldState(name);
  const heading = (
    <label className={hideLabel ? 'vh' : aside ? 'label' : undefined} htmlFor={field.id}>
      {label}
      {optional ? <OptionalMark /> : null}
    </label>
  );
  return (
    <div className={fieldClass(field, className)}>
      {aside ? (
        <div className="row">
          {heading}
          <span className="push small">{aside}</span>
        </div>
      ) : (
        heading
      )}
      <HintAndError field={field} hint={hint} />
      {children}
    </div>
  );
}

/** A group of inputs under one question. */
export function FieldGroup({
  name,
  label,
  hint,
  optional = false,
  hideLabel = false,
  className,
  children,
}: FieldProps & { children: ReactNode }) {
  const field = useFieldState(name);
  return (
    <fieldset className={fieldClass(field, className)} aria-describedby={describedBy(field, hint)}>
      <legend className={hideLabel ? 'vh' : undefined}>
        {label}
        {optional ? <OptionalMark /> : null}
      </legend>
      <HintAndError field={field} hint={hint} />
      {children}
    </fieldset>
  );
}

/** The class of a field, with the red bar when something is wrong. */
export function fieldClass(field: FieldState, className = ''): string {
  return `field${field.error ? ' field--error' : ''}${className ? ` ${className}` : ''}`;
}

function OptionalMark() {
  return <span className="field__opt">（选填）</span>;
}

/** The lines between label and input. */
export function HintAndError({ field, hint }: { field: FieldState; hint?: ReactNode }) {
  return (
    <>
      {hint ? (
        <p className="hint" id={field.hintId}>
          {hint}
        </p>
      ) : null}
      <FieldError id={field.errorId} text={field.error} />
    </>
  );
}

import {
  useRef,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
} from 'react';
import { CalendarIcon } from '~/components/ui/icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { describedBy, Field, inputClass, type FieldProps } from './field';
import { useFieldState } from './form-context';

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | 'id' | 'defaultValue' | 'value' | 'size'>;

export type TextFieldProps = FieldProps &
  Native & {
    /** Shown at first; what was sent last time wins. The input is uncontrolled: Chinese input methods compose. */
    defaultValue?: string | number | null;
    /** A unit or a word after the input. */
    suffix?: ReactNode;
  };

/** One line of text. */
export function TextField(props: TextFieldProps) {
  const { name, label, hint, optional, hideLabel, width, aside, className, defaultValue, required, suffix, ...native } =
    props;
  const field = useFieldState(name);
  const input = (
    <input
      type="text"
      {...native}
      className={inputClass(width)}
      id={field.id}
      name={name}
      defaultValue={field.value(defaultValue)}
      required={required}
      aria-describedby={describedBy(field, hint)}
      aria-invalid={field.error ? true : undefined}
    />
  );
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      {suffix ? (
        <span className="suffixed">
          {input}
          <span>{suffix}</span>
        </span>
      ) : (
        input
      )}
    </Field>
  );
}

/** A number typed as text: no spinner, no surprise at the mouse wheel. The schema says what is allowed. */
export function NumberField({ width = 'num', decimal = false, ...rest }: TextFieldProps & { decimal?: boolean }) {
  return <TextField width={width} inputMode={decimal ? 'decimal' : 'numeric'} autoComplete="off" {...rest} />;
}

/** A point in time, `YYYY-MM-DD HH:mm` in the school's zone. Where the browser has a picker, a button opens it. */
export function TimeField({
  name,
  label,
  hint = '写成 2026-11-26 09:00 的样子',
  optional,
  hideLabel,
  aside,
  className,
  defaultValue,
  required,
}: Omit<FieldProps, 'width'> & {
  /** As typed: `formatMinute(time)`. */
  defaultValue?: string | null;
}) {
  const field = useFieldState(name);
  const text = useRef<HTMLInputElement>(null);
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      <span className={inputClass('time', 'timefield')}>
        <input
          ref={text}
          type="text"
          className="input"
          id={field.id}
          name={name}
          defaultValue={field.value(defaultValue)}
          required={required}
          maxLength={30}
          autoComplete="off"
          aria-describedby={describedBy(field, hint)}
          aria-invalid={field.error ? true : undefined}
        />
        <TimePicker text={text} label={label} />
      </span>
    </Field>
  );
}

/** The browser's own picker, writing into the text beside it. Absent before hydration and before Chrome 99. */
function TimePicker({ text, label }: { text: RefObject<HTMLInputElement>; label: ReactNode }) {
  const native = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  if (!isHydrated || !('showPicker' in HTMLInputElement.prototype)) return null;
  const open = () => {
    if (!native.current || !text.current) return;
    const typed = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/.exec(text.current.value);
    native.current.value = typed ? `${typed[1]}T${typed[2]}` : '';
    native.current.showPicker();
  };
  const take = (picked: string) => {
    if (!text.current || picked === '') return;
    text.current.value = picked.slice(0, 16).replace('T', ' ');
    text.current.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <>
      <input
        ref={native}
        type="datetime-local"
        className="timefield__native"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => take(event.currentTarget.value)}
      />
      <button type="button" className="timefield__pick" onClick={open}>
        <CalendarIcon small />
        <span className="vh">从日历选{label}</span>
      </button>
    </>
  );
}

/** A password; never filled in again after an error. With script it can be shown. */
export function PasswordField({
  name,
  label,
  hint,
  optional,
  hideLabel,
  width,
  aside,
  className,
  required,
  ...native
}: FieldProps & Native) {
  const field = useFieldState(name);
  const [isShown, setShown] = useState(false);
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      <span className={inputClass(width, 'password')}>
        <input
          {...native}
          type={isShown ? 'text' : 'password'}
          className="input"
          id={field.id}
          name={name}
          required={required}
          spellCheck={false}
          // A password itself has none; shown, it is a text.
          autoCapitalize={isShown ? 'none' : undefined}
          aria-describedby={describedBy(field, hint)}
          aria-invalid={field.error ? true : undefined}
        />
        <button
          type="button"
          className="password__show with-script"
          aria-pressed={isShown}
          aria-label="显示密码"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? '隐藏' : '显示'}
        </button>
      </span>
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  name,
  label,
  hint,
  optional,
  hideLabel,
  width,
  aside,
  className,
  defaultValue,
  required,
  rows = 4,
  ...native
}: FieldProps & { defaultValue?: string | null } & Omit<
    TextareaHTMLAttributes<HTMLTextAreaElement>,
    keyof FieldProps | 'id' | 'defaultValue' | 'value'
  >) {
  const field = useFieldState(name);
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      <textarea
        {...native}
        className={inputClass(width)}
        id={field.id}
        name={name}
        rows={rows}
        defaultValue={field.value(defaultValue)}
        required={required}
        aria-describedby={describedBy(field, hint)}
        aria-invalid={field.error ? true : undefined}
      />
    </Field>
  );
}

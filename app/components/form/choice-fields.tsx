import type { ChangeEventHandler, ReactNode } from 'react';
import { describedBy, Field, FieldGroup, fieldClass, HintAndError, inputClass, type FieldProps } from './field';
import { useFieldState } from './form-context';

export type Option = {
  value: string | number;
  label: ReactNode;
  /** Quiet words after the label. */
  hint?: ReactNode;
  disabled?: boolean;
};

/** A choice from a closed list. `placeholder` adds an empty first choice. */
export function SelectField({
  name,
  label,
  hint,
  optional,
  hideLabel,
  width,
  aside,
  className,
  required,
  defaultValue,
  options,
  placeholder,
  onChange,
}: FieldProps & {
  defaultValue?: string | number | null;
  options: { value: string | number; label: string; disabled?: boolean }[];
  placeholder?: string;
  onChange?: ChangeEventHandler<HTMLSelectElement>;
}) {
  const field = useFieldState(name);
  const value = field.value(defaultValue);
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      <select
        // React ignores a later defaultValue; a new one (another row, a reset filter) needs a new element.
        key={value}
        className={inputClass(width)}
        id={field.id}
        name={name}
        defaultValue={value}
        required={required}
        onChange={onChange}
        aria-describedby={describedBy(field, hint)}
        aria-invalid={field.error ? true : undefined}
      >
        {placeholder !== undefined ? <option value="">{placeholder}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** One yes or no. Sends `value` (on) or nothing. */
export function CheckboxField({
  name,
  label,
  hint,
  className,
  defaultChecked = false,
  value = 'on',
}: Pick<FieldProps, 'name' | 'label' | 'hint' | 'className'> & { defaultChecked?: boolean; value?: string }) {
  const field = useFieldState(name);
  const isChecked = field.values(defaultChecked ? [value] : []).has(value);
  return (
    <div className={fieldClass(field, className)}>
      <div className="check">
        <input
          type="checkbox"
          id={field.id}
          name={name}
          value={value}
          defaultChecked={isChecked}
          aria-describedby={describedBy(field, hint)}
          aria-invalid={field.error ? true : undefined}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
      <div className="check__under">
        <HintAndError field={field} hint={hint} />
      </div>
    </div>
  );
}

type GroupProps = FieldProps & {
  options: Option[];
  /** row: side by side; columns: in columns of one width; list: one below the other. */
  layout?: 'row' | 'columns' | 'list';
  /** Instead of options when there are none. */
  empty?: ReactNode;
};

const LAYOUTS = { row: 'checks', columns: 'checks checks--2', list: 'checks checks--list' };

function Group({
  type,
  chosen,
  options,
  layout = 'row',
  empty,
  ...field
}: GroupProps & { type: 'checkbox' | 'radio'; chosen: Set<string> }) {
  const { id, error } = useFieldState(field.name);
  return (
    <FieldGroup {...field}>
      {options.length === 0 && empty ? <p className="quiet">{empty}</p> : null}
      <div className={LAYOUTS[layout]}>
        {options.map((option, index) => (
          <label className="check" key={option.value}>
            <input
              type={type}
              // The first carries the field's id: the error summary leads to it.
              id={index === 0 ? id : `${id}-${index + 1}`}
              name={field.name}
              value={option.value}
              defaultChecked={chosen.has(String(option.value))}
              disabled={option.disabled}
              required={type === 'radio' ? field.required : undefined}
              aria-invalid={error ? true : undefined}
            />
            <span>
              {option.label}
              {option.hint ? <span className="quiet small check__hint">{option.hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Any number of choices; the name repeats (the schema's idList or textList reads it). */
export function CheckboxGroup({
  defaultValue = [],
  ...rest
}: GroupProps & { defaultValue?: readonly (string | number)[] }) {
  const field = useFieldState(rest.name);
  return <Group type="checkbox" chosen={field.values(defaultValue)} {...rest} />;
}

/** Exactly one choice, all of them in sight. */
export function RadioGroup({ defaultValue, ...rest }: GroupProps & { defaultValue?: string | number | null }) {
  const field = useFieldState(rest.name);
  const value = field.value(defaultValue);
  return <Group type="radio" chosen={new Set(value === undefined ? [] : [value])} {...rest} />;
}

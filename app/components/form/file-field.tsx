import type { ChangeEventHandler } from 'react';
import { describedBy, Field, type FieldProps } from './field';
import { useFieldState } from './form-context';

/** A file to upload, inside a FieldsForm with `multipart`. A chosen file cannot be kept after an error: say so. */
export function FileField({
  name,
  label,
  hint,
  optional,
  hideLabel,
  aside,
  className,
  required,
  accept,
  multiple = false,
  onChange,
}: Omit<FieldProps, 'width'> & {
  /** For example `image/*` or `.xlsx`. */
  accept?: string;
  multiple?: boolean;
  onChange?: ChangeEventHandler<HTMLInputElement>;
}) {
  const field = useFieldState(name);
  return (
    <Field {...{ name, label, hint, optional, hideLabel, aside, className }}>
      <input
        type="file"
        className="file"
        id={field.id}
        name={name}
        accept={accept}
        multiple={multiple}
        required={required}
        onChange={onChange}
        aria-describedby={describedBy(field, hint)}
        aria-invalid={field.error ? true : undefined}
      />
    </Field>
  );
}

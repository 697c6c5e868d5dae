import { useFieldState } from './form-context';
import { describedBy, fieldClass, inputClass } from './field';
import { FieldError } from './field-error';

/** A question's points in a row: a narrow number with 分 after it and its error beneath. */
export function PointsInput({ name, label, value }: { name: string; label: string; value: string }) {
  const field = useFieldState(name);
  return (
    <div className={fieldClass(field)}>
      <span className="suffixed">
        <input
          className={inputClass('num')}
          id={field.id}
          name={name}
          defaultValue={field.value(value)}
          aria-label={label}
          aria-invalid={field.error ? true : undefined}
          aria-describedby={describedBy(field, '')}
          inputMode="decimal"
          autoComplete="off"
        />
        <span>分</span>
      </span>
      <FieldError id={field.errorId} text={field.error} />
    </div>
  );
}

import { useEffect, useRef } from 'react';
import { AlertIcon } from '~/components/ui/icons';
import { fieldId } from './form-context';

/**
 * 有问题需要处理: every wrong field as a link to it, on top of the form. FieldsForm and CheckedForm draw it
 * themselves.
 */
export function ErrorSummary({
  errors,
  message = '',
  idPrefix = '',
  focus = true,
}: {
  errors: Record<string, string>;
  /** The sentence that belongs to no field. */
  message?: string;
  idPrefix?: string;
  /** False where the form itself moves the focus to the first wrong field. */
  focus?: boolean;
}) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors);
  const isShown = entries.length > 0 || message !== '';
  // A reader hears the summary first, and the window's title says that something went wrong.
  useEffect(() => {
    if (!isShown) return undefined;
    const title = document.title;
    if (!title.startsWith('错误：')) document.title = `错误：${title}`;
    if (focus) box.current?.focus();
    return () => {
      if (document.title === `错误：${title}`) document.title = title;
    };
  }, [isShown, errors, focus]);
  if (!isShown) return null;
  return (
    <div className="errsum" role="alert" aria-label="有问题需要处理" tabIndex={-1} ref={box}>
      <h2>
        <AlertIcon />
        有问题需要处理
      </h2>
      <ul>
        {message ? <li>{message}</li> : null}
        {entries.map(([name, text]) => (
          <li key={name}>
            <a href={`#${fieldId(idPrefix, name)}`}>{text}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

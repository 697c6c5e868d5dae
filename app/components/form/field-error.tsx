import { AlertIcon } from '~/components/ui/icons';

/** What is wrong with a field, a row or a cell, as the line its control is described by; nothing where nothing is wrong. */
export function FieldError({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="error" id={id}>
      <AlertIcon small />
      <span>
        <span className="vh">错误：</span>
        {text}
      </span>
    </p>
  );
}

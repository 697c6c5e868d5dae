/** What Enter in a field means, whichever button comes first in the form. */
export function DefaultSubmit({ name, value }: { name: string; value: string }) {
  return <button type="submit" name={name} value={value} hidden tabIndex={-1} aria-hidden="true" />;
}

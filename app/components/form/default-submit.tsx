/**
 * What Enter in a field means, whichever button comes first in the form (`form`, where it stands outside of it). Out of
 * sight and not hidden: Safari presses only what is drawn.
 */
export function DefaultSubmit({ name, value, form }: { name: string; value: string; form?: string }) {
  return <button type="submit" form={form} name={name} value={value} className="vh" tabIndex={-1} aria-hidden="true" />;
}

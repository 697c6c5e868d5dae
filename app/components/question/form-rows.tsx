import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useMissingRows } from '~/components/form/missing-rows';
import { Button } from '~/components/ui/button';
import { PlusIcon } from '~/components/ui/icons';

/** The texts of a repeated field: what was sent last time, else what the page has. */
export function keptList(
  kept: Record<string, string | string[]> | null,
  name: string,
  fallback: readonly string[],
): string[] {
  if (!kept) return [...fallback];
  const sent = kept[name];
  return sent === undefined ? [] : Array.isArray(sent) ? sent : [sent];
}

/**
 * Rows that can be added to. Without script the button posts the form with _intent=addRow and the page comes back
 * with one row more; with script the row appears at once.
 */
export function FormRows({
  id,
  sent,
  least,
  most,
  addLabel,
  row,
}: {
  id: string;
  /** How many rows there are to show. */
  sent: number;
  /** At least as many are shown. */
  least: number;
  most: number;
  addLabel: string;
  row: (index: number) => ReactNode;
}) {
  const [added, setAdded] = useState(0);
  const list = useRef<HTMLOListElement>(null);
  const missing = useMissingRows(list, (name) => list.current?.querySelector(`[name="${name}"]`) instanceof Element);
  const count = Math.min(most, Math.max(least, sent) + added + missing);
  // Only after a press: the new row is where one wants to type.
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>('li:last-child .input')?.focus();
  }, [added]);
  const add = (event: MouseEvent) => {
    event.preventDefault();
    setAdded(added + 1);
  };
  return (
    <div id={id}>
      <ol className="formrows" ref={list}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>{row(index)}</li>
        ))}
      </ol>
      {count < most ? (
        <Button name="_intent" value="addRow" formAction={`#${id}`} size="s" onClick={add}>
          <PlusIcon small />
          {addLabel}
        </Button>
      ) : null}
    </div>
  );
}

import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Sent to a form whose kept text has fields that it does not show; `detail` names them. Rows stand when it returns. */
export const MISSING_ROWS = 'missingrows';

/**
 * How many rows to show besides, so that what was kept of a form finds its fields again: one more each time the form
 * is told of a missing field of these rows.
 */
export function useMissingRows(box: RefObject<HTMLElement>, isMine: (name: string) => boolean): number {
  const [more, setMore] = useState(0);
  const mine = useRef(isMine);
  mine.current = isMine;
  useEffect(() => {
    const form = box.current?.closest('form');
    const add = (event: Event) => {
      if (!(event as CustomEvent<string[]>).detail.some((name) => mine.current(name))) return;
      flushSync(() => setMore((rows) => rows + 1));
    };
    form?.addEventListener(MISSING_ROWS, add);
    return () => form?.removeEventListener(MISSING_ROWS, add);
  }, [box]);
  return more;
}

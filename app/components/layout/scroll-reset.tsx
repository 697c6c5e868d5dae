import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** A row of a list was ticked (list/bulk-bar): its page stays where it is. */
const isTick = (state: unknown) => state === 'tick';

/**
 * Every navigation starts at the top, Back included, as the specification asks; a #fragment still leads to its place.
 * A page that wakes up stays where it was scrolled to meanwhile: it has started at the top by itself (waking.tsx).
 */
export function ScrollReset() {
  const { key, hash, state } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const place = document.getElementById(hash.slice(1));
    if (place) {
      place.scrollIntoView();
      // Whoever goes on by keyboard, or listens, goes on from there.
      place.focus();
    } else if (hash === '' && !isTick(state)) window.scrollTo(0, 0);
  }, [key, hash, state]);
  return null;
}

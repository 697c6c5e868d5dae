import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Every navigation starts at the top, Back included, as the specification asks; a #fragment still leads to its place.
 * A page that wakes up stays where it was scrolled to meanwhile: it has started at the top by itself (waking.tsx).
 */
export function ScrollReset() {
  const { key, hash } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (hash === '') window.scrollTo(0, 0);
  }, [key, hash]);
  return null;
}

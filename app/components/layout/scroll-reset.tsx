import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';

/** Every navigation starts at the top, Back included, as the specification asks; a #fragment still leads to its place. */
export function ScrollReset() {
  const { key, hash } = useLocation();
  useEffect(() => {
    if ('scrollRestoration' in window.history) window.history.scrollRestoration = 'manual';
    if (hash === '') window.scrollTo(0, 0);
  }, [key, hash]);
  return null;
}

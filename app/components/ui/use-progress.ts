import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';

/** How often a page that shows work under way asks how far it has come, by script or by reloading itself. */
export const PROGRESS_SECONDS = 2;

/** Asks for the page's data again and again while work is under way. */
export function useProgress(isUnderWay: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isUnderWay || state !== 'idle') return;
    const timer = window.setTimeout(revalidate, PROGRESS_SECONDS * 1000);
    return () => window.clearTimeout(timer);
  }, [isUnderWay, revalidate, state]);
}

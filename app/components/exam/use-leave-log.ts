import { useEffect } from 'react';
import { toCall } from '~/lib/addresses/api';

/**
 * Tells the server when the page of an open paper is left for another window or app: logged for the teacher's board,
 * never punished. A reload or a click onwards is no leaving.
 */
export function useLeaveLog(attemptId: number, isOpen: boolean): void {
  // The browser alone knows whether its page is seen.
  useEffect(() => {
    if (!isOpen || !navigator.sendBeacon) return;
    let isUnloading = false;
    const unload = () => {
      isUnloading = true;
    };
    const look = () => {
      if (document.visibilityState === 'hidden' && !isUnloading) {
        navigator.sendBeacon(toCall('exam/leave'), new URLSearchParams({ attemptId: String(attemptId) }));
      }
    };
    window.addEventListener('pagehide', unload);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('pagehide', unload);
      document.removeEventListener('visibilitychange', look);
    };
  }, [attemptId, isOpen]);
}

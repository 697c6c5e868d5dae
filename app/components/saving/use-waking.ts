import { useEffect } from 'react';

export const today = () => Date.now();
export const newId = () => `${today().toString(36)}${Math.random().toString(36).slice(2, 12)}`;

/** Goes on with what is left, and wakes it when the line is back or somebody has signed in in another window. */
export function useWaking(queue: { resume(): Promise<void>; wake(): void }) {
  useEffect(() => {
    void queue.resume();
    const wake = () => queue.wake();
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
    };
  }, [queue]);
}

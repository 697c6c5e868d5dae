import { useEffect, useState } from 'react';
import { formatClock } from '~/lib/time';

/**
 * The server's clock as HH:mm:ss. The server prints the moment it answered; with script it goes on from there by
 * the browser's monotonic clock, so that a wrong PC clock changes nothing.
 */
export function ServerTime({ now, timeZone }: { now: number; timeZone: string }) {
  const time = useServerNow(now);
  return <time dateTime={new Date(time).toISOString()}>{formatClock(time, timeZone)}</time>;
}

/** The server's time in milliseconds, going on every second from `now` (what the loader said). */
export function useServerNow(now: number): number {
  const [time, setTime] = useState(now);
  // Ticks: the only thing on most pages that moves by itself.
  useEffect(() => {
    const start = performance.now();
    const tick = () => setTime(now + Math.round(performance.now() - start));
    tick();
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [now]);
  return time;
}

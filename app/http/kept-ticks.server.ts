import { redirect } from '@remix-run/node';
import { keptTicks } from './kept-ticks';

/** Leads the form of boxes that was sent without script to the list's URL with its ticks. */
export function keepTicks(request: Request): void {
  const kept = keptTicks(new URL(request.url));
  if (kept !== null) throw redirect(kept);
}

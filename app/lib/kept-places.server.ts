import { statSync } from 'node:fs';

/** What a name meant when it was opened: a file that was moved away or deleted goes on taking what is written. */
const known = new Map<string, string | null>();

function whatIsAt(place: string): string | null {
  const found = statSync(place, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}

/** Remembers the file or directory of this name. */
export function keepPlace(place: string): void {
  known.set(place, whatIsAt(place));
}

/** What became of a place that was remembered: `GONE`, or `OTHER` where another one stands there; null for nothing. */
export function lostPlace(place: string): 'GONE' | 'OTHER' | null {
  const before = known.get(place);
  if (before === undefined) return null;
  const now = whatIsAt(place);
  if (now === before) return null;
  return now === null ? 'GONE' : 'OTHER';
}

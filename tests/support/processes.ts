import { readFileSync } from 'node:fs';

/** What Linux says of a process in one of its files; '' when it has ended in the meantime. */
export function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

import { readFileSync } from 'node:fs';

// For tests of deadlines against a running server: a file that holds an offset in milliseconds.
const offsetFile = process.env.KAOPING_TEST_CLOCK;

/**
 * The server's clock in milliseconds since 1970 (UTC). Called only at the edge (http/, the sweeper);
 * everything below takes `now` as a parameter.
 */
export function serverNow(): number {
  return offsetFile === undefined || offsetFile === '' ? Date.now() : Date.now() + readOffset(offsetFile);
}

function readOffset(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0; // no file: no offset
  }
}

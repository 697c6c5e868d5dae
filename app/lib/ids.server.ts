import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Seed } from './shuffle';

/** A random id for a stored file (UUID v4). */
export function newUuid(): string {
  return randomUUID();
}

/** Without 0 O 1 I L: read aloud and copied from paper. */
export const READABLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** A random code of `length` characters that is easy to read aloud and to type. */
export function readableCode(length: number): string {
  let code = '';
  for (let index = 0; index < length; index += 1) code += READABLE[randomInt(READABLE.length)];
  return code;
}

/** A secret for a URL, 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A seed for one shuffle that nobody can guess. */
export function newSeed(): Seed {
  const bytes = randomBytes(16);
  return [bytes.readInt32LE(0), bytes.readInt32LE(4), bytes.readInt32LE(8), bytes.readInt32LE(12)];
}

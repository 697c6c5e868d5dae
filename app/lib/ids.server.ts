import { randomBytes, randomInt, randomUUID } from 'node:crypto';

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

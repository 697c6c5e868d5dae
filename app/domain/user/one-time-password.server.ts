import { createHmac } from 'node:crypto';
import { env } from '~/lib/env.server';
import { READABLE } from '~/lib/ids.server';

// 31 characters to the power of 10: 50 bits, what hashRandomPassword relies on.
const LENGTH = 10;

/**
 * The password given to `subject` by one request. It follows from the request's own random key and the
 * server's secret, so that a double submit or a reload shows the same password while none is ever stored
 * in the clear.
 */
export function oneTimePassword(requestKey: string, subject: string): string {
  const digest = createHmac('sha256', env().sessionSecret)
    .update(`one-time-password\n${requestKey}\n${subject}`)
    .digest();
  let password = '';
  for (let index = 0; index < LENGTH; index += 1) {
    password += READABLE[digest.readUInt16BE(index * 2) % READABLE.length];
  }
  return password;
}

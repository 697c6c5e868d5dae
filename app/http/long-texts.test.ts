import { expect, test } from 'vitest';
import { mailAddress } from '~/domain/mail/mail.schema';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { emailSchema, profileSchema } from '~/domain/user/account.schema';
import { judgeBrowser, nameDevice } from '~/lib/browser';
import { listInstead } from './incomplete-address';
import { cpuTimeOf } from '~tests/support/cpu-time';

/** Texts over which an expression goes back and forth: the time grew with the square of their length. */

const [DOTS, SPACES, DIGITS, SLASHES] = ['.', ' ', '1', '/'].map((sign) => sign.repeat(1_000_000)) as [
  string,
  string,
  string,
  string,
];
const teacher = { userType: 1 };

test.each<[string, () => unknown]>([
  ['a mail address of dots', () => expect(emailSchema.safeParse({ email: `a@${DOTS}@` }).success).toBe(false)],
  [
    'the same in a profile',
    () => expect(profileSchema.safeParse({ name: '周', email: `a@${DOTS}@` }).success).toBe(false),
  ],
  ['the school’s mail address', () => expect(mailAddress('邮箱').safeParse(`a@${DOTS}@`).success).toBe(false)],
  ['letters of an answer', () => practiceSchema.safeParse({ questionId: 1, answer: `A${SPACES}!`, requestId: '' })],
  ['the name of a browser', () => expect(judgeBrowser(`Version/${DIGITS}`).isSupported).toBe(false)],
  ['the name of a device', () => expect(nameDevice(`Version/${DIGITS}`)).toBe('未知浏览器')],
  ['an address of slashes', () => expect(listInstead(new URL(`http://a/x${SLASHES}x`), teacher)).toBeNull()],
])('%s', (_name, judge) => {
  expect(cpuTimeOf(judge)).toBeLessThan(2000);
});

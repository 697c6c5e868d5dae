/**
 * Throttling of failed sign-ins. A pair (account + address) waits after five failures, longer each time;
 * one address across accounts is limited so widely that a room of sixty behind it never notices.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const PAIR_FREE_FAILURES = 5;
export const ADDRESS_FREE_FAILURES = 300;
/** Failures are forgotten after this time without a new one. */
export const FORGET_AFTER_MS = 60 * MINUTE;

/** How long a pair waits after its nth failure in a row: none to four, then 30 s doubling to at most 1 h. */
export function pairWait(failures: number): number {
  if (failures < PAIR_FREE_FAILURES) return 0;
  return Math.min(60 * MINUTE, 30 * SECOND * 2 ** Math.min(20, failures - PAIR_FREE_FAILURES));
}

/** How long an address waits after its nth failure within the hour, over all accounts. */
export function addressWait(failures: number): number {
  if (failures < ADDRESS_FREE_FAILURES) return 0;
  return Math.min(30 * MINUTE, MINUTE * 2 ** Math.min(10, Math.floor((failures - ADDRESS_FREE_FAILURES) / 10)));
}

/** The sentence while waiting; the same whether or not the account exists. */
export function waitMessage(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / SECOND);
  const length = seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`;
  return `登录失败次数较多，请 ${length}后再试。忘记密码可点“忘记密码”。`;
}

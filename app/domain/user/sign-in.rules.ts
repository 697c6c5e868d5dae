/**
 * Throttling of sign-ins. A pair (account + address) waits after five failures, longer each time;
 * one address across accounts is limited so widely that a room of sixty behind it never notices.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;

export const PAIR_FREE_FAILURES = 5;
export const ADDRESS_FREE_FAILURES = 300;
/** Tries an account still has within the hour at an address that waits: nobody has guessed at it there. */
export const FREE_AT_BUSY_ADDRESS = 2;
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

/** Requests for a forgotten password within the hour: of one address, or, where none is known, of one account as typed. */
export const FORGET_FREE = { account: 5, address: 120 };

/** How long an account or address waits after its nth request within the hour. */
export function forgetWait(requests: number, free: number): number {
  return requests < free ? 0 : 10 * MINUTE;
}

/** The sentence while waiting; the same whether or not the account exists. */
export const FORGET_WAIT_MESSAGE = '申请次数太多了，请十几分钟后再试，或直接当面找老师、管理员。';

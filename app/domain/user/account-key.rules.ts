/** An account's comparable form: full-width letters and digits folded, trimmed, lower case. */
export function accountKey(account: string): string {
  return account.normalize('NFKC').trim().toLowerCase();
}

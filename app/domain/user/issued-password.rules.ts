/** What became of a one-time password: it still opens, another was given, its owner has an own one, nobody is left. */
export type PasswordStanding = 'current' | 'replaced' | 'changed' | 'deleted';

/** What stands in place of a password that is not shown. */
export const STANDING_WORDS: Record<Exclude<PasswordStanding, 'current'>, string> = {
  replaced: '此后又重置过，请用后来的那个密码',
  changed: '学生自己设置的密码',
  deleted: '账号已删除',
};

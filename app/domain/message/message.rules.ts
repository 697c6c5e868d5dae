/** What a message is about, as its list says. */
export const MESSAGE_KINDS: Record<string, string> = {
  exam: '考试',
  score: '成绩',
  password: '密码',
  system: '系统',
};

const RIGHT = /^(正确|对|√|✓|t|true)$/i;
const WRONG = /^(错误|错|不正确|×|✗|f|false)$/i;

/** Of a choice between right and wrong: whether the statement is right; null for any other choice. */
export function judgeOf(options: { identifier: string; text: string }[], right: Set<string>): boolean | null {
  if (options.length !== 2 || right.size !== 1) return null;
  const says = (pattern: RegExp, word: string) =>
    options.find((option) => option.identifier.toLowerCase() === word && pattern.test(option.text)) ??
    options.find((option) => pattern.test(option.text)) ??
    options.find((option) => option.identifier.toLowerCase() === word);
  const yes = says(RIGHT, 'true');
  const no = says(WRONG, 'false');
  if (!yes || !no || yes === no) return null;
  return right.has(yes.identifier) ? true : right.has(no.identifier) ? false : null;
}

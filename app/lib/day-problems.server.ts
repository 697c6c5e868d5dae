import { invalid } from './errors';
import { dayStart } from './time';

const DAY_RULE = '应写成 2026-11-26 的样子';

/** What is wrong with the days that a filter was given, by field; a day that cannot be read bounds nothing. */
export function dayProblems({ from, to }: { from: string; to: string }): Record<string, string> {
  const [begin, end] = [dayStart(from, 'UTC'), dayStart(to, 'UTC')];
  const unread = `${DAY_RULE}，现在没有按它筛选`;
  return {
    ...(from !== '' && begin === null ? { from: unread } : {}),
    ...(to !== '' && end === null ? { to: unread } : {}),
    ...(begin !== null && end !== null && begin > end ? { to: '“到”比“从”早，这段时间没有日子' } : {}),
  };
}

/**
 * The days of a call, which is not answered by less than it asked for.
 * @throws AppError invalid (from, to)
 */
export function assertDays(days: { from: string; to: string }): void {
  const problems = Object.entries(dayProblems(days)).map(([field, text]) => [field, text.replace(/，现在没有.*$/, '')]);
  if (problems.length > 0) throw invalid(Object.fromEntries(problems) as Record<string, string>);
}

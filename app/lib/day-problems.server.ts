import { dayStart } from './time';

/** What is wrong with the days that a filter was given, by field; a day that cannot be read bounds nothing. */
export function dayProblems({ from, to }: { from: string; to: string }): Record<string, string> {
  const [begin, end] = [dayStart(from, 'UTC'), dayStart(to, 'UTC')];
  const unread = '应写成 2026-11-26 的样子，现在没有按它筛选';
  return {
    ...(from !== '' && begin === null ? { from: unread } : {}),
    ...(to !== '' && end === null ? { to: unread } : {}),
    ...(begin !== null && end !== null && begin > end ? { to: '“到”比“从”早，这段时间没有日子' } : {}),
  };
}

import { toPrint, toPrintWord } from '~/lib/addresses/exams';
import { formatMinute } from '~/lib/time';
import { longestMinutes } from './limit.rules';
import { heldWindowOf, windowOf, type ExamLimits, type ExamTimes } from './times.rules';
import type { LineChoice } from './paper-parts.rules';
import { PART_LABELS, type Part } from './parts.rules';
import type { PrintKind, SheetSize } from './print.schema';

/** What stands on an exam's printed sheets. Pure. */

/** The page that prints an exam. */
export function printUrl(examId: number, what: PrintKind = 'paper'): string {
  return toPrint({ id: examId, what: what === 'paper' ? undefined : what });
}

/** Only papers are set in two columns; every other sheet is A4. */
export function sheetSizeOf(what: PrintKind, size: SheetSize): SheetSize {
  return what === 'paper' || what === 'key' ? size : 'a4';
}

/**
 * When a part is written, or was until it was ended early: 2026-11-23 09:00 至 10:30（60 分钟）, 09:00 至 09:20（提前结束，原定到
 * 10:30）; '' while its times are not set.
 */
export function partTimeText(exam: ExamTimes & ExamLimits & { closedAt: number | null }, part: Part): string {
  const window = heldWindowOf(exam, part);
  if (!window) return '';
  const begin = formatMinute(window.beginsAt);
  const short = (time: number) => {
    const text = formatMinute(time);
    return begin.slice(0, 10) === text.slice(0, 10) ? text.slice(11) : text;
  };
  const limit = longestMinutes(exam, part);
  const planned = windowOf(exam, part)?.endsAt ?? window.endsAt;
  const more =
    planned > window.endsAt ? `（提前结束，原定到 ${short(planned)}）` : limit === null ? '' : `（${limit} 分钟）`;
  return `${begin} 至 ${short(window.endsAt)}${more}`;
}

/** The papers of the part that is asked for; all of them where none is, or none of it is there. */
export function papersOf<P extends { part: Part }>(papers: readonly P[], part: Part | ''): P[] {
  const own = papers.filter((paper) => paper.part === part);
  return own.length > 0 ? own : [...papers];
}

/** What a paper is called: the exam's name, with the part where the exam has both. */
export function paperTitle(examName: string, part: Part, papers: number): string {
  return papers > 1 ? `${examName}（${PART_LABELS[part]}）` : examName;
}

/** Under the title: 考试时间：2026-11-23 09:00 至 10:30（60 分钟），共 3 题，满分 20 分 */
export function paperFacts({ time, count, points }: { time: string; count: number; points: number }): string {
  return `${time === '' ? '' : `考试时间：${time}，`}共 ${count} 题，满分 ${points} 分`;
}

/** The Word file of a paper or of its key. */
export function wordUrl(
  examId: number,
  { what, size, part, lines }: { what: PrintKind; size: SheetSize; part: Part | ''; lines: LineChoice },
): string {
  return toPrintWord({
    id: examId,
    what,
    size: size === 'a3' ? size : undefined,
    part: part || undefined,
    lines: what === 'paper' ? lines || undefined : undefined,
  });
}

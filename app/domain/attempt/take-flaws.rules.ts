import { shortText } from '~/domain/file/file.rules';
import type { TakeView } from './attempt.queries.server';

/**
 * What its student is told at once of a recording that is not as it should be, while there is time for another; empty of
 * a good one. `takesLeft`: how many more may be recorded.
 */
export function takeFlaw(take: Pick<TakeView, 'durationMs' | 'promisedMs' | 'isSilent'>, takesLeft: number): string {
  if (!take.isSilent) return shortText(take);
  const again = takesLeft > 0 ? '请检查麦克风，可以再录一次' : '次数已经用完，请告诉监考的老师';
  return `这段录音里几乎没有声音，${again}`;
}

/** The flaws of the recordings of an item, by take. `maxTakes`: 0 is any number. */
export function takeFlaws(takes: readonly TakeView[], maxTakes: number): Record<number, string> {
  const left = maxTakes > 0 ? maxTakes - takes.length : Infinity;
  return Object.fromEntries(takes.map((take) => [take.id, takeFlaw(take, left)]));
}

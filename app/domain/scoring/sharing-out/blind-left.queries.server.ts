import type { Actor } from '~/domain/actor/actor.rules';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf } from '~/domain/exam/parts.rules';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

/**
 * How many papers of a blind exam the owner still has to mark, after the release those of re-sits: until then marks
 * beside names would tell whose each is.
 */
export async function countBlindLeft(actor: Actor, exam: ExamView): Promise<number> {
  if (!exam.settings.isBlind) return 0;
  const [awaiting, open] = [await countAwaiting(actor, [exam.id]), await countOpenPapers([exam.id])];
  return partsOf(exam.testType).reduce((sum, part) => {
    const key = `${exam.id}.${part}`;
    return sum + awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: true });
  }, 0);
}

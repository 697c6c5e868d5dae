import type { Actor } from '~/domain/actor/actor.rules';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { partsOf, type TestType } from '~/domain/exam/parts.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

/**
 * How many papers of a blind exam the owner still has to mark, after the release those of re-sits: until then marks
 * beside names would tell whose each is.
 */
export async function countBlindLeft(
  actor: Pick<Actor, 'id'>,
  exam: { id: number; testType: TestType; settings: Pick<ExamSettings, 'isBlind'> },
): Promise<number> {
  if (!exam.settings.isBlind) return 0;
  const [awaiting, open] = [await countAwaiting(actor, [exam.id]), await countOpenPapers([exam.id])];
  return partsOf(exam.testType).reduce((sum, part) => {
    const key = `${exam.id}.${part}`;
    return sum + awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: true });
  }, 0);
}

/**
 * Whether what an exam came to is held back from a reader, class by class or as a whole: until the release a blind
 * exam's figures move with every mark, and say of a paper's code in which class it is and what others gave it. Its
 * owner reads them once nothing is left for them to mark.
 */
export async function areFiguresHeldBack(
  actor: Pick<Actor, 'id'>,
  exam: { ownerId: number; status: ExamStatus } & Parameters<typeof countBlindLeft>[1],
): Promise<boolean> {
  if (!exam.settings.isBlind || exam.status === 'released') return false;
  return exam.ownerId !== actor.id || (await countBlindLeft(actor, exam)) > 0;
}

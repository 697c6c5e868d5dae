import type { Selectable } from 'kysely';
import { fromJson } from '~/db/json';
import type { ExamsTable } from '~/db/tables/exams';
import type { Actor } from '~/domain/actor/actor.rules';
import { partsOf, type TestType } from '~/domain/exam/parts.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { awaitingCount, countAwaiting, countOpenPapers } from './awaiting.queries.server';

type BlindExam = { id: number; testType: TestType; settings: { isBlind: boolean } };
type OwnedExam = BlindExam & { ownerId: number; status: ExamStatus };

/** What is asked here of an exam, from its row. */
export function asOwnedExam(
  row: Pick<Selectable<ExamsTable>, 'id' | 'owner_id' | 'status' | 'test_type' | 'settings'>,
): OwnedExam {
  return {
    ...{ id: row.id, ownerId: row.owner_id, status: row.status as ExamStatus, testType: row.test_type as TestType },
    settings: fromJson<{ isBlind: boolean }>(row.settings),
  };
}

/**
 * How many papers of a blind exam the owner still has to mark, after the release those of re-sits: until then marks
 * beside names would tell whose each is.
 */
export async function countBlindLeft(actor: Pick<Actor, 'id'>, exam: BlindExam): Promise<number> {
  return (await countEachLeft(actor, [exam])).get(exam.id) ?? 0;
}

/** The same of several exams, those that are not blind left out; two queries, however many there are. */
async function countEachLeft(actor: Pick<Actor, 'id'>, exams: BlindExam[]): Promise<Map<number, number>> {
  const blind = exams.filter(({ settings }) => settings.isBlind);
  if (blind.length === 0) return new Map();
  const ids = blind.map(({ id }) => id);
  const [awaiting, open] = [await countAwaiting(actor, ids), await countOpenPapers(ids)];
  return new Map(
    blind.map(({ id, testType }) => {
      const left = partsOf(testType).reduce((sum, part) => {
        const key = `${id}.${part}`;
        return sum + awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: true });
      }, 0);
      return [id, left];
    }),
  );
}

/**
 * Of which exams it is held back from a reader what they came to, class by class or as a whole: until the release a
 * blind exam's figures move with every mark, and say of a paper's code in which class it is and what others gave it.
 * Its owner reads them once nothing is left for them to mark.
 */
export async function listFiguresHeldBack(actor: Pick<Actor, 'id'>, exams: OwnedExam[]): Promise<Set<number>> {
  const closed = exams.filter(({ settings, status }) => settings.isBlind && status !== 'released');
  const left = await countEachLeft(
    actor,
    closed.filter(({ ownerId }) => ownerId === actor.id),
  );
  const held = closed.filter(({ id, ownerId }) => ownerId !== actor.id || (left.get(id) ?? 0) > 0);
  return new Set(held.map(({ id }) => id));
}

import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
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
 * How many papers of a blind exam have no result yet, whoever is to mark them; after the release those of re-sits. Until
 * then how far papers are and what they came to stands beside no name: every one may still come before the owner, who
 * arbitrates and decides by the code, and would know it by what was read by name before.
 */
export async function countBlindLeft(exam: BlindExam): Promise<number> {
  return (await countEachLeft([exam])).get(exam.id) ?? 0;
}

/** The same of several exams, those that are not blind left out; one query, however many there are. */
async function countEachLeft(exams: BlindExam[]): Promise<Map<number, number>> {
  const blind = exams.filter(({ settings }) => settings.isBlind);
  if (blind.length === 0) return new Map();
  const open = await countOpenPapers(blind.map(({ id }) => id));
  return new Map(
    blind.map(({ id, testType }) => [
      id,
      partsOf(testType).reduce((sum, part) => sum + (open.get(`${id}.${part}`) ?? 0), 0),
    ]),
  );
}

/**
 * Of which exams it is held back from a reader what they came to, class by class or as a whole, until they are released.
 * A blind exam's figures move with every mark, and say of a paper's code in which class it is and what others gave it:
 * its owner reads them once every paper has its result. Of any other an examiner reads what their marks and those
 * of others have settled once nothing awaits their mark, nor that of whoever comes first among them: nobody is told how
 * others mark what they may still mark.
 */
export async function listFiguresHeldBack(actor: Pick<Actor, 'id'>, exams: OwnedExam[]): Promise<Set<number>> {
  const closed = exams.filter(({ status }) => status !== 'released');
  const isOwn = ({ ownerId }: OwnedExam) => ownerId === actor.id;
  const blind = closed.filter(({ settings }) => settings.isBlind);
  const left = await countEachLeft(blind.filter(isOwn));
  const others = closed.filter((exam) => !exam.settings.isBlind && !isOwn(exam));
  const unmarked = await listStillMarked(actor, others);
  const held = blind.filter((exam) => !isOwn(exam) || (left.get(exam.id) ?? 0) > 0);
  return new Set([...held, ...unmarked].map(({ id }) => id));
}

/**
 * The exams in which papers wait for the reader's mark: of their own pile, to arbitrate, or for whoever comes first of
 * those who mark their part.
 */
async function listStillMarked(actor: Pick<Actor, 'id'>, exams: OwnedExam[]): Promise<OwnedExam[]> {
  const ids = exams.map(({ id }) => id);
  if (ids.length === 0) return [];
  const named = await db()
    .selectFrom('exam_examiners')
    .select(['exam_id', 'part'])
    .where('teacher_id', '=', actor.id)
    .where('exam_id', 'in', ids)
    .execute();
  const own = new Set(named.map((row) => `${row.exam_id}.${row.part}`));
  const [awaiting, open] = [await countAwaiting(actor, ids), await countOpenPapers(ids)];
  return exams.filter(({ id, testType }) =>
    partsOf(testType).some((part) => {
      const key = `${id}.${part}`;
      return own.has(key) && awaitingCount(awaiting.get(key), { open: open.get(key) ?? 0, isOwner: false }) > 0;
    }),
  );
}

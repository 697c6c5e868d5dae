import { markTheory } from '~/domain/question-bank/kinds/kinds.rules';
import type { AutoMark } from '~/domain/question-bank/kinds/kind.schema';
import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { PracticesTable } from '~/db/tables/daily';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { takeFlaw } from '~/domain/attempt/take-flaws.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { listFiles } from '~/domain/file/file.queries.server';
import type { StoredFile } from '~/domain/file/file.rules';
import { getReadableQuestions, isReadableBy } from '~/domain/question-bank/question-access.server';
import { toQuestion } from '~/domain/question-bank/question.queries.server';
import { toSnapshot, withoutAnswers } from '~/domain/question-bank/question.rules';
import { BANKS, type Bank, type QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import { listCorrections } from '~/domain/exam/correction.queries.server';
import { withCorrection } from '~/domain/exam/correction.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { targetKey, targetOf, type Target } from './practice.rules';
import { releasedItemsOf } from './released-items.queries.server';
import { describeTargets } from './target.queries.server';

export type PracticeSource =
  { kind: 'own' } | { kind: 'shared'; ownerName: string } | { kind: 'exam'; examId: number; examName: string };

/** Something the actor may practise now, with its answers. */
export type Practisable = { target: Target; snapshot: QuestionSnapshot; points: number; source: PracticeSource };

/** A student's one try at something. */
export type TryView = {
  id: number;
  target: Target;
  bank: Bank;
  runId: number | null;
  value: AnswerValue;
  files: StoredFile[];
  durationMs: number;
  /** What is wrong with its recording, in words; empty where nothing is. */
  flaw: string;
  isRight: boolean | null;
  score: number | null;
  selfRating: number | null;
  note: string;
  met: boolean[] | null;
  createdAt: number;
};

/**
 * What the target is, when the actor may practise it: an own question, one that is shared with them now, or an
 * item they had in an exam whose results are out.
 * @throws AppError not_found: that something exists is private; forbidden while its question is in an exam that the
 * actor is to sit
 */
export async function getPractisable(actor: Actor, target: Target, now: number): Promise<Practisable> {
  const closed = await closedQuestionIds(actor, now);
  if ('itemId' in target) return getExamItem(actor, target.itemId, closed);
  const [question] = await getReadableQuestions(actor, BANKS, [target.questionId]);
  if (!question) throw notFound('题目');
  if (closed.has(question.id)) throw inUse();
  const snapshot = toSnapshot(question);
  if (question.ownerId === actor.id) return { target, snapshot, points: question.points, source: { kind: 'own' } };
  const owner = await db().selectFrom('users').select('name').where('id', '=', question.ownerId).executeTakeFirst();
  return { target, snapshot, points: question.points, source: { kind: 'shared', ownerName: owner?.name ?? '' } };
}

/**
 * What an own try was at: all that may be practised, and an own question that was deleted since.
 * @throws AppError as getPractisable
 */
export async function getPractised(
  actor: Actor,
  target: Target,
  now: number,
): Promise<Practisable & { isInTrash: boolean }> {
  const deleted = 'questionId' in target ? await findOwnDeleted(actor, target.questionId) : undefined;
  if (!deleted) return { ...(await getPractisable(actor, target, now)), isInTrash: false };
  if ((await closedQuestionIds(actor, now)).has(deleted.id)) throw inUse();
  return { target, snapshot: toSnapshot(deleted), points: deleted.points, source: { kind: 'own' }, isInTrash: true };
}

/** Of these questions what the actor may read, own deleted ones included; for the own answers in words. */
export async function practicableSnapshots(actor: Actor, ids: number[]): Promise<Map<number, QuestionSnapshot>> {
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where((eb) =>
      eb.or([eb('owner_id', '=', actor.id), eb.and([eb('deleted_at', 'is', null), isReadableBy(actor)(eb)])]),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, toSnapshot(toQuestion(row))]));
}

async function findOwnDeleted(actor: Actor, id: number) {
  const row = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return row && toQuestion(row);
}

async function getExamItem(actor: Actor, itemId: number, closed: ReadonlySet<number>): Promise<Practisable> {
  const row = await releasedItemsOf(actor)
    .where('exam_items.id', '=', itemId)
    .select(['exam_items.snapshot', 'exam_items.points', 'exam_items.question_id', 'exams.id as exam_id', 'exams.name'])
    .executeTakeFirst();
  if (!row) throw notFound('题目');
  if (row.question_id !== null && closed.has(row.question_id)) throw inUse();
  const correction = (await listCorrections([row.exam_id])).get(itemId) ?? null;
  return {
    target: { itemId },
    snapshot: withCorrection(readSnapshot(row.snapshot), correction),
    points: row.points,
    source: { kind: 'exam', examId: row.exam_id, examName: row.name },
  };
}

/** The actor's tries at a target, newest first; deleted takes are left out. */
export async function listTries(actor: Actor, target: Target): Promise<TryView[]> {
  const rows = await db()
    .selectFrom('practices')
    .selectAll()
    .where('student_id', '=', actor.id)
    .$if('questionId' in target, (query) =>
      query.where('question_id', '=', 'questionId' in target ? target.questionId : 0),
    )
    .$if('itemId' in target, (query) => query.where('item_id', '=', 'itemId' in target ? target.itemId : 0))
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const files = new Map(
    (await listFiles(rows.flatMap((row) => fromJson<string[]>(row.file_ids)))).map((file) => [file.id, file]),
  );
  return rows.map((row) => toTry(row, files));
}

/**
 * One own try.
 * @throws AppError not_found for another student's; forbidden while its question is in an exam that the actor is to sit
 */
export async function getTry(actor: Actor, id: number, now: number): Promise<TryView> {
  const row = await db()
    .selectFrom('practices')
    .selectAll()
    .where('id', '=', id)
    .where('student_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('练习');
  const target = targetOf(row);
  if ((await describeTargets(actor, [target], now)).get(targetKey(target))?.isClosed) throw inUse();
  const files = await listFiles(fromJson<string[]>(row.file_ids));
  return toTry(row, new Map(files.map((file) => [file.id, file])));
}

function toTry(row: Selectable<PracticesTable>, stored: Map<string, StoredFile>): TryView {
  const files = fromJson<string[]>(row.file_ids).flatMap((id) => stored.get(id) ?? []);
  return {
    id: row.id,
    target: targetOf(row),
    bank: row.bank as Bank,
    runId: row.run_id,
    value: fromJson<AnswerValue>(row.answer),
    files,
    durationMs: row.duration_ms,
    flaw: flawOf(files),
    isRight: row.is_right === null ? null : row.is_right === 1,
    score: row.score,
    selfRating: row.self_rating,
    note: row.note,
    met: row.met_points === null ? null : fromJson<boolean[]>(row.met_points),
    createdAt: row.created_at,
  };
}

/** As of an exam's takes, of which there may be any number; of one whose term is over nothing is said any more. */
function flawOf([file]: StoredFile[]): string {
  if (!file || file.durationMs === null || file.removedOn !== null) return '';
  return takeFlaw({ ...file, durationMs: file.durationMs }, Infinity);
}

/** How the key marks an answer to a snapshot worth these points; null where no key decides. */
export function judge(
  { snapshot, points }: Pick<Practisable, 'snapshot' | 'points'>,
  value: AnswerValue,
): AutoMark | null {
  return snapshot.bank === 'theory' ? markTheory(snapshot.kind, snapshot.body, value, points) : null;
}

/**
 * What a practice page of a bank shows. Answers, analysis and key words are in it only together with a try: the one
 * looked at (`done`), or any take of an oral question.
 * An own question in the trash is shown only so: there is an old answer to read, and nothing to practise.
 * @throws AppError not_found also for a try at something else
 */
export async function getPracticePage(
  actor: Actor,
  bank: Bank,
  input: { target: Target; doneId: number | null },
  now: number,
) {
  const practisable = await getPractised(actor, input.target, now);
  if (practisable.snapshot.bank !== bank) throw notFound('题目');
  const tries = await listTries(actor, input.target);
  const done = input.doneId === null ? null : (tries.find((one) => one.id === input.doneId) ?? null);
  if (input.doneId !== null && !done) throw notFound('练习');
  const isOpen = done !== null || (bank === 'oral' && tries.length > 0);
  const { snapshot, points, source, target, isInTrash } = practisable;
  if (isInTrash && !isOpen) throw notFound('题目');
  return {
    target,
    source,
    isInTrash,
    points,
    question: isOpen ? snapshot : withoutAnswers(snapshot),
    tries,
    done,
    auto: done ? judge(practisable, done.value) : null,
  };
}

import type { ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { groupIdsOf } from '~/domain/teaching-group/group.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { sharedDirectoryIds } from './directory-access.server';
import { getQuestion, getQuestions, toQuestion } from './question.queries.server';
import type { Bank, Question } from './question.schema';

/**
 * Who may read a question: its owner; teachers when it, or a directory it stands in, is shared with all teachers, with
 * them or with a group they are in; students when it is shared with all students or with their class. Every read that
 * is not limited to own questions goes through here, and every change that is not its owner's alone.
 */

/** The questions shared one by one with the actor. */
function singlyShared(actor: Actor) {
  const shares = db().selectFrom('shares').select('shares.question_id');
  if (isTeacher(actor)) {
    return shares.where((or) =>
      or.or([
        or('shares.audience', '=', 'teachers'),
        or('shares.teacher_id', '=', actor.id),
        or('shares.group_id', 'in', groupIdsOf(actor.id)),
      ]),
    );
  }
  return shares.where((or) =>
    or.or([
      or('shares.audience', '=', 'students'),
      or.and([or('shares.audience', '=', 'class'), or('shares.classroom_id', '=', actor.classroomId ?? 0)]),
    ]),
  );
}

/** The ids of all questions that are shared with the actor, for a condition; some may be deleted or the actor's own. */
export function sharedQuestionIds(actor: Actor) {
  const single = singlyShared(actor);
  if (!isTeacher(actor)) return single;
  return single.union(
    db()
      .selectFrom('questions')
      .select('questions.id as question_id')
      .where('questions.directory_id', 'in', sharedDirectoryIds(actor)),
  );
}

/** Condition: a share of `questions.id`, or of a directory it stands in, reaches the actor. */
export function isSharedWith(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'questions'>) => {
    const single = eb.exists(singlyShared(actor).whereRef('shares.question_id', '=', eb.ref('questions.id')));
    if (!isTeacher(actor)) return single;
    return eb.or([single, eb('questions.directory_id', 'in', sharedDirectoryIds(actor))]);
  };
}

/** Whether a question that is not deleted is shared with the actor. */
export async function hasBeenGiven(actor: Actor, id: number): Promise<boolean> {
  const row = await db()
    .selectFrom('questions')
    .select('questions.id')
    .where('questions.id', '=', id)
    .where('questions.deleted_at', 'is', null)
    .where(isSharedWith(actor))
    .executeTakeFirst();
  return row !== undefined;
}

/** Condition: the actor owns the question or it is shared with them. */
export function isReadableBy(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'questions'>) =>
    eb.or([eb('questions.owner_id', '=', actor.id), isSharedWith(actor)(eb)]);
}

/**
 * One question of a bank that the actor may read.
 * @throws AppError not_found: that a question exists is private
 */
export async function getReadableQuestion<B extends Bank>(
  actor: Actor,
  bank: B,
  id: number,
): Promise<Extract<Question, { bank: B }>> {
  const [question] = await getReadableQuestions(actor, [bank], [id]);
  return question as Extract<Question, { bank: B }>;
}

/** Of these questions those that the actor reads, of every bank. */
export async function listReadableQuestions(actor: Actor, ids: number[]): Promise<Question[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .where(isReadableBy(actor))
    .execute();
  return rows.map(toQuestion);
}

/** Readable questions by id, in the order asked for; not-found if one is missing or in no bank asked for. */
export async function getReadableQuestions(actor: Actor, banks: readonly Bank[], ids: number[]): Promise<Question[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('bank', 'in', [...banks])
    .where('deleted_at', 'is', null)
    .where(isReadableBy(actor))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toQuestion(row)]));
  return ids.map((id) => {
    const question = byId.get(id);
    if (!question) throw notFound('题目');
    return question;
  });
}

/** Which of these questions of others the actor may change: shared with them or a group of theirs as 可编辑. */
export async function listEditableIds(actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!isTeacher(actor) || ids.length === 0) return new Set();
  const rows = await singlyShared(actor)
    .where('shares.can_edit', '=', 1)
    .where('shares.question_id', 'in', [...ids])
    .union(
      db()
        .selectFrom('questions')
        .select('questions.id as question_id')
        .where('questions.id', 'in', [...ids])
        .where('questions.directory_id', 'in', sharedDirectoryIds(actor).where('directory_shares.can_edit', '=', 1)),
    )
    .execute();
  return new Set(rows.map((row) => row.question_id));
}

/**
 * One question of a bank that the actor may change: their own, or one shared with them for editing together.
 * @throws AppError not_found; forbidden to who may only read it
 */
export async function getEditableQuestion<B extends Bank>(
  actor: Actor,
  bank: B,
  id: number,
): Promise<Extract<Question, { bank: B }>> {
  const question = isTeacher(actor) ? await getReadableQuestion(actor, bank, id) : await getQuestion(actor, bank, id);
  if (question.ownerId === actor.id || (await listEditableIds(actor, [id])).has(id)) return question;
  throw new AppError('forbidden', '这道题共享给您查看，不能修改。可以复制到我的题库再改，或请出题的老师改为“可编辑”。');
}

const OWNERS_ALONE = '这道题是同事共享给您的：改名、移动、删除和再共享只有出题的老师可以做。可以复制到我的题库再做。';

/**
 * Own questions by id, for what their owner alone does, in the order asked for.
 * @throws AppError not_found; forbidden to who may read them all: those have been shared with them
 */
export async function getOwnQuestions(actor: Actor, bank: Bank, ids: number[]): Promise<Question[]> {
  if (!isTeacher(actor)) return getQuestions(actor, [bank], ids);
  const questions = await getReadableQuestions(actor, [bank], ids);
  if (questions.every(({ ownerId }) => ownerId === actor.id)) return questions;
  throw new AppError('forbidden', OWNERS_ALONE);
}

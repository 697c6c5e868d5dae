import { db } from '~/db/db.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { isReadableBy } from '~/domain/question-bank/question-access.server';
import type { Bank, TheoryKind } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { CLOSED_TITLE, targetKey, type Target } from './practice.rules';
import { releasedItemsOf } from './released-items.queries.server';

/** A target as lists name it; nothing of its text or answers. */
export type TargetHead = {
  target: Target;
  key: string;
  title: string;
  bank: Bank;
  kind: '' | TheoryKind;
  /** False once it was deleted, its share revoked, or the exam's results withdrawn, and while it is in an exam to sit. */
  isAvailable: boolean;
  /** The actor's own, and deleted by them: what they answered stays readable. */
  isInTrash: boolean;
  /** It is in an exam that the actor is to sit: no title, and no word of what the tries came to. */
  isClosed: boolean;
};

/** Which of the questions the actor may read now: none that is in an exam they are to sit. */
export async function listReadableIds(actor: Actor, ids: number[], now: number): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const closed = await closedQuestionIds(actor, now);
  const rows = await db()
    .selectFrom('questions')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .where(isReadableBy(actor))
    .execute();
  return new Set(rows.flatMap((row) => (closed.has(row.id) ? [] : row.id)));
}

/**
 * The heads of targets the actor has practised or is to practise, by key. Only for targets that were theirs once:
 * a title stays readable in the own history after the right to practise has ended, but not while it is in an exam.
 */
export async function describeTargets(actor: Actor, targets: Target[], now: number): Promise<Map<string, TargetHead>> {
  const questionIds = [...new Set(targets.flatMap((target) => ('questionId' in target ? target.questionId : [])))];
  const itemIds = [...new Set(targets.flatMap((target) => ('itemId' in target ? target.itemId : [])))];
  const heads = new Map<string, TargetHead>();
  if (targets.length === 0) return heads;
  const closed = await closedQuestionIds(actor, now);
  const add = (head: Omit<TargetHead, 'key'>) =>
    heads.set(targetKey(head.target), { ...head, key: targetKey(head.target) });
  if (questionIds.length > 0) {
    const readable = await listReadableIds(actor, questionIds, now);
    const rows = await db()
      .selectFrom('questions')
      .select(['id', 'title', 'bank', 'kind', 'owner_id', 'deleted_at'])
      .where('id', 'in', questionIds)
      .execute();
    for (const { id, title, bank, kind, owner_id: ownerId, deleted_at: deletedAt } of rows) {
      const isClosed = closed.has(id);
      add({
        target: { questionId: id },
        title: isClosed ? CLOSED_TITLE : title,
        bank: bank as Bank,
        kind: kind as TargetHead['kind'],
        isAvailable: readable.has(id),
        isInTrash: deletedAt !== null && ownerId === actor.id && !isClosed,
        isClosed,
      });
    }
  }
  if (itemIds.length > 0) {
    const open = await releasedItemsOf(actor).where('exam_items.id', 'in', itemIds).select('exam_items.id').execute();
    const available = new Set(open.map((row) => row.id));
    const rows = await db()
      .selectFrom('exam_items')
      .select(['id', 'snapshot', 'question_id'])
      .where('id', 'in', itemIds)
      .execute();
    for (const row of rows) {
      const { title, bank, kind } = readSnapshot(row.snapshot);
      const isClosed = closed.has(row.question_id ?? 0);
      add({
        target: { itemId: row.id },
        title: isClosed ? CLOSED_TITLE : title,
        bank,
        kind,
        isAvailable: available.has(row.id) && !isClosed,
        isInTrash: false,
        isClosed,
      });
    }
  }
  return heads;
}

import { db } from '~/db/db.server';
import { isReadableBy } from '~/domain/question-bank/question-access.server';
import type { Bank, TheoryKind } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';

/** A question ticked for the paper and not in it yet. */
export type Pick = {
  questionId: number;
  bank: Bank;
  kind: '' | TheoryKind;
  level: number;
  title: string;
  points: number;
};

/**
 * What is ticked for an exam's paper, without what can no longer be used. In the order in which the questions were
 * made: a bank's list shows the newest first, and a paper that was imported comes in its own order, ticked one by one
 * too. Asks no right to the exam.
 */
export async function listPicks(actor: Actor, examId: number): Promise<Pick[]> {
  const rows = await db()
    .selectFrom('exam_picks')
    .innerJoin('questions', 'questions.id', 'exam_picks.question_id')
    .select(['questions.id', 'questions.bank', 'questions.kind', 'questions.level', 'questions.title'])
    .select('exam_picks.points')
    .where('exam_picks.exam_id', '=', examId)
    .where('questions.deleted_at', 'is', null)
    .where(isReadableBy(actor))
    .orderBy('questions.id')
    .execute();
  return rows.map(({ id, bank, kind, ...row }) => ({
    ...row,
    questionId: id,
    bank: bank as Bank,
    kind: kind as '' | TheoryKind,
  }));
}

import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { practicableSnapshots } from '~/domain/practice/practice.queries.server';
import { listWrongEntries } from '~/domain/practice/wrong.queries.server';
import { KIND_LABELS, BANK_LABELS, type Bank } from '~/domain/question-bank/question.schema';
import { pathOfRow } from '~/domain/question-bank/directory.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { mainText, toSnapshot } from '~/domain/question-bank/question.rules';
import { toQuestion } from '~/domain/question-bank/question.queries.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { answerInWords } from './own-data-words.rules';

type Format = (time: number | null) => string | null;

/** What a student answered in practice, in words, by the try; options only by what may still be read of the question. */
export async function answersInWords(
  actor: Actor,
  tries: { id: number; questionId: number | null; answer: string }[],
): Promise<Map<number, string>> {
  const snapshots = await practicableSnapshots(
    actor,
    tries.flatMap((one) => one.questionId ?? []),
  );
  return new Map(
    tries.map(({ id, questionId, answer }) => {
      const value = fromJson<AnswerValue>(answer);
      const snapshot = questionId === null ? undefined : snapshots.get(questionId);
      if (snapshot) return [id, answerInWords(snapshot, value)] as const;
      return [id, value.text ?? value.blanks?.join('；') ?? value.keys?.join('、') ?? ''] as const;
    }),
  );
}

/** The questions a student made, the deleted ones too; none that is in an exam the student is to sit. */
export async function listOwnQuestions(actor: Actor, at: Format, now: number) {
  const closed = await closedQuestionIds(actor, now);
  const [rows, directories] = await Promise.all([
    db().selectFrom('questions').selectAll().where('owner_id', '=', actor.id).orderBy('id').execute(),
    listOwnDirectories(actor),
  ]);
  const pathOf = new Map(directories.map(({ id, path }) => [id, path]));
  return rows
    .filter((row) => !closed.has(row.id))
    .map((row) => {
      const snapshot = toSnapshot(toQuestion(row));
      return {
        number: questionNumber(row),
        bank: BANK_LABELS[snapshot.bank],
        kind: snapshot.kind === '' ? '' : KIND_LABELS[snapshot.kind],
        title: plainFormulas(row.title),
        text: plainFormulas(mainText(snapshot)),
        directory: pathOf.get(row.directory_id ?? 0) ?? '',
        isDeleted: row.deleted_at !== null,
        content: snapshot,
        at: at(row.updated_at),
      };
    });
}

/** The directories a student made, each with the way to it. */
export async function listOwnDirectories(actor: Actor) {
  const rows = await db()
    .selectFrom('directories')
    .select(['id', 'name', 'parent_id as parentId', 'bank'])
    .where('owner_id', '=', actor.id)
    .orderBy('id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows.map((row) => ({ id: row.id, bank: BANK_LABELS[row.bank as Bank], path: pathOfRow(row, byId) }));
}

/** The wrong-question book as its page shows it: what stands in it and what has left it. */
export async function listWrongBook(actor: Actor, at: Format, now: number) {
  return (await listWrongEntries(actor, now)).map((entry) => ({
    question: plainFormulas(entry.title),
    kind: KIND_LABELS[entry.kind],
    from:
      entry.source.kind === 'exam' ? entry.source.examName : entry.source.kind === 'own' ? '我的题目' : '共享的题目',
    wrong: entry.wrongCount,
    streak: entry.rightStreak,
    hasLeft: entry.leftAt !== null,
    at: at(entry.lastAt),
  }));
}

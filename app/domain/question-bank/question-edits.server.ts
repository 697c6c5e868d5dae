import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { formatMinute } from '~/lib/time';
import { getSchool } from '~/domain/school/school.queries.server';
import { listNamedTypes } from './named-type.queries.server';
import { getEditableQuestion } from './question-access.server';
import { changesBetween, type Change, type Comparable } from './question-changes.rules';
import type { Bank, Question } from './question.schema';

/** 谁改了什么: every change of a question by a teacher, with each field before and after. */

/** Another saved the question meanwhile: who and when, and what stands there now beside what was sent. */
export type QuestionConflict = { version: number; by: string; at: string; changes: Change[] };

/** One entry of a question's history. */
export type QuestionEdit = { id: number; version: number; editor: string; at: number; changes: Change[] };

/** Which fields differ, in words. */
export async function compareQuestions(before: Comparable, after: Comparable): Promise<Change[]> {
  const [scene, exam] = await Promise.all([listNamedTypes('scene'), listNamedTypes('exam')]);
  const words = (list: { id: number; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]));
  return changesBetween(before, after, { scene: words(scene), exam: words(exam) });
}

/** Keeps what a teacher changed; call it inside the transaction of the change. A student's own are nobody else's. */
export async function noteEdit(
  actor: Actor,
  question: { id: number; version: number },
  changes: Change[],
  now: number,
): Promise<void> {
  if (!isTeacher(actor) || changes.length === 0) return;
  await db()
    .insertInto('question_edits')
    .values({
      question_id: question.id,
      version: question.version,
      editor_id: actor.id,
      changes: toJson(changes),
      at: now,
    })
    .execute();
}

/** The refusal of an edit that began from an older version: both texts are in it. */
export async function conflictOf(stored: Question, sent: Comparable): Promise<AppError> {
  const [last] = await readEdits(stored.id, { limit: 1, offset: 0 });
  const { timeZone } = await getSchool();
  const at = formatMinute(stored.updatedAt, timeZone);
  const by = last?.version === stored.version ? last.editor : '另一个窗口';
  const conflict: QuestionConflict = {
    ...{ version: stored.version, by, at },
    changes: await compareQuestions(stored, sent),
  };
  const message = `${by}在 ${at} 改过这道题，您的修改还没有保存。请对照下面两份内容，改好后再点“保存”，就以您写的为准。`;
  return new AppError('conflict', message, undefined, conflict);
}

/**
 * A question's history for its owner and those who may edit it, latest first.
 * @throws AppError not_found, forbidden
 */
export async function listQuestionEdits(
  actor: Actor,
  input: { bank: Bank; id: number } & PageInput,
): Promise<{ question: Question; page: Page<QuestionEdit> }> {
  const question = await getEditableQuestion(actor, input.bank, input.id);
  const { totalCount } = await db()
    .selectFrom('question_edits')
    .select((eb) => eb.fn.countAll<number>().as('totalCount'))
    .where('question_id', '=', input.id)
    .executeTakeFirstOrThrow();
  const { pageSize, currentPage } = input;
  const rows = await readEdits(input.id, { limit: pageSize, offset: pageOffset(input) });
  return { question, page: { rows, totalCount: Number(totalCount), pageSize, currentPage } };
}

async function readEdits(questionId: number, { limit, offset }: { limit: number; offset: number }) {
  const rows = await db()
    .selectFrom('question_edits')
    .innerJoin('users', 'users.id', 'question_edits.editor_id')
    .select(['question_edits.id', 'question_edits.version', 'question_edits.changes', 'question_edits.at'])
    .select('users.name as editor')
    .where('question_edits.question_id', '=', questionId)
    .orderBy('question_edits.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map((row): QuestionEdit => ({ ...row, changes: fromJson<Change[]>(row.changes) }));
}

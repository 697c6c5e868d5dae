import type { Actor } from '~/domain/user/user.rules';
import { formatDate } from '~/lib/time';
import { listNamedTypes } from './named-type.queries.server';
import {
  countExamUses,
  getQuestion,
  getQuestions,
  listQuestions,
  type QuestionFilters,
  type QuestionRow,
} from './question.queries.server';
import type { Bank } from './question.schema';

export type BankPageInput = QuestionFilters & {
  currentPage: number;
  pageSize: number;
  /** Questions whose deletion is to be confirmed. */
  deleteIds: number[];
  renameId: number | null;
};

/** Everything the list of a bank shows. */
export async function getBankPage(actor: Actor, bank: Bank, input: BankPageInput) {
  const [page, types, deletion, renaming] = await Promise.all([
    listQuestions(actor, { ...input, banks: [bank] }),
    listQuestionTypes(),
    input.deleteIds.length > 0 ? describeDeletion(actor, bank, input.deleteIds) : null,
    input.renameId ? getQuestion(actor, bank, input.renameId) : null,
  ]);
  return {
    page: { ...page, rows: page.rows.map(toBankRow) },
    types,
    deletion,
    renaming: renaming && { id: renaming.id, title: renaming.title },
  };
}

/** What the list shows of a question; its body stays here. */
function toBankRow(row: QuestionRow) {
  const { id, bank, kind, title, level, points, sceneTypeName, examTypeName, updatedAt } = row;
  return { id, bank, kind, title, level, points, sceneTypeName, examTypeName, updatedOn: formatDate(updatedAt) };
}

/** Both lists of words that questions are filed under. */
export async function listQuestionTypes() {
  const [scene, exam] = await Promise.all([listNamedTypes('scene'), listNamedTypes('exam')]);
  return { scene, exam };
}

async function describeDeletion(actor: Actor, bank: Bank, ids: number[]) {
  const questions = await getQuestions(actor, [bank], [...new Set(ids)]);
  const uses = await countExamUses(ids);
  const used = questions
    .map((question) => ({ title: question.title, exams: uses.get(question.id) ?? 0 }))
    .filter((question) => question.exams > 0);
  return { ids: questions.map((question) => question.id), used };
}

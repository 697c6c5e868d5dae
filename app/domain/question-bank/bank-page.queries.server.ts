import { listQuestionsInUse } from './closed-questions.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { formatDate } from '~/lib/time';
import { db } from '~/db/db.server';
import { findOwnDirectory, listDirectories } from './directory.queries.server';
import { findDirectory } from './directory.rules';
import {
  countByKind,
  countByScope,
  listDeletedQuestions,
  listQuestionRows,
  type QuestionFilters,
  type QuestionListRow,
} from './question-list.queries.server';
import { listEditableIds } from './question-access.server';
import { countExamUses, getQuestion, getQuestions } from './question.queries.server';
import { questionNumber } from './question-name.rules';
import type { Bank } from './question.schema';
import { listShares, sharesByQuestion } from './share.queries.server';
import { reachesStudents, sharedWithText } from './share.rules';

export type BankPageInput = QuestionFilters & {
  currentPage: number;
  pageSize: number;
  tab: '' | 'mine' | 'shared' | 'deleted';
  /** The dialog that is open, and what it is about. */
  confirm: string;
  ids: number[];
  parentId: number | null;
  manage: string;
};

const SCOPES = { '': 'all', mine: 'mine', shared: 'myShared' } as const;

/** What the list of a bank shows beside its frame (getBankFrame). */
export async function getBankPage(actor: Actor, bank: Bank, asked: BankPageInput, now: number) {
  const directory = asked.dirId ? await findOwnDirectory(actor, bank, asked.dirId) : null;
  // A directory that is gone (deleted in another window) narrows nothing.
  const input = { ...asked, dirId: asked.dirId && !directory ? undefined : asked.dirId };
  const scope = input.tab === 'deleted' ? 'mine' : SCOPES[input.tab];
  const [page, counts, kindCounts, dialog] = await Promise.all([
    getRows(actor, bank, input, now),
    countByScope(actor, { ...input, banks: [bank] }),
    bank === 'theory' ? countByKind(actor, { ...input, scope }) : null,
    getDialog(actor, bank, input, directory),
  ]);
  return { filter: input, page, counts, kindCounts, dialog };
}

async function getRows(actor: Actor, bank: Bank, input: BankPageInput, now: number) {
  if (input.tab === 'deleted') {
    const page = await listDeletedQuestions(actor, { ...input, bank }, now);
    return {
      ...page,
      rows: page.rows.map((row) => toBankRow(actor, row, { shares: [], at: row.deletedAt, isInUse: false })),
    };
  }
  const page = await listQuestionRows(actor, { ...input, scope: SCOPES[input.tab], banks: [bank] });
  const shares = await sharesByQuestion(page.rows.filter((row) => row.ownerId === actor.id).map((row) => row.id));
  const inUse = await questionsInUse(actor, page.rows, now);
  const editable = await listEditableIds(
    actor,
    page.rows.filter((row) => row.ownerId !== actor.id).map((row) => row.id),
  );
  return {
    ...page,
    rows: page.rows.map((row) =>
      toBankRow(actor, row, {
        ...{ shares: shares.get(row.id) ?? [], at: row.updatedAt },
        ...{ isInUse: inUse.has(row.id), editable },
      }),
    ),
  };
}

/** Which of a list's questions a teacher is told of: 正在考试中使用. */
export async function questionsInUse(actor: Actor, rows: { id: number }[], now: number): Promise<ReadonlySet<number>> {
  if (!isTeacher(actor)) return new Set();
  const ids = rows.map((row) => row.id);
  return listQuestionsInUse(ids, now);
}

/** A question as a list shows it; `at` is when it was changed, or deleted. */
export function toBankRow(
  actor: Actor,
  row: QuestionListRow,
  {
    shares,
    at,
    isInUse,
    editable,
  }: { shares: { label: string }[]; at: number; isInUse: boolean; editable?: ReadonlySet<number> },
) {
  const { id, bank, kind, title, level, points, ownerName } = row;
  return {
    ...{ id, bank, kind, title, level, points, ownerName },
    types: [row.sceneTypeName, row.examTypeName].filter((name) => name !== '').join(' · '),
    isOwn: row.ownerId === actor.id,
    /** Own, or shared for editing together. */
    canEdit: row.ownerId === actor.id || (editable?.has(id) ?? false),
    sharedWith: sharedWithText(shares),
    on: formatDate(at),
    /** In an exam that is under way. */
    isInUse,
  };
}

/** What the dialog that the URL names shows; null where it names none or its object is gone. */
async function getDialog(
  actor: Actor,
  bank: Bank,
  input: BankPageInput,
  directory: { id: number; name: string; parentId: number | null } | null,
) {
  const [id] = input.ids;
  switch (input.confirm) {
    case 'delete':
      return input.ids.length > 0
        ? { kind: 'delete' as const, ...(await describeDeletion(actor, bank, input.ids)) }
        : null;
    case 'move':
    case 'copy':
      return input.ids.length > 0 ? { kind: input.confirm, ids: input.ids } : null;
    case 'rename': {
      if (!id) return null;
      const { title } = await getQuestion(actor, bank, id);
      return { kind: 'rename' as const, id, title };
    }
    case 'addDir':
      return { kind: 'addDir' as const, parentId: input.parentId ?? directory?.id ?? null };
    case 'renameDir':
    case 'moveDir':
      return directory
        ? { kind: input.confirm, id: directory.id, name: directory.name, parentId: directory.parentId }
        : null;
    case 'deleteDir':
      return directory ? { kind: 'deleteDir' as const, ...(await describeDirectory(actor, bank, directory.id)) } : null;
    default:
      return null;
  }
}

async function describeDirectory(actor: Actor, bank: Bank, id: number) {
  const tree = await listDirectories(actor, bank);
  const { name, parentId, count, isShared, children } = findDirectory(tree, id) ?? {
    name: '',
    parentId: null,
    count: 0,
    isShared: false,
    children: [],
  };
  const own = count - children.reduce((sum, child) => sum + child.count, 0);
  const parent = parentId === null ? null : (findDirectory(tree, parentId)?.name ?? null);
  return { id, name, questions: own, directories: children.length, parent, isShared };
}

/** What the questions are used in, said before they are deleted. */
async function describeDeletion(actor: Actor, bank: Bank, ids: number[]) {
  const questions = await getQuestions(actor, [bank], [...new Set(ids)]);
  const shares = await listShares(ids);
  const uses = await countExamUses(ids);
  const { baskets } = await db()
    .selectFrom('basket_items')
    .select((eb) => eb.fn.count<number>('question_id').distinct().as('baskets'))
    .where('question_id', 'in', ids)
    .executeTakeFirstOrThrow();
  const shared = questions.flatMap((question) => {
    const own = shares.filter((share) => share.questionId === question.id);
    if (own.length === 0) return [];
    const hasStudents = own.some(reachesStudents);
    return [{ number: questionNumber(question), sharedWith: sharedWithText(own), hasStudents }];
  });
  const inExams = questions.filter((question) => (uses.get(question.id) ?? 0) > 0);
  return {
    ids: questions.map((question) => question.id),
    shared,
    inBaskets: baskets,
    inExams: inExams.map((question) => ({ number: questionNumber(question), exams: uses.get(question.id) ?? 0 })),
  };
}

import type { z } from 'zod';
import { listChoices } from '~/domain/teaching-group/choices.queries.server';
import { listGroups } from '~/domain/teaching-group/group.queries.server';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { formatDate } from '~/lib/time';
import { questionsInUse, toBankRow } from './bank-page.queries.server';
import {
  countSharedByDirectory,
  getDirectoryWithShares,
  listGivenDirectories,
  listMySharedDirectories,
} from './directory-share.queries.server';
import { listDirectories } from './directory.queries.server';
import { countByScope, listQuestionRows, listSharers, type QuestionFilters } from './question-list.queries.server';
import { getQuestions } from './question.queries.server';
import { questionNumber } from './question-name.rules';
import { BANKS, type Bank } from './question.schema';
import { listEditableIds } from './question-access.server';
import { findCopied, listMyShared, listOpenExams, listShares } from './share.queries.server';
import { AUDIENCES, RIGHT_LABELS, targetKey, type Share } from './share.rules';
import type { sharePageParams } from './share.schema';

/** What the share page's URL asks for: the questions, and what is looked for and ticked in its form. */
export type SharePageInput = Omit<z.output<typeof sharePageParams>, 'ids' | 'dirId'>;

/** The page on which own questions are shared: which, with whom now, with whom they can be. */
export async function getSharePage(actor: Actor, bank: Bank, ids: number[], asked?: SharePageInput) {
  const questions = await getQuestions(actor, [bank], ids);
  const [shares, classrooms, exams, colleagues] = await Promise.all([
    listShares(ids),
    listClassroomOptions(actor, 'mine'),
    listOpenExams(actor, ids),
    colleaguesToShareWith(actor, asked),
  ]);
  return {
    bank,
    ids,
    directory: null,
    questions: questions.map(({ id, title }) => ({ id, title, number: questionNumber({ bank, id }) })),
    classrooms: classrooms.map(({ id, name }) => ({ id, name })),
    exams: exams.map(({ id, name, classrooms: names }) => ({ id, name, classrooms: names })),
    ...colleagues,
    asked: asked ?? null,
    targets: targetsOf(shares),
  };
}

/** The same page for an own directory: what is in it now and later, with teachers alone. */
export async function getDirectorySharePage(actor: Actor, dirId: number, asked?: SharePageInput) {
  const { bank, name, path, shares, inherited } = await getDirectoryWithShares(actor, dirId);
  const [inside, colleagues] = await Promise.all([
    listQuestionRows(actor, { banks: [bank], scope: 'mine', dirId, currentPage: 1, pageSize: SHOWN_OF_DIRECTORY }),
    colleaguesToShareWith(actor, asked),
  ]);
  return {
    bank,
    ids: [],
    directory: { id: dirId, name, path: path.join(' / '), count: inside.totalCount },
    questions: inside.rows.map(({ id, title }) => ({ id, title, number: questionNumber({ bank, id }) })),
    classrooms: [],
    exams: [],
    ...colleagues,
    asked: asked ?? null,
    targets: [...targetsOf(shares.map((share) => ({ ...share, directory: null }))), ...targetsOf(inherited)],
  };
}

const SHOWN_OF_DIRECTORY = 10;

async function colleaguesToShareWith(actor: Actor, asked: SharePageInput | undefined) {
  const [groups, colleagues] = await Promise.all([
    listGroups(actor),
    listChoices({ find: asked?.find ?? '', chosen: asked?.teacherIds ?? [], except: actor.id }),
  ]);
  const own = groups.filter((group) => group.isMember);
  return { groups: own.map(({ id, name, members }) => ({ id, name, members: members.length })), colleagues };
}

/** Whom the questions are shared with, each once: how many of them, since when, with which right, by which directory. */
function targetsOf(shares: Share[]) {
  const byTarget = new Map<string, Share[]>();
  const keyOf = (share: Share) => `${share.directory ? `dir-${share.directory.id}-` : ''}${targetKey(share)}`;
  for (const share of shares) byTarget.set(keyOf(share), [...(byTarget.get(keyOf(share)) ?? []), share]);
  return [...byTarget.entries()]
    .sort(([, [a]], [, [b]]) => AUDIENCES.indexOf(a?.audience as never) - AUDIENCES.indexOf(b?.audience as never))
    .flatMap(([key, [first, ...rest]]) => {
      if (!first) return [];
      const all = [first, ...rest];
      const { audience, classroomId, teacherId, groupId, label, directory } = first;
      return {
        ...{ key, audience, classroomId, teacherId, groupId, label, directory },
        right: all.every((share) => share.right === first.right) ? RIGHT_LABELS[first.right] : '部分可编辑',
        count: all.length,
        since: formatDate(Math.min(...all.map((share) => share.createdAt))),
      };
    });
}

type ListInput = QuestionFilters & { bank: Bank; currentPage: number; pageSize: number };

/** What others shared with a teacher, and the dialog for copying some of it. */
export async function getSharedWithMe(
  actor: Actor,
  input: ListInput & { confirm: string; ids: number[] },
  now: number,
) {
  const { bank } = input;
  const directories = await listGivenDirectories(actor, bank);
  // A directory that is shared no longer, or of another bank, narrows nothing.
  const dirId = directories.some((one) => one.id === input.dirId) ? input.dirId : undefined;
  const list = { ...input, dirId, banks: [bank], scope: 'shared' as const };
  const [page, counts, sharers] = await Promise.all([
    listQuestionRows(actor, list),
    countsOf(actor, 'shared'),
    listSharers(actor, [bank]),
  ]);
  const copied = await findCopied(
    actor,
    page.rows.map((row) => row.id),
  );
  const inUse = await questionsInUse(actor, page.rows, now);
  const editable = await listEditableIds(
    actor,
    page.rows.map((row) => row.id),
  );
  const isCopying = input.confirm === 'copy' && input.ids.length > 0;
  return {
    filter: { ...input, dirId },
    counts,
    sharers,
    directories,
    page: {
      ...page,
      rows: page.rows.map((row) => ({
        ...toBankRow(actor, row, { shares: [], at: row.updatedAt, isInUse: inUse.has(row.id), editable }),
        isCopied: copied.has(row.id),
      })),
    },
    copying: isCopying ? { ids: input.ids, tree: await listDirectories(actor, bank) } : null,
  };
}

/** What a teacher shared with others: with whom, since when, how often it was used. */
export async function getMyShared(actor: Actor, input: ListInput & { confirm: string; ids: number[] }, now: number) {
  const { bank } = input;
  const [page, counts, directories] = await Promise.all([
    listMyShared(actor, { ...input, dirId: undefined, banks: [bank] }),
    countsOf(actor, 'myShared'),
    listMySharedDirectories(actor, bank),
  ]);
  const inUse = await questionsInUse(actor, page.rows, now);
  const isRevoking = input.confirm === 'unshare' && input.ids.length > 0;
  return {
    filter: input,
    counts,
    directories: directories.map(({ id, name, shares }) => ({ id, name, targets: targetsOf(shares) })),
    page: {
      ...page,
      rows: page.rows.map((row) => ({
        ...toBankRow(actor, row, { shares: row.shares, at: row.updatedAt, isInUse: inUse.has(row.id) }),
        ...{ ownExams: row.ownExams, othersExams: row.othersExams, copies: row.copies, practices: row.practices },
        since: formatDate(row.since),
      })),
    },
    revoking: isRevoking ? await describeRevoking(actor, bank, input.ids) : null,
  };
}

/** The questions to be taken back, and how many of them stay with whom a directory brings them to. */
async function describeRevoking(actor: Actor, bank: Bank, asked: number[]) {
  const ids = (await getQuestions(actor, [bank], asked)).map((one) => one.id);
  return { ids, byDirectory: await countSharedByDirectory(ids) };
}

/** How many questions of each bank are shared with the actor, or by them. */
export async function countsOf(
  actor: Actor,
  scope: 'shared' | 'myShared',
  closed?: ReadonlySet<number>,
): Promise<Record<Bank, number>> {
  const [oral, written, theory] = await Promise.all(
    BANKS.map(async (bank) => (await countByScope(actor, { banks: [bank], closed }))[scope]),
  );
  return { oral: oral ?? 0, written: written ?? 0, theory: theory ?? 0 };
}

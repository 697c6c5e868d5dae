import type { z } from 'zod';
import { listChoices } from '~/domain/teaching-group/choices.queries.server';
import { listGroups } from '~/domain/teaching-group/group.queries.server';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { formatDate } from '~/lib/time';
import { questionsInUse, toBankRow } from './bank-page.queries.server';
import { listDirectories } from './directory.queries.server';
import { countByScope, listQuestionRows, listSharers, type QuestionFilters } from './question-list.queries.server';
import { getQuestions } from './question.queries.server';
import { questionNumber } from './question.rules';
import { BANKS, type Bank } from './question.schema';
import { listEditableIds } from './question-access.server';
import { findCopied, listMyShared, listOpenExams, listShares, type Share } from './share.queries.server';
import { AUDIENCES, RIGHT_LABELS, targetKey } from './share.rules';
import type { sharePageParams } from './share.schema';

/** What the share page's URL asks for: the questions, and what is looked for and ticked in its form. */
export type SharePageInput = Omit<z.output<typeof sharePageParams>, 'ids'>;

/** The page on which own questions are shared: which, with whom now, with whom they can be. */
export async function getSharePage(actor: Actor, bank: Bank, ids: number[], asked?: SharePageInput) {
  const questions = await getQuestions(actor, [bank], ids);
  const [shares, classrooms, exams, groups, colleagues] = await Promise.all([
    listShares(ids),
    listClassroomOptions(actor, 'mine'),
    listOpenExams(actor, ids),
    listGroups(actor),
    listChoices({ find: asked?.find ?? '', chosen: asked?.teacherIds ?? [], except: actor.id }),
  ]);
  return {
    bank,
    ids,
    questions: questions.map(({ id, title }) => ({ id, title, number: questionNumber({ bank, id }) })),
    classrooms: classrooms.map(({ id, name }) => ({ id, name })),
    exams: exams.map(({ id, name, classrooms: names }) => ({ id, name, classrooms: names })),
    groups: groups
      .filter((group) => group.isMember)
      .map(({ id, name, members }) => ({ id, name, members: members.length })),
    colleagues,
    asked: asked ?? null,
    targets: targetsOf(shares),
  };
}

/** Whom the questions are shared with, each once: how many of them, since when, with which right. */
function targetsOf(shares: Share[]) {
  const byTarget = new Map<string, Share[]>();
  for (const share of shares) byTarget.set(targetKey(share), [...(byTarget.get(targetKey(share)) ?? []), share]);
  return [...byTarget.entries()]
    .sort(([, [a]], [, [b]]) => AUDIENCES.indexOf(a?.audience as never) - AUDIENCES.indexOf(b?.audience as never))
    .flatMap(([key, [first, ...rest]]) => {
      if (!first) return [];
      const all = [first, ...rest];
      const { audience, classroomId, teacherId, groupId, label } = first;
      return {
        ...{ key, audience, classroomId, teacherId, groupId, label },
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
  const list = { ...input, dirId: undefined, banks: [bank], scope: 'shared' as const };
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
    filter: input,
    counts,
    sharers,
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
  const [page, counts] = await Promise.all([
    listMyShared(actor, { ...input, dirId: undefined, banks: [bank] }),
    countsOf(actor, 'myShared'),
  ]);
  const inUse = await questionsInUse(actor, page.rows, now);
  const isRevoking = input.confirm === 'unshare' && input.ids.length > 0;
  return {
    filter: input,
    counts,
    page: {
      ...page,
      rows: page.rows.map((row) => ({
        ...toBankRow(actor, row, { shares: row.shares, at: row.updatedAt, isInUse: inUse.has(row.id) }),
        ...{ ownExams: row.ownExams, othersExams: row.othersExams, copies: row.copies, practices: row.practices },
        since: formatDate(row.since),
      })),
    },
    revoking: isRevoking ? { ids: (await getQuestions(actor, [bank], input.ids)).map((one) => one.id) } : null,
  };
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

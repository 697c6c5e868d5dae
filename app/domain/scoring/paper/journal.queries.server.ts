import { listPhotos, listTakes } from '~/domain/attempt/attempt.queries.server';
import { studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { KeptOutcome } from '~/domain/attempt/attempt.rules';
import { listPaperItems } from '~/domain/attempt/paper.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import type { Page } from '~/lib/page';
import { clip, codePointLength } from '~/lib/text';
import { describeGivenInBank } from './bank-letters.rules';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import { getScorableAttempt } from './scoring-items.queries.server';

/** One version of an answer as it arrived. */
export type JournalRow = {
  /** In blind marking its place in this paper: the journal's own numbers rise with the time, across papers. */
  id: number;
  /** Where the clock would name the student (blind marking): since the paper was begun, in ms. */
  receivedAt: number;
  /** Of a refused or conflicting version: the one it was written on top of. */
  revision: number;
  outcome: KeptOutcome | 'conflict';
  /** The answer in words; of a long one the beginning, unless it was asked for alone. */
  text: string;
  /** How many characters it has, when these are not all of them. */
  cutFrom: number | null;
  /** It is what stands for the item now. */
  isCurrent: boolean;
  /** How many versions before it were let go, because the paper had far too many. */
  leftOut: number;
};

export type JournalView = {
  exam: { id: number; name: string };
  attemptId: number;
  part: Part;
  studentName: string;
  isBlind: boolean;
  items: { id: number; position: number; title: string; rows: JournalRow[] }[];
  /** Of all versions, item by item; the rows themselves stand in `items`. */
  page: Page<null>;
  /** Recordings and photos are files of their own: how many came, beside the answers. */
  files: { takes: number; photos: number };
};

/** An essay of two hours, saved every five seconds, has more than a thousand versions. */
const PAGE_SIZE = 50;
const SHOWN_CHARACTERS = 2000;

/**
 * 作答记录: every version of every answer of a paper that arrived, kept or not, oldest first; a page of them, or the one
 * asked for by `versionId`, whole.
 * @throws AppError as getScorableAttempt
 */
export async function getJournal(
  actor: Actor,
  {
    attemptId,
    currentPage = 1,
    pageSize = PAGE_SIZE,
    versionId = 0,
  }: { attemptId: number; currentPage?: number; pageSize?: number; versionId?: number },
  now: number,
): Promise<JournalView> {
  const { exam, attempt } = await getScorableAttempt(actor, attemptId, now);
  const reader = { isOwner: isExamOwner(actor, exam), isOut: await isPaperLocked(exam.id, attempt) };
  const isBlind = !seesNames(exam, { ...reader, view: 'marking' });
  const { name } = await db()
    .selectFrom('users')
    .select(studentNameThen(exam.id).as('name'))
    .where('id', '=', attempt.studentId)
    .executeTakeFirstOrThrow();
  const isAlone = versionId > 0;
  const all = db()
    .selectFrom('answer_journal')
    .where('attempt_id', '=', attempt.id)
    .$if(isAlone && !isBlind, (one) => one.where('id', '=', versionId));
  const { count } = await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const current = Math.min(currentPage, Math.max(1, Math.ceil(Number(count) / pageSize)));
  const offset = isAlone && isBlind ? versionId - 1 : (current - 1) * pageSize;
  const versions = await all
    .selectAll()
    .orderBy('item_id')
    .orderBy('id')
    .limit(isAlone ? 1 : pageSize)
    .offset(offset)
    .execute();
  const answers = await db()
    .selectFrom('answers')
    .select(['item_id', 'revision'])
    .where('attempt_id', '=', attempt.id)
    .execute();
  const leftOut = await leftOutBefore(attempt.id);
  const items = (await listPaperItems(attempt)).map((item) => {
    const counting = answers.find((answer) => answer.item_id === item.id)?.revision;
    const rows = versions
      .filter((version) => version.item_id === item.id)
      .map((version) => ({
        id: isBlind ? offset + versions.indexOf(version) + 1 : version.id,
        receivedAt: isBlind ? version.received_at - attempt.startedAt : version.received_at,
        revision: version.revision,
        outcome: version.outcome as JournalRow['outcome'],
        ...shown(describeGivenInBank(item.snapshot, fromJson<AnswerValue>(version.value)), isAlone),
        isCurrent: version.revision === counting && !['refused', 'conflict'].includes(version.outcome),
        leftOut: leftOut.get(version.id) ?? 0,
      }));
    return { id: item.id, position: item.position, title: item.snapshot.title, rows };
  });
  return {
    exam: { id: exam.id, name: exam.name },
    attemptId: attempt.id,
    part: attempt.part,
    studentName: isBlind ? blindName(attempt.id) : name,
    isBlind,
    items: items.filter((item) => item.rows.length > 0),
    page: { rows: [], totalCount: isAlone ? versions.length : Number(count), pageSize, currentPage: current },
    files: { takes: (await listTakes(attempt.id)).length, photos: (await listPhotos(attempt.id)).length },
  };
}

/** How many are missing before which version: those that were saved are numbered one by one. */
async function leftOutBefore(attemptId: number): Promise<Map<number, number>> {
  const saved = await db()
    .selectFrom('answer_journal')
    .select(['id', 'item_id', 'revision'])
    .where('attempt_id', '=', attemptId)
    .where('outcome', 'in', ['saved', 'grace', 'accepted'])
    .orderBy('item_id')
    .orderBy('revision')
    .execute();
  const gaps = new Map<number, number>();
  for (const [index, { id, item_id: itemId, revision }] of saved.entries()) {
    const before = saved[index - 1];
    if (before?.item_id === itemId && revision > before.revision + 1) gaps.set(id, revision - before.revision - 1);
  }
  return gaps;
}

function shown(text: string, isWhole: boolean): Pick<JournalRow, 'text' | 'cutFrom'> {
  const length = codePointLength(text);
  return isWhole || length <= SHOWN_CHARACTERS
    ? { text, cutFrom: null }
    : { text: clip(text, SHOWN_CHARACTERS), cutFrom: length };
}

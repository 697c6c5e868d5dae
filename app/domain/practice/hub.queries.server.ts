import { randomInt } from 'node:crypto';
import { db } from '~/db/db.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { pathOfRow } from '~/domain/question-bank/directory.rules';
import { isReadableBy, isSharedWith } from '~/domain/question-bank/question-access.server';
import { levelLabel } from '~/domain/question-bank/question.rules';
import { BANK_LABELS, KIND_LABELS, type Bank } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { runTitle, type Target } from './practice.rules';
import type { HubInput } from './practice.schema';
import { listWrongEntries } from './wrong.queries.server';

/** A directory to practise from: an own one, or one that holds questions shared with the actor. */
export type PracticeDirectory = { id: number; parentId: number | null; label: string; isOwn: boolean };

/** The directories of a bank that the actor can practise from; own ones by their path, others' by their owner. */
export async function listPracticeDirectories(actor: Actor, bank: Bank): Promise<PracticeDirectory[]> {
  const rows = await db()
    .selectFrom('directories')
    .innerJoin('users', 'users.id', 'directories.owner_id')
    .select([
      'directories.id',
      'directories.parent_id as parentId',
      'directories.name',
      'directories.owner_id',
      'users.name as owner',
    ])
    .where('directories.bank', '=', bank)
    .where((where) =>
      where.or([
        where('directories.owner_id', '=', actor.id),
        where.exists(
          where
            .selectFrom('questions')
            .select('questions.id')
            .whereRef('questions.directory_id', '=', 'directories.id')
            .where('questions.deleted_at', 'is', null)
            .where(isSharedWith(actor)),
        ),
      ]),
    )
    .orderBy('directories.name')
    .orderBy('directories.id')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return rows
    .map((row) => ({
      id: row.id,
      parentId: row.parentId,
      isOwn: row.owner_id === actor.id,
      label: row.owner_id === actor.id ? pathOfRow(row, byId) : `${pathOfRow(row, byId)}（${row.owner}）`,
    }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.label.localeCompare(b.label, 'zh-CN'));
}

/** A directory and everything below it, as far as it is listed. */
function withDescendants(directories: PracticeDirectory[], id: number): number[] {
  const ids = [id];
  for (const each of ids) {
    ids.push(...directories.filter((one) => one.parentId === each && !ids.includes(one.id)).map((one) => one.id));
  }
  return ids;
}

/** Everything that the choice leaves to practise, in the banks' order: oldest question first. */
export async function listMatches(
  actor: Actor,
  input: HubInput,
  directories: PracticeDirectory[],
  now: number,
): Promise<Target[]> {
  const closed = await closedQuestionIds(actor, now);
  const { bank, from, level, kind, only } = input;
  const rows = await db()
    .selectFrom('questions')
    .select('questions.id')
    .where('questions.bank', '=', bank)
    .where('questions.deleted_at', 'is', null)
    .$if(closed.size > 0, (query) => query.where('questions.id', 'not in', [...closed]))
    .$if(from === 'mine', (query) => query.where('questions.owner_id', '=', actor.id))
    .$if(from === 'shared', (query) => query.where('questions.owner_id', '!=', actor.id).where(isSharedWith(actor)))
    .$if(from !== 'mine' && from !== 'shared', (query) => query.where(isReadableBy(actor)))
    .$if(typeof from === 'number', (query) =>
      query.where('questions.directory_id', 'in', withDescendants(directories, Number(from))),
    )
    .$if(level !== undefined, (query) => query.where('questions.level', '=', level ?? 0))
    .$if(bank === 'theory' && kind !== undefined, (query) => query.where('questions.kind', '=', kind ?? ''))
    .$if(only === 'new', (query) =>
      query.where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('practices')
              .select('practices.id')
              .whereRef('practices.question_id', '=', 'questions.id')
              .where('practices.student_id', '=', actor.id),
          ),
        ),
      ),
    )
    .orderBy('questions.created_at')
    .orderBy('questions.id')
    .execute();
  const targets = rows.map(({ id }): Target => ({ questionId: id }));
  if (only !== 'wrong' || bank !== 'theory') return targets;
  const ids = new Set(rows.map((row) => row.id));
  const entries = (await listWrongEntries(actor, now)).filter((entry) => entry.leftAt === null && entry.isAvailable);
  return entries
    .filter((entry) =>
      'questionId' in entry.target
        ? ids.has(entry.target.questionId)
        : from === '' && (level === undefined || entry.level === level) && (kind === undefined || entry.kind === kind),
    )
    .map((entry) => entry.target);
}

/** The questions of a run: the first so many, or so many drawn by chance. */
export function chooseTargets(matches: Target[], { count, order }: Pick<HubInput, 'count' | 'order'>): Target[] {
  const rest = [...matches];
  if (order === 'sequence') return rest.slice(0, count);
  const chosen: Target[] = [];
  while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(randomInt(rest.length), 1));
  return chosen;
}

/** What a run of this choice is called: 理论，单选，初级，只练错题，10 题. */
export function titleOf(input: HubInput, directories: PracticeDirectory[], count: number): string {
  const place =
    typeof input.from === 'number'
      ? (directories.find((one) => one.id === input.from)?.label ?? '')
      : { '': '', mine: '我的题库', shared: '共享题库' }[input.from];
  return runTitle([
    BANK_LABELS[input.bank],
    place,
    input.bank === 'theory' && input.kind ? KIND_LABELS[input.kind] : '',
    input.level ? levelLabel(input.level) : '',
    { '': '', wrong: '只练错题', new: '没练过的' }[input.only],
    `${count} 题`,
  ]);
}

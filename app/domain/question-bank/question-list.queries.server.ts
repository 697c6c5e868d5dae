import { numberedQuestion } from './question-name.rules';
import { sql } from 'kysely';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { pageOffset, type Page } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { directoryShares } from './directory-access.server';
import { listGivenDirectoryIds } from './directory-share.queries.server';
import { listDirectoryIds } from './directory.queries.server';
import { UNFILED } from './directory.rules';
import { sharedQuestionIds } from './question-access.server';
import { toQuestion } from './question.queries.server';
import { RESTORE_DAYS, searchForm } from './question.rules';
import { THEORY_KINDS, type Bank, type Question, type TheoryKind } from './question.schema';

/** Whose questions: own and shared ones, own, others' shared with the actor, own shared by the actor. */
export const QUESTION_SCOPES = ['all', 'mine', 'shared', 'myShared'] as const;
export type QuestionScope = (typeof QUESTION_SCOPES)[number];

/** What a list of questions is narrowed to; absent or empty means all. */
export type QuestionFilters = {
  keyword?: string;
  level?: number;
  sceneTypeId?: number;
  examTypeId?: number;
  kind?: TheoryKind;
  /** An own directory, or under `shared` one that was given, with what is under it; or UNFILED. */
  dirId?: number;
  ownerId?: number;
};

type Narrowed = QuestionFilters & {
  /** Of these only. */
  onlyIds?: readonly number[];
  /** One bank or several; the wizard's written part lists written and theory together. */
  banks: readonly Bank[];
  /** Own ones unless said otherwise. */
  scope?: QuestionScope;
  /** Others' questions that are left out: closed to the student who asks (closedQuestionIds). */
  closed?: ReadonlySet<number>;
};

export type QuestionListInput = Narrowed & {
  currentPage: number;
  pageSize: number;
  /** In the order they were made, which is that of a file they came from; else the newest change first. */
  asMade?: boolean;
};

/** What a list shows of a question; its body is not read. */
export type QuestionListRow = {
  id: number;
  bank: Bank;
  kind: '' | TheoryKind;
  title: string;
  level: number;
  points: number;
  ownerId: number;
  ownerName: string;
  sceneTypeName: string;
  examTypeName: string;
  updatedAt: number;
};

/** A whole question with the names its list shows. */
export type QuestionRow = Question & { sceneTypeName: string; examTypeName: string };

/** Questions, newest change first, by page, without their bodies. */
export async function listQuestionRows(actor: Actor, input: QuestionListInput): Promise<Page<QuestionListRow>> {
  const page = await listIds(actor, input);
  return { ...page, rows: await readRows(page.rows) };
}

/** The same with everything there is of a question. */
export async function listQuestions(actor: Actor, input: QuestionListInput): Promise<Page<QuestionRow>> {
  const page = await listIds(actor, input);
  if (page.rows.length === 0) return { ...page, rows: [] };
  const rows = await withTypes()
    .selectAll('questions')
    .select(['scene_types.name as scene_type_name', 'exam_types.name as exam_type_name'])
    .where('questions.id', 'in', page.rows)
    .execute();
  const found = rows.map((row) => ({
    ...toQuestion(row),
    sceneTypeName: row.scene_type_name ?? '',
    examTypeName: row.exam_type_name ?? '',
  }));
  return { ...page, rows: inOrder(page.rows, found) };
}

/** What the actor deleted from a bank and may still restore, latest first. */
export async function listDeletedQuestions(
  actor: Actor,
  input: { bank: Bank; currentPage: number; pageSize: number },
  now: number,
): Promise<Page<QuestionListRow & { deletedAt: number }>> {
  const deleted = restorable(actor, input.bank, now);
  const { totalCount } = await deleted
    .select((eb) => eb.fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  const found = await deleted
    .select(['id', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const times = new Map(found.map((row) => [row.id, row.deleted_at ?? 0]));
  const rows = (await readRows([...times.keys()])).map((row) => ({ ...row, deletedAt: times.get(row.id) ?? 0 }));
  return { rows, totalCount, pageSize: input.pageSize, currentPage: input.currentPage };
}

/** Own questions of a bank that were deleted not too long ago. */
export function restorable(actor: Actor, bank: Bank, now: number) {
  return db()
    .selectFrom('questions')
    .where('owner_id', '=', actor.id)
    .where('bank', '=', bank)
    .where('deleted_at', '>', now - RESTORE_DAYS * 86_400_000);
}

/** How many theory questions of each kind the filters leave, for the tabs ('' is all). */
export async function countByKind(
  actor: Actor,
  input: Omit<Narrowed, 'banks'>,
): Promise<Record<TheoryKind | '', number>> {
  const narrowed = await matching(actor, { ...input, kind: undefined, banks: ['theory'] });
  const rows = await db()
    .selectFrom(narrowed.as('found'))
    .select((eb) => ['found.kind', eb.fn.countAll<number>().as('count')])
    .groupBy('found.kind')
    .execute();
  const counts = Object.fromEntries(['', ...THEORY_KINDS].map((kind) => [kind, 0])) as Record<TheoryKind | '', number>;
  for (const row of rows) {
    counts[row.kind as TheoryKind] = row.count;
    counts[''] += row.count;
  }
  return counts;
}

/** How many questions the filters leave in each scope. */
export async function countByScope(actor: Actor, input: Narrowed): Promise<Record<QuestionScope, number>> {
  const [mine, shared, myShared] = await Promise.all(
    (['mine', 'shared', 'myShared'] as const).map((scope) => countAll(actor, { ...input, scope })),
  );
  return { all: (mine ?? 0) + (shared ?? 0), mine: mine ?? 0, shared: shared ?? 0, myShared: myShared ?? 0 };
}

/** Who shared questions of the banks with the actor, for a filter. */
export async function listSharers(actor: Actor, banks: readonly Bank[]): Promise<{ id: number; name: string }[]> {
  return db()
    .selectFrom('questions')
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select(['users.id', 'users.name'])
    .distinct()
    .where('questions.id', 'in', sharedQuestionIds(actor))
    .where('questions.owner_id', '!=', actor.id)
    .where('questions.bank', 'in', [...banks])
    .where('questions.deleted_at', 'is', null)
    .orderBy('users.name')
    .execute();
}

async function countAll(actor: Actor, input: Narrowed): Promise<number> {
  const { count } = await countQuery(await matching(actor, input)).executeTakeFirstOrThrow();
  return count;
}

/** One page of ids. */
async function listIds(actor: Actor, input: QuestionListInput): Promise<Page<number>> {
  const { ids, count } = await listQueries(actor, input);
  const rows = await ids.execute();
  const { count: totalCount } = await count.executeTakeFirstOrThrow();
  const { pageSize, currentPage } = input;
  return { rows: rows.map((row) => row.id), totalCount, pageSize, currentPage };
}

/** The two queries behind a page of a list; apart, so that their plans can be looked at. */
export async function listQueries(actor: Actor, input: QuestionListInput) {
  const found = await matching(actor, input);
  const ids = db()
    .selectFrom(found.as('found'))
    .select('found.id')
    .$if(!input.asMade, (query) => query.orderBy('found.updated_at', 'desc').orderBy('found.id', 'desc'))
    .$if(input.asMade === true, (query) => query.orderBy('found.id'))
    .limit(input.pageSize)
    .offset(pageOffset(input));
  return { ids, count: countQuery(found) };
}

function countQuery(found: Awaited<ReturnType<typeof matching>>) {
  return db()
    .selectFrom(found.as('found'))
    .select((eb) => eb.fn.countAll<number>().as('count'));
}

/**
 * The questions that the filters leave, by what the index questions_list holds: neither this nor counting reads a
 * body.
 */
async function matching(actor: Actor, input: Narrowed) {
  const { scope = 'mine', dirId, closed } = input;
  const isGiven = scope === 'shared';
  const directoryIds = dirId ? await (isGiven ? listGivenDirectoryIds : listDirectoryIds)(actor, dirId) : [];
  const narrowed = narrowedQuestions(input, directoryIds);
  const own = narrowed.where('questions.owner_id', '=', actor.id);
  const others = narrowed
    .where('questions.owner_id', '!=', actor.id)
    .where('questions.id', 'in', sharedQuestionIds(actor))
    .$if(closed !== undefined && closed.size > 0, (query) =>
      query.where('questions.id', 'not in', [...(closed ?? [])]),
    );
  // Outside what others share, directories are the actor's: nothing of others' is in them.
  if (scope === 'mine' || (scope === 'all' && dirId !== undefined)) return own;
  if (scope === 'shared') return others;
  if (scope === 'all') return own.unionAll(others);
  return own.where((eb) =>
    eb.or([
      eb.exists(eb.selectFrom('shares').select('shares.id').whereRef('shares.question_id', '=', 'questions.id')),
      eb(
        'questions.directory_id',
        'in',
        directoryShares().select('directories.id').where('directories.owner_id', '=', actor.id),
      ),
    ]),
  );
}

function narrowedQuestions(input: Narrowed, directoryIds: number[]) {
  const keyword = searchForm((input.keyword ?? '').trim());
  const numbered = numberedQuestion(input.keyword ?? '');
  return db()
    .selectFrom('questions')
    .select(['questions.id', 'questions.updated_at', 'questions.kind'])
    .where('questions.deleted_at', 'is', null)
    .where('questions.bank', 'in', [...input.banks])
    .$if(keyword !== '', (query) =>
      query
        .innerJoin('question_texts', 'question_texts.question_id', 'questions.id')
        .where((eb) =>
          eb.or([
            sql<boolean>`question_texts.text like ${likePattern(keyword)} escape '\\'`,
            ...(numbered
              ? [eb.and([eb('questions.id', '=', numbered.id), eb('questions.bank', 'like', `${numbered.letter}%`)])]
              : []),
          ]),
        ),
    )
    .$if(input.dirId === UNFILED, (query) => query.where('questions.directory_id', 'is', null))
    .$if(directoryIds.length > 0, (query) => query.where('questions.directory_id', 'in', directoryIds))
    .$if(input.ownerId !== undefined, (query) => query.where('questions.owner_id', '=', input.ownerId ?? 0))
    .$if(input.onlyIds !== undefined, (query) => query.where('questions.id', 'in', input.onlyIds ?? []))
    .$if(input.level !== undefined, (query) => query.where('questions.level', '=', input.level ?? 0))
    .$if(input.kind !== undefined, (query) => query.where('questions.kind', '=', input.kind ?? ''))
    .$if(input.sceneTypeId !== undefined, (query) =>
      query.where('questions.scene_type_id', '=', input.sceneTypeId ?? 0),
    )
    .$if(input.examTypeId !== undefined, (query) => query.where('questions.exam_type_id', '=', input.examTypeId ?? 0));
}

function withTypes() {
  return db()
    .selectFrom('questions')
    .leftJoin('scene_types', 'scene_types.id', 'questions.scene_type_id')
    .leftJoin('exam_types', 'exam_types.id', 'questions.exam_type_id');
}

async function readRows(ids: number[]): Promise<QuestionListRow[]> {
  if (ids.length === 0) return [];
  const rows = await withTypes()
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select([
      'questions.id',
      'questions.bank',
      'questions.kind',
      'questions.title',
      'questions.level',
      'questions.points',
      'questions.owner_id',
      'questions.updated_at',
      'users.name as owner_name',
      'scene_types.name as scene_type_name',
      'exam_types.name as exam_type_name',
    ])
    .where('questions.id', 'in', ids)
    .execute();
  const found = rows.map((row) => ({
    id: row.id,
    bank: row.bank as Bank,
    kind: row.kind as '' | TheoryKind,
    title: row.title,
    level: row.level,
    points: row.points,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    sceneTypeName: row.scene_type_name ?? '',
    examTypeName: row.exam_type_name ?? '',
    updatedAt: row.updated_at,
  }));
  return inOrder(ids, found);
}

function inOrder<T extends { id: number }>(ids: number[], rows: T[]): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

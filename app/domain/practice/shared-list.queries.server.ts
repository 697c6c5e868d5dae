import { sql } from 'kysely';
import { z } from 'zod';
import { db } from '~/db/db.server';
import { isSharedWith } from '~/domain/question-bank/question-access.server';
import { searchForm } from '~/domain/question-bank/question.rules';
import { BANKS, type Bank, type TheoryKind } from '~/domain/question-bank/question.schema';
import { questionPageFilters } from '~/domain/question-bank/question-fields.schema';
import type { Actor } from '~/domain/user/user.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { idField } from '~/lib/zod';
import { progressOf, type QuestionProgress } from './progress.queries.server';

export type SharedRow = {
  id: number;
  bank: Bank;
  kind: '' | TheoryKind;
  title: string;
  level: number;
  ownerName: string;
  /** Null: never practised. */
  progress: QuestionProgress | null;
};

type SharedInput = { bank: Bank; keyword?: string; level?: number; kind?: TheoryKind; ownerId?: number };

function shared(actor: Actor, input: SharedInput) {
  const keyword = searchForm((input.keyword ?? '').trim());
  return db()
    .selectFrom('questions')
    .where('questions.bank', '=', input.bank)
    .where('questions.deleted_at', 'is', null)
    .where('questions.owner_id', '!=', actor.id)
    .where(isSharedWith(actor))
    .$if(keyword !== '', (query) =>
      query
        .innerJoin('question_texts', 'question_texts.question_id', 'questions.id')
        .where(sql<boolean>`question_texts.text like ${likePattern(keyword)} escape '\\'`),
    )
    .$if(input.level !== undefined, (query) => query.where('questions.level', '=', input.level ?? 0))
    .$if(input.kind !== undefined, (query) => query.where('questions.kind', '=', input.kind ?? ''))
    .$if(Boolean(input.ownerId), (query) => query.where('questions.owner_id', '=', input.ownerId ?? 0));
}

/** What is shared with the student in a bank, newest change first, each with the own progress. No texts, no answers. */
export async function listSharedForStudent(actor: Actor, input: SharedInput & PageInput): Promise<Page<SharedRow>> {
  const { totalCount } = await shared(actor, input)
    .select((eb) => eb.fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  const rows = await shared(actor, input)
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select([
      'questions.id',
      'questions.bank',
      'questions.kind',
      'questions.title',
      'questions.level',
      'users.name as owner_name',
    ])
    .orderBy('questions.updated_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const progress = await progressOf(
    actor,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map((row) => ({
      id: row.id,
      bank: row.bank as Bank,
      kind: row.kind as SharedRow['kind'],
      title: row.title,
      level: row.level,
      ownerName: row.owner_name,
      progress: progress.get(row.id) ?? null,
    })),
    totalCount,
    pageSize: input.pageSize,
    currentPage: input.currentPage,
  };
}

/** Who shares something of the bank with the student, for the filter. */
export async function listSharers(actor: Actor, bank: Bank): Promise<{ id: number; name: string }[]> {
  return shared(actor, { bank })
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select(['users.id', 'users.name'])
    .distinct()
    .orderBy('users.name')
    .orderBy('users.id')
    .execute();
}

/** How much of each bank is shared with the student, for the tabs. */
export async function countShared(actor: Actor): Promise<Record<Bank, number>> {
  const rows = await db()
    .selectFrom('questions')
    .where('questions.deleted_at', 'is', null)
    .where('questions.owner_id', '!=', actor.id)
    .where(isSharedWith(actor))
    .groupBy('questions.bank')
    .select((eb) => ['questions.bank', eb.fn.countAll<number>().as('count')])
    .execute();
  const counts = { oral: 0, written: 0, theory: 0 };
  for (const row of rows) counts[row.bank as Bank] = row.count;
  return counts;
}

/** What the shared bank's page takes from its URL beside the list parameters. */
export const sharedPageFields = {
  bank: z.enum(BANKS).catch('theory'),
  level: questionPageFilters.level,
  kind: questionPageFilters.kind,
  ownerId: z.preprocess((value) => (value === '' ? undefined : value), idField().optional()).catch(undefined),
};

/** Everything the student's page of the shared bank shows. */
export async function getSharedForStudent(
  actor: Actor,
  filter: z.output<z.ZodObject<typeof sharedPageFields>> & PageInput & { keyword: string },
) {
  const kind = filter.bank === 'theory' ? filter.kind : undefined;
  const [page, counts, sharers] = await Promise.all([
    listSharedForStudent(actor, { ...filter, kind }),
    countShared(actor),
    listSharers(actor, filter.bank),
  ]);
  return { page, counts, sharers, filter };
}

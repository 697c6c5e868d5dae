import { sql, type Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { QuestionsTable } from '~/db/schema';
import type { Actor } from '~/domain/user/user.rules';
import { notFound } from '~/lib/errors';
import type { Page } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { searchForm } from './question.rules';
import type { Bank, Question, TheoryKind } from './question.schema';

/** What a bank's list is narrowed to; absent or empty means all. */
export type QuestionFilters = {
  keyword?: string;
  level?: number;
  sceneTypeId?: number;
  examTypeId?: number;
  kind?: TheoryKind;
};

export type QuestionListInput = QuestionFilters & {
  /** One bank or several; the wizard's written part lists written and theory together. */
  banks: readonly Bank[];
  currentPage: number;
  pageSize: number;
};

/** A question with the names its list shows. */
export type QuestionRow = Question & { sceneTypeName: string; examTypeName: string };

/** The actor's own questions of the banks, newest change first, by page. */
export async function listQuestions(actor: Actor, input: QuestionListInput): Promise<Page<QuestionRow>> {
  const { currentPage, pageSize } = input;
  const { totalCount } = await ownQuestions(actor, input)
    .select((eb) => eb.fn.countAll<number>().as('totalCount'))
    .executeTakeFirstOrThrow();
  const rows = await ownQuestions(actor, input)
    .leftJoin('scene_types', 'scene_types.id', 'questions.scene_type_id')
    .leftJoin('exam_types', 'exam_types.id', 'questions.exam_type_id')
    .selectAll('questions')
    .select(['scene_types.name as scene_type_name', 'exam_types.name as exam_type_name'])
    .orderBy('questions.updated_at', 'desc')
    .orderBy('questions.id', 'desc')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute();
  return {
    rows: rows.map((row) => ({
      ...toQuestion(row),
      sceneTypeName: row.scene_type_name ?? '',
      examTypeName: row.exam_type_name ?? '',
    })),
    totalCount,
    pageSize,
    currentPage,
  };
}

/** How many theory questions of each kind the filters leave, for the tabs ('' is all). */
export async function countByKind(actor: Actor, filters: QuestionFilters): Promise<Record<TheoryKind | '', number>> {
  const rows = await ownQuestions(actor, { ...filters, kind: undefined, banks: ['theory'] })
    .select((eb) => ['questions.kind', eb.fn.countAll<number>().as('count')])
    .groupBy('questions.kind')
    .execute();
  const counts = { '': 0, single: 0, multiple: 0, judge: 0, cloze: 0, short: 0 };
  for (const row of rows) {
    counts[row.kind as TheoryKind] = row.count;
    counts[''] += row.count;
  }
  return counts;
}

/** One own question of a bank; others' are as good as missing. */
export async function getQuestion<B extends Bank>(
  actor: Actor,
  bank: B,
  id: number,
): Promise<Extract<Question, { bank: B }>> {
  const row = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', '=', id)
    .where('bank', '=', bank)
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound('题目');
  return toQuestion(row) as Extract<Question, { bank: B }>;
}

/** Own questions by id, in the order asked for; not-found if one is missing or in no bank asked for. */
export async function getQuestions(actor: Actor, banks: readonly Bank[], ids: number[]): Promise<Question[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('questions')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .where('bank', 'in', [...banks])
    .where('owner_id', '=', actor.id)
    .where('deleted_at', 'is', null)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, toQuestion(row)]));
  return ids.map((id) => {
    const question = byId.get(id);
    if (!question) throw notFound('题目');
    return question;
  });
}

/** In how many exams that still exist each question is used. */
export async function countExamUses(ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .where('exams.deleted_at', 'is', null)
    .where('exam_items.question_id', 'in', ids)
    .groupBy('exam_items.question_id')
    .select((eb) => ['exam_items.question_id', eb.fn.count<number>('exam_items.exam_id').distinct().as('exams')])
    .execute();
  return new Map(rows.map((row) => [row.question_id ?? 0, row.exams]));
}

function ownQuestions(actor: Actor, input: QuestionFilters & { banks: readonly Bank[] }) {
  const keyword = searchForm((input.keyword ?? '').trim());
  return db()
    .selectFrom('questions')
    .where('questions.owner_id', '=', actor.id)
    .where('questions.deleted_at', 'is', null)
    .where('questions.bank', 'in', [...input.banks])
    .$if(keyword !== '', (query) =>
      query
        .innerJoin('question_texts', 'question_texts.question_id', 'questions.id')
        .where(sql<boolean>`question_texts.text like ${likePattern(keyword)} escape '\\'`),
    )
    .$if(input.level !== undefined, (query) => query.where('questions.level', '=', input.level ?? 0))
    .$if(input.kind !== undefined, (query) => query.where('questions.kind', '=', input.kind ?? ''))
    .$if(input.sceneTypeId !== undefined, (query) =>
      query.where('questions.scene_type_id', '=', input.sceneTypeId ?? 0),
    )
    .$if(input.examTypeId !== undefined, (query) => query.where('questions.exam_type_id', '=', input.examTypeId ?? 0));
}

/** A row as the rest of the app sees it. */
export function toQuestion(row: Selectable<QuestionsTable>): Question {
  return {
    id: row.id,
    ownerId: row.owner_id,
    directoryId: row.directory_id,
    title: row.title,
    sceneTypeId: row.scene_type_id,
    examTypeId: row.exam_type_id,
    level: row.level,
    keyPoints: fromJson<string[]>(row.key_points),
    imageIds: fromJson<string[]>(row.image_ids),
    points: row.points,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    bank: row.bank,
    kind: row.kind,
    body: fromJson(row.body),
    // bank, kind and body are always written together, so they belong together.
  } as Question;
}

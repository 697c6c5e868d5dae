import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { QuestionsTable } from '~/db/tables/questions';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import type { Bank, Question } from './question.schema';

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

/** Whose question it is, by name. Asks no rights. */
export async function getOwnerName(id: number): Promise<string> {
  const { name } = await db()
    .selectFrom('questions')
    .innerJoin('users', 'users.id', 'questions.owner_id')
    .select('users.name')
    .where('questions.id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
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
    version: row.version,
    bank: row.bank,
    kind: row.kind,
    body: fromJson(row.body),
    // bank, kind and body are always written together, so they belong together.
  } as Question;
}

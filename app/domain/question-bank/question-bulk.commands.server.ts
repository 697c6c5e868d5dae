import { setImmediate } from 'node:timers/promises';
import { db, transaction } from '~/db/db.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { requireOwnDirectory } from './directory.queries.server';
import { requireTypes } from './question.commands.server';
import { searchText } from './question.rules';
import type { Bank } from './question.schema';
import { filesOf, keyPointsOf, questionRow, type QuestionValues } from './question-values.rules';

// Values bound in one statement are limited on both databases.
const ROWS = 100;
const IDS = 500;

/**
 * Adds many questions to the actor's banks, all or none, in order; returns their ids. The caller writes the audit
 * entry: one for what brought them all.
 * @throws AppError invalid or not_found for a file, type or directory that is not there
 */
export async function addQuestions(actor: Actor, questions: QuestionValues[], now: number): Promise<number[]> {
  return transaction(async () => {
    await requireReferences(actor, questions);
    const ids: number[] = [];
    for (const some of slices(questions, ROWS)) {
      ids.push(...(await insertSome(actor, some, now)));
      // Lets other requests be heard between two statements.
      await setImmediate();
    }
    return ids;
  });
}

async function requireReferences(actor: Actor, questions: QuestionValues[]): Promise<void> {
  const images = new Set<string>();
  const audio = new Set<string>();
  const types = new Map<string, QuestionValues>();
  const directories = new Map<string, { bank: Bank; id: number }>();
  for (const question of questions) {
    const files = filesOf(question, null);
    for (const id of files.images) images.add(id);
    for (const id of files.audio) audio.add(id);
    types.set(`${question.sceneTypeId ?? ''} ${question.examTypeId ?? ''}`, question);
    const { bank } = question.banked;
    if (question.dirId) directories.set(`${bank} ${question.dirId}`, { bank, id: question.dirId });
  }
  for (const some of slices([...images], IDS)) await requireOwnFiles(actor, some, 'image');
  for (const some of slices([...audio], IDS)) await requireOwnFiles(actor, some, 'audio');
  for (const question of types.values()) await requireTypes(question);
  for (const { bank, id } of directories.values()) await requireOwnDirectory(actor, bank, id);
}

async function insertSome(actor: Actor, questions: QuestionValues[], now: number): Promise<number[]> {
  const rows = await db()
    .insertInto('questions')
    .values(
      questions.map((question) => ({
        ...questionRow(question, null, now),
        bank: question.banked.bank,
        owner_id: actor.id,
        created_at: now,
      })),
    )
    .returning('id')
    .execute();
  // Ids grow in the order of the rows; the order in which they are returned is not promised.
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  const withIds = questions.map((question, index) => ({ question, id: ids[index] ?? 0 }));
  await db()
    .insertInto('question_texts')
    .values(
      withIds.map(({ question, id }) => ({
        question_id: id,
        text: searchText(question.title, keyPointsOf(question, null), question.banked),
      })),
    )
    .execute();
  const uses = withIds.flatMap(({ question, id }) => {
    const { images, audio } = filesOf(question, null);
    return [...new Set([...images, ...audio])].map((file_id) => ({ file_id, use: 'question', ref_id: id }));
  });
  if (uses.length > 0) await db().insertInto('file_uses').values(uses).execute();
  return ids;
}

function slices<T>(all: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { requireOwnDirectory } from './directory.queries.server';
import type { OralQuestionInput } from './oral-question.schema';
import { getEditableQuestion, getOwnQuestions, getReadableQuestion } from './question-access.server';
import type { Comparable } from './question-changes.rules';
import { compareQuestions, conflictOf, noteEdit } from './question-edits.server';
import { restorable } from './question-list.queries.server';
import { getQuestion, toQuestion } from './question.queries.server';
import { searchText } from './question.rules';
import type { Bank, OralQuestion, Question, TheoryQuestion, WrittenQuestion } from './question.schema';
import {
  comparable,
  filesOf,
  keyPointsOf,
  oralValues,
  questionRow,
  theoryValues,
  writtenValues,
  type QuestionValues,
} from './question-values.rules';
import type { TheoryQuestionInput } from './theory-question.schema';
import type { WrittenQuestionInput } from './written-question.schema';

/** What a save carries beside the question: the key of a repeat, and the version that an edit began from. */
function asked({ requestId, version }: { requestId: string; version?: number | null }): Asked {
  return { requestId, version: version ?? undefined };
}
type Asked = { requestId?: string; version?: number };

/** Creates an oral question, or changes the one named by `id`. Empty seconds follow from the text's length. */
export async function saveOralQuestion(actor: Actor, input: OralQuestionInput, now: number): Promise<OralQuestion> {
  const earlier = input.id ? await getEditableQuestion(actor, 'oral', input.id) : null;
  const id = await save(actor, earlier, { ...oralValues(input, earlier), ...asked(input) }, now);
  return getEditableQuestion(actor, 'oral', id);
}

/** Creates a written question, or changes the one named by `id`. */
export async function saveWrittenQuestion(
  actor: Actor,
  input: WrittenQuestionInput,
  now: number,
): Promise<WrittenQuestion> {
  const earlier = input.id ? await getEditableQuestion(actor, 'written', input.id) : null;
  const id = await save(actor, earlier, { ...writtenValues(input, earlier), ...asked(input) }, now);
  return getEditableQuestion(actor, 'written', id);
}

/** Creates a theory question, or changes the one named by `id`. */
export async function saveTheoryQuestion(
  actor: Actor,
  input: TheoryQuestionInput,
  now: number,
): Promise<TheoryQuestion> {
  const earlier = input.id ? await getEditableQuestion(actor, 'theory', input.id) : null;
  const id = await save(actor, earlier, { ...theoryValues(input, earlier), ...asked(input) }, now);
  return getEditableQuestion(actor, 'theory', id);
}

/**
 * Makes an own question like one that the actor may read: beside an own one, or from what others shared with
 * teachers. It is whole and stays when the original is taken back or deleted.
 */
export async function copyQuestion(
  actor: Actor,
  bank: Bank,
  id: number,
  now: number,
  dirId?: number | null,
): Promise<number> {
  const original: Question = isTeacher(actor)
    ? await getReadableQuestion(actor, bank, id)
    : await getQuestion(actor, bank, id);
  const isOwn = original.ownerId === actor.id;
  return save(
    actor,
    null,
    {
      ...original,
      title: isOwn ? `${clip(original.title, 90)}（副本）` : original.title,
      keyPoint: original.keyPoints,
      imageUrl: original.imageIds,
      dirId: dirId === undefined && isOwn ? original.directoryId : (dirId ?? null),
      banked: original,
      copiedFromId: original.id,
    },
    now,
  );
}

/** Copies several, all or none. */
export async function copyQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; dirId?: number | null },
  now: number,
): Promise<number> {
  return transaction(async () => {
    for (const id of input.ids) await copyQuestion(actor, bank, id, now, input.dirId);
    return input.ids.length;
  });
}

/** Gives an own question another title; its content stays. */
export async function renameQuestion<B extends Bank>(
  actor: Actor,
  bank: B,
  input: { id: number; title: string },
  now: number,
): Promise<Extract<Question, { bank: B }>> {
  const [own] = await getOwnQuestions(actor, bank, [input.id]);
  const question = own as Extract<Question, { bank: B }>;
  const changes = await compareQuestions(question, { ...question, title: input.title });
  const version = question.version + (changes.length > 0 ? 1 : 0);
  await transaction(async () => {
    await db()
      .updateTable('questions')
      .set({ title: input.title, updated_at: now, version })
      .where('id', '=', question.id)
      .where('deleted_at', 'is', null)
      .execute();
    await writeSearchText(question.id, searchText(input.title, question.keyPoints, question));
    await noteEdit(actor, { id: question.id, version }, changes, now);
    await recordAudit(actor, { action: 'question.rename', entity: 'question', entityId: question.id }, now);
  });
  return { ...question, title: input.title, updatedAt: now, version };
}

/**
 * Takes own questions out of their bank, all or none, and out of every share. Exams keep what they took from them;
 * a basket says that they are gone.
 */
export async function deleteQuestions(actor: Actor, bank: Bank, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    await getOwnQuestions(actor, bank, ids);
    await db()
      .updateTable('questions')
      .set({ deleted_at: now })
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    await db().deleteFrom('shares').where('question_id', 'in', ids).execute();
    for (const id of ids) {
      await recordAudit(actor, { action: 'question.delete', entity: 'question', entityId: id }, now);
    }
    return ids.length;
  });
}

/** Puts deleted own questions back where they were, all or none, as long as that can be done; nobody has them then. */
export async function restoreQuestions(actor: Actor, bank: Bank, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    const found = await restorable(actor, bank, now).select('id').where('id', 'in', ids).execute();
    if (found.length !== new Set(ids).size) throw notFound('题目');
    await db().updateTable('questions').set({ deleted_at: null, updated_at: now }).where('id', 'in', ids).execute();
    for (const id of ids) {
      await recordAudit(actor, { action: 'question.restore', entity: 'question', entityId: id }, now);
    }
    return ids.length;
  });
}

/** Puts own questions into an own directory of their bank, or into none, all or none. */
export async function moveQuestions(
  actor: Actor,
  bank: Bank,
  input: { ids: number[]; dirId: number | null },
  now: number,
): Promise<number> {
  return transaction(async () => {
    await getOwnQuestions(actor, bank, input.ids);
    if (input.dirId !== null) await requireOwnDirectory(actor, bank, input.dirId);
    await db().updateTable('questions').set({ directory_id: input.dirId }).where('id', 'in', input.ids).execute();
    for (const id of input.ids) {
      const detail = { dirId: input.dirId };
      await recordAudit(actor, { action: 'question.move', entity: 'question', entityId: id, detail }, now);
    }
    return input.ids.length;
  });
}

async function save(
  actor: Actor,
  earlier: Question | null,
  asked: QuestionValues & Asked & { copiedFromId?: number },
  now: number,
): Promise<number> {
  // Where it is filed is its owner's.
  const input = earlier && earlier.ownerId !== actor.id ? { ...asked, dirId: undefined } : asked;
  const { images, audio } = filesOf(input, earlier);
  await requireOwnFiles(actor, images, 'image', 'imageUrl');
  await requireOwnFiles(actor, audio, 'audio', 'musicUrl');
  const requestKey = input.requestId && !earlier ? `question.add:${input.banked.bank}:${input.requestId}` : '';
  const said = [input.title, input.level, input.points, input.banked];
  return once(actor.id, { key: requestKey, said }, now, async () => {
    await requireTypes(input);
    if (input.dirId) await requireOwnDirectory(actor, input.banked.bank, input.dirId);
    const row = questionRow(input, earlier, now);
    const { bank } = input.banked;
    const done = earlier
      ? await update(actor, earlier, { row, sent: comparable(input, earlier), version: input.version }, now)
      : { id: await insert(actor, bank, { ...row, copied_from_id: input.copiedFromId ?? null }), changed: undefined };
    // The same form sent twice: the first one has said it all.
    if (done === null) return earlier?.id ?? 0;
    const { id, changed } = done;
    await writeSearchText(id, searchText(input.title, keyPointsOf(input, earlier), input.banked));
    await setFileUses('question', id, [...images, ...audio]);
    const action = earlier ? 'question.edit' : 'question.add';
    await recordAudit(actor, { action, entity: 'question', entityId: id, detail: { bank, changed } }, now);
    return id;
  });
}

type QuestionRow = ReturnType<typeof questionRow>;

async function insert(actor: Actor, bank: Bank, row: QuestionRow & { copied_from_id: number | null }): Promise<number> {
  const { id } = await db()
    .insertInto('questions')
    .values({ ...row, bank, owner_id: actor.id, created_at: row.updated_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Writes over the version that the edit began from, and keeps what changed; null when there is nothing to write.
 * @throws AppError conflict with both texts when there is a newer version
 */
async function update(
  actor: Actor,
  earlier: Question,
  { row, sent, version = earlier.version }: { row: QuestionRow; sent: Comparable; version?: number },
  now: number,
): Promise<{ id: number; changed: string[] } | null> {
  const changes = await compareQuestions(earlier, sent);
  if (version !== earlier.version) {
    if (changes.length === 0) return null;
    throw await conflictOf(earlier, sent);
  }
  const next = earlier.version + (changes.length > 0 ? 1 : 0);
  const written = await db()
    .updateTable('questions')
    .set({ ...row, version: next })
    .where('id', '=', earlier.id)
    .where('version', '=', earlier.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (Number(written.numUpdatedRows) === 0) {
    const stored = await db()
      .selectFrom('questions')
      .selectAll()
      .where('id', '=', earlier.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    // Deleted in another window since the form was opened.
    if (!stored) throw notFound('题目');
    throw await conflictOf(toQuestion(stored), sent);
  }
  await noteEdit(actor, { id: earlier.id, version: next }, changes, now);
  return { id: earlier.id, changed: changes.map((change) => change.field) };
}

/** Sets what the key word filter finds a question by. */
async function writeSearchText(questionId: number, text: string): Promise<void> {
  await db()
    .insertInto('question_texts')
    .values({ question_id: questionId, text })
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet({ text }))
    .execute();
}

/** @throws AppError invalid when a type was deleted meanwhile */
export async function requireTypes({
  sceneTypeId,
  examTypeId,
}: Pick<QuestionValues, 'sceneTypeId' | 'examTypeId'>): Promise<void> {
  if (sceneTypeId && !(await exists('scene_types', sceneTypeId))) {
    throw invalid({ sceneTypeId: '这个场景类型已被删除，请另选一个' });
  }
  if (examTypeId && !(await exists('exam_types', examTypeId))) {
    throw invalid({ examTypeId: '这个考试类型已被删除，请另选一个' });
  }
}

async function exists(table: 'scene_types' | 'exam_types', id: number): Promise<boolean> {
  return (await db().selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

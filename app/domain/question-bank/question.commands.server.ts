import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { invalid, notFound } from '~/lib/errors';
import { clip } from '~/lib/text';
import { defaultAnswerSeconds, defaultPrepSeconds } from './oral-text.rules';
import type { OralQuestionInput } from './oral-question.schema';
import { getQuestion, getQuestions } from './question.queries.server';
import { DEFAULT_THEORY_POINTS, derivedTitle, markingPointsTotal, searchText } from './question.rules';
import type { BankedBody, Bank, OralQuestion, Question, TheoryQuestion, WrittenQuestion } from './question.schema';
import type { TheoryQuestionInput } from './theory-question.schema';
import type { WrittenQuestionInput } from './written-question.schema';

const DEFAULT_ORAL_POINTS = 100;
const DEFAULT_WRITTEN_POINTS = 10;

/** Creates an oral question, or changes the one named by `id`. Empty seconds follow from the text's length. */
export async function saveOralQuestion(actor: Actor, input: OralQuestionInput, now: number): Promise<OralQuestion> {
  const earlier = input.id ? await getQuestion(actor, 'oral', input.id) : null;
  const musicUrl = keptAudio(input, earlier);
  const id = await save(
    actor,
    earlier,
    {
      ...input,
      points: input.points ?? earlier?.points ?? DEFAULT_ORAL_POINTS,
      banked: {
        bank: 'oral',
        kind: '',
        body: {
          examContent: input.examContent,
          musicUrl,
          isPlay: input.isPlay ?? earlier?.body.isPlay ?? false,
          prepSeconds: input.prepSeconds ?? defaultPrepSeconds(input.examContent),
          answerSeconds: input.answerSeconds ?? defaultAnswerSeconds(input.examContent),
        },
      },
    },
    now,
  );
  return getQuestion(actor, 'oral', id);
}

/** Creates a written question, or changes the one named by `id`. */
export async function saveWrittenQuestion(
  actor: Actor,
  input: WrittenQuestionInput,
  now: number,
): Promise<WrittenQuestion> {
  const earlier = input.id ? await getQuestion(actor, 'written', input.id) : null;
  const { prompt, referenceAnswer, markingPoints, answerBy } = input;
  const fallback = markingPoints.length > 0 ? markingPointsTotal(markingPoints) : DEFAULT_WRITTEN_POINTS;
  const id = await save(
    actor,
    earlier,
    {
      ...input,
      title: input.title || derivedTitle(prompt),
      points: input.points ?? fallback,
      banked: {
        bank: 'written',
        kind: '',
        body: { prompt, referenceAnswer, markingPoints, answerBy, musicUrl: keptAudio(input, earlier) },
      },
    },
    now,
  );
  return getQuestion(actor, 'written', id);
}

/** Creates a theory question, or changes the one named by `id`. */
export async function saveTheoryQuestion(
  actor: Actor,
  input: TheoryQuestionInput,
  now: number,
): Promise<TheoryQuestion> {
  const earlier = input.id ? await getQuestion(actor, 'theory', input.id) : null;
  const { kind, stem, options, keys, blanks, reference, analysis } = input;
  const id = await save(
    actor,
    earlier,
    {
      ...input,
      title: input.title || derivedTitle(stem),
      points: input.points ?? DEFAULT_THEORY_POINTS[kind],
      banked: {
        bank: 'theory',
        kind,
        body: { stem, options, keys, blanks, reference, analysis, musicUrl: keptAudio(input, earlier) },
      },
    },
    now,
  );
  return getQuestion(actor, 'theory', id);
}

/** The audio an edit names, or what there is when it names none. */
function keptAudio(input: { musicUrl?: string | null }, earlier: Question | null): string | null {
  return input.musicUrl === undefined ? (earlier?.body.musicUrl ?? null) : input.musicUrl;
}

/** Makes a second question like an own one. */
export async function copyQuestion(actor: Actor, bank: Bank, id: number, now: number): Promise<number> {
  const original = await getQuestion(actor, bank, id);
  return save(
    actor,
    null,
    {
      ...original,
      title: `${clip(original.title, 90)}（副本）`,
      keyPoint: original.keyPoints,
      imageUrl: original.imageIds,
      dirId: original.directoryId,
      banked: original,
    },
    now,
  );
}

/** Gives an own question another title; its content stays. */
export async function renameQuestion(
  actor: Actor,
  bank: Bank,
  input: { id: number; title: string },
  now: number,
): Promise<Question> {
  const question: Question = await getQuestion(actor, bank, input.id);
  await transaction(async () => {
    await db()
      .updateTable('questions')
      .set({
        title: input.title,
        updated_at: now,
      })
      .where('id', '=', question.id)
      .where('deleted_at', 'is', null)
      .execute();
    await writeSearchText(question.id, searchText(input.title, question.keyPoints, question));
    await recordAudit(actor, { action: 'question.rename', entity: 'question', entityId: question.id }, now);
  });
  return { ...question, title: input.title, updatedAt: now };
}

/** Takes own questions out of their bank, all or none. Exams keep what they took from them. */
export async function deleteQuestions(actor: Actor, bank: Bank, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    await getQuestions(actor, [bank], ids);
    await db()
      .updateTable('questions')
      .set({ deleted_at: now })
      .where('id', 'in', ids)
      .where('deleted_at', 'is', null)
      .execute();
    for (const id of ids) {
      await recordAudit(actor, { action: 'question.delete', entity: 'question', entityId: id }, now);
    }
    return ids.length;
  });
}

type SaveInput = {
  title: string;
  requestId?: string;
  keyPoint?: string[];
  imageUrl?: string[];
  level?: number;
  points: number;
  sceneTypeId?: number | null;
  examTypeId?: number | null;
  dirId?: number | null;
  banked: BankedBody;
};

async function save(actor: Actor, earlier: Question | null, input: SaveInput, now: number): Promise<number> {
  const imageIds = input.imageUrl ?? earlier?.imageIds ?? [];
  const keyPoints = input.keyPoint ?? earlier?.keyPoints ?? [];
  const music = input.banked.body.musicUrl ?? null;
  await requireOwnFiles(actor, imageIds, 'image', 'imageUrl');
  if (music) await requireOwnFiles(actor, [music], 'audio', 'musicUrl');
  const requestKey = input.requestId && !earlier ? `question ${input.requestId}` : '';
  return once(actor.id, requestKey, now, async () => {
    await requireTypes(input);
    if (input.dirId) await requireOwnDirectory(actor, input.banked.bank, input.dirId);
    const values = {
      title: input.title,
      kind: input.banked.kind,
      // What is left out of an edit stays as it is.
      scene_type_id: input.sceneTypeId === undefined ? (earlier?.sceneTypeId ?? null) : input.sceneTypeId,
      exam_type_id: input.examTypeId === undefined ? (earlier?.examTypeId ?? null) : input.examTypeId,
      directory_id: input.dirId === undefined ? (earlier?.directoryId ?? null) : input.dirId,
      level: input.level ?? earlier?.level ?? 1,
      key_points: toJson(keyPoints),
      image_ids: toJson(imageIds),
      points: input.points,
      body: toJson(input.banked.body),
      updated_at: now,
    };
    const id = earlier ? await update(earlier.id, values) : await insert(actor, input.banked.bank, values);
    await writeSearchText(id, searchText(input.title, keyPoints, input.banked));
    await setFileUses('question', id, music ? [...imageIds, music] : imageIds);
    const action = earlier ? 'question.edit' : 'question.add';
    await recordAudit(actor, { action, entity: 'question', entityId: id, detail: { bank: input.banked.bank } }, now);
    return id;
  });
}

type QuestionValues = {
  title: string;
  kind: string;
  scene_type_id: number | null;
  exam_type_id: number | null;
  directory_id: number | null;
  level: number;
  key_points: string;
  image_ids: string;
  points: number;
  body: string;
  updated_at: number;
};

async function insert(actor: Actor, bank: Bank, values: QuestionValues): Promise<number> {
  const { id } = await db()
    .insertInto('questions')
    .values({ ...values, bank, owner_id: actor.id, created_at: values.updated_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function update(id: number, values: QuestionValues): Promise<number> {
  const changed = await db()
    .updateTable('questions')
    .set(values)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  // Deleted in another window since the form was opened.
  if (Number(changed.numUpdatedRows) === 0) throw notFound('题目');
  return id;
}

/** Sets what the key word filter finds a question by. */
async function writeSearchText(questionId: number, text: string): Promise<void> {
  await db()
    .insertInto('question_texts')
    .values({ question_id: questionId, text })
    .onConflict((conflict) => conflict.column('question_id').doUpdateSet({ text }))
    .execute();
}

async function requireTypes({ sceneTypeId, examTypeId }: SaveInput): Promise<void> {
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

async function requireOwnDirectory(actor: Actor, bank: Bank, id: number): Promise<void> {
  const found = await db()
    .selectFrom('directories')
    .select('id')
    .where('id', '=', id)
    .where('bank', '=', bank)
    .where('owner_id', '=', actor.id)
    .executeTakeFirst();
  if (!found) throw notFound('目录');
}

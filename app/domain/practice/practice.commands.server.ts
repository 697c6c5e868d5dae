import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { cleanAnswer } from '~/domain/question-bank/kinds/kinds.rules';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { isBlankAnswer, takesPhotos } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { releaseFileUse, useFile } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid, notFound } from '~/lib/errors';
import { getPractisable, getPractised, getTry, judge, type Practisable, type TryView } from './practice.queries.server';
import { isRightRating, metShare, targetKey } from './practice.rules';
import type { PracticeInput } from './practice.schema';
import { endRunWhenDone, requireOwnRun } from './run.commands.server';
import { noteInWrongBook } from './wrong.commands.server';

const MAX_DURATION_MS = 2 * 60 * 60_000;

/**
 * Keeps one try: a take of an oral question, a pen answer (text, photos or both), a theory answer, which is judged
 * at once and noted in the wrong-question book. The same request key, or the same recording, again is the same try.
 * @throws AppError not_found for what may not be practised (any more), invalid for an empty answer
 */
export async function addPractice(actor: Actor, input: PracticeInput, now: number): Promise<TryView> {
  const practisable = await getPractisable(actor, input.target, now);
  if (input.runId) await requireOwnRun(actor, input.runId, input.target);
  const given = await readGiven(actor, practisable, input, now);
  const [firstFile = ''] = input.fileIds;
  const key = input.requestId || (practisable.snapshot.bank === 'oral' ? firstFile : '');
  const requestKey = key && `practice ${targetKey(input.target)} ${key}`;
  const id = await once(actor.id, requestKey, now, () => write(actor, practisable, input, given, now));
  return getTry(actor, id, now);
}

type Given = { value: AnswerValue; durationMs: number };

/** Checks what was given against what the question asks for. */
async function readGiven(actor: Actor, practisable: Practisable, input: PracticeInput, now: number): Promise<Given> {
  const { snapshot } = practisable;
  const spent = input.begunAt > 0 ? Math.min(MAX_DURATION_MS, Math.max(0, now - input.begunAt)) : 0;
  if (snapshot.bank === 'oral') {
    if (input.fileIds.length !== 1) throw invalid({ file: '请先录音，或选择一个录音文件。' });
    const [take] = await requireOwnFiles(actor, input.fileIds, 'audio', 'file');
    return { value: {}, durationMs: take?.durationMs ?? 0 };
  }
  const value = cleanAnswer(snapshot, input.answer);
  if (snapshot.bank === 'theory') {
    if (isBlankAnswer(value)) throw invalid({ answer: '还没有作答，请作答后再提交。' });
    if (input.fileIds.length > 0) throw invalid({ fileIds: '这道题不用上传文件。' });
    return { value, durationMs: spent };
  }
  if (input.fileIds.length > 0 && !takesPhotos(snapshot)) throw invalid({ pictures: '这道题请在线打字作答。' });
  await requireOwnFiles(actor, input.fileIds, 'image', 'pictures');
  if (isBlankAnswer(value) && input.fileIds.length === 0) {
    const message = takesPhotos(snapshot) ? '还没有作答，请打字或上传照片后再提交。' : '还没有作答，请作答后再提交。';
    throw invalid({ answer: message });
  }
  return { value, durationMs: spent };
}

async function write(
  actor: Actor,
  practisable: Practisable,
  input: PracticeInput,
  { value, durationMs }: Given,
  now: number,
): Promise<number> {
  const { snapshot, target, points } = practisable;
  const mark = judge(practisable, value);
  const { id } = await db()
    .insertInto('practices')
    .values({
      student_id: actor.id,
      question_id: 'questionId' in target ? target.questionId : null,
      item_id: 'itemId' in target ? target.itemId : null,
      run_id: input.runId ?? null,
      bank: snapshot.bank,
      answer: toJson(value),
      file_ids: toJson(input.fileIds),
      duration_ms: Math.round(durationMs),
      is_right: mark ? (mark.isRight ? 1 : 0) : null,
      score: mark && points > 0 ? mark.points / points : null,
      self_rating: null,
      note: input.note,
      met_points: null,
      created_at: now,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const fileId of input.fileIds) await useFile(fileId, 'practice', id);
  if (mark) await noteInWrongBook(actor, target, mark.isRight, now);
  if (input.selfRating && snapshot.bank === 'theory' && isMarkedByHand(snapshot)) {
    await writeRating(actor, { id, target, isShort: true }, { rating: input.selfRating, note: input.note }, now);
  } else if (input.selfRating) {
    await db().updateTable('practices').set({ self_rating: input.selfRating }).where('id', '=', id).execute();
  }
  if (input.runId) await endRunWhenDone(actor, input.runId, now);
  await recordAudit(
    actor,
    { action: 'practice.add', entity: 'practice', entityId: id, detail: { target: targetKey(target) } },
    now,
  );
  return id;
}

/**
 * The student's own rating of a try. A short answer's rating decides whether it was right, so it is given once; a
 * take or a pen answer may be rated anew.
 * @throws AppError not_found unless the try is the actor's own, forbidden while its question is in an exam to sit
 */
export async function ratePractice(
  actor: Actor,
  input: { id: number; rating: number; note: string },
  now: number,
): Promise<TryView> {
  await transaction(async () => {
    const one = await getTry(actor, input.id, now);
    if (one.bank === 'theory' && one.isRight !== null) return;
    await writeRating(actor, { id: one.id, target: one.target, isShort: one.bank === 'theory' }, input, now);
    await recordAudit(
      actor,
      { action: 'practice.rate', entity: 'practice', entityId: one.id, detail: { rating: input.rating } },
      now,
    );
  });
  return getTry(actor, input.id, now);
}

async function writeRating(
  actor: Actor,
  one: Pick<TryView, 'id' | 'target'> & { isShort: boolean },
  { rating, note }: { rating: number; note: string },
  now: number,
): Promise<void> {
  const isRight = isRightRating(rating);
  const changed = await db()
    .updateTable('practices')
    .set({ self_rating: rating, note, ...(one.isShort ? { is_right: isRight ? 1 : 0, score: (rating - 1) / 4 } : {}) })
    .where('id', '=', one.id)
    .$if(one.isShort, (query) => query.where('is_right', 'is', null))
    .executeTakeFirst();
  if (one.isShort && Number(changed.numUpdatedRows) > 0) await noteInWrongBook(actor, one.target, isRight, now);
}

/**
 * Which marking points the student finds met in an own pen answer; their share is the answer's score.
 * @throws AppError not_found unless the try is the actor's own and its question can still be read
 */
export async function markPractice(actor: Actor, input: { id: number; met: number[] }, now: number): Promise<TryView> {
  const one = await getTry(actor, input.id, now);
  const { snapshot } = await getPractised(actor, one.target, now);
  if (snapshot.bank !== 'written') throw notFound('练习');
  const points = snapshot.body.markingPoints;
  const met = points.map((_, index) => input.met.includes(index));
  await transaction(async () => {
    await db()
      .updateTable('practices')
      .set({ met_points: toJson(met), score: metShare(points, met) })
      .where('id', '=', one.id)
      .where('student_id', '=', actor.id)
      .execute();
    await recordAudit(actor, { action: 'practice.mark', entity: 'practice', entityId: one.id }, now);
  });
  return getTry(actor, input.id, now);
}

/**
 * Takes an own take or pen answer away, its files with it. Twice is harmless.
 * @throws AppError not_found for another student's
 */
export async function deletePractice(actor: Actor, id: number, now: number): Promise<void> {
  await transaction(async () => {
    const row = await db()
      .selectFrom('practices')
      .select(['id', 'deleted_at', 'bank'])
      .where('id', '=', id)
      .where('student_id', '=', actor.id)
      .executeTakeFirst();
    if (!row || row.bank === 'theory') throw notFound('练习');
    if (row.deleted_at !== null) return;
    const files = await db()
      .selectFrom('file_uses')
      .select('file_id')
      .where('use', '=', 'practice')
      .where('ref_id', '=', id)
      .execute();
    await db()
      .updateTable('practices')
      .set({ deleted_at: now })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    for (const { file_id } of files) await releaseFileUse(file_id, 'practice', id);
    await recordAudit(actor, { action: 'practice.delete', entity: 'practice', entityId: id }, now);
  });
}

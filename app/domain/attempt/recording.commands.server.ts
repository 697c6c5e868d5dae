import { db, transaction } from '~/db/db.server';
import { unorderedId } from '~/db/unordered-id.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getExamView } from '~/domain/exam/exam.queries.server';
import { releaseFileUse, useFile } from '~/domain/file/file.commands.server';
import { continuedBy, sealedSince } from '~/domain/file/upload.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, notFound } from '~/lib/errors';
import { lockOwnAttempt, reviseReceipt } from './attempt.commands.server';
import { listTakes, type AttemptView, type TakeView } from './attempt.queries.server';
import { answerOutcome, receivedAt, type KeptOutcome, type Outcome } from './attempt.rules';
import { findSameBytes, ownUploads } from './own-uploads.queries.server';
import { getPaperItem } from './paper.queries.server';
import type { ChooseTakeInput, TakeInput } from './attempt.schema';

export type AddedTake = { outcome: KeptOutcome; takeId: number; takes: TakeView[] };

/** Where any number may be taken, and with those that came too late: nobody needs more, and each is kept. */
export const MOST_TAKES = 100;
/** Shorter ones are a finger that slipped. */
const MIN_TAKE_MS = 500;

/**
 * Adds a stored recording to an oral item; unless said otherwise it becomes the one that counts. The same
 * file again changes nothing, nor do the same bytes that come again too late; a file that goes on from one whose browser was cut off takes its place. A take that came
 * after the grace is kept as refused. `hasArrivedBefore`: the server itself found it among what had come.
 * @throws AppError not_found unless attempt, item and file are the student's own; invalid below half a second;
 * conflict when the takes are used up
 */
export async function addTake(
  actor: Actor,
  input: TakeInput & { hasArrivedBefore?: boolean },
  now: number,
): Promise<AddedTake> {
  const sealedAt = await sealedSince(actor, input.fileId);
  const beginning = await continuedBy(actor, input.fileId);
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const item = await getPaperItem(attempt, input.itemId);
    if (attempt.part !== 'oral') throw invalid({ itemId: '这道题不用录音作答' });
    // Of what the server found itself, the upload was admitted for this attempt.
    const since = input.hasArrivedBefore === true ? { ...attempt, startedAt: 0 } : attempt;
    const [file] = await ownUploads(actor, { ids: [input.fileId], kind: 'audio', field: 'fileId' }, since);
    if (!file) throw notFound('录音文件');
    const all = await listTakes(attempt.id);
    const earlier = all.filter((take) => take.itemId === item.id);
    const repeated = earlier.find((take) => take.fileId === file.id);
    if (repeated) return { outcome: repeated.outcome, takeId: repeated.id, takes: counting(earlier) };
    if (all.some((take) => take.fileId === file.id)) {
      throw new AppError('conflict', '这段录音已经用在另一道题中，请重新录音或上传。');
    }
    if (file.durationMs !== null && file.durationMs < MIN_TAKE_MS) {
      throw new AppError('invalid', '这段录音不到半秒，像是误触，没有保存。请重新录音。');
    }
    const arrived = receivedAt({ ...file, isSealed: sealedAt === file.createdAt }, attempt, now);
    const outcome = outcomeOf(attempt, arrived, input.hasArrivedBefore === true);
    const same = outcome === 'refused' ? await findSameBytes(file, earlier) : undefined;
    if (same) return { outcome: same.outcome, takeId: same.id, takes: counting(earlier) };
    const begun = outcome === 'refused' ? undefined : counting(earlier).find((take) => take.fileId === beginning);
    if (begun) {
      await db()
        .updateTable('takes')
        .set({ file_id: file.id, duration_ms: file.durationMs ?? 0, received_at: arrived, outcome })
        .where('id', '=', begun.id)
        .execute();
      await releaseFileUse(begun.fileId, 'attempt', attempt.id);
      await useFile(file.id, 'attempt', attempt.id);
      const detail = { attemptId: attempt.id, itemId: item.id, outcome };
      await recordAudit(actor, { action: 'attempt.take', entity: 'take', entityId: begun.id, detail }, now);
      await reviseReceipt(attempt, now);
      const takes = (await listTakes(attempt.id)).filter((take) => take.itemId === item.id);
      return { outcome, takeId: begun.id, takes: counting(takes) };
    }
    if (earlier.length >= MOST_TAKES) {
      throw new AppError('conflict', `这道题已经收了 ${MOST_TAKES} 条录音，不能再收。请从已有录音中选一条计分。`);
    }
    const { maxTakes } = (await getExamView(attempt.examId)).settings;
    if (outcome !== 'refused' && maxTakes > 0 && counting(earlier).length >= maxTakes) {
      throw new AppError('conflict', `这道题最多录 ${maxTakes} 次，次数已经用完。请从已有录音中选一条计分。`);
    }
    const isChosen = outcome !== 'refused' && (input.chosen !== false || counting(earlier).length === 0);
    if (isChosen) await unchoose(attempt.id, item.id);
    const { id } = await db()
      .insertInto('takes')
      .values({
        id: await unorderedId('takes'),
        attempt_id: attempt.id,
        item_id: item.id,
        file_id: file.id,
        number: Math.max(0, ...earlier.map((take) => take.number)) + 1,
        is_chosen: isChosen ? 1 : 0,
        duration_ms: file.durationMs ?? 0,
        received_at: arrived,
        outcome,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await useFile(file.id, 'attempt', attempt.id);
    const detail = { attemptId: attempt.id, itemId: item.id, outcome };
    await recordAudit(actor, { action: 'attempt.take', entity: 'take', entityId: id, detail }, now);
    if (outcome !== 'refused') await reviseReceipt(attempt, now);
    const takes = (await listTakes(attempt.id)).filter((take) => take.itemId === item.id);
    return { outcome, takeId: id, takes: counting(takes) };
  });
}

/** What the server itself had before its student handed in counts, though it becomes a take only afterwards. */
function outcomeOf(attempt: AttemptView, arrived: number, hasArrivedBefore: boolean): Outcome {
  const isBefore = hasArrivedBefore && attempt.state === 'submitted' && arrived <= (attempt.submittedAt ?? 0);
  return answerOutcome(isBefore ? { ...attempt, state: 'in_progress' } : attempt, arrived);
}

/**
 * Marks the take that counts.
 * @throws AppError not_found for a take that is not of this attempt, conflict once the paper is closed
 */
export async function chooseTake(actor: Actor, input: ChooseTakeInput, now: number): Promise<TakeView[]> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    const takes = counting(await listTakes(attempt.id));
    const chosen = takes.find((take) => take.id === input.takeId);
    if (!chosen) throw notFound('录音');
    const ofItem = () => takes.filter((take) => take.itemId === chosen.itemId);
    if (chosen.isChosen) return ofItem();
    if (answerOutcome(attempt, now) === 'refused') {
      throw new AppError('conflict', '已经交卷，不能再更换计分的录音。');
    }
    await unchoose(attempt.id, chosen.itemId);
    await db().updateTable('takes').set({ is_chosen: 1 }).where('id', '=', chosen.id).execute();
    const detail = { attemptId: attempt.id, itemId: chosen.itemId };
    await recordAudit(actor, { action: 'attempt.choose_take', entity: 'take', entityId: chosen.id, detail }, now);
    await reviseReceipt(attempt, now);
    return ofItem().map((take) => ({ ...take, isChosen: take.id === chosen.id }));
  });
}

async function unchoose(attemptId: number, itemId: number): Promise<void> {
  await db()
    .updateTable('takes')
    .set({ is_chosen: 0 })
    .where('attempt_id', '=', attemptId)
    .where('item_id', '=', itemId)
    .execute();
}

function counting(takes: TakeView[]): TakeView[] {
  return takes.filter((take) => take.outcome !== 'refused');
}

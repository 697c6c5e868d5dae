import { isMarkedByHand, needsHand } from '~/domain/exam/by-hand.rules';
import { toPaper } from '~/lib/addresses/scoring';
import { toReceipt } from '~/lib/addresses/sitting';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { reviseReceipt } from '~/domain/attempt/attempt.commands.server';
import type { AttemptItem, AttemptView } from '~/domain/attempt/attempt.queries.server';
import { listAttemptItems } from '~/domain/attempt/attempt.queries.server';
import { MAX_PHOTOS } from '~/domain/attempt/attempt.rules';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { findLate, isLate } from './late.queries.server';
import type { AcceptLateInput } from './late.schema';
import { settleAttempt } from '../settling/result.commands.server';
import { listScores } from './scores.queries.server';
import { listScoringItems } from '../paper/scoring-items.queries.server';
import { lockForScoring } from './scoring.commands.server';
import { partPercent } from '../paper/scoring.rules';

const KIND_WORDS = { answer: '答案', take: '录音', photo: '照片' } as const;

/**
 * 计入迟到的内容: lets an answer, a take or a photo count that came after the grace. The receipt gets a new revision,
 * the student is told. What a key marks is worked out anew in every score of the paper; where a teacher marks the
 * item, final scores become drafts again and their examiners are told, for nobody has judged what counts now – but for
 * a recording that is kept beside the one that is scored. There is no way back: the student was told it counts. Twice is harmless.
 * @throws AppError not_found, forbidden for examiners, conflict after the release or when photos are full
 */
export async function acceptLate(actor: Actor, input: AcceptLateInput, now: number): Promise<{ attemptId: number }> {
  return transaction(async () => {
    const found = await findLate(input);
    if (!found) throw notFound('迟到的内容');
    const { exam, attempt } = await lockForScoring(actor, found.attemptId, now);
    if (!isExamOwner(actor, exam)) {
      throw new AppError('forbidden', '迟到的内容是否计入，只有出这份考试的老师可以决定。');
    }
    const items = await listAttemptItems(attempt);
    const item = items.find((one) => one.id === found.itemId);
    if (!item) throw notFound('迟到的内容');
    const isDone = item.acceptances.some((one) => one.kind === input.kind && one.refId === input.id);
    if (isDone) return { attemptId: attempt.id };
    if (!isLate(item, input)) throw notFound('迟到的内容');

    const detail = await letCount(attempt, item, input);
    await db()
      .insertInto('late_acceptances')
      .values({
        attempt_id: attempt.id,
        item_id: item.id,
        kind: input.kind,
        ref_id: input.id,
        reason: input.reason,
        accepted_by: actor.id,
        accepted_at: now,
      })
      .execute();
    await reviseReceipt(attempt, now);
    // A recording beside the one that is scored leaves what was judged as it was.
    const isBeside = input.kind === 'take' && !input.isChosen && item.takes.length > 0;
    const reopened = isBeside ? [] : await scoreAnew(exam, attempt, item, now);
    await settleAttempt(exam, attempt, now);
    await recordAudit(
      actor,
      {
        action: 'score.accept_late',
        entity: 'attempt',
        entityId: attempt.id,
        detail: { kind: input.kind, id: input.id, itemId: item.id, reason: input.reason, reopened, ...detail },
      },
      now,
    );
    await tell(actor, exam, attempt, { itemNumber: items.indexOf(item) + 1, input, reopened, isBeside }, now);
    return { attemptId: attempt.id };
  });
}

/** Writes what counts now; returns what it took the place of, for the audit entry. */
async function letCount(attempt: AttemptView, item: AttemptItem, input: AcceptLateInput): Promise<object> {
  if (input.kind === 'answer') {
    const late = item.lateAnswers.find((one) => one.id === input.id);
    if (!late) throw notFound('迟到的内容');
    const revision = (item.answer?.revision ?? 0) + 1;
    const fields = { value: toJson(late.value), revision, saved_at: late.receivedAt, is_in_grace: 0 };
    await db()
      .insertInto('answers')
      .values({ attempt_id: attempt.id, item_id: item.id, ...fields })
      .onConflict((conflict) => conflict.columns(['attempt_id', 'item_id']).doUpdateSet(fields))
      .execute();
    // The refused entry stays as it is; what counts now is an entry of its own.
    await db()
      .insertInto('answer_journal')
      .values({
        attempt_id: attempt.id,
        item_id: item.id,
        revision,
        value: fields.value,
        received_at: late.receivedAt,
        outcome: 'accepted',
      })
      .execute();
    return { revision, before: item.answer?.value ?? null };
  }
  if (input.kind === 'take') {
    const isChosen = input.isChosen || item.takes.length === 0;
    if (isChosen) {
      await db()
        .updateTable('takes')
        .set({ is_chosen: 0 })
        .where('attempt_id', '=', attempt.id)
        .where('item_id', '=', item.id)
        .execute();
    }
    await db()
      .updateTable('takes')
      .set({ outcome: 'accepted', is_chosen: isChosen ? 1 : 0 })
      .where('id', '=', input.id)
      .execute();
    return { isChosen, before: item.takes.find((take) => take.isChosen)?.id ?? null };
  }
  if (item.photos.length >= MAX_PHOTOS) {
    throw new AppError('conflict', `这道题已有 ${MAX_PHOTOS} 张照片，不能再计入一张。`);
  }
  const last = Math.max(0, ...item.photos.map((photo) => photo.position));
  await db()
    .updateTable('photos')
    .set({ outcome: 'accepted', position: last + 1 })
    .where('id', '=', input.id)
    .execute();
  return { photos: item.photos.length + 1 };
}

/** Brings the scores of a paper up to date with an item that changed; returns whose finals became drafts again. */
async function scoreAnew(exam: ExamView, attempt: AttemptView, changed: AttemptItem, now: number): Promise<number[]> {
  const items = await listScoringItems(exam, attempt);
  const item = items.find((one) => one.id === changed.id);
  const auto = item?.auto ?? null;
  const isByHand = item !== undefined && needsHand(item);
  const reopened: number[] = [];
  for (const score of await listScores([attempt.id])) {
    if (item && auto) {
      await db()
        .updateTable('score_marks')
        // Everybody is credited: what an examiner gave by hand was for what no longer counts.
        .set({ points: auto.points, ...(isMarkedByHand(item.snapshot) ? { hand_points: null } : {}) })
        .where('score_id', '=', score.id)
        .where('item_id', '=', changed.id)
        .execute();
      const marks = score.marks.map((mark) => (mark.itemId === changed.id ? { ...mark, points: auto.points } : mark));
      const percent = partPercent(items, new Map(marks.map((mark) => [mark.itemId, mark])));
      await db().updateTable('scores').set({ percent }).where('id', '=', score.id).execute();
    }
    if (isByHand && score.state === 'final') {
      // A new version: a page that still shows it as final is told before it saves over.
      const fields = { state: 'draft', finalised_at: null, version: score.version + 1, updated_at: now };
      await db().updateTable('scores').set(fields).where('id', '=', score.id).execute();
      reopened.push(score.examinerId);
    }
  }
  return reopened;
}

async function tell(
  actor: Actor,
  exam: ExamView,
  attempt: AttemptView,
  accepted: { itemNumber: number; input: AcceptLateInput; reopened: number[]; isBeside: boolean },
  now: number,
): Promise<void> {
  const { itemNumber, input, reopened, isBeside } = accepted;
  const what = `第 ${itemNumber} 题收卷后收到的${KIND_WORDS[input.kind]}`;
  await sendMessages(
    [attempt.studentId],
    {
      kind: 'exam',
      title: `迟到的${KIND_WORDS[input.kind]}已计入：${exam.name}`,
      body: `${what}，老师同意计入${isBeside ? '，评分仍以原来那段录音为准' : ''}。理由：${input.reason}。回执已经更新。`,
      link: toReceipt({ id: exam.id, part: attempt.part, number: attempt.number }),
    },
    now,
  );
  await sendMessages(
    reopened.filter((id) => id !== actor.id),
    {
      kind: 'score',
      title: `请再看一份答卷：${exam.name}`,
      body: `${what}已计入，您提交的评分退回成了草稿，请看过以后重新提交。`,
      link: toPaper({ attemptId: attempt.id }),
    },
    now,
  );
}

import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { getAttemptView, type AttemptView } from '~/domain/attempt/attempt.queries.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toPaper } from '~/lib/addresses/scoring';
import { roundHalfUp } from '~/lib/bands';
import { AppError, invalid, outdated } from '~/lib/errors';
import { decisionMark, findDecisionView } from './decision.queries.server';
import { holdForScoring } from '../paper/exam-lock.server';
import { refuseReadByName } from '../sharing-out/blind-left.queries.server';
import { renewGone } from '../sharing-out/gone-examiner.commands.server';
import { settleAttempt } from '../settling/result.commands.server';
import { listScores } from './scores.queries.server';
import { mayDecide } from '../paper/share-out.rules';
import { findReached, findSettlement, type Reached } from './scoring.queries.server';
import type { DecideInput } from '../sharing-out/share-out.schema';

/**
 * The owner says whose final score of a paper counts, or of whose the mean; with a reason, and again in place of an
 * earlier decision.
 * @throws AppError not_found, forbidden, invalid (scoreIds), conflict (released, nothing to decide, or not what was read)
 */
export async function decideScore(actor: Actor, input: DecideInput, now: number): Promise<void> {
  await transaction(async () => {
    const { exam, attempt } = await holdOwnPaper(actor, input.attemptId);
    const finals = (await listScores([attempt.id])).filter((score) => score.state === 'final');
    if (!mayDecide(await findSettlement(attempt.id), finals.length)) {
      throw new AppError('conflict', '这份答卷没有需要裁定的评分。');
    }
    const before = await findDecisionView(attempt.id);
    // Sent twice.
    if (before?.reason === input.reason && toJson(before.scoreIds) === toJson(sortedOf(input.scoreIds, finals))) return;
    await refuseReadByName(actor, exam);
    if (input.mark !== undefined && input.mark !== decisionMark(finals, before)) {
      throw outdated('您看这份答卷以后，它的评分或裁定变了。下面是现在的，请核对后再裁定。');
    }
    const chosen = finals.filter((score) => input.scoreIds.includes(score.id));
    if (chosen.length < input.scoreIds.length) throw invalid({ scoreIds: '有一份评分刚被收回，请刷新页面再选' });
    const row = {
      score_ids: toJson(chosen.map((score) => score.id)),
      reason: input.reason,
      decided_by: actor.id,
      decided_at: now,
      is_kept: 0,
    };
    await db()
      .insertInto('score_decisions')
      .values({ ...row, attempt_id: attempt.id })
      .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(row))
      .execute();
    await settleAttempt(exam, attempt, now);
    await renewGone(exam.id, [attempt.part]);
    await recordAudit(
      actor,
      {
        action: 'score.decide',
        entity: 'attempt',
        entityId: attempt.id,
        detail: {
          examId: exam.id,
          reason: input.reason,
          counted: chosen.map(({ id, examinerId, percent }) => ({ id, examinerId, percent })),
          before,
        },
      },
      now,
    );
  });
}

/** Takes the decision about a paper back; the scores then settle by themselves again. Harmless when there is none. */
export async function revokeDecision(actor: Actor, input: { attemptId: number }, now: number): Promise<void> {
  await transaction(async () => {
    const { exam, attempt } = await holdOwnPaper(actor, input.attemptId);
    const before = await findDecisionView(attempt.id);
    if (!before) return;
    await refuseReadByName(actor, exam);
    await db().deleteFrom('score_decisions').where('attempt_id', '=', attempt.id).execute();
    await settleAttempt(exam, attempt, now);
    await recordAudit(
      actor,
      { action: 'score.revoke_decision', entity: 'attempt', entityId: attempt.id, detail: { examId: exam.id, before } },
      now,
    );
  });
}

/**
 * Ends the decision about a paper when a score that it counts came to another figure or is none any more: the owner had
 * not read that, and is to be told (tellOverruled) where this answers true. Who decided changes an own score with open
 * eyes. Call it before the paper is settled.
 */
export async function endOverruled(
  actor: Actor,
  { exam, attempt }: { exam: ExamView; attempt: Pick<AttemptView, 'id' | 'part'> },
  score: { id: number; before: number | null; after: number | null },
  now: number,
): Promise<boolean> {
  if (score.before === score.after) return false;
  const row = await db()
    .selectFrom('score_decisions')
    .selectAll()
    .where('attempt_id', '=', attempt.id)
    .executeTakeFirst();
  if (!row || !fromJson<number[]>(row.score_ids).includes(score.id)) return false;
  const isKept = row.is_kept === 1;
  if (!isKept && exam.ownerId === actor.id) return false;
  await db().deleteFrom('score_decisions').where('attempt_id', '=', attempt.id).execute();
  const detail = { examId: exam.id, scoreId: score.id, before: score.before, after: score.after, reason: row.reason };
  await recordAudit(actor, { action: 'score.end_decision', entity: 'attempt', entityId: attempt.id, detail }, now);
  // Where nobody ruled, what the paper waits for now is told as of any other.
  return !isKept;
}

/** Tells the owner that a ruling ended, and what the paper comes to now. Call it when the paper is settled again. */
export async function tellOverruled(
  { exam, attempt }: { exam: ExamView; attempt: Pick<AttemptView, 'id' | 'part'> },
  before: Reached,
  now: number,
): Promise<void> {
  const after = await findReached(attempt.id);
  const reached = ({ percent }: Reached) => (percent === null ? '没有得分' : `得分 ${roundHalfUp(percent)}`);
  const title = `裁定不再有效：${exam.name}（${PART_LABELS[attempt.part]}）`;
  const body = `您裁定以后，算数的那份评分又改了。这份答卷裁定时${reached(before)}，现在${reached(after)}。请看一眼，需要时重新裁定。`;
  const link = toPaper({ attemptId: attempt.id });
  await sendMessages([exam.ownerId], { kind: 'score', title, body, link }, now);
}

/**
 * After an examiner changed or took back a final score of a paper that a third had settled: what was arbitrated holds no
 * more, or comes to another figure. The owner and who arbitrated hear of it. Call it when the paper is settled again;
 * `before`: what it had come to.
 */
export async function tellOverturned(
  actor: Actor,
  { exam, attempt }: { exam: ExamView; attempt: Pick<AttemptView, 'id' | 'part'> },
  before: Reached,
  now: number,
): Promise<void> {
  const after = await findReached(attempt.id);
  if (before.settlement !== 'arbitrated') return;
  if (after.settlement === before.settlement && after.percent === before.percent) return;
  const arbiters = (await listScores([attempt.id])).filter(({ kind }) => kind === 'arbiter');
  // Of three who all mark it none arbitrated.
  if (arbiters.length === 0) return;
  const detail = { examId: exam.id, before, after };
  await recordAudit(actor, { action: 'score.end_arbitration', entity: 'attempt', entityId: attempt.id, detail }, now);
  const what = `${exam.name}（${PART_LABELS[attempt.part]}）`;
  const body = '仲裁以后，一位阅卷老师又改了自己的评分，这份答卷的得分不再是仲裁时的那个。';
  const message = { kind: 'score' as const, title: `仲裁不再有效：${what}`, link: toPaper({ attemptId: attempt.id }) };
  const others = arbiters.map((one) => one.examinerId).filter((id) => id !== actor.id && id !== exam.ownerId);
  await sendMessages(others, { ...message, body: `${body}由出题老师决定要不要裁定，您不用再评。` }, now);
  if (exam.ownerId === actor.id) return;
  await sendMessages([exam.ownerId], { ...message, body: `${body}请看一眼，需要时裁定以谁的评分为准。` }, now);
}

/** These scores in the order they are stored in. */
const sortedOf = (ids: number[], finals: { id: number }[]) =>
  finals.map((score) => score.id).filter((id) => ids.includes(id));

async function holdOwnPaper(actor: Actor, attemptId: number) {
  const attempt = await getAttemptView(attemptId);
  const { examId } = attempt;
  await getOwnExam(actor, examId);
  await holdForScoring(examId, attempt);
  return { exam: await getOwnExam(actor, examId), attempt: await getAttemptView(attemptId) };
}

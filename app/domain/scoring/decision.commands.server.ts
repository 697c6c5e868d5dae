import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { getAttemptView } from '~/domain/attempt/attempt.queries.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, invalid } from '~/lib/errors';
import { findDecisionView } from './decision.queries.server';
import { holdForScoring } from './exam-lock.server';
import { settleAttempt } from './result.commands.server';
import { listScores } from './scores.queries.server';
import { mayDecide } from './share-out.rules';
import { findSettlement } from './scoring.queries.server';
import type { DecideInput } from './share-out.schema';

/**
 * The owner says whose final score of a paper counts, or of whose the mean; with a reason, and again in place of an
 * earlier decision.
 * @throws AppError not_found, forbidden, invalid (scoreIds), conflict (released, or nothing to decide)
 */
export async function decideScore(actor: Actor, input: DecideInput, now: number): Promise<void> {
  await transaction(async () => {
    const { exam, attempt } = await holdOwnPaper(actor, input.attemptId);
    const finals = (await listScores([attempt.id])).filter((score) => score.state === 'final');
    if (!mayDecide(await findSettlement(attempt.id), finals.length)) {
      throw new AppError('conflict', '这份答卷没有需要裁定的评分。');
    }
    const chosen = finals.filter((score) => input.scoreIds.includes(score.id));
    if (chosen.length < input.scoreIds.length) throw invalid({ scoreIds: '有一份评分刚被收回，请刷新页面再选' });
    const before = await findDecisionView(attempt.id);
    const row = {
      score_ids: toJson(chosen.map((score) => score.id)),
      reason: input.reason,
      decided_by: actor.id,
      decided_at: now,
    };
    await db()
      .insertInto('score_decisions')
      .values({ ...row, attempt_id: attempt.id })
      .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(row))
      .execute();
    await settleAttempt(exam, attempt, now);
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
    await db().deleteFrom('score_decisions').where('attempt_id', '=', attempt.id).execute();
    await settleAttempt(exam, attempt, now);
    await recordAudit(
      actor,
      { action: 'score.revoke_decision', entity: 'attempt', entityId: attempt.id, detail: { examId: exam.id, before } },
      now,
    );
  });
}

async function holdOwnPaper(actor: Actor, attemptId: number) {
  const { examId, studentId } = await getAttemptView(attemptId);
  await getOwnExam(actor, examId);
  await holdForScoring(examId, studentId);
  return { exam: await getOwnExam(actor, examId), attempt: await getAttemptView(attemptId) };
}

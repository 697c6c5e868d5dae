import { studentNameThen } from '~/domain/exam/names-then.server';
import { db, transaction } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/exam.rules';
import { requirePart } from '~/domain/exam/part.rules';
import type { Actor } from '~/domain/user/user.rules';
import { AppError } from '~/lib/errors';
import { seesNames, blindName } from './blind.rules';
import { listUnseenPapers } from './looks.queries.server';
import { listScores, type ScoreView } from './scores.queries.server';
import type { Settlement } from './settlement.rules';

/** A paper with what everybody gave it. */
export type MarkedPaper = {
  attemptId: number;
  /** The paper's code where names are hidden. */
  name: string;
  settlement: Settlement;
  percent: number | null;
  scores: Pick<ScoreView, 'id' | 'examinerName' | 'kind' | 'percent' | 'comment'>[];
};

/**
 * Every paper of a part with the final scores of all its examiners, for the owner. Opening it is noted for the papers
 * that the owner has not scored: they can no longer arbitrate these.
 * @throws AppError not_found, forbidden, conflict for a draft
 */
export async function lookAtMarks(
  actor: Actor,
  input: { examId: number; part: Part | null },
  now: number,
): Promise<{ papers: MarkedPaper[]; looked: number }> {
  const exam = await getOwnExam(actor, input.examId);
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，没有评分可以比较。');
  const parts = partsOf(exam.testType);
  requirePart(exam, input.part);
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.settlement', 'attempts.percent', studentNameThen(exam.id).as('name')])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('attempts.settlement', '!=', '')
    .orderBy('attempts.id')
    .execute();
  const scores = new Map<number, ScoreView[]>();
  for (const ids of slicesOf(attempts.map((one) => one.id))) {
    for (const score of await listScores(ids)) {
      if (score.state === 'final') scores.set(score.attemptId, [...(scores.get(score.attemptId) ?? []), score]);
    }
  }
  const looked = await noteLooks(
    actor,
    exam,
    attempts.map((one) => one.id),
    now,
  );
  const isNamed = seesNames(exam, { isOwner: true, view: 'marking' });
  const papers = attempts.map(({ id, settlement, percent, name }): MarkedPaper => ({
    attemptId: id,
    name: isNamed ? name : blindName(id),
    settlement: settlement as Settlement,
    percent,
    scores: (scores.get(id) ?? []).map((score) => ({
      id: score.id,
      examinerName: score.examinerName,
      kind: score.kind,
      percent: score.percent,
      comment: score.comment,
    })),
  }));
  return { papers, looked };
}

/** Notes that the owner sees others' marks of these papers; those with an own score, and settled ones, need no note. */
export async function noteLooks(
  actor: Actor,
  exam: { id: number; ownerId: number },
  attemptIds: number[],
  now: number,
): Promise<number> {
  const unseen = [...(await listUnseenPapers(actor, exam, attemptIds))];
  const marked = new Set<number>();
  for (const ids of slicesOf(unseen)) {
    const rows = await db()
      .selectFrom('scores')
      .select('attempt_id')
      .distinct()
      .where('attempt_id', 'in', ids)
      .where('examiner_id', '!=', actor.id)
      .execute();
    for (const row of rows) marked.add(row.attempt_id);
  }
  if (marked.size === 0) return 0;
  await transaction(async () => {
    for (const ids of slicesOf([...marked])) {
      await db()
        .insertInto('score_looks')
        .values(ids.map((id) => ({ attempt_id: id, teacher_id: actor.id, looked_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await recordAudit(
      actor,
      { action: 'score.look', entity: 'exam', entityId: exam.id, detail: { attemptIds: [...marked] } },
      now,
    );
  });
  return marked.size;
}

import { studentNameThen } from '~/domain/classroom/names-then.server';
import { db, transaction } from '~/db/db.server';
import { slicesOf } from '~/db/update-many.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getOwnExam } from '~/domain/exam/exam.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import { paperLock } from '~/domain/exam/released.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { blindName, byBlindCode, seesNames } from '~/domain/exam/blind.rules';
import { listUnseenPapers } from '../paper/looks.queries.server';
import { shownPart } from '../sharing-out/shown-part.queries.server';
import { listScores, type ScoreView } from './scores.queries.server';
import { getScoring, type ScoringView } from './scoring.queries.server';
import type { Settlement } from '../paper/settlement.rules';

/** A paper with what everybody gave it. */
export type MarkedPaper = {
  attemptId: number;
  /** With which sitting it is where there are two; the paper's code where names are hidden. */
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
  requirePart(exam, input.part);
  const part = await shownPart(actor, exam, input.part);
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .select(['attempts.id', 'attempts.settlement', 'attempts.percent', studentNameThen(exam.id).as('name')])
    .select(['attempts.student_id as studentId', 'attempts.number', 'attempts.part'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('attempts.settlement', '!=', '')
    .orderBy('users.account_key')
    .orderBy('attempts.number')
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
  const isOut = await paperLock(exam.id);
  const isNamed = (one: (typeof attempts)[number]) =>
    seesNames(exam, { isOwner: true, view: 'marking', isOut: isOut(one) });
  const again = new Set(attempts.filter((one) => one.number >= RESIT_NUMBER).map((one) => one.studentId));
  const hidden = attempts.filter((one) => !isNamed(one)).map((one) => ({ ...one, attemptId: one.id }));
  const papers = [...attempts.filter(isNamed), ...hidden.sort(byBlindCode)].map((one): MarkedPaper => {
    const { id, settlement, percent } = one;
    return {
      attemptId: id,
      name: isNamed(one) ? `${one.name}${again.has(one.studentId) ? sittingOf(one.number) : ''}` : blindName(id),
      settlement: settlement as Settlement,
      percent,
      scores: (scores.get(id) ?? []).map((score) => ({
        id: score.id,
        examinerName: score.examinerName,
        kind: score.kind,
        percent: score.percent,
        comment: score.comment,
      })),
    };
  });
  return { papers, looked };
}

const sittingOf = (number: number) => (number >= RESIT_NUMBER ? '（补考）' : '（第 1 次）');

/**
 * A paper for marking, as getScoring shows it. Where the owner reads others' marks there without an own one it is noted:
 * a settled paper may come into arbitration again. What is fetched ahead (`isAhead`) nobody reads: it holds no marks of
 * others, and nothing is noted.
 */
export async function openScoring(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
  { isAhead = false } = {},
): Promise<ScoringView> {
  const paper = await getScoring(actor, input, now);
  if (paper.others.length === 0) return paper;
  if (isAhead) return { ...paper, others: [], countedIds: [], decision: null };
  await noteLooks(actor, paper.exam, [input.attemptId], now);
  return paper;
}

/**
 * Notes that the owner sees others' marks of these papers, but for those with an own final score. Returns of how many
 * that open it could still have arbitrated.
 */
export async function noteLooks(
  actor: Actor,
  exam: { id: number; ownerId: number },
  attemptIds: number[],
  now: number,
): Promise<number> {
  if (!isExamOwner(actor, exam)) return 0;
  const unseen = await listUnseenPapers(actor, exam, attemptIds);
  const marked = new Set<number>();
  for (const ids of slicesOf(attemptIds)) {
    const rows = await db()
      .selectFrom('scores')
      .select('scores.attempt_id')
      .distinct()
      .leftJoin('scores as own', (join) =>
        join
          .onRef('own.attempt_id', '=', 'scores.attempt_id')
          .on('own.examiner_id', '=', actor.id)
          .on('own.state', '=', 'final'),
      )
      .leftJoin('score_looks', (join) =>
        join.onRef('score_looks.attempt_id', '=', 'scores.attempt_id').on('score_looks.teacher_id', '=', actor.id),
      )
      .where('scores.attempt_id', 'in', ids)
      .where('scores.examiner_id', '!=', actor.id)
      .where('own.id', 'is', null)
      .where('score_looks.looked_at', 'is', null)
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
  return [...marked].filter((id) => unseen.has(id)).length;
}

import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ScoreView } from './scores.queries.server';
import type { Settlement } from '../paper/settlement.rules';
import { mayDecide } from '../paper/share-out.rules';

/** What the owner decided about a paper; `isKept`: nobody did, it holds a result as it was before an upgrade. */
export type DecisionView = { scoreIds: number[]; reason: string; decidedAt: number; isKept: boolean };

/** The decision about a paper, or null. Asks no rights. */
export async function findDecisionView(attemptId: number): Promise<DecisionView | null> {
  const row = await db()
    .selectFrom('score_decisions')
    .select(['score_ids', 'reason', 'decided_at', 'is_kept'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (!row) return null;
  const scoreIds = fromJson<number[]>(row.score_ids);
  return { scoreIds, reason: row.reason, decidedAt: row.decided_at, isKept: row.is_kept === 1 };
}

/** What the owner needs to decide about a paper. */
export type DecisionPanel = {
  settlement: Settlement;
  /** The final ones, in the order they were begun. */
  scores: Pick<ScoreView, 'id' | 'examinerName' | 'kind' | 'percent'>[];
  decided: DecisionView | null;
  /** Tells whether there is still the same to decide about. */
  mark: string;
};

/** The panel, or null where there is nothing to decide. Asks no rights. */
export async function findDecisionPanel(
  attemptId: number,
  settlement: Settlement,
  scores: ScoreView[],
): Promise<DecisionPanel | null> {
  const finals = scores.filter((score) => score.state === 'final');
  if (!mayDecide(settlement, finals.length)) return null;
  const decided = await findDecisionView(attemptId);
  return {
    settlement,
    scores: finals.map(({ id, examinerName, kind, percent }) => ({ id, examinerName, kind, percent })),
    decided,
    mark: decisionMark(finals, decided),
  };
}

/** What there is to decide about: another score, another figure or another decision makes another mark. */
export function decisionMark(finals: Pick<ScoreView, 'id' | 'percent'>[], decided: DecisionView | null): string {
  return [...finals.map(({ id, percent }) => `${id}:${percent ?? ''}`), decided?.decidedAt ?? ''].join(' ');
}

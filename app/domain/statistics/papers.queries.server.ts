import { groupBy } from '~/lib/group-by';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { ExamItemView } from '~/domain/exam/exam.queries.server';
import { hasLetteredOptions } from '~/domain/question-bank/kinds/kind-facts.rules';
import { FIXED_OPTIONS } from '~/domain/question-bank/kinds/kinds.schema';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import type { Measures } from '~/domain/scoring/paper/scoring.rules';
import { settleScores, type ScoreKind } from '~/domain/scoring/paper/settlement.rules';
import type { AnalysedPaper } from './item-analysis.rules';

/**
 * So many attempts are read by one statement: it binds a limited number of values, and a large exam's rows must not
 * keep the process from its other requests for long.
 */
const CHUNK = 250;

async function inChunks(ids: readonly number[], work: (chunk: number[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < ids.length; start += CHUNK) await work(ids.slice(start, start + CHUNK));
}

/**
 * What each attempt earned, item by item, in the order of its paper. An item that nothing was given for earned 0;
 * attempts without any item's result are left out. Asks no rights.
 */
export async function loadPapers(
  items: readonly ExamItemView[],
  attemptIds: readonly number[],
): Promise<AnalysedPaper[]> {
  const indexOf = new Map(items.map((item, index) => [item.id, index]));
  const hasDraws = items.some((item) => item.drawId !== null);
  const everyItem = items.map((_, index) => index);
  const papers: AnalysedPaper[] = [];
  await inChunks(attemptIds, async (chunk) => {
    const rows = await db()
      .selectFrom('item_results')
      .select(['attempt_id', 'item_id', 'points'])
      .where('attempt_id', 'in', chunk)
      .execute();
    const earned = new Map<number, number[]>();
    for (const row of rows) {
      const index = indexOf.get(row.item_id);
      if (index === undefined) continue;
      let points = earned.get(row.attempt_id);
      if (!points) earned.set(row.attempt_id, (points = items.map(() => 0)));
      points[index] = row.points;
    }
    const drawn = hasDraws ? await drawnItems(chunk, indexOf) : null;
    for (const [attemptId, points] of earned) {
      const own = drawn === null ? everyItem : drawn.get(attemptId);
      if (own)
        papers.push(
          own === everyItem ? { items: own, points } : { items: own, points: own.map((i) => points[i] ?? 0) },
        );
    }
  });
  return papers;
}

/** The indexes of the items that each attempt's own paper has, in its order. */
async function drawnItems(attemptIds: number[], indexOf: Map<number, number>): Promise<Map<number, number[]>> {
  const rows = await db()
    .selectFrom('attempt_items')
    .select(['attempt_id', 'item_id'])
    .where('attempt_id', 'in', attemptIds)
    .orderBy('attempt_id')
    .orderBy('position')
    .execute();
  const found = new Map<number, number[]>();
  for (const row of rows) {
    const index = indexOf.get(row.item_id);
    if (index === undefined) continue;
    const own = found.get(row.attempt_id);
    if (own) own.push(index);
    else found.set(row.attempt_id, [index]);
  }
  return found;
}

/** How often each option of the choice items was taken, by item and option key. Asks no rights. */
export async function countOptions(
  items: readonly ExamItemView[],
  attemptIds: readonly number[],
): Promise<Map<number, Map<string, number>>> {
  const counts = new Map<number, Map<string, number>>();
  const choiceIds = items.filter((item) => optionsOf(item).length > 0).map((item) => item.id);
  if (choiceIds.length === 0) return counts;
  await inChunks(attemptIds, async (chunk) => {
    const rows = await db()
      .selectFrom('answers')
      .where('attempt_id', 'in', chunk)
      .where('item_id', 'in', choiceIds)
      .groupBy(['item_id', 'value'])
      .select((select) => ['item_id', 'value', select.fn.countAll<number>().as('count')])
      .execute();
    for (const row of rows) {
      let ofItem = counts.get(row.item_id);
      if (!ofItem) counts.set(row.item_id, (ofItem = new Map()));
      for (const key of fromJson<AnswerValue>(row.value).keys ?? []) {
        ofItem.set(key, (ofItem.get(key) ?? 0) + Number(row.count));
      }
    }
  });
  return counts;
}

/** What a choice item offers; of other items nothing. */
export function optionsOf({
  snapshot,
}: Pick<ExamItemView, 'snapshot'>): { key: string; text: string; isKey: boolean }[] {
  if (snapshot.bank !== 'theory') return [];
  const { options, keys } = snapshot.body;
  const offered = FIXED_OPTIONS[snapshot.kind] ?? (hasLetteredOptions(snapshot.kind) ? options : []);
  return offered.map(({ key, text }) => ({ key, text, isKey: keys.includes(key) }));
}

/** What an attempt's recordings came to in each measure: the mean over its items and the scores that count. */
export type AttemptMeasures = Partial<Record<Measure, number>>;

/**
 * The measures of attempts with settled scores; those not marked by measures are missing. `limitOf`: the arbitration
 * limit of an attempt's exam. Asks no rights.
 */
export async function loadMeasures(
  attemptIds: readonly number[],
  limitOf: (attemptId: number) => number,
): Promise<Map<number, AttemptMeasures>> {
  const found = new Map<number, AttemptMeasures>();
  await inChunks(attemptIds, async (chunk) => {
    const scores = await db()
      .selectFrom('scores')
      .select(['id', 'attempt_id', 'examiner_id', 'kind', 'percent'])
      .where('attempt_id', 'in', chunk)
      .where('state', '=', 'final')
      .execute();
    const decisions = await db()
      .selectFrom('score_decisions')
      .select(['attempt_id', 'score_ids'])
      .where('attempt_id', 'in', chunk)
      .execute();
    const marks = await db()
      .selectFrom('score_marks')
      .innerJoin('scores', 'scores.id', 'score_marks.score_id')
      .select(['score_marks.score_id', 'score_marks.measures'])
      .where('scores.attempt_id', 'in', chunk)
      .where('scores.state', '=', 'final')
      .where('score_marks.measures', 'is not', null)
      .execute();
    const decided = new Map(decisions.map((row) => [row.attempt_id, fromJson<number[]>(row.score_ids)]));
    const ofAttempt = groupBy(scores, (score) => score.attempt_id);
    const ofScore = groupBy(marks, (mark) => mark.score_id);
    for (const [attemptId, own] of ofAttempt) {
      // The papers are settled: as many examiners as were asked have scored them.
      const { countedIds } = settleScores(
        own.map((score) => ({
          id: score.id,
          examinerId: score.examiner_id,
          kind: score.kind as ScoreKind,
          percent: score.percent ?? 0,
        })),
        { expected: [], ownerId: null, limit: limitOf(attemptId), decision: decided.get(attemptId) ?? null },
      );
      const given = countedIds.flatMap((id) =>
        (ofScore.get(id) ?? []).map((mark) => fromJson<Measures>(mark.measures ?? '{}')),
      );
      const measures = meanMeasures(given);
      if (Object.keys(measures).length > 0) found.set(attemptId, measures);
    }
  });
  return found;
}

/** The mean of each measure over those that have it (不适用 counts nowhere). */
export function meanMeasures(given: readonly Measures[]): AttemptMeasures {
  const means: AttemptMeasures = {};
  for (const measure of MEASURES) {
    const values = given.flatMap((one) => one[measure] ?? []);
    if (values.length > 0) means[measure] = values.reduce((sum, value) => sum + value, 0) / values.length;
  }
  return means;
}

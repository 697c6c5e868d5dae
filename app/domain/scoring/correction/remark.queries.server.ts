import { isMarkedByHand } from '~/domain/exam/by-hand.rules';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { listExamItems, type ExamItemView, type ExamView } from '~/domain/exam/exam.queries.server';
import { withCorrection, type ItemCorrection } from '~/domain/exam/correction.rules';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { shown, type Asked, type RemarkChange } from './remark.rules';
import { listSettled } from '../settling/settled.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { autoMark, countedAttempt, partPercent } from '../paper/scoring.rules';
import {
  settleCorrected,
  settlePaper,
  studentResult,
  type PaperScore,
  type PaperScores,
  type SettledAttempt,
} from '../paper/settle.rules';

/** A score as a correction leaves it. */
export type RemarkedScore = {
  scoreId: number;
  points: number | null;
  handPoints: number | null;
  /** The examiner's score had no mark of the item yet. */
  isNewMark: boolean;
  percent: number | null;
  /** A final score in which the item has no mark any more becomes a draft. */
  reopens: boolean;
};

/** What a correction of an item would change. */
export type RemarkPlan = {
  item: ExamItemView;
  scores: RemarkedScore[];
  /** Papers with such a score. */
  attemptIds: number[];
  /** One a student whose counted paper changes. */
  changes: RemarkChange[];
  /** Papers scored in part, whose points change without a result. */
  unsettled: number;
  /** Final scores that lack a mark of the item afterwards. */
  reopened: number;
  /** Papers handed in and not marked, that their keys would have marked alone and which wait for a hand afterwards. */
  waiting: number[];
  /** Papers that stay settled by the scores that count now, though the rules alone would ask somebody anew. */
  kept: { attemptId: number; scoreIds: number[] }[];
  /** Papers that an earlier correction kept so, and that the rules alone settle again. */
  freed: number[];
};

/**
 * Works out what is different once the item is corrected as asked, reading only. What everybody reads of an item
 * without a teacher comes from autoMark, what papers and students reach from settle.rules: as when it is written.
 * `released`: the students whose results are out.
 */
export async function planRemark(
  exam: ExamView,
  itemId: number,
  asked: Asked,
  released: ReadonlySet<number>,
): Promise<RemarkPlan | null> {
  const items = await listExamItems(exam.id);
  const now = items.find((item) => item.id === itemId);
  if (!now) return null;
  const item = await correctedAs(now, asked);
  const ofPart = items.filter((one) => one.part === item.part).map((one) => (one.id === itemId ? item : one));
  const papers = await listPapersWith(exam.id, item, ofPart);
  const answers = await listAnswers(itemId);
  const wasCredited = now.correction?.kind === 'credit';

  const plan: RemarkPlan = {
    item,
    scores: [],
    attemptIds: [],
    changes: [],
    unsettled: 0,
    reopened: 0,
    waiting: [],
    kept: [],
    freed: [],
  };
  const byKeyNow = await listMarkedByKeyAlone(exam.id, item.part);
  const byKeyLater = await listMarkedByKeyAlone(exam.id, item.part, { itemId, kind: asked.kind });
  const settledAfter = new Map<number, number | null>();
  const points = new Map<number, { studentId: number; before: number | null; after: number | null }>();
  for (const ids of slicesOf([...papers.keys()])) {
    // A part whose last item for a hand is credited is marked by its keys alone: fewer are waited for.
    const later = await listPaperScores(ids, { correction: { itemId, kind: asked.kind } });
    const expectedLater = new Map(later.map(({ attempt, expected }) => [attempt.id, expected]));
    for (const paper of await listPaperScores(ids)) {
      const { id } = paper.attempt;
      const isUnmarked = paper.scores.every((score) => !score.isFinal);
      if (isUnmarked && byKeyNow.has(id) && !byKeyLater.has(id)) plan.waiting.push(id);
      const auto = autoMark(item, answers.get(paper.attempt.id) ?? null)?.points ?? null;
      const changed = paper.scores.flatMap((score) => {
        const next = remarkedScore(score, { item, wasCredited, auto, paper: papers.get(paper.attempt.id) ?? [] });
        return next ? [{ score, next }] : [];
      });
      if (changed.length === 0) continue;
      const limit = exam.settings.arbitrationLimit;
      const before = settlePaper(paper, limit);
      const expected = expectedLater.get(paper.attempt.id) ?? paper.expected;
      // Without the correction what it alone had settled waits again, where nobody reads the result yet.
      const isUndone = asked.kind === 'none' && !paper.isKept && !released.has(paper.attempt.studentId);
      const kept = isUndone ? [] : before.countedIds;
      const after = settleCorrected({ ...withScores(paper, itemId, changed), expected }, kept, limit);
      if (after.keeps) plan.kept.push({ attemptId: paper.attempt.id, scoreIds: after.keeps });
      else if (paper.isKept) plan.freed.push(paper.attempt.id);
      plan.scores.push(...changed.map(({ next }) => next));
      plan.attemptIds.push(paper.attempt.id);
      plan.reopened += changed.filter(({ next }) => next.reopens).length;
      if (before.percent === null && after.percent === null) {
        plan.unsettled += 1;
        continue;
      }
      settledAfter.set(paper.attempt.id, after.percent);
      points.set(paper.attempt.id, {
        studentId: paper.attempt.studentId,
        before: before.itemPoints.get(itemId) ?? null,
        after: after.itemPoints.get(itemId) ?? null,
      });
    }
  }

  const attempts = await listSettled(exam.id);
  const counted = (own: (SettledAttempt & { id: number })[]) =>
    countedAttempt(
      own.filter((one) => one.part === item.part),
      exam.settings.countedAttempt,
    );
  for (const studentId of new Set([...points.values()].map((one) => one.studentId))) {
    const before = attempts.get(studentId) ?? [];
    const after = before.map((one) =>
      settledAfter.has(one.id) ? { ...one, percent: settledAfter.get(one.id) ?? null } : one,
    );
    // What changed in an attempt that does not count is no change of the student's.
    const attemptId = [counted(after), counted(before)].find((one) => one !== null && points.has(one.id))?.id;
    const ofItem = attemptId === undefined ? undefined : points.get(attemptId);
    if (attemptId === undefined || ofItem === undefined) continue;
    const [resultBefore, resultAfter] = [studentResult(exam, before), studentResult(exam, after)];
    const change = {
      points: { before: ofItem.before, after: ofItem.after },
      part: { before: shown(resultBefore[item.part]), after: shown(resultAfter[item.part]) },
      total: { before: resultBefore.total, after: resultAfter.total },
    };
    // Who had the full mark by hand has it still.
    if (Object.values(change).every(({ before, after }) => before === after)) continue;
    plan.changes.push({ attemptId, studentId, ...change });
  }
  return plan;
}

/** The item as it would be read. */
async function correctedAs(item: ExamItemView, asked: Asked): Promise<ExamItemView> {
  const row = await db()
    .selectFrom('exam_items')
    .select('snapshot')
    .where('id', '=', item.id)
    .executeTakeFirstOrThrow();
  const correction: ItemCorrection | null =
    asked.kind === 'none' ? null : { id: 0, reason: '', at: 0, kind: asked.kind, key: asked.key };
  return { ...item, correction, snapshot: withCorrection(fromJson(row.snapshot), correction) };
}

type PaperItem = Pick<ExamItemView, 'id' | 'points'>;

/** The handed-in papers that have the item, each with the items it consists of. */
async function listPapersWith(
  examId: number,
  item: ExamItemView,
  ofPart: ExamItemView[],
): Promise<Map<number, PaperItem[]>> {
  const attempts = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('part', '=', item.part)
    .where('state', '!=', 'in_progress')
    .orderBy('id')
    .execute();
  const places = await db()
    .selectFrom('attempt_items')
    .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
    .select(['attempt_items.attempt_id', 'attempt_items.item_id'])
    .where('attempts.exam_id', '=', examId)
    .where('attempts.part', '=', item.part)
    .execute();
  const byId = new Map(ofPart.map((one) => [one.id, one]));
  const own = new Map<number, PaperItem[]>();
  for (const place of places) {
    const found = byId.get(place.item_id);
    if (!found) continue;
    const known = own.get(place.attempt_id);
    if (known) known.push(found);
    else own.set(place.attempt_id, [found]);
  }
  const fixed = ofPart.filter((one) => one.drawId === null);
  const papers = attempts.map(({ id }) => [id, own.get(id) ?? fixed] as const);
  return new Map(papers.filter(([, items]) => items.some((one) => one.id === item.id)));
}

async function listAnswers(itemId: number): Promise<Map<number, AnswerValue>> {
  const rows = await db().selectFrom('answers').select(['attempt_id', 'value']).where('item_id', '=', itemId).execute();
  return new Map(rows.map((row) => [row.attempt_id, fromJson<AnswerValue>(row.value)]));
}

/** Null when nothing changes. `auto`: what the item earns without a teacher, null where one gives the points. */
function remarkedScore(
  score: PaperScore,
  {
    item,
    wasCredited,
    auto,
    paper,
  }: { item: ExamItemView; wasCredited: boolean; auto: number | null; paper: PaperItem[] },
): RemarkedScore | null {
  const mark = score.marks.get(item.id);
  // What was given by hand is kept beside a credit, and counts again without it.
  const given = (wasCredited ? mark?.handPoints : mark?.points) ?? null;
  const points = auto ?? given;
  const handPoints = auto !== null && isMarkedByHand(item.snapshot) ? given : null;
  if ((mark?.points ?? null) === points && (mark?.handPoints ?? null) === handPoints) return null;
  const marks = new Map(score.marks);
  marks.set(item.id, { points, handPoints });
  const percent = partPercent(paper, marks);
  return {
    scoreId: score.id,
    points,
    handPoints,
    isNewMark: mark === undefined,
    percent,
    reopens: score.isFinal && percent === null,
  };
}

/** The paper once these scores are written. */
function withScores(
  paper: PaperScores,
  itemId: number,
  changed: { score: PaperScore; next: RemarkedScore }[],
): PaperScores {
  const scores = paper.scores.map((score) => {
    const next = changed.find((one) => one.score === score)?.next;
    if (!next) return score;
    const marks = new Map(score.marks);
    marks.set(itemId, { points: next.points, handPoints: next.handPoints });
    return { ...score, marks, percent: next.percent, isFinal: score.isFinal && !next.reopens };
  });
  return { ...paper, scores };
}

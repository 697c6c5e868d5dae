import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { slicesOf } from '~/db/update-many.server';
import type { Part } from '~/domain/exam/exam.rules';
import type { PaperScore, PaperScores } from './settle.rules';
import type { Settlement } from './settlement.rules';

/** Papers with all their scores, by id, for settling many at once. Asks no rights. */
export async function listPaperScores(attemptIds: number[]): Promise<PaperScores[]> {
  const papers: PaperScores[] = [];
  for (const ids of slicesOf(attemptIds)) papers.push(...(await readSlice(ids)));
  return papers;
}

async function readSlice(ids: number[]): Promise<PaperScores[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'exam_id', 'student_id', 'part', 'number', 'state', 'closed_by', 'settlement', 'percent'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const scores = await db().selectFrom('scores').selectAll().where('attempt_id', 'in', ids).orderBy('id').execute();
  const marks = await db()
    .selectFrom('score_marks')
    .innerJoin('scores', 'scores.id', 'score_marks.score_id')
    .select(['score_marks.score_id', 'score_marks.item_id', 'score_marks.points', 'score_marks.hand_points'])
    .where('scores.attempt_id', 'in', ids)
    .execute();
  const decisions = await db().selectFrom('score_decisions').selectAll().where('attempt_id', 'in', ids).execute();
  const expected = await countExaminers(ids);

  const papers = new Map<number, PaperScores>();
  for (const row of attempts) {
    papers.set(row.id, {
      attempt: {
        id: row.id,
        studentId: row.student_id,
        part: row.part as Part,
        number: row.number,
        state: row.state,
        closedBy: row.closed_by,
        settlement: row.settlement as Settlement,
        percent: row.percent,
      },
      scores: [],
      expected: Math.max(1, expected.get(row.id) ?? 0),
      decision: null,
    });
  }
  const byId = new Map<number, PaperScore>();
  for (const row of scores) {
    const score: PaperScore = {
      id: row.id,
      examinerId: row.examiner_id,
      kind: row.kind === 'arbiter' ? 'arbiter' : 'examiner',
      isFinal: row.state === 'final',
      percent: row.percent,
      finalisedAt: row.finalised_at ?? 0,
      marks: new Map(),
    };
    byId.set(row.id, score);
    papers.get(row.attempt_id)?.scores.push(score);
  }
  for (const mark of marks) {
    byId.get(mark.score_id)?.marks.set(mark.item_id, { points: mark.points, handPoints: mark.hand_points });
  }
  for (const row of decisions) {
    const paper = papers.get(row.attempt_id);
    if (paper) paper.decision = fromJson<number[]>(row.score_ids);
  }
  return [...papers.values()];
}

/** How many examiners each paper was given to. */
async function countExaminers(attemptIds: number[]): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('attempts')
    .innerJoin('score_assignments', (join) =>
      join
        .onRef('score_assignments.exam_id', '=', 'attempts.exam_id')
        .onRef('score_assignments.part', '=', 'attempts.part')
        .onRef('score_assignments.student_id', '=', 'attempts.student_id'),
    )
    .select((select) => ['attempts.id', select.fn.countAll<number>().as('count')])
    .where('attempts.id', 'in', attemptIds)
    .where('score_assignments.kind', '=', 'examiner')
    .groupBy('attempts.id')
    .execute();
  return new Map(rows.map((row) => [row.id, Number(row.count)]));
}

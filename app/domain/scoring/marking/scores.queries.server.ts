import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ScoreNote } from './notes.rules';
import type { ItemMark } from './score-form.rules';
import type { ScoreKind } from '../paper/settlement.rules';

/** An examiner's score with its marks. */
export type ScoreView = {
  id: number;
  examinerId: number;
  examinerName: string;
  /** An arbiter was asked because two examiners differ. */
  kind: ScoreKind;
  /** The version of the rubric it was given by; null: the exam's own measure weights. */
  rubricId: number | null;
  state: 'draft' | 'final';
  comment: string;
  percent: number | null;
  version: number;
  updatedAt: number;
  finalisedAt: number | null;
  marks: ItemMark[];
  /** At seconds of the recordings, in the order of the paper. */
  notes: ScoreNote[];
};

/** The scores of attempts with their marks, by examiner. Asks no rights. */
export async function listScores(attemptIds: number[]): Promise<(ScoreView & { attemptId: number })[]> {
  if (attemptIds.length === 0) return [];
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('users', 'users.id', 'scores.examiner_id')
    .selectAll('scores')
    .select('users.name as examiner_name')
    .where('scores.attempt_id', 'in', attemptIds)
    .orderBy('scores.id')
    .execute();
  const marks = await db()
    .selectFrom('score_marks')
    .innerJoin('scores', 'scores.id', 'score_marks.score_id')
    .selectAll('score_marks')
    .where('scores.attempt_id', 'in', attemptIds)
    .execute();
  const notes = await db()
    .selectFrom('score_notes')
    .innerJoin('scores', 'scores.id', 'score_notes.score_id')
    .selectAll('score_notes')
    .where('scores.attempt_id', 'in', attemptIds)
    .orderBy('score_notes.position')
    .execute();
  const byScore = new Map<number, typeof marks>();
  for (const mark of marks) {
    const known = byScore.get(mark.score_id);
    if (known) known.push(mark);
    else byScore.set(mark.score_id, [mark]);
  }
  return scores.map((score) => ({
    id: score.id,
    attemptId: score.attempt_id,
    examinerId: score.examiner_id,
    examinerName: score.examiner_name,
    kind: score.kind === 'arbiter' ? 'arbiter' : 'examiner',
    rubricId: score.rubric_id,
    state: score.state === 'final' ? 'final' : 'draft',
    comment: score.comment,
    percent: score.percent,
    version: score.version,
    updatedAt: score.updated_at,
    finalisedAt: score.finalised_at,
    marks: (byScore.get(score.id) ?? []).map((mark) => ({
      itemId: mark.item_id,
      measures: mark.measures === null ? null : fromJson<ItemMark['measures']>(mark.measures),
      points: mark.points,
      pointMarks: mark.point_marks === null ? null : fromJson<ItemMark['pointMarks']>(mark.point_marks),
      details: mark.details === null ? null : fromJson<ItemMark['details']>(mark.details),
      handPoints: mark.hand_points,
      comment: mark.comment,
    })),
    notes: notes
      .filter((note) => note.score_id === score.id)
      .map((note) => ({ itemId: note.item_id, takeId: note.take_id, atMs: note.at_ms, text: note.text })),
  }));
}

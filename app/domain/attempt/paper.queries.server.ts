import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { listDraws } from '~/domain/exam/draw.queries.server';
import { listExamItems, withCorrections, type ExamItemView } from '~/domain/exam/exam.queries.server';
import type { Part } from '~/domain/exam/exam.rules';
import { paperOf, type PaperPlace } from './paper.rules';

/**
 * The items of an attempt's own paper, in its order and with its order of options: what every reader of an attempt
 * goes by. Asks no rights.
 */
export async function listPaperItems(attempt: { id: number; examId: number; part: Part }): Promise<ExamItemView[]> {
  const places = await listPlaces(attempt.id);
  const items =
    places.length === 0 ? await listExamItems(attempt.examId, attempt.part, 'fixed') : await ownItems(attempt.id);
  return paperOf(items, places);
}

async function ownItems(attemptId: number): Promise<ExamItemView[]> {
  const rows = await db()
    .selectFrom('exam_items')
    .innerJoin('attempt_items', 'attempt_items.item_id', 'exam_items.id')
    .selectAll('exam_items')
    .where('attempt_items.attempt_id', '=', attemptId)
    .execute();
  return withCorrections(rows);
}

async function listPlaces(attemptId: number): Promise<PaperPlace[]> {
  const rows = await db().selectFrom('attempt_items').selectAll().where('attempt_id', '=', attemptId).execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    position: row.position,
    optionOrder: row.option_order === null ? null : fromJson<string[]>(row.option_order),
  }));
}

/** What a paper of a part comes to before it is begun: the same for every student. */
export type ExpectedPaper = {
  itemCount: number;
  points: number;
  /** Those in every paper, in order. */
  items: ExamItemView[];
  /** Some item that may be drawn takes photos. */
  mayDrawPhotoItem: boolean;
};

/** See ExpectedPaper. Asks no rights. */
export async function expectPaper(examId: number, part: Part): Promise<ExpectedPaper> {
  const fixed = await listExamItems(examId, part, 'fixed');
  const draws = part === 'written' ? await listDraws(examId) : [];
  return {
    itemCount: fixed.length + draws.reduce((sum, draw) => sum + draw.count, 0),
    points:
      fixed.reduce((sum, item) => sum + item.points, 0) +
      draws.reduce((sum, draw) => sum + draw.count * draw.points, 0),
    items: fixed,
    mayDrawPhotoItem: draws.some((draw) => draw.bank === 'written'),
  };
}

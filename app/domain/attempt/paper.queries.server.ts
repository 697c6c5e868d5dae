import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { listDraws } from '~/domain/exam/draw.queries.server';
import { listExamItems, withCorrections, type ExamItemView } from '~/domain/exam/exam.queries.server';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { invalid, notFound } from '~/lib/errors';
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

/**
 * An item of an attempt's own paper, for what the student sends.
 * @throws AppError invalid (itemId) for one of the exam's other part, not_found for every other
 */
export async function getPaperItem(
  attempt: { id: number; examId: number; part: Part },
  itemId: number,
  items?: ExamItemView[],
): Promise<ExamItemView> {
  const item = (items ?? (await listPaperItems(attempt))).find((one) => one.id === itemId);
  if (item) return item;
  const other = (await listExamItems(attempt.examId)).find((one) => one.id === itemId);
  if (!other || other.part === attempt.part) throw notFound('题目');
  throw invalid({ itemId: `这道题是${PART_LABELS[other.part]}题，不在这份${PART_LABELS[attempt.part]}答卷里` });
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

import { db } from '~/db/db.server';
import type { DrawBank, DrawRule, DrawScope } from '~/domain/question-bank/draw.rules';
import type { TheoryKind } from '~/domain/question-bank/question.schema';

/** A rule of an exam: so many questions for each student, drawn at the start of the attempt. */
export type ExamDraw = DrawRule & { id: number; position: number; section: number | null };

/** The draw rules of an exam in order. Asks no rights. */
export async function listDraws(examId: number): Promise<ExamDraw[]> {
  const rows = await db()
    .selectFrom('exam_draws')
    .selectAll()
    .where('exam_id', '=', examId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    position: row.position,
    bank: row.bank as DrawBank,
    kind: row.kind as '' | TheoryKind,
    level: row.level,
    directoryId: row.directory_id,
    scope: row.scope as DrawScope,
    count: row.count,
    points: row.points,
    section: row.section,
  }));
}

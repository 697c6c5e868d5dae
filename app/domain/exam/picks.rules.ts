import type { Pick as QuestionPick } from './picks.queries.server';

/** The kept ticks with those of a page that came when nobody was signed in any more: the next button keeps them. */
export function withTicks(
  picks: QuestionPick[],
  rows: (Omit<QuestionPick, 'questionId'> & { id: number; isUsed: boolean })[],
  { shown, ticked }: { shown: number[]; ticked: number[] },
): QuestionPick[] {
  const kept = picks.filter(({ questionId }) => !shown.includes(questionId) || ticked.includes(questionId));
  const fresh = rows.filter(
    (row) => ticked.includes(row.id) && !row.isUsed && kept.every(({ questionId }) => questionId !== row.id),
  );
  return [
    ...kept,
    ...fresh.map(({ id, bank, kind, level, title, points }) => ({ questionId: id, bank, kind, level, title, points })),
  ];
}

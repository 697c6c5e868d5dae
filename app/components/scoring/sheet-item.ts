import type { ScoringItem } from '~/domain/scoring/scoring-items.queries.server';

/** An item of a paper as the scoring page gets it. */
export type SheetItem = ScoringItem;

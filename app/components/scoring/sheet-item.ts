/** An item of a paper as the scoring page gets it. */
export type { SheetItem } from '~/domain/scoring/marking/photo-marks.queries.server';

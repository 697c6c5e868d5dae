import { z } from 'zod';
import { SCORE_SORTS, SORT_ORDERS, type ScoreSort, type SortOrder } from './score-list.rules';
import type { ScoringState } from '../paper/scoring.rules';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** Which students of which exam, and in which order; '' for every state. */
export const scoreListShape = {
  examId: id,
  classId: id,
  state: z.enum(['', 'absent', 'not_started', 'in_progress', 'waiting', 'marking', 'arbitration', 'scored']).catch(''),
  sort: z.enum(SCORE_SORTS).catch('rank'),
  order: z.enum(SORT_ORDERS).catch('asc'),
};

export type ScoreListFilter = {
  examId: number;
  /** 0 for all. */
  classId: number;
  state: ScoringState | '';
  sort: ScoreSort;
  order: SortOrder;
};

/** One class's list; `classId` 0 is the first class. `names` 0 leaves the names out, for a notice board. */
export const classScoreListSchema = z.object({
  examId: id,
  classId: id,
  by: z.enum(['number', 'rank']).catch('number'),
  names: z.enum(['1', '0']).catch('1'),
});

export type ClassScoreListInput = z.output<typeof classScoreListSchema>;

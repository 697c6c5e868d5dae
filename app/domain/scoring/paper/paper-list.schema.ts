import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';

/** Whose papers of which part; `state` is a ScoringState or '' for all. */
export const scoringListShape = {
  examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  part: z.enum(PARTS).nullable().catch(null),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  state: z
    .enum(['', 'mine', 'absent', 'not_started', 'in_progress', 'waiting', 'marking', 'arbitration', 'scored'])
    .catch(''),
};
export type ScoringFilter = z.output<z.ZodObject<typeof scoringListShape>>;

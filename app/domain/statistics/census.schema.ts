import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);
/** A day as typed; the page reads it in the school's zone. */
const day = z.string().trim().max(20).catch('');

/** What the addresses of the statistics pages and of their images say; whatever is wrong counts as not said. */
export const censusParams = z.object({
  view: z.enum(['', 'class', 'period']).catch(''),
  examId: id,
  classId: id,
  part: z.enum(PARTS).nullable().catch(null).default(null),
  from: day,
  to: day,
  category: z
    .string()
    .transform((text) => text.trim().slice(0, 50))
    .catch(''),
  /** The item whose options are unfolded. */
  item: id,
  unit: z.enum(['week', 'day']).catch('week'),
  print: z.enum(['', '1']).catch(''),
  kind: z.string().max(30).catch(''),
});

export type CensusParams = z.infer<typeof censusParams>;

/** Reads them; several of one name count as the last. */
export function readCensusParams(asked: Readonly<Record<string, string>>): CensusParams {
  return censusParams.parse(asked);
}

import { z } from 'zod';
import { USUAL_THRESHOLDS } from '~/lib/bands';

export { MEASURES, MEASURE_LABELS, type Measure } from './measures.rules';

const weight = z.coerce.number().int().min(0).max(100);

/** What an exam's owner sets beside its times; kept as JSON, every field with its default. */
export const examSettingsSchema = z.object({
  measureWeights: z
    .object({ zqd: weight.default(30), lld: weight.default(30), wzd: weight.default(20), gjc: weight.default(20) })
    .default({}),
  /** Oral: preparation and recording limit in seconds; 0 takes the question's own. */
  prepSeconds: z.coerce.number().int().min(0).max(3600).default(0),
  recordSeconds: z.coerce.number().int().min(0).max(3600).default(0),
  /** How many takes a student has; 0 is any number. */
  maxTakes: z.coerce.number().int().min(0).max(50).default(0),
  /** Fixed for each student when the attempt begins; items change places within their kind. */
  shuffleItems: z.boolean().default(false),
  shuffleOptions: z.boolean().default(false),
  countedAttempt: z.enum(['last', 'best']).default('last'),
  /** Finals further apart than this (points of 100) wait for a third examiner. */
  arbitrationLimit: z.coerce.number().min(0).max(100).default(10),
  /** Of several examiners named for a part: each marks every paper, or each paper is marked by one of them. */
  markedBy: z.enum(['all', 'one']).default('all'),
  isBlind: z.boolean().default(false),
  quickComments: z.array(z.string().max(100)).max(50).default([]),
  rowsPerPage: z.coerce.number().int().min(1).max(200).default(15),
  releaseMode: z.enum(['manual', 'auto']).default('manual'),
  excellentFrom: z.coerce.number().min(0).max(100).default(USUAL_THRESHOLDS.excellentFrom),
  passFrom: z.coerce.number().min(0).max(100).default(USUAL_THRESHOLDS.passFrom),
  /** For the rates of the statistics: good from here, low below. */
  goodFrom: z.coerce.number().min(0).max(100).default(USUAL_THRESHOLDS.goodFrom),
  lowFrom: z.coerce.number().min(0).max(100).default(USUAL_THRESHOLDS.lowFrom),
  /** Whether students see their place in their class. */
  showsRank: z.boolean().default(false),
  /** What students see of their results: points, or only the grade (等级). */
  resultDisplay: z.enum(['points', 'grade']).default('points'),
});

export type ExamSettings = z.infer<typeof examSettingsSchema>;

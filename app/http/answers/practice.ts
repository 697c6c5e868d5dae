import { z } from 'zod';
import { time } from './common';
import { address, answerValue, id, natural } from './exam-words';

/** One try at a question of a bank, or at an item of a released exam: one of the two ids is there. */
export const practice = z.object({
  id,
  questionId: id.nullable(),
  itemId: id.nullable(),
  bank: z.enum(['oral', 'written', 'theory']),
  runId: id.nullable(),
  answer: answerValue,
  files: z.array(z.object({ id: z.string(), url: address, durationMs: natural.nullable() })),
  durationMs: natural,
  selfRating: z.number().int().nullable(),
  note: z.string(),
  /** null for what no key decides. */
  judgement: z.object({ isRight: z.boolean(), score: z.number().nullable() }).nullable(),
  createTime: time,
});

import { z } from 'zod';
import { bankTotal, practicePeriod } from './census';
import { time } from './common';
import { address, answerValue, id, natural, THEORY_KINDS } from './exam-words';

/** One try at a question of a bank, or at an item of a released exam: one of the two ids is there. */
export const practice = z.object({
  id,
  questionId: id.nullable(),
  itemId: id.nullable(),
  bank: z.enum(['oral', 'written', 'theory']),
  runId: id.nullable(),
  answer: answerValue,
  files: z.array(
    z.object({
      id: z.string(),
      url: address,
      durationMs: natural.nullable(),
      isSilent: z.boolean().describe('录音从头到尾几乎没有声音；没有量过的旧录音和其他文件为 false'),
    }),
  ),
  durationMs: natural,
  selfRating: z.number().int().nullable(),
  note: z.string(),
  /** null for what no key decides. */
  judgement: z.object({ isRight: z.boolean(), score: z.number().nullable() }).nullable(),
  createTime: time,
});

/** A question in the wrong book. */
export const wrongEntry = z.object({
  key: z.string().describe('移出和放回时以 keys 送回'),
  questionId: z.number().int().nullable(),
  itemId: z.number().int().nullable(),
  title: z.string(),
  kind: z.enum(THEORY_KINDS),
  level: z.number().int(),
  source: z.enum(['own', 'shared', 'exam']),
  sourceName: z.string(),
  wrongCount: z.number().int(),
  rightStreak: z.number().int(),
  lastAt: time,
  leftAt: time.nullable(),
  isAvailable: z.boolean(),
  isInTrash: z.boolean().describe('自己的题，已删除，在回收站'),
});

/** One of the own tries, in the list of them; of a question that is in an exam to sit only that it was practised. */
export const ownTry = z.object({
  id,
  bank: z.enum(['oral', 'written', 'theory']),
  questionId: id.nullable(),
  itemId: id.nullable(),
  title: z.string(),
  kind: z.enum(['', ...THEORY_KINDS]),
  isAvailable: z.boolean(),
  isInTrash: z.boolean().describe('自己的题，已删除，在回收站；答案仍可查看'),
  isRight: z.boolean().nullable(),
  score: z.number().nullable(),
  selfRating: z.number().int().nullable(),
  durationMs: natural,
  createTime: time,
});

/** How the own practice goes on: each bank as a whole, and the last weeks or days. */
export const practiceProgress = z.object({ totals: z.array(bankTotal), periods: z.array(practicePeriod) });

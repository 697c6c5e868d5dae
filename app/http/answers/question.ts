import { z } from 'zod';
import { commaString } from './common';
import { address, natural, THEORY_KINDS } from './exam-words';

/** The question of an exam item, by its bank. */

const shown = { title: z.string(), level: z.number().int(), imageUrl: commaString, musicUrl: address };

const oral = z.object({
  bank: z.literal('oral'),
  kind: z.literal(''),
  ...shown,
  examContent: z.string(),
  chunks: z.array(z.object({ text: z.string(), time: natural })),
  isPlay: z.boolean(),
  prepSeconds: natural,
  answerSeconds: natural,
});

const written = z.object({
  bank: z.literal('written'),
  kind: z.literal(''),
  ...shown,
  prompt: z.string(),
  answerBy: z.enum(['both', 'photo', 'text']),
});

const theory = z.object({
  bank: z.literal('theory'),
  kind: z.enum(THEORY_KINDS),
  ...shown,
  stem: z.string(),
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  blankCount: natural,
});

/** As a student sees it while sitting: nothing of what is right. */
export const openQuestion = z.discriminatedUnion('bank', [oral, written, theory]);

/** As its teachers see it. */
export const wholeQuestion = z.discriminatedUnion('bank', [
  oral.extend({ keyPoint: commaString, analyzer: commaString }),
  written.extend({
    keyPoint: commaString,
    referenceAnswer: z.string(),
    markingPoints: z.array(z.object({ text: z.string(), points: z.number() })),
  }),
  theory.extend({
    keyPoint: commaString,
    /** Keys as a comma string; of a cloze the accepted texts of each blank; of a short answer the reference. */
    answer: z.string().or(z.array(z.array(z.string()))),
    /** Further sets of keys that a correction lets count. */
    alsoRight: z.array(commaString),
    analysis: z.string(),
  }),
]);

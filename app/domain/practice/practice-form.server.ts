import { z } from 'zod';
import { readAnswers, type SentFields } from '~/domain/attempt/answer.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import type { Bank } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { addPractice, deletePractice, markPractice, ratePractice } from './practice.commands.server';
import { getPracticePage } from './practice.queries.server';
import { practicePath } from './practice.rules';
import {
  deletePracticeSchema,
  markPracticeSchema,
  practiceSchema,
  practiceSearchSchema,
  ratePracticeSchema,
} from './practice.schema';
import { getRunPlace } from './run.queries.server';

/** What the practice pages can do; each takes the intents of its bank. */
export const practiceIntentSchema = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('answer') }),
  ratePracticeSchema.extend({ _intent: z.literal('rate') }),
  markPracticeSchema.extend({ _intent: z.literal('mark') }),
  deletePracticeSchema.extend({ _intent: z.literal('delete') }),
]);

/** Which question, run and try a practice page is about. */
export type PracticePlace = z.output<typeof practiceSearchSchema>;

/** Reads the place of a practice page from what its address asks for. */
export function practicePlace(asked: Iterable<[string, string]>): PracticePlace {
  return practiceSearchSchema.parse(Object.fromEntries(asked));
}

/** What of a sent answer is not in the intent itself. */
export function givenAnswer(fields: SentFields) {
  const sent = new Map(fields);
  return {
    answer: readAnswers(fields)[0]?.value ?? {},
    requestId: sent.get('requestId') ?? '',
    begunAt: sent.get('begunAt') ?? '',
  };
}

/** What a practice page shows: the question (see getPracticePage), by its name in a line, and its place in the run, if it has one. */
export async function loadPractice(actor: Actor, bank: Bank, { target, runId, doneId }: PracticePlace, now: number) {
  const page = await getPracticePage(actor, bank, { target, doneId }, now);
  const name = plainFormulas(page.question.title);
  return { ...page, name, run: runId === null ? null : await getRunPlace(actor, runId, target, now) };
}

/**
 * Does what was asked for on a practice page. Returns where it leads and, where it is worth a message, what was done.
 * `fileIds`: what was stored of the files that came with it.
 */
export async function runPracticeIntent(
  actor: Actor,
  bank: Bank,
  { place, given, fileIds = [] }: { place: PracticePlace; given: ReturnType<typeof givenAnswer>; fileIds?: string[] },
  input: z.output<typeof practiceIntentSchema>,
  now: number,
): Promise<{ to: string; message: string }> {
  const { target, runId, doneId } = place;
  const pathTo = (done: number | null) => practicePath(bank, target, { run: runId, done });
  switch (input._intent) {
    case 'answer': {
      const wanted = practiceSchema.safeParse({ ...target, runId, ...given, fileIds });
      // Our own form cannot say such a thing.
      if (!wanted.success) throw new AppError('invalid', wanted.error.issues[0]?.message ?? '答案有误，请重新作答。');
      const { id } = await addPractice(actor, wanted.data, now);
      return bank === 'oral' ? { to: pathTo(null), message: '录音已保存' } : { to: pathTo(id), message: '' };
    }
    case 'rate':
      await ratePractice(actor, input, now);
      return { to: pathTo(doneId), message: '自评已保存' };
    case 'mark': {
      const { score } = await markPractice(actor, input, now);
      return { to: pathTo(doneId), message: `已保存，按要点得 ${Math.round((score ?? 0) * 100)}%` };
    }
    case 'delete':
      await deletePractice(actor, input.id, now);
      return { to: pathTo(doneId === input.id ? null : doneId), message: '已删除这次练习' };
  }
}

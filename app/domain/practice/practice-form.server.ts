import { z } from 'zod';
import { readAnswers } from '~/domain/attempt/answer.rules';
import type { Bank } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { offersOfTries } from '~/domain/work/publish.queries.server';
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

/** Which question, run and try the URL of a practice page names. */
export function readPracticePlace(url: URL) {
  return practiceSearchSchema.parse(Object.fromEntries(url.searchParams.entries()));
}

/**
 * What a practice page shows: the question (see getPracticePage), its place in the run, if it has one, and which tries
 * may be published.
 */
export async function loadPractice(actor: Actor, bank: Bank, url: URL, now: number) {
  const { target, runId, doneId } = readPracticePlace(url);
  const page = await getPracticePage(actor, bank, { target, doneId }, now);
  const [run, offers] = await Promise.all([
    runId === null ? null : getRunPlace(actor, runId, target, now),
    offersOfTries(page.tries),
  ]);
  return { ...page, run, offers };
}

/**
 * Does what a practice form asks for. Returns where it leads and, where it is worth a message, what was done.
 * `fileIds`: what was stored of the form's files.
 */
export async function runPracticeIntent(
  actor: Actor,
  bank: Bank,
  { url, form, fileIds = [] }: { url: URL; form: FormData; fileIds?: string[] },
  input: z.output<typeof practiceIntentSchema>,
  now: number,
): Promise<{ to: string; message: string }> {
  const { target, runId, doneId } = readPracticePlace(url);
  const pathTo = (done: number | null) => practicePath(bank, target, { run: runId, done });
  switch (input._intent) {
    case 'answer': {
      const given = practiceSchema.safeParse({
        ...target,
        runId,
        answer: readAnswers(form)[0]?.value ?? {},
        fileIds,
        requestId: form.get('requestId') ?? '',
        begunAt: form.get('begunAt') ?? '',
      });
      // Our own form cannot say such a thing.
      if (!given.success) throw new AppError('invalid', given.error.issues[0]?.message ?? '答案有误，请重新作答。');
      const { id } = await addPractice(actor, given.data, now);
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

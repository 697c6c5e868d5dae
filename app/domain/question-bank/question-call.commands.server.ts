import type { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { invalid } from '~/lib/errors';
import { oralQuestionSchema, type OralQuestionInput } from './oral-question.schema';
import { toApiOral, toApiTheory, toApiWritten } from './question-api.rules';
import { withTypeNames } from './question-api.queries.server';
import type { SavedByCall } from './question-call.schema';
import { getEditableQuestion } from './question-access.server';
import { saveOralQuestion, saveTheoryQuestion, saveWrittenQuestion } from './question.commands.server';
import type { Bank, OralQuestion, Question, TheoryQuestion, WrittenQuestion } from './question.schema';
import { theoryQuestionSchema, type TheoryQuestionInput } from './theory-question.schema';
import { writtenQuestionSchema, type WrittenQuestionInput } from './written-question.schema';

/** Questions as the API saves them: of one with an id what is left out stays, as get answers it. */

/** Saves an oral question. @throws AppError invalid, not_found */
export async function saveOralByCall(
  actor: Actor,
  call: SavedByCall<OralQuestionInput>,
  now: number,
): Promise<OralQuestion> {
  if (call.id === null) return saveOralQuestion(actor, call.input, now);
  const was = toApiOral(await withTypeNames(await getEdited(actor, 'oral', call)));
  return saveOralQuestion(actor, changed(oralQuestionSchema, was, call.fields), now);
}

/** Saves a written question; new marking points bring the points that they come to. */
export async function saveWrittenByCall(
  actor: Actor,
  call: SavedByCall<WrittenQuestionInput>,
  now: number,
): Promise<WrittenQuestion> {
  if (call.id === null) return saveWrittenQuestion(actor, call.input, now);
  const { points, ...was } = toApiWritten(await withTypeNames(await getEdited(actor, 'written', call)));
  const kept = call.fields.markingPoints === undefined ? { ...was, points } : was;
  return saveWrittenQuestion(actor, changed(writtenQuestionSchema, kept, call.fields), now);
}

/** Saves a theory question. */
export async function saveTheoryByCall(
  actor: Actor,
  call: SavedByCall<TheoryQuestionInput>,
  now: number,
): Promise<TheoryQuestion> {
  if (call.id === null) return saveTheoryQuestion(actor, call.input, now);
  const was = toApiTheory(await withTypeNames(await getEdited(actor, 'theory', call)));
  return saveTheoryQuestion(actor, changed(theoryQuestionSchema, was, call.fields), now);
}

/** What a call changes; who changes a colleague's question says which version it has read. */
async function getEdited<B extends Bank>(
  actor: Actor,
  bank: B,
  call: { id: number; fields: Record<string, unknown> },
): Promise<Extract<Question, { bank: B }>> {
  const question = await getEditableQuestion(actor, bank, call.id);
  const { version } = call.fields;
  if (question.ownerId !== actor.id && (version === undefined || version === null || version === '')) {
    throw invalid({ version: '修改同事的题目要带上读到的 version' });
  }
  return question;
}

/** The question as it was with what the call says over it, judged as a whole. */
function changed<S extends z.ZodTypeAny>(
  schema: S,
  was: Record<string, unknown>,
  fields: Record<string, unknown>,
): z.output<S> {
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const judged = schema.safeParse({ ...was, ...said }) as z.SafeParseReturnType<unknown, z.output<S>>;
  if (judged.success) return judged.data;
  const problems: Record<string, string> = {};
  for (const issue of judged.error.issues) problems[issue.path.join('.')] ??= issue.message;
  throw invalid(problems);
}

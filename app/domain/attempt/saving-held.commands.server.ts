import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { listHeldForms } from '~/domain/user/held-form.commands.server';
import { AppError } from '~/lib/errors';
import { saveAnswers } from './answer.commands.server';
import { answerOutcome } from './attempt.rules';
import { getAttemptView, listAttemptItems, type AttemptView } from './attempt.queries.server';
import { readHeldAnswers, shownAnswer, type HeldAnswer } from './held-answers.commands.server';

/**
 * After signing in: saves what its student wrote on an open paper while the session had ended, as the page would have.
 * What stands against another answer, or may be another hand's (shownAnswer), is left to its student; what comes too
 * late is left to the journal of the closing. Answers what was saved, as a sentence; '' for nothing.
 */
export async function saveHeldAnswers(actor: Actor, now: number): Promise<string> {
  const forms = await listHeldForms(actor.id, now);
  const ids = forms.flatMap(({ fields }) =>
    fields.filter(([name]) => name === 'attemptId').map(([, value]) => Number(value) || 0),
  );
  const open = await db()
    .selectFrom('attempts')
    .select('id')
    .where('id', 'in', [0, ...ids])
    .where('student_id', '=', actor.id)
    .where('state', '=', 'in_progress')
    .orderBy('id')
    .execute();
  const saved: number[] = [];
  for (const { id } of open) {
    const attempt = await getAttemptView(id);
    if (answerOutcome(attempt, now) === 'refused') continue;
    saved.push(...(await saveUndisputed(actor, attempt, await readHeldAnswers(attempt, forms), now)));
  }
  return saved.length === 0 ? '' : `第 ${saved.join('、')} 题的答案是登录过期时写的，已保存，请看看。`;
}

/** Answers at which numbers of the paper something was saved. */
async function saveUndisputed(
  actor: Actor,
  attempt: AttemptView,
  held: Map<number, HeldAnswer>,
  now: number,
): Promise<number[]> {
  const saved: number[] = [];
  for (const item of held.size === 0 ? [] : await listAttemptItems(attempt)) {
    const { shown, shownRevision, isRestored, storedElsewhere } = shownAnswer(item, held);
    if (!isRestored || storedElsewhere) continue;
    const answer = { itemId: item.id, value: shown, revision: shownRevision };
    const [said] = await saveAnswers(actor, { attemptId: attempt.id, answers: [answer] }, now).catch(leaveOnPage);
    if (said?.outcome === 'saved' || said?.outcome === 'grace') saved.push(item.position);
  }
  return saved;
}

/** What cannot be saved stands in the page's fields, and there it is said why. */
function leaveOnPage(error: unknown): [] {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  return [];
}

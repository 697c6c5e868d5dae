import { db } from '~/db/db.server';
import { AppError } from '~/lib/errors';
import { countFirstSteps } from './first-steps.queries.server';
import { nextStep, type FirstStepsChoice } from './first-steps.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

/** Closes the first steps on the teacher's own home page. */
export async function closeFirstSteps(actor: Actor, now: number): Promise<void> {
  await choose(actor, 'closed', now);
}

/** Opens them again: they go by themselves when the last is done, and stay where all of them are done already. */
export async function openFirstSteps(actor: Actor, now: number): Promise<void> {
  await choose(actor, nextStep(await countFirstSteps()) === null ? 'open' : '', now);
}

/** @throws AppError forbidden for a student */
async function choose(actor: Actor, choice: FirstStepsChoice, now: number): Promise<void> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师的首页有“开始使用”。');
  await db().updateTable('users').set({ first_steps: choice, updated_at: now }).where('id', '=', actor.id).execute();
}

import type { Actor } from '~/domain/actor/actor.rules';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { toStep } from '~/lib/addresses/exams';
import { idOrNone } from '~/lib/zod';
import type { FormProblem } from './form-problem';
import { findHeldProblem, withKeptForm } from './held-forms.server';
import { requestTime } from './request.server';
import { withMultipart, type UploadLimits, type Uploads } from './uploads.server';

/** The forms of the exam wizard's steps, which outlive the session under the step's own address. */

type Step = Parameters<typeof toStep>[0];

const NO_FILES: UploadLimits = { maxFileBytes: 0, maxFiles: 0, isEachForItself: true };

const pathOf = (step: Step, id: number | null) => toStep(step, { id: id ?? undefined });

/** Reads a step's form as withKeptForm does. The picker's forms hold nothing typed and must not stand before the step's. */
export async function withKeptStep<T>(
  request: Request,
  step: Step,
  run: (uploads: Uploads) => Promise<T>,
  limits = NO_FILES,
): Promise<T> {
  const { searchParams } = new URL(request.url);
  if (searchParams.has('choose')) return withMultipart(request, limits, run);
  return withKeptForm(request, pathOf(step, idOrNone(searchParams.get('id')) || null), limits, run);
}

/** What was kept of a step's form when the session had ended; null when nothing was, or it has been saved since. */
export async function findHeldStep(
  request: Request,
  actor: Actor,
  step: Step,
  id: number | null,
): Promise<FormProblem | null> {
  return findHeldProblem(actor, pathOf(step, id), requestTime(request));
}

/** Once a step is saved. */
export async function dropHeldStep(actor: Actor, step: Step, id: number | null): Promise<void> {
  await dropHeldForms(actor, pathOf(step, id));
}

/** Once the draft is emptied: nothing of it comes back. */
export async function dropHeldSteps(actor: Actor, id: number): Promise<void> {
  for (const step of ['firstadd', 'secondadd', 'threeadd'] as const) await dropHeldStep(actor, step, id);
}

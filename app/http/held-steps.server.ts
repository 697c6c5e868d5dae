import type { Actor } from '~/domain/actor/actor.rules';
import { dropHeldForms, findHeldForm } from '~/domain/user/held-form.commands.server';
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

/** Under an address of their own: they must not stand before the step's form. */
const ticksPathOf = (id: number | null) => toStep('threeadd', { id: id ?? undefined, choose: 1 });

/** Reads a step's form as withKeptForm does; of the pickers' forms those of the paper, which has ticks. */
export async function withKeptStep<T>(
  request: Request,
  step: Step,
  run: (uploads: Uploads) => Promise<T>,
  limits = NO_FILES,
): Promise<T> {
  const { searchParams } = new URL(request.url);
  const id = idOrNone(searchParams.get('id')) || null;
  if (!searchParams.has('choose')) return withKeptForm(request, pathOf(step, id), limits, run);
  return step === 'threeadd'
    ? withKeptForm(request, ticksPathOf(id), limits, run)
    : withMultipart(request, limits, run);
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

/** What was ticked on a page of the paper's picker when the session had ended; null when nothing was, or it was kept since. */
export async function findHeldTicks(
  request: Request,
  actor: Actor,
  examId: number,
): Promise<{ shown: number[]; ticked: number[] } | null> {
  const held = await findHeldForm(actor, ticksPathOf(examId), requestTime(request));
  if (!held) return null;
  const idsIn = (field: string) =>
    held.fields.flatMap(([name, value]) => (name === field ? value.split(',').map(Number) : []));
  return { shown: idsIn('shown'), ticked: idsIn('ids') };
}

/** Once ticks are kept with the exam. */
export async function dropHeldTicks(actor: Actor, examId: number | null): Promise<void> {
  await dropHeldForms(actor, ticksPathOf(examId));
}

/** Once a step is saved. */
export async function dropHeldStep(actor: Actor, step: Step, id: number | null): Promise<void> {
  await dropHeldForms(actor, pathOf(step, id));
}

/** Once the draft is emptied: nothing of it comes back. */
export async function dropHeldSteps(actor: Actor, id: number): Promise<void> {
  for (const step of ['firstadd', 'secondadd', 'threeadd'] as const) await dropHeldStep(actor, step, id);
  await dropHeldTicks(actor, id);
}

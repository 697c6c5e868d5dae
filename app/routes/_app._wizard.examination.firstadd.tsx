import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { z } from 'zod';
import { BasicsForm } from '~/components/exam/basics-form';
import { draftProblem, WizardFrame } from '~/components/exam/wizard';
import { RouteError } from '~/components/layout/route-error';
import { resetExam, saveBasics } from '~/domain/exam/draft.commands.server';
import { getBasicsPage } from '~/domain/exam/wizard-page.queries.server';
import { savedText, thenOf } from '~/domain/exam/wizard-form.rules';
import { findWizardHead } from '~/domain/exam/wizard-head.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, pressedButton } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { dropHeldStep, dropHeldSteps, findHeldStep, withKeptStep } from '~/http/held-steps.server';
import { requestTime } from '~/http/request.server';
import { toExam, toStep } from '~/lib/addresses/exams';
import { invalid } from '~/lib/errors';
import { formDataToObject } from '~/lib/form-values';
import { newUuid } from '~/lib/ids.server';
import { idOrNone, idField, optionalId } from '~/lib/zod';
import timeStyles from '~/styles/times.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: timeStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isWrong ? '错误：' : ''}${data?.frame.name || '新增考试'}，第 1 步 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const id = optionalId()
    .catch(null)
    .parse(searchParams.get('id') ?? '');
  const head = id === null ? null : await findWizardHead(actor, id);
  if (id !== null && head && head.status !== 'draft') throw redirect(toExam({ id }));
  const page = await getBasicsPage(actor, id);
  return {
    ...page,
    requestId: newUuid(),
    isWrong: Object.keys(page.problems).length > 0,
    isResetting: searchParams.get('confirm') === 'reset',
    cleared: searchParams.get('cleared') ?? '',
    held: await findHeldStep(request, actor, 'firstadd', id),
  };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({
    _intent: z.literal('save'),
    id: optionalId(),
    version: z.coerce.number().max(2_147_483_647),
    requestId: z.string().max(100),
  }),
  z.object({ _intent: z.literal('reset'), id: idField('考试'), version: z.coerce.number().max(2_147_483_647) }),
]);

export async function action({ request }: ActionFunctionArgs) {
  return withKeptStep(request, 'firstadd', ({ form }) => act(request, form));
}

async function act(request: Request, form: FormData) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const then = thenOf(pressedButton(form));
  const answer = await answerForm(form, intents, async (input) => {
    if (input._intent === 'reset') {
      await resetExam(actor, { examId: input.id, version: input.version }, now);
      await dropHeldSteps(actor, input.id);
      return null;
    }
    const saved = await saveBasics(actor, { ...input, examId: input.id, values: formDataToObject(form) }, now);
    await dropHeldStep(actor, 'firstadd', input.id);
    const isStuck = then === 'next' && Object.keys(saved.problems).length > 0;
    if (isStuck && input.id !== null) throw invalid(saved.problems);
    return { ...saved, isStuck };
  });
  if (!answer.ok) return answer.problem;
  const saved = answer.value;
  if (saved === null) {
    const id = idOrNone(form.get('id'));
    const cleared = idOrNone(form.get('version'));
    return redirectWithFlash(request, toStep('firstadd', { id, cleared }), '已清空，可以重新填写');
  }
  // A new exam has an address of its own from here on; what it lacks is said there.
  if (saved.isStuck) return redirect(toStep('firstadd', { id: saved.examId }), 303);
  if (then !== 'next') {
    const { text, kind } = savedText(saved.problems);
    return redirectWithFlash(request, toStep('firstadd', { id: saved.examId }), text, kind);
  }
  return redirect(toStep('secondadd', { id: saved.examId }), 303);
}

/** After a refusal the version is read again: saving once more is then meant. */
export function shouldRevalidate() {
  return true;
}

export default function FirstStepPage() {
  const { frame, values, problems, timeline, classrooms, categories, requestId, isResetting, cleared, held } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const [emptied, setEmptied] = useState(cleared);
  if (cleared !== '' && cleared !== emptied) setEmptied(cleared);
  return (
    <WizardFrame
      step="firstadd"
      exam={frame}
      isResetting={isResetting}
      problem={problem}
      isRestored={!problem && held !== null}
    >
      <BasicsForm
        // Cleared, its fields let go of what was typed into them.
        key={`${frame.id ?? 'new'} ${emptied}`}
        exam={frame}
        problem={problem ?? held ?? draftProblem(values, problems)}
        {...{ values, timeline, classrooms, categories, requestId }}
      />
    </WizardFrame>
  );
}

export { RouteError as ErrorBoundary };

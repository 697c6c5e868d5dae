import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useSitting } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { PracticeShell } from '~/components/practice/practice-shell';
import { TheoryForm, TheoryResult } from '~/components/practice/theory-practice';
import { TriesCard } from '~/components/practice/tries';
import {
  givenAnswer,
  practiceIntentSchema,
  practicePlace,
  runPracticeIntent,
} from '~/domain/practice/practice-form.server';
import { loadPracticeWithOffers } from '~/domain/work/practice-page.queries.server';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { backTo, requireStudent } from '~/http/guards.server';
import { findHeldProblem, keepFormOfEndedSession, refuseFormOfAnother } from '~/http/held-forms.server';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { newUuid } from '~/lib/ids.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `练习 ${data?.name ?? ''} - 考评` }];

const placeOf = (request: Request) => practicePlace(new URL(request.url).searchParams);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const page = await loadPracticeWithOffers(actor, 'theory', placeOf(request), now);
  return { ...page, requestId: newUuid(), held: await findHeldProblem(actor, backTo(request), now), now };
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  await keepFormOfEndedSession(request, path);
  const form = await readTexts(request);
  await refuseFormOfAnother(request, path, form);
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const answer = await answerForm(form, practiceIntentSchema, (input) =>
    runPracticeIntent(actor, 'theory', { place: placeOf(request), given: givenAnswer(form) }, input, now),
  );
  if (!answer.ok) return answer.problem;
  await dropHeldForms(actor, path);
  const { to, message } = answer.value;
  return message === '' ? redirect(to, 303) : redirectWithFlash(request, to, message);
}

export default function TheoryPracticePage() {
  const { requestId, held, now, run, done, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const { timeZone } = useSitting();
  const runId = run?.id ?? null;
  return (
    <PracticeShell
      title={page.name}
      run={run}
      isRestored={problem !== null && problem === held}
      side={
        <TriesCard
          tries={page.tries}
          target={page.target}
          runId={runId}
          current={done?.id ?? null}
          timeZone={timeZone}
        />
      }
    >
      {done ? (
        <TheoryResult page={{ ...page, done }} runId={runId} problem={problem} />
      ) : (
        <TheoryForm key={requestId} page={{ ...page, done }} requestId={requestId} now={now} problem={problem} />
      )}
    </PracticeShell>
  );
}

export { RouteError as ErrorBoundary };

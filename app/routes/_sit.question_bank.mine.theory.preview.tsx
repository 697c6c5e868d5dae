import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useSitting } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { PracticeShell } from '~/components/practice/practice-shell';
import { TheoryForm, TheoryResult } from '~/components/practice/theory-practice';
import { TriesCard } from '~/components/practice/tries';
import { loadPractice, practiceIntentSchema, runPracticeIntent } from '~/domain/practice/practice-form.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { newUuid } from '~/lib/ids.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `练习 ${data?.question.title ?? ''} - 考评` }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const page = await loadPractice(actor, 'theory', new URL(request.url));
  return { ...page, requestId: newUuid(), now: requestTime(request) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const url = new URL(request.url);
  const form = await request.formData();
  const answer = await answerForm(form, practiceIntentSchema, (input) =>
    runPracticeIntent(actor, 'theory', { url, form }, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const { to, message } = answer.value;
  return message === '' ? redirect(to, 303) : redirectWithFlash(request, to, message);
}

export default function TheoryPracticePage() {
  const { requestId, now, run, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { timeZone } = useSitting();
  const { done } = page;
  const runId = run?.id ?? null;
  return (
    <PracticeShell
      title={page.question.title}
      run={run}
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
        <TheoryForm key={requestId} page={page} requestId={requestId} now={now} problem={problem} />
      )}
    </PracticeShell>
  );
}

export { RouteError as ErrorBoundary };

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useSitting } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { PracticeShell } from '~/components/practice/practice-shell';
import { TriesCard } from '~/components/practice/tries';
import { WrittenForm, WrittenResult } from '~/components/practice/written-practice';
import { MAX_FILE_BYTES, MAX_PHOTOS_PER_ANSWER } from '~/domain/file/file.rules';
import {
  loadPractice,
  practiceIntentSchema,
  runPracticeIntent,
  givenAnswer,
  practicePlace,
} from '~/domain/practice/practice-form.server';
import { loadPracticeWithOffers } from '~/domain/work/practice-page.queries.server';
import { practicePath } from '~/domain/practice/practice.rules';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm, sameForm } from '~/http/forms.server';
import { backTo, requireStudent } from '~/http/guards.server';
import { findHeldProblem, keepFormOfEndedSession, refuseFormOfAnother } from '~/http/held-forms.server';
import { addMedia } from '~/http/question-form.server';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';
import { newUuid } from '~/lib/ids.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `练习 ${data?.name ?? ''} - 考评` }];

const placeOf = (request: Request) => practicePlace(new URL(request.url).searchParams);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const url = new URL(request.url);
  const page = await loadPracticeWithOffers(actor, 'written', placeOf(request), now);
  const isDeleting = url.searchParams.get('confirm') === 'delete';
  return { ...page, isDeleting, requestId: newUuid(), held: await findHeldProblem(actor, backTo(request), now), now };
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  await keepFormOfEndedSession(request, path);
  const uploads = await readMultipart(request, {
    maxFileBytes: MAX_FILE_BYTES.image,
    maxFiles: MAX_PHOTOS_PER_ANSWER,
  });
  const { form } = uploads;
  try {
    await refuseFormOfAnother(request, path, form, uploads);
    const actor = await requireStudent(request);
    const now = requestTime(request);
    // Before anything is stored: the question must be one that may be practised.
    await loadPractice(actor, 'written', placeOf(request), now);
    const refusal = form.get('_intent') === 'answer' ? await addMedia(actor, uploads, now) : null;
    if (form.has('more') && !refusal) return sameForm(form, {});
    const fileIds = form.getAll('imageUrl').map(String).filter(Boolean);
    const answer = await answerForm(form, practiceIntentSchema, (input) => {
      if (refusal) throw refusal;
      return runPracticeIntent(
        actor,
        'written',
        { place: placeOf(request), given: givenAnswer(form), fileIds },
        input,
        now,
      );
    });
    if (!answer.ok) return answer.problem;
    await dropHeldForms(actor, path);
    const { to, message } = answer.value;
    return message === '' ? redirect(to, 303) : await redirectWithFlash(request, to, message);
  } finally {
    await uploads.discard();
  }
}

export default function WrittenPracticePage() {
  const { requestId, held, now, run, isDeleting, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const { timeZone } = useSitting();
  const { done } = page;
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
      {isDeleting && done ? (
        <ConfirmSection
          text="确定删除这次练习吗？作答和照片都会删除。"
          intent="delete"
          fields={{ id: done.id }}
          cancelHref={practicePath('written', page.target, { run: runId, done: done.id })}
          danger
        />
      ) : null}
      {done ? (
        <WrittenResult page={{ ...page, done }} runId={runId} problem={problem} />
      ) : (
        <WrittenForm page={page} requestId={requestId} now={now} problem={problem} />
      )}
    </PracticeShell>
  );
}

export { RouteError as ErrorBoundary };

import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useSitting } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { OralPractice } from '~/components/practice/oral-practice';
import { PracticeShell } from '~/components/practice/practice-shell';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import {
  loadPractice,
  practiceIntentSchema,
  runPracticeIntent,
  givenAnswer,
  practicePlace,
} from '~/domain/practice/practice-form.server';
import { loadPracticeWithOffers } from '~/domain/work/practice-page.queries.server';
import { practicePath, targetKey } from '~/domain/practice/practice.rules';
import { dropHeldForms } from '~/domain/user/held-form.commands.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { backTo, requireStudent } from '~/http/guards.server';
import { findHeldProblem, keepFormOfEndedSession, refuseFormOfAnother } from '~/http/held-forms.server';
import { confirmIds } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { readMultipart } from '~/http/uploads.server';
import { newUuid } from '~/lib/ids.server';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `练习 ${data?.name ?? ''} - 考评` }];

const placeOf = (request: Request) => practicePlace(new URL(request.url).searchParams);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const url = new URL(request.url);
  const page = await loadPracticeWithOffers(actor, 'oral', placeOf(request), now);
  const [deleteId = null] = confirmIds(url.searchParams, 'delete');
  const deleting = page.tries.find((take) => take.id === deleteId)?.id ?? null;
  return { ...page, deleting, requestId: newUuid(), held: await findHeldProblem(actor, backTo(request), now), now };
}

export async function action({ request }: ActionFunctionArgs) {
  const path = backTo(request);
  await keepFormOfEndedSession(request, path);
  const uploads = await readMultipart(request, { maxFileBytes: MAX_FILE_BYTES.audio, maxFiles: 1 });
  const { form } = uploads;
  try {
    await refuseFormOfAnother(request, path, form, uploads);
    const actor = await requireStudent(request);
    const now = requestTime(request);
    // Before anything is stored: the question must be one that may be practised.
    await loadPractice(actor, 'oral', placeOf(request), now);
    const answer = await answerForm(form, practiceIntentSchema, async (input) => {
      const fileIds: string[] = [];
      for (const file of input._intent === 'answer' ? uploads.files : []) {
        fileIds.push((await storeFile(actor, { kind: 'audio', path: file.path, name: file.name }, now)).id);
      }
      return runPracticeIntent(
        actor,
        'oral',
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

export default function OralPracticePage() {
  const { requestId, held, now, run, deleting, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>() ?? held;
  const { timeZone } = useSitting();
  const { question, target } = page;
  const runId = run?.id ?? null;
  if (question.bank !== 'oral') return null;
  return (
    <PracticeShell title={page.name} run={run} isRestored={problem !== null && problem === held}>
      {deleting ? (
        <ConfirmSection
          text="确定删除这次录音吗？删除后不能恢复。"
          intent="delete"
          fields={{ id: deleting }}
          cancelHref={practicePath('oral', target, { run: runId })}
          danger
        />
      ) : null}
      <OralPractice
        key={targetKey(target)}
        page={page}
        body={question.body}
        runId={runId}
        requestId={requestId}
        now={now}
        timeZone={timeZone}
        problem={problem}
      />
    </PracticeShell>
  );
}

export { RouteError as ErrorBoundary };

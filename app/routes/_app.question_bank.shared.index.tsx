import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { SharedForStudent } from '~/components/practice/shared-for-student';
import { SharedForTeachers } from '~/components/question/shared-for-teachers';
import { getSharedForStudent } from '~/domain/practice/shared-list.queries.server';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { bankParams, sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import { getSharedWithMe } from '~/domain/question-bank/share-page.queries.server';
import { isTeacher } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher, requireUser } from '~/http/guards.server';
import { withoutTicks } from '~/http/kept-ticks';
import { keepTicks } from '~/http/kept-ticks.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import listStyles from '~/styles/lists.css?url';
import bankStyles from '~/styles/bank.css?url';

export const links: LinksFunction = () => [listStyles, bankStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '共享题库 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  keepTicks(request);
  const params = listParams(searchParams, sharedPageParams);
  if (!isTeacher(actor))
    return { forStudent: await getSharedForStudent(actor, params, requestTime(request)), forTeacher: null };
  const ids = confirmIds(searchParams, params.confirm);
  return { forStudent: null, forTeacher: await getSharedWithMe(actor, { ...params, ids }, requestTime(request)) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const { bank } = bankParams.parse({ bank: url.searchParams.get('bank') });
  const answer = await answerForm(await readTexts(request), bankIntentSchema, (input) =>
    runBankIntent(actor, bank, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const to = withParams(url, { confirm: null, ids: null });
  return redirectWithFlash(request, withoutTicks(new URL(to, url), answer.value.used ?? []), answer.value.text);
}

export default function SharedBankPage() {
  const { forStudent, forTeacher } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  if (forStudent) return <SharedForStudent {...forStudent} />;
  return <SharedForTeachers data={forTeacher} problem={problem} />;
}

export { RouteError as ErrorBoundary };
export { shouldRevalidate } from '~/http/tick-only';

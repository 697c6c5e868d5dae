import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { SharedForTeachers } from '~/components/question/shared-for-teachers';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { bankParams, sharedPageParams } from '~/domain/question-bank/question-fields.schema';
import { getSharedWithMe } from '~/domain/question-bank/share-page.queries.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams, withParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';

export const meta: MetaFunction = () => [{ title: '共享题库 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const params = listParams(searchParams, sharedPageParams);
  return getSharedWithMe(actor, { ...params, ids: confirmIds(searchParams, params.confirm) });
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const { bank } = bankParams.parse({ bank: url.searchParams.get('bank') });
  const answer = await answerForm(await request.formData(), bankIntentSchema, (input) =>
    runBankIntent(actor, bank, input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null }), answer.value.text);
}

export default function SharedBankPage() {
  return <SharedForTeachers data={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()} />;
}

export { RouteError as ErrorBoundary };

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { BankPage } from '~/components/question/bank-page';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { bankPageParams } from '~/domain/question-bank/question-fields.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { withoutTicks } from '~/http/kept-ticks';
import { keepTicks } from '~/http/kept-ticks.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';

export const meta: MetaFunction = () => [{ title: '理论题库 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  keepTicks(request);
  const params = listParams(searchParams, bankPageParams);
  const ids = confirmIds(searchParams, params.confirm);
  return getBankPage(actor, 'theory', { ...params, ids }, requestTime(request));
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await readTexts(request), bankIntentSchema, (input) =>
    runBankIntent(actor, 'theory', input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  const { text, used = [], ...changes } = answer.value;
  const to = withParams(new URL(request.url), { ...changes, confirm: null, ids: null });
  return redirectWithFlash(request, withoutTicks(new URL(to, request.url), used), text);
}

export default function TheoryBankPage() {
  return <BankPage bank="theory" data={useLoaderData<typeof loader>()} problem={useActionData<typeof action>()} />;
}

export { RouteError as ErrorBoundary };
export { shouldRevalidate } from '~/http/tick-only';

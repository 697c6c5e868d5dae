import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { MineBank } from '~/components/practice/mine-bank';
import { progressOf } from '~/domain/practice/progress.queries.server';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { bankPageParams, bankParams } from '~/domain/question-bank/question-fields.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireStudent } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { AppError } from '~/lib/errors';

export const meta: MetaFunction = () => [{ title: '我的题库 - 考评' }];

const bankOf = (url: URL) => bankParams.parse({ bank: url.searchParams.get('bank') ?? 'oral' }).bank;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const url = new URL(request.url);
  const bank = bankOf(url);
  const params = listParams(url.searchParams, bankPageParams);
  // Only own ones: what others share has a page of its own.
  const tab = params.tab === 'deleted' ? params.tab : 'mine';
  const ids = confirmIds(url.searchParams, params.confirm);
  const data = await getBankPage(actor, bank, { ...params, tab, ids }, requestTime(request));
  const progress = await progressOf(
    actor,
    data.page.rows.map((row) => row.id),
  );
  return { bank, data, progress: [...progress].map(([id, own]) => ({ id, progress: own })) };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireStudent(request);
  const url = new URL(request.url);
  const answer = await answerForm(await readTexts(request), bankIntentSchema, (input) => {
    if (input._intent === 'addType' || input._intent === 'deleteType')
      throw new AppError('forbidden', '场景类型和考试类型由老师管理。');
    return runBankIntent(actor, bankOf(url), input, requestTime(request));
  });
  if (!answer.ok) return answer.problem;
  const { text, dirId } = answer.value;
  const changes: Record<string, number | null> = dirId === undefined ? {} : { dirId };
  return redirectWithFlash(request, withParams(url, { ...changes, confirm: null, ids: null }), text);
}

export default function MineBankPage() {
  return <MineBank {...useLoaderData<typeof loader>()} problem={useActionData<typeof action>()} />;
}

export { RouteError as ErrorBoundary };

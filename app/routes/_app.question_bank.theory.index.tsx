import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { BankPage } from '~/components/question/bank-page';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { questionPageFilters } from '~/domain/question-bank/question-fields.schema';
import { countByKind } from '~/domain/question-bank/question.queries.server';
import { KIND_LABELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams, withParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';

export const meta: MetaFunction = () => [{ title: '理论题库 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, questionPageFilters);
  const [renameId = null] = confirmIds(searchParams, 'rename');
  const [bank, counts] = await Promise.all([
    getBankPage(actor, 'theory', { ...filter, deleteIds: confirmIds(searchParams, 'delete'), renameId }),
    countByKind(actor, filter),
  ]);
  return { ...bank, counts, filter, isManaging: searchParams.get('manage') === 'types' };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await request.formData(), bankIntentSchema, (input) =>
    runBankIntent(actor, 'theory', input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null, ids: null }), answer.value);
}

export default function TheoryBankPage() {
  const data = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { filter, counts } = data;
  const tabs = (
    <Tabs
      label="题型"
      param="kind"
      current={filter.kind ?? ''}
      items={[
        { label: '全部', value: '', count: counts[''] },
        ...THEORY_KINDS.map((kind) => ({ label: KIND_LABELS[kind], value: kind, count: counts[kind] })),
      ]}
    />
  );
  return <BankPage bank="theory" data={data} problem={problem} tabs={tabs} />;
}

export { RouteError as ErrorBoundary };

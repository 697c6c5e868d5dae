import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { BankFilters, BankTable, DeleteQuestions } from '~/components/question/bank-list';
import { NamedTypesPanel, RenameQuestion } from '~/components/question/bank-sections';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon, SettingsIcon } from '~/components/ui/icons';
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
  const { page, types, deletion, renaming, filter, isManaging, counts } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const isFiltered =
    [filter.level, filter.sceneTypeId, filter.examTypeId, filter.kind].some((value) => value !== undefined) ||
    filter.keyword !== '';
  const isListProblem = problem && ['delete', 'deleteType', 'copy'].includes(String(problem.values._intent));
  return (
    <>
      <PageHeader
        title="理论题库"
        purpose="单选、多选、判断、填空和简答题；前四种自动评分。"
        crumbs={[{ label: '题库' }, { label: '理论题库' }]}
        actions={
          <>
            <ButtonLink to={withParams(location, { manage: isManaging ? null : 'types' })}>
              <SettingsIcon />
              类型管理
            </ButtonLink>
            <ButtonLink to="/question_bank/theory/page" variant="primary">
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
      />
      {isListProblem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isManaging ? <NamedTypesPanel types={types} problem={problem} /> : null}
      <Card padded={false}>
        <Tabs
          label="题型"
          param="kind"
          current={filter.kind ?? ''}
          items={[
            { label: '全部', value: '', count: counts[''] },
            ...THEORY_KINDS.map((kind) => ({ label: KIND_LABELS[kind], value: kind, count: counts[kind] })),
          ]}
        />
        <BankFilters filter={filter} types={types} />
        {renaming ? <RenameQuestion question={renaming} problem={problem} /> : null}
        {deletion ? <DeleteQuestions deletion={deletion} /> : null}
        <BankTable bank="theory" rows={page.rows} isFiltered={isFiltered} />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

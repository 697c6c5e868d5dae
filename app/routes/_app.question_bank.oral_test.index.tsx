import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Pagination } from '~/components/list/pagination';
import { BankFilters, BankTable, DeleteQuestions } from '~/components/question/bank-list';
import { NamedTypesPanel, RenameQuestion } from '~/components/question/bank-sections';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon, SettingsIcon } from '~/components/ui/icons';
import { bankIntentSchema, runBankIntent } from '~/domain/question-bank/bank-intents.server';
import { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { questionPageFilters } from '~/domain/question-bank/question-fields.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams, withParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';

export const meta: MetaFunction = () => [{ title: '口语题库 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, questionPageFilters);
  const [renameId = null] = confirmIds(searchParams, 'rename');
  const bank = await getBankPage(actor, 'oral', {
    ...filter,
    kind: undefined,
    deleteIds: confirmIds(searchParams, 'delete'),
    renameId,
  });
  return { ...bank, filter, isManaging: searchParams.get('manage') === 'types' };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const answer = await answerForm(await request.formData(), bankIntentSchema, (input) =>
    runBankIntent(actor, 'oral', input, requestTime(request)),
  );
  if (!answer.ok) return answer.problem;
  return redirectWithFlash(request, withParams(new URL(request.url), { confirm: null, ids: null }), answer.value);
}

export default function OralBankPage() {
  const { page, types, deletion, renaming, filter, isManaging } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const isFiltered =
    [filter.level, filter.sceneTypeId, filter.examTypeId].some((value) => value !== undefined) || filter.keyword !== '';
  const isListProblem = problem && ['delete', 'deleteType', 'copy'].includes(String(problem.values._intent));
  return (
    <>
      <PageHeader
        title="口语题库"
        purpose="朗读和口述题；每道题可以先像学生一样试做。"
        crumbs={[{ label: '题库' }, { label: '口语题库' }]}
        actions={
          <>
            <ButtonLink to={withParams(location, { manage: isManaging ? null : 'types' })}>
              <SettingsIcon />
              类型管理
            </ButtonLink>
            <ButtonLink to="/question_bank/oral_test/page" variant="primary">
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
      />
      {isListProblem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isManaging ? <NamedTypesPanel types={types} problem={problem} /> : null}
      <Card padded={false}>
        <BankFilters filter={filter} types={types} />
        {renaming ? <RenameQuestion question={renaming} problem={problem} /> : null}
        {deletion ? <DeleteQuestions deletion={deletion} /> : null}
        <BankTable bank="oral" rows={page.rows} isFiltered={isFiltered} />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { Pagination } from '~/components/list/pagination';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon, SettingsIcon } from '~/components/ui/icons';
import type { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import type { Bank } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { BankFilters, BankTable, DeleteQuestions, type BankFilter } from './bank-list';
import { BANK_PLACES } from './bank-places';
import { NamedTypesPanel, RenameQuestion } from './bank-sections';

export type BankPageData = Awaited<ReturnType<typeof getBankPage>> & {
  filter: BankFilter & { kind?: string };
  /** The lists of scene and exam types are open. */
  isManaging: boolean;
};

/** The index page of a bank. `tabs` stand above the filters where the bank has kinds. */
export function BankPage({
  bank,
  data: { page, types, deletion, renaming, filter, isManaging },
  problem,
  tabs,
}: {
  bank: Bank;
  data: BankPageData;
  problem: FormProblem | undefined;
  tabs?: ReactNode;
}) {
  const location = useLocation();
  const { title, purpose, base } = BANK_PLACES[bank];
  const isFiltered =
    [filter.level, filter.sceneTypeId, filter.examTypeId, filter.kind].some((value) => value !== undefined) ||
    filter.keyword !== '';
  const isListProblem = problem && ['delete', 'deleteType', 'copy'].includes(String(problem.values._intent));
  return (
    <>
      <PageHeader
        title={title}
        purpose={purpose}
        crumbs={[{ label: '题库' }, { label: title }]}
        actions={
          <>
            <ButtonLink to={withParams(location, { manage: isManaging ? null : 'types' })}>
              <SettingsIcon />
              类型管理
            </ButtonLink>
            <ButtonLink to={`${base}/page`} variant="primary">
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
      />
      {isListProblem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isManaging ? <NamedTypesPanel types={types} problem={problem} /> : null}
      <Card padded={false}>
        {tabs}
        <BankFilters filter={filter} types={types} />
        {renaming ? <RenameQuestion question={renaming} problem={problem} /> : null}
        {deletion ? <DeleteQuestions deletion={deletion} /> : null}
        <BankTable bank={bank} rows={page.rows} isFiltered={isFiltered} />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

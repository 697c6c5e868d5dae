import { useLocation } from '@remix-run/react';
import { BasketLink } from '~/components/basket/basket-link';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon, UploadIcon } from '~/components/ui/icons';
import { DownloadIcon, SettingsIcon } from '~/components/ui/teacher-icons';
import type { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { directoryPath } from '~/domain/question-bank/directory.rules';
import { KIND_LABELS, THEORY_KINDS, type Bank } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { toBank, toExportChoice, toQuestion, toQuestionImport } from '~/lib/addresses/banks';
import { BankDialog } from './bank-dialogs';
import { useBankFrame } from './bank-frame';
import { BankFilters, BankTable, BinTable, listPath } from './bank-list';
import { BANK_PLACES } from './bank-places';
import { NamedTypesPanel } from './bank-sections';
import { DirectoryTreePanel } from './directory-tree';

export type BankPageData = Awaited<ReturnType<typeof getBankPage>>;

// These have no form of their own on the page that could show the refusal.
const LIST_INTENTS = ['delete', 'restore', 'deleteDir', 'deleteType'];

/** The index page of a bank: its directories at the left, its questions at the right. */
export function BankPage({
  bank,
  data,
  problem,
}: {
  bank: Bank;
  data: BankPageData;
  problem: FormProblem | undefined;
}) {
  const location = useLocation();
  const { title, purpose } = BANK_PLACES[bank];
  const { filter, page, dialog } = data;
  const { tree, types, basketCount } = useBankFrame();
  const isManaging = filter.manage === 'types';
  const isBin = filter.tab === 'deleted';
  const newHref = filter.dirId ? toQuestion(bank, { dirId: filter.dirId }) : toQuestion(bank);
  const isListProblem =
    problem && (LIST_INTENTS.includes(String(problem.values._intent)) || (dialog === null && problem.message !== ''));
  return (
    <>
      <PageHeader
        title={title}
        purpose={purpose}
        crumbs={[
          { label: '题库' },
          { label: title, href: toBank(bank) },
          ...(isBin ? ['回收站'] : filter.dirId ? directoryPath(tree, filter.dirId) : []).map((label) => ({ label })),
        ]}
        actions={
          <>
            <BasketLink count={basketCount} />
            <ButtonLink to={withParams(location, { manage: isManaging ? null : 'types' })}>
              <SettingsIcon />
              类型管理
            </ButtonLink>
            <ButtonLink to={toQuestionImport({ bank, dirId: filter.dirId || undefined })}>
              <UploadIcon />
              导入
            </ButtonLink>
            {page.totalCount > 0 && !isBin ? (
              <ButtonLink
                to={withParams(
                  { pathname: toExportChoice(), search: location.search },
                  { bank, back: listPath(location), confirm: null, ids: null },
                )}
              >
                <DownloadIcon />
                导出
              </ButtonLink>
            ) : null}
            <ButtonLink to={newHref} variant="primary">
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
      />
      {isListProblem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
      {isManaging ? <NamedTypesPanel types={types} problem={problem} /> : null}
      <div className="bank">
        <DirectoryTreePanel tree={tree} current={filter.dirId} isBin={isBin} sharesIn={bank} />
        <Card padded={false} title={isBin ? '回收站' : undefined} hint={isBin ? '删除后保留 30 天' : undefined}>
          {isBin ? null : (
            <>
              <BankTabs data={data} />
              <BankFilters filter={filter} types={types} />
            </>
          )}
          {dialog ? <BankDialog dialog={dialog} tree={tree} problem={problem} /> : null}
          {isBin ? (
            <BinTable bank={bank} rows={page.rows} />
          ) : (
            <BankTable bank={bank} rows={page.rows} isFiltered={isFiltered(filter)} dirId={onlyDirectory(filter)} />
          )}
          <Pagination page={page} unit="题" form={isBin ? undefined : 'questions'} />
        </Card>
      </div>
    </>
  );
}

/** Whose questions, and below it which kinds where the bank has kinds. */
function BankTabs({ data: { filter, counts, kindCounts } }: { data: BankPageData }) {
  return (
    <>
      <Tabs
        label="范围"
        current={filter.tab}
        items={[
          { label: '全部', value: '', count: filter.dirId === undefined ? counts.all : counts.mine },
          { label: '我的', value: 'mine', count: counts.mine },
          { label: '已共享', value: 'shared', count: counts.myShared },
        ]}
      />
      {kindCounts ? (
        <Tabs
          label="题型"
          param="kind"
          current={filter.kind ?? ''}
          items={[
            { label: '全部题型', value: '', count: kindCounts[''] },
            ...THEORY_KINDS.map((kind) => ({ label: KIND_LABELS[kind], value: kind, count: kindCounts[kind] })),
          ]}
        />
      ) : null}
    </>
  );
}

/** The own directory, when the list is narrowed by nothing else. */
function onlyDirectory(filter: BankPageData['filter']): number | undefined {
  return filter.dirId && !isFiltered({ ...filter, dirId: undefined }) ? filter.dirId : undefined;
}

function isFiltered(filter: BankPageData['filter']): boolean {
  const { level, sceneTypeId, examTypeId, kind, dirId } = filter;
  return (
    [level, sceneTypeId, examTypeId, kind, dirId].some((value) => value !== undefined) ||
    Boolean(filter.keyword) ||
    filter.tab !== ''
  );
}

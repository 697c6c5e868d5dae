import { Link, useLocation } from '@remix-run/react';
import { ErrorSummary } from '~/components/form/error-summary';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { BulkBar } from '~/components/list/bulk-bar';
import { DataTable, type Column } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { RowMenu } from '~/components/list/row-menu';
import { Tabs } from '~/components/list/tabs';
import { BankDialog } from '~/components/question/bank-dialogs';
import { useBankFrame } from '~/components/question/bank-frame';
import { BankFilters, BinTable, type BankRow } from '~/components/question/bank-list';
import { DirectoryTreePanel } from '~/components/question/directory-tree';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PlayIcon, PlusIcon } from '~/components/ui/icons';
import { practicePath } from '~/domain/practice/practice.rules';
import type { QuestionProgress } from '~/domain/practice/progress.queries.server';
import type { getBankPage } from '~/domain/question-bank/bank-page.queries.server';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import { BANK_LABELS, BANKS, KIND_LABELS, THEORY_KINDS, type Bank } from '~/domain/question-bank/question.schema';
import type { FormProblem } from '~/http/form-problem';
import { withParams } from '~/http/with-params';
import { toOwnBank, toOwnQuestion } from '~/lib/addresses/own';
import { toPractice } from '~/lib/addresses/practice';
import { OwnProgress } from './tries';
import { RichText } from '~/components/question/rich-text';

// These have no form of their own on the page that could show the refusal.
const LIST_INTENTS = ['delete', 'restore', 'deleteDir'];

/** A student's own questions: the banks as tabs, directories at the left, each question with the own progress. */
export function MineBank({
  bank,
  data,
  progress,
  problem,
}: {
  bank: Bank;
  data: Awaited<ReturnType<typeof getBankPage>>;
  /** Of the rows that were practised. */
  progress: { id: number; progress: QuestionProgress }[];
  problem: FormProblem | undefined;
}) {
  const { filter, page, dialog, kindCounts } = data;
  const { tree, types } = useBankFrame();
  const isBin = filter.tab === 'deleted';
  const newHref = toOwnQuestion(bank, { dirId: filter.dirId || undefined });
  const { level, sceneTypeId, examTypeId, kind, dirId, keyword } = filter;
  const isFiltered = [level, sceneTypeId, examTypeId, kind, dirId, keyword || undefined].some(
    (one) => one !== undefined,
  );
  return (
    <>
      <PageHeader
        title="我的题库"
        purpose="自己出题自己练，只有你看得到。"
        crumbs={[{ label: '题库' }, { label: '我的题库' }]}
        actions={
          <>
            <ButtonLink to={toPractice({ bank, from: filter.dirId || 'mine' })}>
              <PlayIcon />
              练习
            </ButtonLink>
            <ButtonLink to={newHref} variant="primary">
              <PlusIcon />
              新增
            </ButtonLink>
          </>
        }
      />
      {problem && LIST_INTENTS.includes(String(problem.values._intent)) ? (
        <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
      ) : null}
      <Tabs
        label="题库"
        current={toOwnBank({ bank })}
        items={BANKS.map((each) => ({ label: BANK_LABELS[each], href: toOwnBank({ bank: each }) }))}
      />
      <div className="bank mt-4">
        <DirectoryTreePanel tree={tree} current={filter.dirId} isBin={isBin} />
        <Card padded={false} title={isBin ? '回收站' : undefined} hint={isBin ? '删除后保留 30 天' : undefined}>
          {isBin ? null : (
            <>
              {kindCounts ? (
                <Tabs
                  label="题型"
                  param="kind"
                  current={filter.kind ?? ''}
                  items={[
                    { label: '全部题型', value: '', count: kindCounts[''] },
                    ...THEORY_KINDS.map((each) => ({
                      label: KIND_LABELS[each],
                      value: each,
                      count: kindCounts[each],
                    })),
                  ]}
                />
              ) : null}
              <BankFilters filter={filter} types={types} />
            </>
          )}
          {dialog ? <BankDialog dialog={dialog} tree={tree} problem={problem} /> : null}
          {isBin ? (
            <BinTable bank={bank} rows={page.rows} />
          ) : (
            <MineTable bank={bank} rows={page.rows} progress={progress} isFiltered={isFiltered} newHref={newHref} />
          )}
          <Pagination page={page} unit="题" />
        </Card>
      </div>
    </>
  );
}

function MineTable({
  bank,
  rows,
  progress,
  isFiltered,
  newHref,
}: {
  bank: Bank;
  rows: BankRow[];
  progress: { id: number; progress: QuestionProgress }[];
  isFiltered: boolean;
  newHref: string;
}) {
  const columns: Column<BankRow>[] = [
    {
      key: 'title',
      header: '题目',
      clip: true,
      cell: (row) => (
        <Link to={practicePath(bank, { questionId: row.id })} title={row.title}>
          <RichText text={row.title} />
        </Link>
      ),
    },
    ...(bank === 'theory'
      ? [{ key: 'kind', header: '题型', nowrap: true, cell: (row: BankRow) => questionKindLabel(row) }]
      : []),
    { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
    {
      key: 'progress',
      header: '我的练习',
      nowrap: true,
      cell: (row) => <OwnProgress bank={bank} progress={progress.find((one) => one.id === row.id)?.progress ?? null} />,
    },
    { key: 'updated', header: '更新', nowrap: true, quiet: true, wideOnly: true, cell: (row) => row.on },
    { key: 'actions', header: '操作', actions: true, cell: (row) => <RowActions bank={bank} row={row} /> },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <BulkBar
          formId="questions"
          unit="题"
          actions={[
            { confirm: 'move', label: '移动' },
            { confirm: 'delete', label: '删除', variant: 'warn' },
          ]}
        />
      ) : null}
      <DataTable
        caption="我的题目"
        tight
        rows={rows}
        rowKey={(row) => row.id}
        columns={columns}
        selectable={{ formId: 'questions', label: (row) => `选择 ${row.title}` }}
        empty={
          isFiltered ? (
            <Empty title="没有符合条件的题目">换个关键词或目录，或点“重置”看全部题目。</Empty>
          ) : (
            <Empty
              title={`还没有${BANK_LABELS[bank]}题`}
              action={
                <ButtonLink to={newHref} variant="primary">
                  <PlusIcon />
                  新增
                </ButtonLink>
              }
            >
              把要记的、容易错的写成题，随时拿来练。
            </Empty>
          )
        }
      />
    </>
  );
}

function RowActions({ bank, row }: { bank: Bank; row: BankRow }) {
  const location = useLocation();
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const dialog = (confirm: string) => withParams(location, { confirm, ids: row.id, currentPage });
  const which = <span className="vh">：{row.title}</span>;
  return (
    <>
      <Link to={practicePath(bank, { questionId: row.id })}>练习{which}</Link>
      <Link to={toOwnQuestion(bank, { id: row.id })}>编辑{which}</Link>
      <RowMenu label={row.title}>
        <li>
          <IntentButton intent="copy" fields={{ ids: row.id }} look="link" label={`复制：${row.title}`}>
            复制
          </IntentButton>
        </li>
        <li>
          <Link to={dialog('rename')}>重命名{which}</Link>
        </li>
        <li>
          <Link to={dialog('move')}>移动{which}</Link>
        </li>
        <li>
          <Link to={dialog('delete')}>删除{which}</Link>
        </li>
      </RowMenu>
    </>
  );
}

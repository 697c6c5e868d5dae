import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { BulkBar } from '~/components/list/bulk-bar';
import { ConfirmSection } from '~/components/list/confirm-section';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import type { getMyShared } from '~/domain/question-bank/share-page.queries.server';
import { tickedIds } from '~/http/kept-ticks';
import { withParams } from '~/http/with-params';
import { toBank, toShare } from '~/lib/addresses/banks';
import { questionColumns } from './bank-list';
import { BANK_PLACES } from './bank-places';
import { BankChoice, SharedFilters } from './shared-parts';

type MySharedData = Awaited<ReturnType<typeof getMyShared>>;
type Row = MySharedData['page']['rows'][number];

/** What a teacher shared: who has it, how it is used, and how to take it back. */
export function MyShared({ data }: { data: MySharedData }) {
  const location = useLocation();
  const { filter, counts, page, revoking } = data;
  const { bank } = filter;
  const { title } = BANK_PLACES[bank];
  const isFiltered = Boolean(filter.keyword) || filter.level !== undefined;
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return (
    <>
      <PageHeader
        title="我的共享"
        purpose="我共享出去的题：谁能用、用了多少次；取消共享后，别人已复制的副本不变。"
        crumbs={[{ label: '题库' }, { label: '我的共享' }]}
      />
      {data.directories.length > 0 ? <SharedDirectories data={data} /> : null}
      <Card padded={false}>
        <BankChoice current={bank} counts={counts} />
        <SharedFilters filter={filter} />
        {revoking ? (
          <ConfirmSection
            text={`将取消 ${revoking.ids.length} 道题的全部共享：对方不能再看到，学生不能再练习；别人已复制的副本和已组卷的考试不变。${revoking.byDirectory > 0 ? `其中 ${revoking.byDirectory} 道放在共享的目录里，仍随目录共享：要停止，请取消目录的共享，或把题移出目录。` : ''}`}
            intent="unshare"
            fields={{ ids: revoking.ids.join(',') }}
            cancelHref={withParams(location, { confirm: null, ids: null, currentPage })}
          />
        ) : null}
        {page.rows.length > 0 ? (
          <BulkBar
            formId="mine"
            unit="题"
            keptOver={page.rows.map((row) => row.id)}
            fields={{ bank }}
            actions={[
              { confirm: 'share', label: '更改共享', action: toShare() },
              { confirm: 'unshare', label: '取消共享', variant: 'warn' },
            ]}
          />
        ) : null}
        <DataTable
          caption="我共享的题目"
          tight
          rows={page.rows}
          rowKey={(row) => row.id}
          columns={[
            ...questionColumns(bank)
              .filter((column) => column.key !== 'points')
              .map((column) => ({ ...column, deskOnly: column.key === 'level' })),
            {
              key: 'sharedWith',
              header: '共享给',
              nowrap: true,
              cell: (row: Row) => (
                <span className="chip chip--theme chip--clip" title={row.sharedWith}>
                  <span>{row.sharedWith}</span>
                </span>
              ),
            },
            {
              key: 'since',
              header: '开始于',
              nowrap: true,
              quiet: true,
              deskOnly: true,
              cell: (row: Row) => row.since,
            },
            { key: 'exams', header: '用于考试', align: 'end', nowrap: true, cell: (row: Row) => examUse(row) },
            { key: 'copies', header: '被复制', align: 'end', deskOnly: true, cell: (row: Row) => times(row.copies) },
            {
              key: 'practices',
              header: '学生练习',
              align: 'end',
              deskOnly: true,
              cell: (row: Row) => times(row.practices),
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row: Row) => (
                <>
                  <Link to={toShare({ bank, ids: row.id })}>
                    更改共享<span className="vh">：{row.title}</span>
                  </Link>
                  <Link to={withParams(location, { confirm: 'unshare', ids: row.id, currentPage })}>
                    取消共享<span className="vh">：{row.title}</span>
                  </Link>
                </>
              ),
            },
          ]}
          selectable={{
            formId: 'mine',
            ticked: tickedIds(location.search),
            label: (row) => `选择 ${questionNumber(row)} ${row.title}`,
          }}
          empty={
            isFiltered ? (
              <Empty title="没有符合条件的题目">换个关键词，或点“重置”看全部题目。</Empty>
            ) : (
              <Empty
                title={`${title}里还没有共享出去的题`}
                action={<ButtonLink to={toBank(bank, { tab: 'mine' })}>去{title}选题</ButtonLink>}
              >
                在题库列表里勾选题目，点“共享”，选择教研组、同事、全体教师、全体学生或班级。
              </Empty>
            )
          }
        />
        <Pagination page={page} unit="题" form="mine" />
      </Card>
    </>
  );
}

/** The directories that are shared, each with whom. */
function SharedDirectories({ data: { directories, filter } }: { data: MySharedData }) {
  const to = (id: number) => toShare({ bank: filter.bank, dirId: id });
  return (
    <Card title="共享的目录" hint="里面现在和以后的题都共享" padded={false}>
      <DataTable
        caption="我共享的目录"
        tight
        rows={directories}
        rowKey={(row) => row.id}
        columns={[
          { key: 'name', header: '目录', rowHeader: true, cell: (row) => row.name },
          {
            key: 'targets',
            header: '共享给',
            cell: (row) => row.targets.map(({ label, right }) => `${label}（${right}）`).join('、'),
          },
          {
            key: 'actions',
            header: '操作',
            actions: true,
            cell: (row) => (
              <>
                <Link to={to(row.id)}>
                  更改共享<span className="vh">：{row.name}</span>
                </Link>
                <IntentButton intent="revokeDir" fields={{ dirId: row.id }} look="link" label={`取消共享：${row.name}`}>
                  取消共享
                </IntentButton>
              </>
            ),
          },
        ]}
        empty={null}
      />
    </Card>
  );
}

const times = (count: number) => (count === 0 ? <span className="quiet">—</span> : `${count} 次`);

function examUse({ ownExams, othersExams }: Row) {
  const parts = [ownExams > 0 ? `我的 ${ownExams} 场` : '', othersExams > 0 ? `别人的 ${othersExams} 场` : ''];
  const text = parts.filter((part) => part !== '').join('，');
  return text === '' ? <span className="quiet">—</span> : text;
}

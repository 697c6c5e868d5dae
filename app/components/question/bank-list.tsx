import { Link, useLocation } from '@remix-run/react';
import { AddToBasket } from '~/components/basket/basket-link';
import { IntentButton } from '~/components/form/submit';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { BulkBar, type BulkAction } from '~/components/list/bulk-bar';
import { DataTable, type Column } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { RowMenu } from '~/components/list/row-menu';
import { ButtonLink } from '~/components/ui/button';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { PlusIcon } from '~/components/ui/icons';
import { ShareIcon } from '~/components/ui/teacher-icons';
import type { toBankRow } from '~/domain/question-bank/bank-page.queries.server';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { LEVEL_LABELS, LEVELS, type Bank } from '~/domain/question-bank/question.schema';
import { tickedIds } from '~/http/kept-ticks';
import { withParams } from '~/http/with-params';
import { toBasket, toExportChoice, toQuestion, toQuestionView, toShare } from '~/lib/addresses/banks';
import { BANK_PLACES } from './bank-places';
import { RichText } from './rich-text';

type Types = { scene: { id: number; name: string }[]; exam: { id: number; name: string }[] };
export type BankFilter = { keyword?: string; level?: number; sceneTypeId?: number; examTypeId?: number };

const LEVEL_OPTIONS = LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }));
const typeOptions = (types: { id: number; name: string }[]) =>
  types.map(({ id, name }) => ({ value: id, label: name }));

/** The filters that all banks have; theory adds its kinds as a row of links. */
export function BankFilters({ filter, types }: { filter: BankFilter; types: Types }) {
  return (
    <FilterBar keep={['bank', 'tab', 'kind', 'dirId', 'ticked']}>
      <TextField name="keyword" label="关键词" defaultValue={filter.keyword} className="field--grow" maxLength={100} />
      <SelectField name="level" label="难度" defaultValue={filter.level} placeholder="全部" options={LEVEL_OPTIONS} />
      <SelectField
        name="sceneTypeId"
        label="场景类型"
        defaultValue={filter.sceneTypeId}
        placeholder="全部"
        options={typeOptions(types.scene)}
      />
      <SelectField
        name="examTypeId"
        label="考试类型"
        defaultValue={filter.examTypeId}
        placeholder="全部"
        options={typeOptions(types.exam)}
      />
    </FilterBar>
  );
}

/** A question as a bank's list shows it. */
export type BankRow = ReturnType<typeof toBankRow>;

const NONE = <span className="quiet">—</span>;

/** Title, kind and level, which every list of questions shows. */
export function questionColumns(bank: Bank): Column<BankRow>[] {
  return [
    { key: 'number', header: '题号', nowrap: true, quiet: true, cell: questionNumber },
    {
      key: 'title',
      header: '题目',
      clip: true,
      cell: (row) => (
        <>
          {/* Before a title that is cut after two lines: behind it this would be cut off too. */}
          {row.isInUse ? <Chip tone="warn">正在考试中使用</Chip> : null}{' '}
          <Link to={toQuestionView(bank, { id: row.id })} title={row.title}>
            <RichText text={row.title} />
          </Link>
        </>
      ),
    },
    ...(bank === 'theory'
      ? [{ key: 'kind', header: '题型', nowrap: true, cell: (row: BankRow) => questionKindLabel(row) }]
      : []),
    { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
    { key: 'points', header: '分值', align: 'end', cell: (row) => row.points },
  ];
}

/** The questions of a bank, with what can be done to one or to the ticked ones. */
export function BankTable({
  bank,
  rows,
  isFiltered,
  dirId,
}: {
  bank: Bank;
  rows: BankRow[];
  isFiltered: boolean;
  /** An own directory that is all the list is narrowed to. */
  dirId?: number;
}) {
  const location = useLocation();
  const columns: Column<BankRow>[] = [
    ...questionColumns(bank),
    { key: 'types', header: '类型', nowrap: true, quiet: true, wideOnly: true, cell: (row) => row.types || '—' },
    { key: 'shared', header: '共享给', nowrap: true, cell: (row) => <SharedWith row={row} /> },
    { key: 'updated', header: '更新', nowrap: true, quiet: true, wideOnly: true, cell: (row) => row.on },
    { key: 'actions', header: '操作', actions: true, cell: (row) => <RowActions bank={bank} row={row} /> },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <BulkBar
          formId="questions"
          unit="题"
          fields={{ bank, back: listPath(location) }}
          actions={BULK_ACTIONS}
          keptOver={rows.map((row) => row.id)}
        />
      ) : null}
      <DataTable
        caption="题目"
        tight
        rows={rows}
        rowKey={(row) => row.id}
        columns={columns}
        selectable={{
          formId: 'questions',
          ticked: tickedIds(location.search),
          label: (row) => `选择 ${questionNumber(row)} ${row.title}`,
          when: (row) => row.isOwn,
        }}
        empty={
          dirId !== undefined ? (
            <Empty
              title="这个目录是空的"
              action={
                <ButtonLink to={toQuestion(bank, { dirId: dirId })} variant="primary">
                  <PlusIcon />
                  新增
                </ButtonLink>
              }
            >
              在这里出的题会放进这个目录；别处的题勾选后可以“移动”进来。
            </Empty>
          ) : isFiltered ? (
            <Empty title="没有符合条件的题目">换个关键词或目录，或点“重置”看全部题目。</Empty>
          ) : (
            <Empty
              title="题库里还没有题目"
              action={
                <ButtonLink to={toQuestion(bank)} variant="primary">
                  <PlusIcon />
                  新增
                </ButtonLink>
              }
            >
              先出一道题，组卷时就能选用；已有题目文件的可以导入。
            </Empty>
          )
        }
      />
    </>
  );
}

/** What can be done with the ticked own questions of a bank. */
const BULK_ACTIONS: BulkAction[] = [
  { confirm: 'move', label: '移动' },
  { confirm: 'share', label: '共享', action: toShare() },
  { confirm: 'add', label: '加入试题篮', action: toBasket(), isPost: true },
  { confirm: 'export', label: '导出', action: toExportChoice() },
  { confirm: 'delete', label: '删除', variant: 'warn' },
];

/** This list without an open dialog. */
export function listPath(location: { pathname: string; search: string }): string {
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  return withParams(location, { confirm: null, ids: null, back: null, currentPage });
}

function SharedWith({ row }: { row: BankRow }) {
  if (!row.isOwn) return <span className="quiet">来自 {row.ownerName}</span>;
  if (row.sharedWith === '') return <span className="quiet">未共享</span>;
  return (
    <span className="chip chip--theme chip--clip" title={row.sharedWith}>
      <ShareIcon small />
      <span>{row.sharedWith}</span>
    </span>
  );
}

function RowActions({ bank, row }: { bank: Bank; row: BankRow }) {
  const location = useLocation();
  const { viewLabel } = BANK_PLACES[bank];
  const currentPage = new URLSearchParams(location.search).get('currentPage');
  const dialog = (confirm: string) => withParams(location, { confirm, ids: row.id, currentPage });
  const which = <span className="vh">：{row.title}</span>;
  const look = (
    <Link to={toQuestionView(bank, { id: row.id })}>
      {viewLabel}
      {which}
    </Link>
  );
  if (!row.isOwn) {
    return (
      <>
        {look}
        {row.canEdit ? <Link to={toQuestion(bank, { id: row.id })}>编辑{which}</Link> : null}
        <Link to={dialog('copy')} title="复制到我的题库">
          复制{which}
        </Link>
      </>
    );
  }
  return (
    <>
      {look}
      <Link to={toQuestion(bank, { id: row.id })}>编辑{which}</Link>
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
          <AddToBasket ids={[row.id]} title={row.title} />
        </li>
        <li>
          <Link to={toShare({ bank, ids: row.id })}>共享{which}</Link>
        </li>
        <li>
          <Link to={dialog('delete')}>删除{which}</Link>
        </li>
      </RowMenu>
    </>
  );
}

/** What was deleted lately and can be restored. */
export function BinTable({ bank, rows }: { bank: Bank; rows: BankRow[] }) {
  const columns: Column<BankRow>[] = [
    { key: 'number', header: '题号', nowrap: true, quiet: true, cell: questionNumber },
    { key: 'title', header: '题目', clip: true, cell: (row) => <RichText text={row.title} /> },
    { key: 'kind', header: '题型', nowrap: true, cell: (row) => (bank === 'theory' ? questionKindLabel(row) : NONE) },
    { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
    { key: 'deleted', header: '删除于', nowrap: true, quiet: true, cell: (row) => row.on },
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => (
        <IntentButton intent="restore" fields={{ ids: row.id }} look="link" label={`恢复：${row.title}`}>
          恢复
        </IntentButton>
      ),
    },
  ];
  return (
    <DataTable
      caption="最近删除的题目"
      tight
      rows={rows}
      rowKey={(row) => row.id}
      columns={columns.filter((column) => bank === 'theory' || column.key !== 'kind')}
      empty={<Empty title="回收站是空的">删除的题目在这里保留 30 天，可以恢复到原来的目录。</Empty>}
    />
  );
}

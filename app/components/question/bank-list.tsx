import { Link, useLocation } from '@remix-run/react';
import { IntentButton } from '~/components/form/submit';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { BulkBar } from '~/components/list/bulk-bar';
import { ConfirmSection } from '~/components/list/confirm-section';
import { DataTable, type Column } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { ButtonLink } from '~/components/ui/button';
import { Empty } from '~/components/ui/feedback';
import { PlusIcon } from '~/components/ui/icons';
import { levelLabel, questionKindLabel, questionNumber } from '~/domain/question-bank/question.rules';
import { LEVEL_LABELS, LEVELS, type Bank, type TheoryKind } from '~/domain/question-bank/question.schema';
import { withParams } from '~/http/with-params';
import { BANK_PLACES } from './bank-places';

type Types = { scene: { id: number; name: string }[]; exam: { id: number; name: string }[] };
export type BankFilter = { keyword: string; level?: number; sceneTypeId?: number; examTypeId?: number };

const LEVEL_OPTIONS = LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }));
const typeOptions = (types: { id: number; name: string }[]) =>
  types.map(({ id, name }) => ({ value: id, label: name }));

/** The filters that all banks have; theory adds its kinds as tabs. */
export function BankFilters({ filter, types }: { filter: BankFilter; types: Types }) {
  return (
    <FilterBar keep={['kind']}>
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
export type BankRow = {
  id: number;
  bank: Bank;
  kind: '' | TheoryKind;
  title: string;
  level: number;
  points: number;
  sceneTypeName: string;
  examTypeName: string;
  updatedOn: string;
};

/** The questions of a bank, with what can be done to one or to the ticked ones. */
export function BankTable({ bank, rows, isFiltered }: { bank: Bank; rows: BankRow[]; isFiltered: boolean }) {
  const location = useLocation();
  const { base, view, viewLabel } = BANK_PLACES[bank];
  const columns: Column<BankRow>[] = [
    { key: 'number', header: '题号', nowrap: true, quiet: true, cell: questionNumber },
    {
      key: 'title',
      header: '题目',
      clip: true,
      cell: (row) => (
        <Link to={`${base}/${view}?id=${row.id}`} title={row.title}>
          {row.title}
        </Link>
      ),
    },
    ...(bank === 'theory'
      ? [{ key: 'kind', header: '题型', nowrap: true, cell: (row: BankRow) => questionKindLabel(row) }]
      : []),
    { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
    {
      key: 'scene',
      header: '场景类型',
      nowrap: true,
      cell: (row) => row.sceneTypeName || <span className="quiet">—</span>,
    },
    {
      key: 'exam',
      header: '考试类型',
      nowrap: true,
      cell: (row) => row.examTypeName || <span className="quiet">—</span>,
    },
    { key: 'points', header: '分值', align: 'end', cell: (row) => row.points },
    { key: 'updated', header: '更新', nowrap: true, quiet: true, wideOnly: true, cell: (row) => row.updatedOn },
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => (
        <>
          <Link to={`${base}/${view}?id=${row.id}`}>
            {viewLabel}
            <Which row={row} />
          </Link>
          <Link to={`${base}/page?id=${row.id}`}>
            编辑
            <Which row={row} />
          </Link>
          <IntentButton intent="copy" fields={{ id: row.id }} look="link" label={`复制：${row.title}`}>
            复制
          </IntentButton>
          <Link to={withParams(location, { confirm: 'rename', ids: row.id, currentPage: currentPage(location) })}>
            重命名
            <Which row={row} />
          </Link>
          <Link to={withParams(location, { confirm: 'delete', ids: row.id, currentPage: currentPage(location) })}>
            删除
            <Which row={row} />
          </Link>
        </>
      ),
    },
  ];
  return (
    <>
      {rows.length > 0 ? (
        <BulkBar formId="questions" unit="题" actions={[{ confirm: 'delete', label: '删除', variant: 'warn' }]} />
      ) : null}
      <DataTable
        caption="题目"
        tight
        rows={rows}
        rowKey={(row) => row.id}
        columns={columns}
        selectable={{ formId: 'questions', label: (row) => `选择 ${questionNumber(row)} ${row.title}` }}
        empty={
          isFiltered ? (
            <Empty title="没有符合条件的题目">换个关键词，或点“重置”看全部题目。</Empty>
          ) : (
            <Empty
              title="题库里还没有题目"
              action={
                <ButtonLink to={`${base}/page`} variant="primary">
                  <PlusIcon />
                  新增
                </ButtonLink>
              }
            >
              先出一道题，组卷时就能选用。
            </Empty>
          )
        }
      />
    </>
  );
}

/** Completes a row's link for readers: 编辑：题目. */
function Which({ row }: { row: BankRow }) {
  return <span className="vh">：{row.title}</span>;
}

function currentPage(location: { search: string }): string | null {
  return new URLSearchParams(location.search).get('currentPage');
}

/** Asks before questions are deleted, and says which exams hold them. */
export function DeleteQuestions({
  deletion,
}: {
  deletion: { ids: number[]; used: { title: string; exams: number }[] };
}) {
  const location = useLocation();
  const [first] = deletion.used;
  return (
    <ConfirmSection
      text={
        <>
          <p>
            确定删除{deletion.ids.length === 1 ? '这道题' : `选中的 ${deletion.ids.length} 道题`}
            吗？删除后题库里不再出现。
          </p>
          {first ? (
            <p>
              {deletion.used.length === 1
                ? `“${first.title}”正用在 ${first.exams} 场考试里`
                : `其中 ${deletion.used.length} 道题正用在考试里`}
              ；这些考试保留题目，不受影响。
            </p>
          ) : null}
        </>
      }
      intent="delete"
      fields={{ ids: deletion.ids.join(',') }}
      cancelHref={withParams(location, { confirm: null, ids: null, currentPage: currentPage(location) })}
      danger
    />
  );
}

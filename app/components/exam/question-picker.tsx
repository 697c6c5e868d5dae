import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { DataTable, type Column } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { QuestionView } from '~/components/question/question-view';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { levelLabel, questionKindLabel, toSnapshot } from '~/domain/question-bank/question.rules';
import { questionNumber } from '~/domain/question-bank/question-name.rules';
import { LEVEL_LABELS, LEVELS, type Question } from '~/domain/question-bank/question.schema';
import type { Page } from '~/lib/page';
import { withParams } from '~/http/with-params';
import { RichText } from '~/components/question/rich-text';

export const SCOPES = [
  { value: 'mine', label: '我的题' },
  { value: 'shared', label: '共享给我的' },
];
/** What was laid aside in the basket. */
export const BASKET_SCOPE = { value: 'basket', label: '试题篮' };

export type PickerFilter = { keyword: string; level?: number; kind?: string; dirId?: number; scope: string };
type Option<V extends string | number = string> = { value: V; label: string };

export type PickerRow = Question & { isUsed: boolean; isOwn: boolean };

/** What a teacher weighs besides the text, when choosing. */
export const QUESTION_FACTS: Column<PickerRow>[] = [
  { key: 'kind', header: '题型', nowrap: true, cell: questionKindLabel },
  { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
  { key: 'points', header: '分值', align: 'end', cell: (row) => row.points },
];

export function PickerTitle({ row }: { row: PickerRow }) {
  return (
    <>
      {row.isOwn ? null : <Chip tone="theme">共享</Chip>} <RichText text={row.title} />
    </>
  );
}

/** Own and shared questions of which an exam takes one: filter, look at one, take it. */
export function QuestionPicker({
  title,
  page,
  filter,
  directories,
  keep,
  looked,
  backHref,
  newHref,
  draw,
  action,
}: {
  title: string;
  page: Page<PickerRow>;
  filter: PickerFilter;
  /** Own directories of the banks listed. */
  directories: { value: number; label: string }[];
  /** Parameters of the URL that the filter keeps. */
  keep: string[];
  /** The question looked at (its id stands in the URL as `look`). */
  looked: PickerRow | null;
  backHref: string;
  newHref: string;
  /** Takes one of what the filters leave by chance. */
  draw: ReactNode;
  /** What can be done with a question, in a row or under the one looked at. */
  action: (row: PickerRow, look: 'link' | 'button') => ReactNode;
}) {
  const location = useLocation();
  const isFiltered =
    filter.keyword !== '' || [filter.level, filter.kind, filter.dirId, filter.scope].some((one) => Boolean(one));
  const columns: Column<PickerRow>[] = [
    { key: 'number', header: '题号', nowrap: true, quiet: true, cell: questionNumber },
    {
      key: 'title',
      header: '题目',
      clip: true,
      cell: (row) => (
        <Link to={`${withParams(location, { look: row.id, currentPage: page.currentPage })}#look`} title={row.title}>
          <PickerTitle row={row} />
        </Link>
      ),
    },
    ...QUESTION_FACTS,
    {
      key: 'actions',
      header: '操作',
      actions: true,
      cell: (row) => (row.isUsed ? <Chip tone="good">已在卷中</Chip> : action(row, 'link')),
    },
  ];
  return (
    <>
      {looked ? (
        <Card
          id="look"
          title={`${questionNumber(looked)} ${looked.title}`}
          actions={<Link to={withParams(location, { look: null, currentPage: page.currentPage })}>收起</Link>}
          foot={looked.isUsed ? <Chip tone="good">已在卷中</Chip> : action(looked, 'button')}
        >
          <QuestionView question={toSnapshot(looked)} titleId="look-title" heading="h3" />
        </Card>
      ) : null}
      <Card title={title} padded={false} actions={<Link to={backHref}>不选了，返回</Link>}>
        <FilterBar keep={keep} label="查找题目">
          <PickerFilters {...{ filter, directories, scopes: [...SCOPES, BASKET_SCOPE] }} />
        </FilterBar>
        {page.totalCount > 1 ? <div className="card__body">{draw}</div> : null}
        <DataTable
          caption={title}
          tight
          rows={page.rows}
          rowKey={(row) => row.id}
          columns={columns}
          empty={
            isFiltered ? (
              <Empty title="没有符合条件的题目">换个关键词，或点“重置”看全部题目。</Empty>
            ) : (
              <Empty
                title="题库里还没有题目"
                action={
                  <ButtonLink to={newHref} variant="primary">
                    新增题目
                  </ButtonLink>
                }
              >
                先出一道题，再回到这里选用。
              </Empty>
            )
          }
        />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

/** The filters of a picker. */
export function PickerFilters({
  filter,
  kinds,
  directories,
  scopes,
}: {
  filter: PickerFilter;
  kinds?: Option[];
  directories: Option<number>[];
  scopes: Option[];
}) {
  return (
    <>
      <TextField name="keyword" label="关键词" defaultValue={filter.keyword} className="field--grow" maxLength={100} />
      {kinds ? (
        <SelectField name="kind" label="题型" defaultValue={filter.kind} placeholder="全部" options={kinds} />
      ) : null}
      <SelectField
        name="level"
        label="难度"
        defaultValue={filter.level}
        placeholder="全部"
        options={LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }))}
      />
      {directories.length > 0 ? (
        <SelectField name="dirId" label="目录" defaultValue={filter.dirId} placeholder="全部" options={directories} />
      ) : null}
      <SelectField name="scope" label="范围" defaultValue={filter.scope} placeholder="全部" options={scopes} />
    </>
  );
}

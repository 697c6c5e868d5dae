import { Link } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { DataTable } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { PlayIcon } from '~/components/ui/icons';
import { practicePath } from '~/domain/practice/practice.rules';
import type { getSharedForStudent } from '~/domain/practice/shared-list.queries.server';
import { levelLabel, questionKindLabel } from '~/domain/question-bank/question.rules';
import {
  BANK_LABELS,
  BANKS,
  KIND_LABELS,
  LEVEL_LABELS,
  LEVELS,
  THEORY_KINDS,
} from '~/domain/question-bank/question.schema';
import { toSharedBank } from '~/lib/addresses/banks';
import { toPractice } from '~/lib/addresses/practice';
import { OwnProgress } from './tries';
import { RichText } from '~/components/question/rich-text';

export type SharedForStudentData = Awaited<ReturnType<typeof getSharedForStudent>>;

/** What teachers and classmates share with a student, each question with the own progress. */
export function SharedForStudent({ page, counts, sharers, filter }: SharedForStudentData) {
  const { bank } = filter;
  const isFiltered = [filter.keyword, filter.level, filter.kind, filter.ownerId].some(Boolean);
  return (
    <>
      <PageHeader
        title="共享题库"
        purpose="老师共享给全体学生或你的班级的题，可以随时练习。"
        crumbs={[{ label: '题库' }, { label: '共享题库' }]}
        actions={
          <ButtonLink to={toPractice({ bank, from: 'shared' })} variant="primary">
            <PlayIcon />
            练习这些题
          </ButtonLink>
        }
      />
      <Card padded={false}>
        <Tabs
          label="题库"
          current={toSharedBank({ bank })}
          items={BANKS.map((each) => ({
            label: BANK_LABELS[each],
            href: toSharedBank({ bank: each }),
            count: counts[each],
          }))}
        />
        <FilterBar keep={['bank']}>
          <TextField
            name="keyword"
            label="关键词"
            defaultValue={filter.keyword}
            className="field--grow"
            maxLength={100}
          />
          <SelectField
            name="level"
            label="难度"
            defaultValue={filter.level}
            placeholder="全部"
            options={LEVELS.map((level) => ({ value: level, label: `${level} ${LEVEL_LABELS[level]}` }))}
          />
          {bank === 'theory' ? (
            <SelectField
              name="kind"
              label="题型"
              defaultValue={filter.kind}
              placeholder="全部"
              options={THEORY_KINDS.map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
            />
          ) : null}
          <SelectField
            name="ownerId"
            label="谁共享的"
            defaultValue={filter.ownerId}
            placeholder="全部"
            options={sharers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </FilterBar>
        <DataTable
          caption={`共享给我的${BANK_LABELS[bank]}题`}
          tight
          rows={page.rows}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'title',
              header: '题目',
              clip: true,
              cell: (row) => (
                <Link to={practicePath(row.bank, { questionId: row.id })} title={row.title}>
                  <RichText text={row.title} />
                </Link>
              ),
            },
            { key: 'kind', header: '题型', nowrap: true, cell: questionKindLabel },
            { key: 'level', header: '难度', nowrap: true, cell: (row) => levelLabel(row.level) },
            { key: 'owner', header: '共享者', isName: true, cell: (row) => row.ownerName },
            {
              key: 'progress',
              header: '我的练习',
              nowrap: true,
              cell: (row) => <OwnProgress bank={row.bank} progress={row.progress} />,
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row) => (
                <Link to={practicePath(row.bank, { questionId: row.id })}>
                  练习<span className="vh">：{row.title}</span>
                </Link>
              ),
            },
          ]}
          empty={
            isFiltered ? (
              <Empty title="没有符合条件的题目">换个条件再查，或点“重置”。</Empty>
            ) : (
              <Empty title={`还没有共享给你的${BANK_LABELS[bank]}题`}>老师共享题目后会出现在这里。</Empty>
            )
          }
        />
        <Pagination page={page} unit="题" />
      </Card>
    </>
  );
}

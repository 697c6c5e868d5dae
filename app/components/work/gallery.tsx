import { useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { StarIcon } from '~/components/ui/icons';
import { PART_LABELS, PARTS } from '~/domain/exam/parts.rules';
import type { WorkView } from '~/domain/work/work.queries.server';
import {
  WORK_MIN_SCORE,
  WORK_PERIOD_LABELS,
  WORK_PERIODS,
  WORK_RATING_LABELS,
  WORK_RATINGS,
  WORK_SORT_LABELS,
  WORK_SORTS,
} from '~/domain/work/work.rules';
import type { GalleryFilter } from '~/domain/work/work.schema';
import type { Page } from '~/lib/page';
import { WorkCard } from './work-card';

/** The approved works with their filters. */
export function Gallery({
  page,
  filter,
  problems,
  classes,
  timeZone,
  isTeacher,
}: {
  page: Page<WorkView>;
  filter: GalleryFilter;
  /** What is wrong with its days. */
  problems: Record<string, string>;
  classes: { id: number; name: string }[];
  timeZone: string;
  isTeacher: boolean;
}) {
  const { search } = useLocation();
  const isFiltered = ['classId', 'part', 'period', 'rating', 'from', 'to', 'keyword'].some((name) =>
    new URLSearchParams(search).get(name),
  );
  return (
    <>
      <Card padded={false} className="worksbar">
        <FilterBar keep={[]} problems={problems}>
          <SelectField
            name="classId"
            label="班级"
            defaultValue={filter.classId || ''}
            placeholder="全部班级"
            options={classes.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <SelectField
            name="part"
            label="类型"
            defaultValue={filter.part}
            placeholder="全部"
            options={PARTS.map((part) => ({ value: part, label: PART_LABELS[part] }))}
          />
          <SelectField
            name="period"
            label="时间"
            defaultValue={filter.period}
            placeholder="不限"
            options={WORK_PERIODS.map((period) => ({ value: period, label: WORK_PERIOD_LABELS[period] }))}
          />
          <SelectField
            name="rating"
            label="分数"
            defaultValue={filter.rating}
            placeholder="全部"
            options={WORK_RATINGS.map((rating) => ({ value: rating, label: WORK_RATING_LABELS[rating] }))}
          />
          <TextField name="from" label="从（年-月-日）" defaultValue={filter.from} maxLength={20} autoComplete="off" />
          <TextField name="to" label="到（年-月-日）" defaultValue={filter.to} maxLength={20} autoComplete="off" />
          <SelectField
            name="sort"
            label="排序"
            defaultValue={filter.sort}
            options={WORK_SORTS.map((sort) => ({ value: sort, label: WORK_SORT_LABELS[sort] }))}
          />
          <TextField
            name="keyword"
            label="关键词"
            className="field--grow"
            defaultValue={filter.keyword}
            maxLength={100}
          />
        </FilterBar>
      </Card>
      {page.rows.length === 0 ? (
        <Card padded={false}>
          {isFiltered ? (
            <Empty title="没有符合条件的作品">换个条件，或点“重置”看全部作品。</Empty>
          ) : (
            <Empty title="还没有高分作品" icon={StarIcon}>
              {isTeacher
                ? `学生把 ${WORK_MIN_SCORE} 分及以上的作答发布成作品，审核通过后展示在这里。`
                : `${WORK_MIN_SCORE} 分及以上的成绩或练习都可以发布：在成绩页或练习页点“发布作品”，老师通过后展示在这里。`}
            </Empty>
          )}
        </Card>
      ) : (
        <ul className="works">
          {page.rows.map((work) => (
            <li key={work.id}>
              <WorkCard work={work} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      {page.totalCount > 0 ? (
        <Card padded={false} className="workspager">
          <Pagination page={page} unit="件" />
        </Card>
      ) : null}
    </>
  );
}

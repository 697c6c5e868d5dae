import { useLocation } from '@remix-run/react';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { Card } from '~/components/ui/card';
import type { Colleague } from '~/domain/user/colleague.queries.server';
import { withParams } from '~/http/with-params';
import type { Page } from '~/lib/page';
import { ColleagueTable } from './colleague-tables';

/** The school's teachers by the state of their accounts, with a search. */
export function ColleagueList({
  page,
  filter,
  counts,
  me,
}: {
  page: Page<Colleague>;
  filter: { keyword: string; tab: '' | 'disabled' };
  counts: { active: number; disabled: number };
  me: { id: number; isAdmin: boolean };
}) {
  const location = useLocation();
  return (
    <Card padded={false}>
      <Tabs
        label="账号状态"
        current={filter.tab}
        items={[
          { label: '在用', value: '', count: counts.active },
          { label: '已停用', value: 'disabled', count: counts.disabled },
        ]}
      />
      <FilterBar>
        <TextField
          name="keyword"
          label="姓名或账号"
          defaultValue={filter.keyword}
          className="field--grow"
          maxLength={100}
        />
      </FilterBar>
      <ColleagueTable
        rows={page.rows}
        me={me}
        isFiltered={filter.keyword !== ''}
        isDisabledTab={filter.tab === 'disabled'}
        confirmHref={(asked, id) => withParams(location, { confirm: asked, id, currentPage: page.currentPage })}
      />
      <Pagination page={page} unit="位教师" />
    </Card>
  );
}

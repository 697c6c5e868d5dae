import { SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { TextField } from '~/components/form/text-fields';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import type { ThreadRow } from '~/domain/interaction/thread.queries.server';
import { SUBJECTS } from '~/domain/interaction/thread.rules';
import { toThreads } from '~/lib/addresses/works';
import type { Page } from '~/lib/page';
import { ThreadTable } from './thread-table';

/** The questions by state, with a search; `isTeacher` answers them, a student has asked them. */
export function ThreadList({
  page,
  filter,
  waiting,
  timeZone,
  isTeacher,
  classrooms,
}: {
  page: Page<ThreadRow>;
  filter: { keyword: string; subject: string; state: string; classId: number | null };
  /** How many wait for an answer. */
  waiting: number;
  timeZone: string;
  isTeacher: boolean;
  /** Those of the teacher, to filter by. */
  classrooms: { id: number; name: string; year: number }[];
}) {
  const isFiltered = filter.keyword !== '' || filter.subject !== '' || filter.state !== '' || filter.classId !== null;
  return (
    <Card padded={false}>
      <Tabs
        label="状态"
        param="state"
        current={filter.state}
        items={[
          { label: '全部', value: '' },
          { label: '待回复', value: 'waiting', count: waiting || undefined },
          { label: '已回复', value: 'answered' },
          { label: '已结束', value: 'closed' },
        ]}
      />
      <FilterBar keep={['state']}>
        <TextField
          name="keyword"
          label={isTeacher ? '标题、内容或学生姓名' : '标题或内容'}
          defaultValue={filter.keyword}
          className="field--grow"
          maxLength={100}
        />
        <SelectField
          name="subject"
          label="关于"
          placeholder="全部"
          defaultValue={filter.subject}
          options={Object.entries(SUBJECTS).map(([value, label]) => ({ value, label }))}
        />
        {isTeacher ? (
          <SelectField
            name="classId"
            label="班级"
            placeholder="全部"
            defaultValue={filter.classId}
            options={classOptions(classrooms)}
          />
        ) : null}
      </FilterBar>
      <ThreadTable
        rows={page.rows}
        isTeacher={isTeacher}
        timeZone={timeZone}
        empty={
          isFiltered ? (
            <Empty title="没有符合条件的提问">换个条件再查，或者点“重置”看全部。</Empty>
          ) : isTeacher ? (
            <Empty title="还没有提问">
              学生在成绩、作品和练习页面点“向老师提问”后，会出现在这里，同时发消息通知您。
            </Empty>
          ) : (
            <Empty
              title="还没有提问"
              action={
                <ButtonLink variant="primary" to={toThreads({ ask: 1 })}>
                  向老师提问
                </ButtonLink>
              }
            >
              对成绩、作品或练习有疑问，可以直接问老师，附上录音或照片。
            </Empty>
          )
        }
      />
      <Pagination page={page} />
    </Card>
  );
}

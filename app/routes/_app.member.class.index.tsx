import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ClassConfirm } from '~/components/member/class-confirm';
import { ClassroomTable } from '~/components/member/classroom-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { PlusIcon } from '~/components/ui/icons';
import { deleteClassrooms } from '~/domain/classroom/classroom.commands.server';
import {
  countClassrooms,
  findClassrooms,
  listClassroomOptions,
  listClassrooms,
  listGrades,
  listOpenExamNames,
} from '~/domain/classroom/classroom.queries.server';
import { openExamsText } from '~/domain/classroom/classroom.rules';
import { deleteClassroomsSchema } from '~/domain/classroom/classroom.schema';
import { graduateClassrooms, restoreClassrooms } from '~/domain/classroom/school-year.commands.server';
import { classroomIdsSchema, graduateSchema } from '~/domain/classroom/school-year.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toClass, toPromotion, toStudents } from '~/lib/addresses/members';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/members.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));
export const meta: MetaFunction = () => [{ title: '班级管理 - 考评' }];

const INTENTS = ['delete', 'graduate', 'restore'] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const filter = listParams(url.searchParams, {
    tab: z.enum(['', 'all', 'archived']).catch(''),
    grade: z.string().max(20).catch(''),
  });
  const page = await listClassrooms(actor, {
    ...filter,
    scope: filter.tab === '' ? 'mine' : 'all',
    isArchived: filter.tab === 'archived',
  });
  // The last row of the last page was deleted: go to the page that is now the last.
  if (page.rows.length === 0 && page.totalCount > 0) {
    throw redirect(withParams(url, { currentPage: Math.ceil(page.totalCount / page.pageSize) }));
  }
  const intent = INTENTS.find((one) => one === url.searchParams.get('confirm')) ?? 'delete';
  const asked = await findClassrooms(actor, confirmIds(url.searchParams, intent));
  const openExams =
    intent === 'restore' || asked.length === 0 ? [] : await listOpenExamNames(asked.map((classroom) => classroom.id));
  const options =
    intent === 'delete' && asked.some((classroom) => classroom.studentCount > 0)
      ? await listClassroomOptions(actor, 'mine')
      : [];
  return {
    page,
    filter,
    grades: await listGrades(),
    counts: await countClassrooms(actor),
    asked,
    intent,
    obstacle: openExams.length > 0 && intent !== 'restore' ? openExamsText(intent, openExams) : null,
    moveTargets: options.filter(({ id }) => !asked.some((classroom) => classroom.id === id)),
  };
}

const intents = z.discriminatedUnion('_intent', [
  deleteClassroomsSchema.extend({ _intent: z.literal('delete') }),
  graduateSchema.extend({ _intent: z.literal('graduate') }),
  classroomIdsSchema.extend({ _intent: z.literal('restore') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    if (input._intent === 'delete') {
      const count = await deleteClassrooms(actor, input, now);
      return count === 0 ? '这些班级已经删除了' : `已删除 ${count} 个班级`;
    }
    if (input._intent === 'graduate') {
      const count = await graduateClassrooms(actor, input, now);
      return count === 0 ? '这些班级已经毕业了' : `${count} 个班级已毕业，在“已毕业”里可以恢复`;
    }
    const count = await restoreClassrooms(actor, input, now);
    return count === 0 ? '这些班级已经恢复了' : `已恢复 ${count} 个班级`;
  });
  if (!answer.ok) return answer.problem;
  const url = new URL(request.url);
  const back = withParams(url, { confirm: null, ids: null, currentPage: url.searchParams.get('currentPage') });
  return redirectWithFlash(request, back, answer.value);
}

export default function ClassroomsPage() {
  const { page, filter, grades, counts, asked, intent, obstacle, moveTargets } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const isArchived = filter.tab === 'archived';
  return (
    <>
      <PageHeader
        title="班级管理"
        purpose="您创建或任教的班级由您管理；其他班级只能查看。"
        crumbs={[{ label: '成员管理', href: toStudents() }, { label: '班级管理' }]}
        actions={
          <ButtonLink to={toClass()} variant="primary">
            <PlusIcon />
            新增
          </ButtonLink>
        }
      />
      <Card padded={false}>
        <Tabs
          label="班级范围"
          current={filter.tab}
          items={[
            { label: '我的班级', value: '', count: counts.mine },
            { label: '全校班级', value: 'all', count: counts.all },
            { label: '已毕业', value: 'archived', count: counts.archived },
          ]}
        />
        <FilterBar>
          <TextField
            name="keyword"
            label="班级名称"
            defaultValue={filter.keyword}
            className="field--grow"
            maxLength={100}
          />
          <SelectField
            name="grade"
            label="年级"
            placeholder="全部"
            defaultValue={filter.grade}
            options={grades.map((grade) => ({ value: grade, label: grade }))}
          />
        </FilterBar>
        {asked.length > 0 ? (
          <ClassConfirm asked={asked} intent={intent} obstacle={obstacle} moveTargets={moveTargets} problem={problem} />
        ) : null}
        {page.rows.some((row) => row.canChange) ? (
          <BulkBar
            formId="classes"
            unit="个班级"
            actions={[
              ...(isArchived
                ? [{ confirm: 'restore', label: '恢复' }]
                : [
                    { confirm: 'promote', label: '升级', action: toPromotion() },
                    { confirm: 'graduate', label: '毕业' },
                  ]),
              { confirm: 'delete', label: '删除', variant: 'warn' as const },
            ]}
          />
        ) : null}
        <ClassroomTable rows={page.rows} isFiltered={filter.keyword !== '' || filter.grade !== ''} tab={filter.tab} />
        <Pagination page={page} unit="个班级" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

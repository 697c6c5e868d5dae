import type { ActionFunctionArgs, LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { classOptions } from '~/components/form/class-options';
import { ErrorSummary } from '~/components/form/error-summary';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { DecideSection } from '~/components/moderation/decide-section';
import { HistoryTable } from '~/components/moderation/history-table';
import { QUEUE_FORM, QueueTable } from '~/components/moderation/queue-table';
import { Card } from '~/components/ui/card';
import { WorksTabs } from '~/components/work/works-tabs';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { countUnreadThreads } from '~/domain/interaction/thread.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { DECISION_LABELS, DECISIONS } from '~/domain/work/comment.rules';
import { decideManySchema, queueParams, readTargets } from '~/domain/work/comment.schema';
import { moderate } from '~/domain/work/moderation.commands.server';
import { countByTab, findQueueRows, listHistory } from '~/domain/work/moderation.queries.server';
import { openQueue } from '~/domain/work/moderation-page.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toWorks } from '~/lib/addresses/interaction';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/comments.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '内容审核 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, queueParams);
  const decision = DECISIONS.find((one) => one === searchParams.get('confirm')) ?? null;
  const isHistory = filter.tab === 'history';
  const [queue, history, counts, classrooms, { timeZone }, unread] = await Promise.all([
    isHistory ? null : openQueue(actor, filter),
    isHistory ? listHistory(actor, filter) : null,
    countByTab(actor),
    listClassroomOptions(actor, actor.isAdmin ? 'all' : 'mine'),
    getSchool(),
    countUnreadThreads(actor, requestTime(request)),
  ]);
  const asked = decision ? await findQueueRows(actor, readTargets(searchParams.getAll('ids'))) : [];
  return { filter, queue, history, counts, classrooms, timeZone, decision, asked, unread };
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const url = new URL(request.url);
  const answer = await answerForm(await readTexts(request), decideManySchema, async (input) => {
    const count = await moderate(actor, input, requestTime(request));
    return count === 0 ? '这些内容您已经处理过了' : `已${DECISION_LABELS[input.decision]} ${count} 项，作者会收到消息`;
  });
  if (!answer.ok) return answer.problem;
  const currentPage = url.searchParams.get('currentPage');
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null, currentPage }), answer.value);
}

export default function ModerationPage() {
  const { filter, queue, history, counts, classrooms, timeZone, decision, asked, unread } =
    useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { tab } = filter;
  const isFiltered = filter.keyword !== '' || filter.kind !== '' || filter.classId !== null || filter.flagged !== '';
  const page = queue ?? history;
  const isAsking = decision !== null && asked.length > 0;
  return (
    <>
      <PageHeader
        title="内容审核"
        purpose="您任教班级的学生发布的作品和评论，通过后同学们才能看到。"
        crumbs={[{ label: '互动' }, { label: '高分作品', href: toWorks() }, { label: '内容审核' }]}
      />
      <div className="mb-4">
        <WorksTabs current="moderation" isTeacher pending={counts.pending} unread={unread} />
      </div>
      <Card padded={false}>
        <Tabs
          label="审核状态"
          current={tab}
          items={[
            { label: '待审核', value: '', count: counts.pending },
            { label: '已通过', value: 'approved', count: counts.approved },
            { label: '已驳回', value: 'rejected', count: counts.rejected },
            { label: '历史', value: 'history' },
          ]}
        />
        <FilterBar>
          <TextField
            name="keyword"
            label="姓名、标题或文字"
            defaultValue={filter.keyword}
            className="field--grow"
            maxLength={100}
          />
          <SelectField
            name="kind"
            label="类型"
            placeholder="全部"
            defaultValue={filter.kind}
            options={[
              { value: 'work', label: '作品' },
              { value: 'comment', label: '评论' },
            ]}
          />
          <SelectField
            name="classId"
            label="班级"
            placeholder="全部"
            defaultValue={filter.classId}
            options={classOptions(classrooms)}
          />
          {queue ? (
            <SelectField
              name="flagged"
              label="敏感词"
              placeholder="全部"
              defaultValue={filter.flagged}
              options={[{ value: '1', label: '只看含敏感词的' }]}
            />
          ) : null}
        </FilterBar>
        {isAsking ? (
          <DecideSection key={decision} decision={decision} rows={asked} tab={tab} problem={problem} />
        ) : problem ? (
          <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
        ) : null}
        {queue && queue.rows.length > 0 ? (
          <BulkBar formId={QUEUE_FORM} unit="项" actions={BULK_ACTIONS[tab] ?? []} />
        ) : null}
        {queue ? <QueueTable rows={queue.rows} tab={tab} isFiltered={isFiltered} timeZone={timeZone} /> : null}
        {history ? <HistoryTable rows={history.rows} isFiltered={isFiltered} timeZone={timeZone} /> : null}
        {page ? <Pagination page={page} /> : null}
      </Card>
    </>
  );
}

const BULK_ACTIONS: Record<string, { confirm: string; label: string; variant?: 'warn' }[]> = {
  '': [
    { confirm: 'approve', label: '通过' },
    { confirm: 'reject', label: '驳回', variant: 'warn' },
  ],
  approved: [{ confirm: 'withdraw', label: '撤回', variant: 'warn' }],
  rejected: [{ confirm: 'approve', label: '改为通过' }],
};

export { RouteError as ErrorBoundary };

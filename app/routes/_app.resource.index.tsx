import {
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { BulkBar } from '~/components/list/bulk-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { ResourceConfirm } from '~/components/resource/resource-confirm';
import { ResourceFilter } from '~/components/resource/resource-filter';
import { ResourceTable } from '~/components/resource/resource-table';
import { UploadLink } from '~/components/resource/upload-link';
import { Card } from '~/components/ui/card';
import { formatBytes } from '~/domain/file/file.rules';
import { deleteResources, openResources } from '~/domain/resource/resource.commands.server';
import {
  countResources,
  findOwnResources,
  listResources,
  type Resource,
} from '~/domain/resource/resource.queries.server';
import { audienceText } from '~/domain/resource/resource.rules';
import { resourceFilterFields, resourceIdsSchema } from '~/domain/resource/resource.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireTeacher, requireUser } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { formatMinute, formatSeconds } from '~/lib/time';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/resources.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '资源 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const url = new URL(request.url);
  const filter = listParams(url.searchParams, { ...resourceFilterFields, tab: z.enum(['', 'mine']).catch('') });
  const scope = filter.tab === 'mine' && isTeacher(actor) ? 'mine' : 'all';
  const [page, counts, { timeZone }] = await Promise.all([
    listResources(actor, { ...filter, scope }),
    countResources(actor),
    getSchool(),
  ]);
  // The last row of the last page was deleted: go to the page that is now the last.
  if (page.rows.length === 0 && page.totalCount > 0) {
    throw redirect(withParams(url, { currentPage: Math.ceil(page.totalCount / page.pageSize) }));
  }
  const asked = isTeacher(actor) ? await findOwnResources(actor, confirmIds(url.searchParams, 'delete')) : [];
  return {
    page: { ...page, rows: page.rows.map((row) => toRow(actor, row, timeZone)) },
    filter,
    isMine: scope === 'mine',
    isTeacher: isTeacher(actor),
    counts,
    toDelete: asked.map(({ id, title }) => ({ id, title })),
  };
}

function toRow(actor: Actor, resource: Resource, timeZone: string) {
  const { id, title, kind, ownerName, isOpen, downloadCount } = resource;
  return {
    ...{ id, title, kind, ownerName, isOpen, downloadCount },
    size: formatBytes(resource.size),
    length: resource.durationMs === null ? '' : formatSeconds(resource.durationMs),
    isOwn: resource.ownerId === actor.id,
    // Which other classes see it is nothing to a student.
    audience: isTeacher(actor) ? audienceText(resource) : null,
    uploadedAt: formatMinute(resource.createdAt, timeZone),
  };
}

const intents = resourceIdsSchema.extend({ _intent: z.enum(['delete', 'open', 'close']) });

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async ({ _intent, ids }) => {
    if (_intent === 'delete') {
      const count = await deleteResources(actor, ids, now);
      return count === 0 ? '这些资源已经删除了' : `已删除 ${count} 个资源`;
    }
    const count = await openResources(actor, { ids, open: _intent === 'open' }, now);
    const done = _intent === 'open' ? '开放' : '关闭';
    return count === 0 ? `这些资源本来就是${_intent === 'open' ? '开放' : '未开放'}的` : `已${done} ${count} 个资源`;
  });
  if (!answer.ok) return answer.problem;
  const url = new URL(request.url);
  const back = withParams(url, { confirm: null, ids: null, currentPage: url.searchParams.get('currentPage') });
  return redirectWithFlash(request, back, answer.value);
}

export default function ResourcesPage() {
  const { page, filter, isMine, isTeacher: mayUpload, counts, toDelete } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const here = withParams(location, { confirm: null, ids: null, currentPage: page.currentPage });
  return (
    <>
      <PageHeader
        title="资源"
        purpose={
          mayUpload
            ? '课件、讲义和录音；开放的资源学生可以预览和下载。'
            : '老师给你的课件、讲义和录音，可以预览和下载。'
        }
        crumbs={[{ label: '资源' }]}
        actions={mayUpload ? <UploadLink /> : null}
      />
      <Card padded={false}>
        {mayUpload ? (
          <Tabs
            label="资源范围"
            current={filter.tab}
            items={[
              { label: '全部', value: '', count: counts.all },
              { label: '我的', value: 'mine', count: counts.mine },
            ]}
          />
        ) : null}
        <ResourceFilter filter={filter} />
        <ResourceConfirm resources={toDelete} cancelHref={here} />
        {problem ? (
          <div className="px-5 py-3">
            <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
          </div>
        ) : null}
        {page.rows.some((row) => row.isOwn) ? (
          <BulkBar
            formId="resources"
            unit="个"
            actions={[
              { confirm: 'open', label: '开放', action: here, isPost: true },
              { confirm: 'close', label: '关闭', action: here, isPost: true },
              { confirm: 'delete', label: '删除', variant: 'warn' },
            ]}
          />
        ) : null}
        <ResourceTable
          rows={page.rows}
          formId={page.rows.some((row) => row.isOwn) ? 'resources' : null}
          isTeacher={mayUpload}
          isMine={isMine}
          deleteHref={(id) => withParams(location, { confirm: 'delete', ids: id, currentPage: page.currentPage })}
          isFiltered={filter.keyword !== '' || filter.kind !== ''}
        />
        <Pagination page={page} unit="个" />
        {isMine && counts.mine > 0 ? (
          <p className="card__foot quiet small">
            您的 {counts.mine} 个资源共占用 {formatBytes(counts.ownBytes)}。下载次数不含您自己的，一人一分钟内只计一次。
          </p>
        ) : null}
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

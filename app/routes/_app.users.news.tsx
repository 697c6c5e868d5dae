import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { PersonalTabs } from '~/components/layout/personal-tabs';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { BulkBar } from '~/components/list/bulk-bar';
import { DataTable } from '~/components/list/data-table';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { deleteMessages, markAllRead, markRead } from '~/domain/message/message.commands.server';
import { countUnread, listMessages } from '~/domain/message/message.queries.server';
import { messageKindLabel } from '~/domain/message/message.rules';
import { messageIdsSchema } from '~/domain/message/message.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction = () => [{ title: '消息 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, { isRead: z.enum(['', '0', '1']).catch('') });
  const ids = searchParams
    .getAll('ids')
    .flatMap((part) => part.split(','))
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
  const [page, unreadCount] = await Promise.all([listMessages(actor, filter), countUnread(actor.id)]);
  const confirmIds = searchParams.get('confirm') === 'delete' ? ids : null;
  return { page, filter, unreadCount, confirmIds };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('allRead') }),
  messageIdsSchema.extend({ _intent: z.literal('read') }),
  messageIdsSchema.extend({ _intent: z.literal('delete') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const answer = await answerForm(await request.formData(), intents, async (input) => {
    if (input._intent === 'allRead') return `已读 ${await markAllRead(actor, now)} 条消息`;
    if (input._intent === 'read') return `已读 ${await markRead(actor, input.ids, now)} 条消息`;
    return `已删除 ${await deleteMessages(actor, input.ids)} 条消息`;
  });
  if (!answer.ok) return answer.problem;
  const url = new URL(request.url);
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null }), answer.value);
}

export default function NewsPage() {
  const { page, filter, unreadCount, confirmIds } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        title="消息"
        purpose="考试、成绩和系统通知；打开的消息即为已读。"
        crumbs={[{ label: '个人中心', href: '/users/info' }, { label: '消息' }]}
        actions={unreadCount > 0 ? <IntentButton intent="allRead">全部已读</IntentButton> : null}
      />
      <PersonalTabs current="/users/news" />
      <Card padded={false}>
        <Tabs
          label="消息状态"
          param="isRead"
          current={filter.isRead}
          items={[
            { label: '全部', value: '' },
            { label: '未读', value: '0', count: unreadCount },
            { label: '已读', value: '1' },
          ]}
        />
        {confirmIds && confirmIds.length > 0 ? (
          <ConfirmSection
            text={`确定删除选中的 ${confirmIds.length} 条消息吗？删除后不能恢复。`}
            intent="delete"
            fields={{ ids: confirmIds.join(',') }}
            cancelHref={withParams(location, { confirm: null, ids: null })}
            danger
          />
        ) : null}
        {problem ? <ErrorSummary errors={problem.fieldErrors} message={problem.message} /> : null}
        {page.rows.length > 0 ? (
          <BulkBar formId="messages" actions={[{ confirm: 'delete', label: '删除', variant: 'warn' }]} unit="条" />
        ) : null}
        <DataTable
          caption="消息"
          rows={page.rows}
          rowKey={(row) => row.id}
          selectable={{ formId: 'messages', label: (row) => `选择消息：${row.title}` }}
          empty={
            filter.isRead === '' ? (
              <Empty title="还没有消息">考试发布、成绩公布等通知会出现在这里。</Empty>
            ) : (
              <Empty title={filter.isRead === '0' ? '没有未读消息' : '没有已读消息'} />
            )
          }
          columns={[
            {
              key: 'title',
              header: '消息',
              clip: true,
              cell: (row) => (
                <Link to={`/users/news/${row.id}`} className={row.isRead ? 'font-normal' : 'font-semibold'}>
                  {row.title}
                </Link>
              ),
            },
            {
              key: 'kind',
              header: '类型',
              nowrap: true,
              cell: (row) => <Chip>{messageKindLabel(row.kind)}</Chip>,
            },
            {
              key: 'state',
              header: '状态',
              nowrap: true,
              cell: (row) => (row.isRead ? <Chip tone="line">已读</Chip> : <Chip tone="theme">未读</Chip>),
            },
            { key: 'time', header: '时间', nowrap: true, quiet: true, cell: (row) => formatMinute(row.createdAt) },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row) => (
                <>
                  {row.isRead ? null : (
                    <IntentButton intent="read" fields={{ ids: row.id }} look="link" label={`标为已读：${row.title}`}>
                      标为已读
                    </IntentButton>
                  )}
                  <Link to={withParams(location, { confirm: 'delete', ids: row.id, currentPage: page.currentPage })}>
                    删除<span className="vh">：{row.title}</span>
                  </Link>
                </>
              ),
            },
          ]}
        />
        <Pagination page={page} />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

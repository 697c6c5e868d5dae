import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { ErrorSummary } from '~/components/form/error-summary';
import { IntentButton } from '~/components/form/submit';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { BulkBar } from '~/components/list/bulk-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { MessageTable } from '~/components/message/message-table';
import { Card } from '~/components/ui/card';
import { deleteMessages, markAllRead, markRead } from '~/domain/message/message.commands.server';
import { countUnreadByKind, listMessages } from '~/domain/message/message.queries.server';
import { KEPT_DAYS, MESSAGE_KINDS, type MessageKind } from '~/domain/message/message.rules';
import { messageIdsSchema } from '~/domain/message/message.schema';
import { schoolOf } from '~/http/asked-once.server';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { confirmIds, listParams } from '~/http/list-params';
import { withParams } from '~/http/with-params';
import { requestTime } from '~/http/request.server';
import { readTexts } from '~/http/uploads.server';
import { toInfo } from '~/lib/addresses/personal';

export const meta: MetaFunction = () => [{ title: '消息 - 考评' }];

const KINDS = Object.keys(MESSAGE_KINDS) as MessageKind[];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, {
    isRead: z.enum(['', '0', '1']).catch(''),
    type: z.enum(['', ...KINDS]).catch(''),
  });
  const [page, unread, school] = await Promise.all([
    listMessages(actor, filter),
    countUnreadByKind(actor),
    schoolOf(request),
  ]);
  // The last row of the last page was deleted: go to the page that is now the last.
  if (page.rows.length === 0 && page.totalCount > 0) {
    throw redirect(withParams(new URL(request.url), { currentPage: Math.ceil(page.totalCount / page.pageSize) }));
  }
  return { page, filter, unread, toDelete: confirmIds(searchParams, 'delete'), timeZone: school.timeZone };
}

const intents = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('allRead') }),
  messageIdsSchema.extend({ _intent: z.literal('read') }),
  messageIdsSchema.extend({ _intent: z.literal('delete') }),
]);

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireUser(request);
  const now = requestTime(request);
  const answer = await answerForm(await readTexts(request), intents, async (input) => {
    if (input._intent === 'allRead') return `已读 ${await markAllRead(actor, now)} 条消息`;
    if (input._intent === 'read') return `已读 ${await markRead(actor, input.ids, now)} 条消息`;
    return `已删除 ${await deleteMessages(actor, input.ids)} 条消息`;
  });
  if (!answer.ok) return answer.problem;
  const url = new URL(request.url);
  return redirectWithFlash(request, withParams(url, { confirm: null, ids: null }), answer.value);
}

export default function NewsPage() {
  const { page, filter, unread, toDelete, timeZone } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const location = useLocation();
  const unreadOf = (kinds: readonly string[]) => kinds.reduce((sum, kind) => sum + (unread[kind] ?? 0), 0);
  const unreadCount = unreadOf(Object.keys(unread));
  const here = location.pathname + location.search;
  return (
    <>
      <PageHeader
        title="消息"
        purpose={`打开的消息即为已读。已读消息保留 ${KEPT_DAYS} 天，到期自动清理；未读的一直保留。`}
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '消息' }]}
        actions={
          unreadCount > 0 ? (
            <IntentButton intent="allRead" size="m">
              全部已读
            </IntentButton>
          ) : null
        }
      />
      <Card padded={false}>
        <Tabs
          label="消息类型"
          param="type"
          current={filter.type}
          items={[
            { label: '全部', value: '', count: unreadCount || undefined },
            ...KINDS.map((kind) => ({ label: MESSAGE_KINDS[kind], value: kind, count: unread[kind] })),
          ]}
        />
        <Tabs
          label="消息状态"
          param="isRead"
          current={filter.isRead}
          items={[
            { label: '全部', value: '' },
            {
              label: '未读',
              value: '0',
              count: (filter.type === '' ? unreadCount : unreadOf([filter.type])) || undefined,
            },
            { label: '已读', value: '1' },
          ]}
        />
        {toDelete.length > 0 ? (
          <ConfirmSection
            text={`确定删除选中的 ${toDelete.length} 条消息吗？删除后不能恢复。`}
            intent="delete"
            fields={{ ids: toDelete.join(',') }}
            cancelHref={withParams(location, { confirm: null, ids: null })}
            danger
          />
        ) : null}
        {problem ? (
          <div className="px-5 py-3">
            <ErrorSummary errors={problem.fieldErrors} message={problem.message} />
          </div>
        ) : null}
        {page.rows.length > 0 ? (
          <BulkBar
            formId="messages"
            actions={[
              { confirm: 'read', label: '标为已读', action: here, isPost: true },
              { confirm: 'delete', label: '删除', variant: 'warn' },
            ]}
            unit="条"
          />
        ) : null}
        <MessageTable rows={page.rows} filter={filter} currentPage={page.currentPage} timeZone={timeZone} />
        <Pagination page={page} />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

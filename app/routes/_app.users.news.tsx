import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { z } from 'zod';
import { PostForm } from '~/components/form/post-form';
import { IntentButton } from '~/components/form/intent-button';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ConfirmSection } from '~/components/list/confirm-section';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { MessageTable } from '~/components/list/message-table';
import { Card } from '~/components/ui/card';
import { deleteMessages, markAllRead, markRead } from '~/domain/message/message.commands.server';
import { countUnread, listMessages } from '~/domain/message/message.queries.server';
import { messageIdsSchema } from '~/domain/message/message.schema';
import { redirectWithFlash } from '~/http/flash.server';
import { answerForm } from '~/http/forms.server';
import { requireUser } from '~/http/guards.server';
import { listParams, withParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { PersonalTabs } from '~/components/layout/personal-tabs';

export const meta: MetaFunction = () => [{ title: '消息 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const filter = listParams(searchParams, { isRead: z.enum(['', '0', '1']).catch('') });
  const ids = (searchParams.getAll('ids').join(',') || '').split(',').map(Number).filter((id) => Number.isInteger(id) && id > 0);
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
  const tab = (isRead: '' | '0' | '1', label: string, count?: number) => ({
    label,
    href: withParams({ pathname: '/users/news', search: '' }, { isRead }),
    isCurrent: filter.isRead === isRead,
    count,
  });
  return (
    <>
      <PageHeader
        title="消息"
        purpose="考试、成绩和系统通知；打开的消息即为已读。"
        crumbs={[{ label: '个人中心', href: '/users/info' }, { label: '消息' }]}
        actions={unreadCount > 0 ? <IntentButton intent="allRead">全部已读</IntentButton> : null}
      />
      <PersonalTabs current="news" />
      <Card padded={false}>
        <Tabs label="消息状态" tabs={[tab('', '全部'), tab('0', '未读', unreadCount), tab('1', '已读')]} />
        {confirmIds && confirmIds.length > 0 ? (
          <ConfirmSection
            text={`确定删除选中的 ${confirmIds.length} 条消息吗？删除后不能恢复。`}
            intent="delete"
            fields={{ ids: confirmIds.join(',') }}
            cancelHref={withParams(location, { confirm: null, ids: null })}
            danger
          />
        ) : null}
        {problem ? <PostForm problem={problem} /> : null}
        <MessageTable page={page} isFiltered={filter.isRead !== ''} />
        <Pagination page={page} />
      </Card>
    </>
  );
}

export function ErrorBoundary() {
  return <RouteError />;
}

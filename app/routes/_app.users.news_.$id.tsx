import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { openMessage } from '~/domain/message/message.commands.server';
import { messageKindLabel } from '~/domain/message/message.rules';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { formatMinute } from '~/lib/time';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.message.title ?? '消息'} - 考评` }];

/** Opening a message is reading it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  return { message: await openMessage(actor, Number(params.id), requestTime(request)) };
}

export default function MessagePage() {
  const { message } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={message.title}
        purpose={`${messageKindLabel(message.kind)}消息，${formatMinute(message.createdAt)}`}
        crumbs={[{ label: '个人中心', href: '/users/info' }, { label: '消息', href: '/users/news' }, { label: '详情' }]}
        actions={
          message.link ? (
            <ButtonLink variant="primary" to={message.link}>
              去处理
            </ButtonLink>
          ) : null
        }
      />
      <Card>
        <p className="whitespace-pre-line">{message.body || message.title}</p>
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

import { redirect, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { openMessage } from '~/domain/message/message.commands.server';
import { findNeighbours, type Neighbour } from '~/domain/message/message.queries.server';
import { isDownload, messageKindLabel } from '~/domain/message/message.rules';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { schoolOf } from '~/http/asked-once.server';
import { requireUser } from '~/http/guards.server';
import { isAhead, requestTime } from '~/http/request.server';
import { toInfo, toMessage, toNews } from '~/lib/addresses/personal';
import { formatMinute } from '~/lib/time';
import { idField } from '~/lib/zod';

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.message.title ?? '消息'} - 考评` }];

/** Opening a message is reading it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const id = idField().safeParse(params.id).data ?? 0;
  const opened = await openMessage(actor, id, requestTime(request), { isAhead: isAhead(request) });
  const message = { ...opened, title: plainFormulas(opened.title), body: plainFormulas(opened.body) };
  // 前往: read, and on to what it is about.
  if (message.link && new URL(request.url).searchParams.has('go')) throw redirect(message.link);
  const [neighbours, school] = await Promise.all([findNeighbours(actor, message), schoolOf(request)]);
  return { message, neighbours, timeZone: school.timeZone };
}

export default function MessagePage() {
  const { message, neighbours, timeZone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={message.title}
        purpose={`${messageKindLabel(message.kind)}消息，${formatMinute(message.createdAt, timeZone)}`}
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '消息', href: toNews() }, { label: '详情' }]}
        actions={
          message.link ? (
            <ButtonLink variant="primary" to={message.link} reloadDocument={isDownload(message.link)}>
              {isDownload(message.link) ? '下载' : '去处理'}
            </ButtonLink>
          ) : null
        }
      />
      <Card>
        <p className="whitespace-pre-line">{message.body || message.title}</p>
      </Card>
      <nav className="row mt-4" aria-label="前后消息">
        <Beside label="上一条" message={neighbours.newer} />
        <span className="push" />
        <Beside label="下一条" message={neighbours.older} />
      </nav>
    </>
  );
}

function Beside({ label, message }: { label: string; message: Neighbour | null }) {
  if (!message) return <span className="quiet">没有{label}</span>;
  return (
    <Link className="tap" to={toMessage(message.id)}>
      {label}：{message.title}
    </Link>
  );
}

export { RouteError as ErrorBoundary };

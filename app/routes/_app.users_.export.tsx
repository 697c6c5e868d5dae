import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { findNextExportTime } from '~/domain/export/own-data.commands.server';
import { schoolOf } from '~/http/asked-once.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toInfo, toOwnDataDownload, toSettings } from '~/lib/addresses/personal';
import { formatClock } from '~/lib/time';

export const meta: MetaFunction = () => [{ title: '导出我的数据 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const [next, { timeZone }] = await Promise.all([findNextExportTime(actor, requestTime(request)), schoolOf(request)]);
  return { nextAt: next === null ? null : formatClock(next, timeZone).slice(0, 5) };
}

export default function ExportPage() {
  const { nextAt } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="导出我的数据"
        purpose="一个压缩包，里面只有自己的数据，每次导出都有记录。"
        crumbs={[
          { label: '个人中心', href: toInfo() },
          { label: '账号设置', href: toSettings() },
          { label: '导出我的数据' },
        ]}
      />
      <Card title="里面有什么">
        <ul className="bullets">
          <li>“打开看.html”：用浏览器打开就能读的汇总。</li>
          <li>个人信息、考试回执和已公布的成绩与评语、练习、作品、评论、师生互动和消息，另有同样内容的 JSON 文件。</li>
          <li>自己的录音和照片原文件。</li>
        </ul>
        <p className="mt-4">还没有公布的成绩、别人的作品和评论不在里面。录音多的时候下载要几分钟，请用稳定的网络。</p>
        {nextAt === null ? (
          // The browser's own form: the answer is a file, not a page.
          <form method="post" action={toOwnDataDownload()} className="formactions">
            <Button variant="primary">
              <DownloadIcon />
              导出
            </Button>
            <ButtonLink to={toSettings()}>返回</ButtonLink>
          </form>
        ) : (
          <div className="mt-4">
            <Note>刚刚导出过。十分钟内只能导出一次，{nextAt} 以后可以再导出。</Note>
          </div>
        )}
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

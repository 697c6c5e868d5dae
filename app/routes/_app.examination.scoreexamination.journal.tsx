import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { Pagination } from '~/components/list/pagination';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { paperHref } from '~/components/scoring/papers-table';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { getJournal, type JournalRow } from '~/domain/scoring/paper/journal.queries.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toJournal, toPapers, toScoring } from '~/lib/addresses/scoring';
import { formatDuration, formatSecond } from '~/lib/time';
import listStyles from '~/styles/lists.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `作答记录：${data?.studentName ?? ''} - 考评` },
];

const idField = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const { searchParams } = new URL(request.url);
  const asked = {
    attemptId: idField.parse(searchParams.get('attemptId')),
    currentPage: Math.max(1, idField.parse(searchParams.get('currentPage'))),
    versionId: idField.parse(searchParams.get('version')),
  };
  return getJournal(actor, asked, requestTime(request));
}

const OUTCOMES: Record<JournalRow['outcome'], { text: string; tone: 'good' | 'warn' | 'bad' }> = {
  saved: { text: '已保存', tone: 'good' },
  grace: { text: '已保存（宽限内）', tone: 'good' },
  accepted: { text: '收卷后收到，已计入', tone: 'good' },
  conflict: { text: '另一处先改过，由学生选择', tone: 'warn' },
  refused: { text: '截止或交卷后收到，未计入', tone: 'bad' },
};

export default function JournalPage() {
  const { exam, attemptId, part, studentName, isBlind, items, page, files } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        crumbs={[
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part }) },
          { label: studentName, href: paperHref(attemptId, 0) },
          { label: '作答记录' },
        ]}
        title="作答记录"
        purpose="学生的每道题每次保存的内容和时间，从早到晚；没有计入的也在这里，谁也不能修改。"
      />
      {items.length > 0 ? null : files.takes + files.photos > 0 ? (
        <Empty title="这份答卷没有文字或选择题的答案">
          {[files.takes > 0 ? `${files.takes} 条录音` : '', files.photos > 0 ? `${files.photos} 张照片` : '']
            .filter((text) => text !== '')
            .join('、')}
          {isBlind ? '它们在答卷页；收到的时间公布成绩后可以看。' : '收到的时间和结果在答卷页。'}
        </Empty>
      ) : (
        <Empty title="这份答卷没有保存过答案" />
      )}
      {items.map((item) => (
        <Card key={item.id} title={`第 ${item.position} 题`} hint={item.title} padded={false}>
          <table className="table">
            <caption className="vh">第 {item.position} 题的作答记录</caption>
            <thead>
              <tr>
                <th scope="col" className="w-1/5">
                  {isBlind ? '开始作答后' : '收到'}
                </th>
                <th scope="col">内容</th>
                <th scope="col" className="w-1/3">
                  结果
                </th>
              </tr>
            </thead>
            <tbody>
              {item.rows.map((row) => (
                <tr key={row.id}>
                  <td className="num">{isBlind ? formatDuration(row.receivedAt) : formatSecond(row.receivedAt)}</td>
                  <td className="whitespace-pre-wrap">
                    {row.text}
                    {row.cutFrom === null ? null : (
                      <p>
                        <a href={toJournal({ attemptId, version: row.id })}>看全文（共 {row.cutFrom} 字）</a>
                      </p>
                    )}
                  </td>
                  <td>
                    <Chip tone={OUTCOMES[row.outcome].tone}>{OUTCOMES[row.outcome].text}</Chip>
                    {row.isCurrent ? ' 现在的答案' : ''}
                    {row.leftOut > 0 ? (
                      <p className="hint">这份答卷保存得太多，这一版以前有 {row.leftOut} 版没有留下。</p>
                    ) : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      ))}
      {page.totalCount > page.pageSize ? (
        <Card padded={false}>
          <Pagination page={page} unit="次" />
        </Card>
      ) : null}
    </>
  );
}

export { RouteError as ErrorBoundary };

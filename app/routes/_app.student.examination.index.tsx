import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { GroupHeading, OpenExams, PastExams } from '~/components/exam/sitting-list';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Pagination } from '~/components/list/pagination';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { listAllStudentExams } from '~/domain/scoring/result/student-exams.queries.server';
import type { StudentGroup } from '~/domain/attempt/student-exams.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { requireStudent } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toDeviceCheck } from '~/lib/addresses/entrance';
import { DEFAULT_PAGE_SIZE, pageOffset } from '~/lib/page';
import listStyles from '~/styles/lists.css?url';
import studentStyles from '~/styles/student.css?url';

export const links: LinksFunction = () => [listStyles, studentStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '考试 - 考评' }];

const OPEN: StudentGroup[] = ['running', 'upcoming', 'uploading'];
const PAST: StudentGroup[] = ['ended', 'released'];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const now = requestTime(request);
  const { currentPage } = listParams(new URL(request.url).searchParams, {});
  const exams = await listAllStudentExams(actor, now);
  const entries = exams
    .flatMap((exam) => exam.parts.map((part) => ({ exam, part })))
    // Whose clock runs stands before what waits to be begun.
    .sort((a, b) => Number(b.part.step === 'continue') - Number(a.part.step === 'continue'));
  const open = OPEN.map((group) => ({ group, entries: entries.filter((entry) => entry.part.group === group) }));
  const past = exams.filter((exam) => exam.parts.some((part) => PAST.includes(part.group)));
  // Ended ones before released ones, each the latest first; paged together.
  const list = { currentPage, pageSize: DEFAULT_PAGE_SIZE };
  const rows = PAST.flatMap((group) => past.filter((exam) => (exam.status === 'released') === (group === 'released')));
  const page = {
    ...list,
    totalCount: rows.length,
    rows: rows.slice(pageOffset(list), pageOffset(list) + list.pageSize),
  };
  return { open, page, hasExams: exams.length > 0, now, timeZone: (await getSchool()).timeZone };
}

export default function StudentExamsPage() {
  const { open, page, hasExams, now, timeZone } = useLoaderData<typeof loader>();
  const past = [
    { group: 'ended' as const, exams: page.rows.filter((exam) => exam.status !== 'released') },
    { group: 'released' as const, exams: page.rows.filter((exam) => exam.status === 'released') },
  ];
  return (
    <div className="exams">
      <PageHeader
        title="考试"
        purpose="先看每场的截止时间。进入前会试音，照片可以用手机传"
        crumbs={[{ label: '考试' }]}
        actions={<ButtonLink to={toDeviceCheck()}>设备检测</ButtonLink>}
      />
      {hasExams ? null : (
        <Card>
          <Empty title="还没有考试">老师发布考试后会出现在这里，也会有消息通知。</Empty>
        </Card>
      )}
      {open.map(({ group, entries }) =>
        entries.length === 0 ? null : (
          <section className="section" key={group}>
            <GroupHeading group={group} count={entries.length} />
            <OpenExams entries={entries} now={now} timeZone={timeZone} />
          </section>
        ),
      )}
      {past.map(({ group, exams }) =>
        exams.length === 0 ? null : (
          <section className="section" key={group}>
            <GroupHeading group={group} count={exams.length} />
            <PastExams
              exams={exams}
              caption={group === 'ended' ? '已结束的考试' : '已公布的考试'}
              timeZone={timeZone}
            />
          </section>
        ),
      )}
      {page.totalCount > page.pageSize ? <Pagination page={page} unit="场" /> : null}
    </div>
  );
}

export { RouteError as ErrorBoundary };

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { DataTable } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { buttonClass } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { DownloadIcon } from '~/components/ui/teacher-icons';
import { listAudit, listAuditExams } from '~/domain/audit/audit.queries.server';
import { AUDIT_KINDS } from '~/domain/audit/audit.rules';
import { auditParams, DEFAULT_DAYS, MAX_EXPORT_ROWS } from '~/domain/audit/audit.schema';
import { schoolOf } from '~/http/asked-once.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toAuditExport, toInfo } from '~/lib/addresses/personal';
import { withSearch } from '~/lib/addresses/with-search';
import { dayProblems } from '~/lib/day-problems.server';
import { formatSecond } from '~/lib/time';

export const meta: MetaFunction = () => [{ title: '操作记录 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const filter = listParams(new URL(request.url).searchParams, auditParams);
  const [page, exams, { timeZone }] = await Promise.all([
    listAudit(actor, filter, requestTime(request)),
    listAuditExams(actor),
    schoolOf(request),
  ]);
  const isCut = page.totalCount > MAX_EXPORT_ROWS;
  return { filter, problems: dayProblems(filter), page, exams, timeZone, isAdmin: actor.isAdmin, isCut };
}

export default function AuditPage() {
  const { filter, problems, page, exams, timeZone, isAdmin, isCut } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { examId, person, kind, from, to } = filter;
  const isFiltered = examId !== null || person !== '' || kind !== '' || from !== '' || to !== '';
  const isRecent = examId === null && from === '' && to === '';
  return (
    <>
      <PageHeader
        title="操作记录"
        purpose={
          isAdmin
            ? '全校的操作：谁、什么时候、从哪里、做了什么。记录只增不改。'
            : '您的考试、任教班级的学生及其文件、您自己的账号发生过什么。记录只增不改。'
        }
        crumbs={[{ label: '个人中心', href: toInfo() }, { label: '操作记录' }]}
        actions={
          <a className={buttonClass()} href={withSearch(toAuditExport(), new URLSearchParams(search))} download>
            <DownloadIcon />
            导出{isCut ? `（最近 ${MAX_EXPORT_ROWS} 条）` : ''}
          </a>
        }
      />
      <Card padded={false}>
        <FilterBar problems={problems}>
          <SelectField
            name="examId"
            label="考试"
            placeholder="全部"
            className="field--grow"
            defaultValue={examId}
            options={exams.map((exam) => ({ value: exam.id, label: exam.name || `未命名的考试（${exam.id} 号）` }))}
          />
          <TextField name="person" label="人员姓名或账号" defaultValue={person} maxLength={100} />
          <SelectField
            name="kind"
            label="类别"
            placeholder="全部"
            defaultValue={kind}
            options={Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))}
          />
          <TextField name="from" label="从（年-月-日）" defaultValue={from} maxLength={20} placeholder="2026-09-01" />
          <TextField name="to" label="到（年-月-日）" defaultValue={to} maxLength={20} placeholder="2026-09-30" />
        </FilterBar>
        <DataTable
          caption={isRecent ? `最近 ${DEFAULT_DAYS} 天的操作` : '操作记录'}
          showCaption={isRecent}
          rows={page.rows}
          rowKey={(row) => row.id}
          empty={
            isFiltered ? (
              <Empty title="没有符合条件的记录">换个条件再查，或点“重置”看最近 {DEFAULT_DAYS} 天的全部记录。</Empty>
            ) : (
              <Empty title={`最近 ${DEFAULT_DAYS} 天没有记录`}>选一场考试，或填写日期，可以看更早的记录。</Empty>
            )
          }
          columns={[
            {
              key: 'time',
              header: '时间',
              nowrap: true,
              quiet: true,
              cell: (row) => <span className="num">{formatSecond(row.at, timeZone)}</span>,
            },
            {
              key: 'who',
              header: '谁',
              nowrap: true,
              cell: (row) => (
                <>
                  {row.who}
                  {row.account === '' ? null : <span className="small quiet">（{row.account}）</span>}
                </>
              ),
            },
            {
              key: 'what',
              header: '做了什么',
              rowHeader: true,
              nowrap: true,
              cell: (row) => (
                <>
                  {row.sentence} <Chip>{row.kind}</Chip>
                </>
              ),
            },
            {
              key: 'target',
              header: '对象',
              width: 'w-full',
              cell: (row) => (
                <>
                  {row.href ? (
                    <Link to={row.href} className="underline">
                      {row.target}
                    </Link>
                  ) : (
                    row.target
                  )}
                  {row.remark === '' ? null : (
                    <span className="small quiet">
                      {row.target === '' ? '' : '：'}
                      {row.remark}
                    </span>
                  )}
                </>
              ),
            },
            { key: 'address', header: '网络地址', nowrap: true, quiet: true, cell: (row) => row.address },
          ]}
        />
        <Pagination page={page} />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

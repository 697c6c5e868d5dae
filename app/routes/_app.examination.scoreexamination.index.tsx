import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { TextField } from '~/components/form/text-fields';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { DataTable } from '~/components/list/data-table';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Progress } from '~/components/ui/facts';
import { Empty } from '~/components/ui/feedback';
import { AwaitsMe } from '~/components/scoring/awaits-me';
import { PHASE_LABELS } from '~/domain/exam/times.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { listScoreExams } from '~/domain/scoring/marking/score-exams.queries.server';
import {
  SCORE_EXAM_STATUSES,
  SCORE_EXAM_STATUS_LABELS,
  type ScoreExamStatus,
} from '~/domain/scoring/paper/scoring.rules';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toPapers } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { formatMinute } from '~/lib/time';
import listStyles from '~/styles/lists.css?url';
import scoringStyles from '~/styles/scoring.css?url';

export const links: LinksFunction = () => [listStyles, scoringStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '考试评分 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const filter = listParams(new URL(request.url).searchParams, { tab: z.enum(SCORE_EXAM_STATUSES).catch('todo') });
  const now = requestTime(request);
  const page = await listScoreExams(actor, { ...filter, status: filter.tab }, now);
  return { page, filter, now };
}

const EMPTY: Record<ScoreExamStatus, { title: string; text: string }> = {
  todo: { title: '没有待评分的考试', text: '您出的考试，或您担任阅卷老师的考试，有学生交卷后会出现在这里。' },
  done: { title: '没有待公布的考试', text: '全部答卷评完后，考试会移到这里，由出题老师公布成绩。' },
  released: { title: '还没有公布过成绩', text: '在答卷列表里点“公布成绩”后，考试会移到这里。' },
};

export default function ScoreExamsPage() {
  const { page, filter, now } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="考试评分"
        purpose="给口语录音和笔试答卷评分，评完后公布成绩。"
        crumbs={[{ label: '考试', href: toExams() }, { label: '考试评分' }]}
      />
      <Card padded={false}>
        <Tabs
          label="评分进度"
          current={filter.tab === 'todo' ? '' : filter.tab}
          items={SCORE_EXAM_STATUSES.map((status) => ({
            label: SCORE_EXAM_STATUS_LABELS[status],
            value: status === 'todo' ? '' : status,
            count: page.counts[status],
          }))}
        />
        <FilterBar label="查找考试">
          <TextField name="keyword" label="考试名称" width="m" defaultValue={filter.keyword} maxLength={100} />
        </FilterBar>
        <DataTable
          caption={`${SCORE_EXAM_STATUS_LABELS[filter.tab]}的考试`}
          rows={page.rows}
          rowKey={(row) => row.id}
          empty={
            filter.keyword === '' ? (
              <Empty title={EMPTY[filter.tab].title}>{EMPTY[filter.tab].text}</Empty>
            ) : (
              <Empty title="没有符合条件的考试">换个名称再查，或点“重置”。</Empty>
            )
          }
          columns={[
            {
              key: 'name',
              header: '考试',
              clip: true,
              cell: (row) => (
                <Link to={toPapers({ examId: row.id })} className="font-semibold">
                  {row.name}
                </Link>
              ),
            },
            {
              key: 'phase',
              header: '状态',
              nowrap: true,
              cell: (row) =>
                row.status === 'released' ? (
                  <Chip tone="good">已公布</Chip>
                ) : (
                  <Chip tone={row.phase === 'ended' ? 'line' : 'theme'}>{PHASE_LABELS[row.phase]}</Chip>
                ),
            },
            {
              key: 'parts',
              header: '已评分 / 已交',
              width: 'w-56',
              cell: (row) => (
                <ul className="progress-lines">
                  {row.parts.map(({ part, done, total, inProgress }) => (
                    <li key={part}>
                      <Link to={toPapers({ examId: row.id, part })}>
                        {PART_LABELS[part]}
                        <span className="vh">：{row.name}</span>
                      </Link>
                      <Progress
                        thin
                        value={done}
                        max={total}
                        label={`${row.name}${PART_LABELS[part]}，已评分 ${done} 份，共交 ${total} 份`}
                      />
                      <span className="num">
                        {done} / {total}
                      </span>
                      {inProgress > 0 ? <span className="small quiet">{inProgress} 人在答</span> : null}
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              key: 'mine',
              header: '等我做的',
              nowrap: true,
              cell: (row) => <AwaitsMe row={row} />,
            },
            {
              key: 'time',
              header: filter.tab === 'released' ? '公布时间' : '结束时间',
              nowrap: true,
              quiet: true,
              cell: (row) => {
                const time = filter.tab === 'released' ? row.releasedAt : row.endsAt;
                const due = row.dueAt;
                return (
                  <>
                    {time === null ? '' : formatMinute(time)}
                    {due === null ? null : (
                      <span className={`block small ${due <= now ? 'font-semibold' : ''}`}>
                        阅卷期限 {formatMinute(due).slice(5)}
                        {due <= now && row.done < row.total ? '，已过' : ''}
                      </span>
                    )}
                  </>
                );
              },
            },
            {
              key: 'owner',
              header: '出题老师',
              isName: true,
              wideOnly: true,
              cell: (row) => (row.isOwner ? '我' : row.ownerName),
            },
            {
              key: 'actions',
              header: '操作',
              actions: true,
              cell: (row) => (
                <Link to={toPapers({ examId: row.id })}>
                  {row.awaitsMe > 0
                    ? '评分'
                    : row.isOwner && row.status !== 'released' && row.done === row.total
                      ? '去公布'
                      : '查看'}
                  <span className="vh">：{row.name}</span>
                </Link>
              ),
            },
          ]}
        />
        <Pagination page={page} unit="场" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { ConsistencyTables } from '~/components/scoring/consistency-tables';
import { buttonClass } from '~/components/ui/button';
import { ExamThresholds } from '~/components/ui/score-text';
import { PARTS, PART_LABELS } from '~/domain/exam/parts.rules';
import { PaperMarks } from '~/components/scoring/paper-marks';
import { lookAtMarks } from '~/domain/scoring/marking/looks.commands.server';
import { requestTime } from '~/http/request.server';
import { getConsistency } from '~/domain/scoring/marking/consistency.queries.server';
import { requireTeacher } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { toConsistencyExport, toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `评分一致性：${data?.report.exam.name ?? ''} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const params = listParams(new URL(request.url).searchParams, {
    examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
    part: z.enum(PARTS).nullable().catch(null),
    papers: z.enum(['1']).nullable().catch(null),
  });
  const report = await getConsistency(actor, params);
  return { report, marks: params.papers === null ? null : await lookAtMarks(actor, params, requestTime(request)) };
}

export default function ConsistencyPage() {
  const { report, marks } = useLoaderData<typeof loader>();
  const { exam, part } = report;
  return (
    <>
      <PageHeader
        title={`评分一致性：${exam.name}`}
        purpose={`各位阅卷老师的尺度是否一样。分数都按百分制；相差超过 ${report.limit} 分的答卷要仲裁。`}
        crumbs={[
          { label: '考试', href: toExams() },
          { label: '考试评分', href: toScoring() },
          { label: exam.name, href: toPapers({ examId: exam.id, part }) },
          { label: '一致性' },
        ]}
        actions={
          // A file: the browser follows by itself.
          <a className={buttonClass()} href={toConsistencyExport({ examId: exam.id, part })} download>
            导出
          </a>
        }
      />
      {report.parts.length > 1 ? (
        <Tabs
          label="考试部分"
          param="part"
          current={part}
          items={report.parts.map((one) => ({ label: PART_LABELS[one], value: one }))}
        />
      ) : null}
      <ConsistencyTables report={report} />
      <ExamThresholds value={report.thresholds}>
        <PaperMarks examId={exam.id} part={part} marks={marks} />
      </ExamThresholds>
    </>
  );
}

export { RouteError as ErrorBoundary };

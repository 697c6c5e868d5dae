import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { ChartImage } from '~/components/chart/chart-image';
import { MeasureTable } from '~/components/chart/measures';
import { ownImages } from '~/components/chart/own-charts.server';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { OwnExamTable, OwnScoreText } from '~/components/statistics/own-exams';
import { PracticeBesideExams } from '~/components/statistics/practice-beside-exams';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { StatTiles } from '~/components/ui/facts';
import { Empty } from '~/components/ui/feedback';
import { PART_LABELS, PARTS } from '~/domain/exam/parts.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { latestMeasures, meanScore, weekMarks } from '~/domain/statistics/own-course.rules';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toDashboard } from '~/lib/addresses/account';
import { toResults } from '~/lib/addresses/results';
import { toStudentExams } from '~/lib/addresses/sitting';
import styles from '~/styles/chart.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction = () => [{ title: '我的成绩曲线 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const [figures, { timeZone }] = await Promise.all([getStudentFigures(actor, requestTime(request)), getSchool()]);
  const { exams, weeks } = figures;
  return {
    exams,
    weeks,
    marks: weekMarks(weeks, exams, timeZone),
    measures: latestMeasures(exams),
    partMeans: PARTS.map((part) => ({
      part,
      mean: meanScore(exams.flatMap((exam) => exam.parts.filter((one) => one.part === part))),
    })),
    images: ownImages(figures, timeZone),
    timeZone,
  };
}

export default function OwnCensusPage() {
  const { exams, weeks, marks, measures, partMeans, images, timeZone } = useLoaderData<typeof loader>();
  const last = exams[exams.length - 1];
  const hasGrades = exams.some((exam) => exam.display === 'grade');
  return (
    <div className="stats">
      <PageHeader
        title="我的成绩曲线"
        purpose="已公布的考试一场接一场，旁边是这段时间的练习。"
        crumbs={[{ label: '首页', href: toDashboard() }, { label: '我的成绩曲线' }]}
        actions={<ButtonLink to={toResults()}>全部考试成绩</ButtonLink>}
      />
      {last ? (
        <>
          <StatTiles
            items={[
              { label: '已公布的考试', value: exams.length, unit: '场' },
              {
                label: '最近一次',
                value: <OwnScoreText score={last.total} thresholds={last.thresholds} word />,
                note: last.name,
              },
              ...partMeans.map(({ part, mean }) => ({
                label: `${PART_LABELS[part]}平均`,
                value: mean === null ? '—' : roundHalfUp(mean, 1),
                unit: mean === null ? undefined : '分',
                note: mean === null ? '没有显示分数的成绩' : hasGrades ? '只算显示分数的考试' : undefined,
              })),
            ]}
          />
          <Card
            title="成绩曲线"
            hint={hasGrades ? '只显示等级的考试，等级见下表' : undefined}
            className="section"
            padded={false}
          >
            {images['own-course'] ? (
              <div className="card__body chart--wide chart--latest">
                <ChartImage image={images['own-course']} />
              </div>
            ) : null}
            <OwnExamTable exams={exams} timeZone={timeZone} />
          </Card>
        </>
      ) : (
        <Card padded={false}>
          <Empty title="还没有公布的成绩" action={<Link to={toStudentExams()}>看我的考试</Link>}>
            老师公布成绩后，这里会画出你的成绩曲线。
          </Empty>
        </Card>
      )}
      {measures && images['own-radar'] && images['own-measures'] ? (
        <Card
          title="口语四项"
          hint={measures.before ? `虚线和细条是上一次（${measures.before.name}）` : undefined}
          className="section"
          padded={false}
        >
          <div className="card__body measures-pair">
            <ChartImage image={images['own-radar']} />
            <ChartImage image={images['own-measures']} />
          </div>
          <MeasureTable
            caption="口语四项得分"
            columns={[
              { header: `最近（${measures.now.name}）`, values: measures.now.values },
              ...(measures.before
                ? [{ header: `上一次（${measures.before.name}）`, values: measures.before.values }]
                : []),
            ]}
          />
        </Card>
      ) : null}
      <PracticeBesideExams image={images['own-practice']} weeks={weeks} marks={marks} />
    </div>
  );
}

export { RouteError as ErrorBoundary };

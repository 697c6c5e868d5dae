import { toStep } from '~/lib/addresses/exams';
import { toCensus, toCensusExport } from '~/lib/addresses/statistics';
import { classLabel } from '~/lib/class-label';
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import {
  classCourseChart,
  classRows,
  courseImage,
  examImages,
  periodCourseChart,
} from '~/components/chart/census-charts.server';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Tabs } from '~/components/list/tabs';
import { ClassCourse, PeriodCourse } from '~/components/statistics/course-view';
import { ExamView } from '~/components/statistics/exam-view';
import { PrintActions } from '~/components/statistics/print-actions';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { DownloadIcon, PrintIcon } from '~/components/ui/teacher-icons';
import {
  getExamCensus,
  listCensusExams,
  listClassCourse,
  listPeriodCourse,
  type CensusExam,
  type ExamCensus,
} from '~/domain/statistics/census.queries.server';
import { readCensusParams, type CensusParams } from '~/domain/statistics/census.schema';
import { listCategories, listCourseClasses, readPeriod } from '~/domain/statistics/census.rules';
import { notOutWord } from '~/domain/statistics/format.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { dayProblems } from '~/lib/day-problems.server';
import { withParams } from '~/http/with-params';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/statistics.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.byExam ? `${data.byExam.census.exam.name} - ` : ''}数据统计 - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const params = readCensusParams(Object.fromEntries(new URL(request.url).searchParams));
  const now = requestTime(request);
  const [exams, { timeZone }] = await Promise.all([listCensusExams(actor), getSchool()]);
  const isPeriod = params.view === 'period';
  return {
    params,
    timeZone,
    hasExams: exams.length > 0,
    byExam: params.view === '' ? await loadExam(actor, exams, params, now) : null,
    byClass: params.view === 'class' ? await loadClass(actor, exams, params, timeZone) : null,
    byPeriod: isPeriod ? await loadPeriod(actor, exams, params, timeZone) : null,
  };
}

async function loadExam(actor: Actor, exams: CensusExam[], params: CensusParams, now: number) {
  const census = await getExamCensus(actor, exams, { ...params, classroomId: params.classId }, now);
  if (!census) return null;
  const choices = exams.map(({ id, name, heldAt, isReleased, isPartlyReleased }) => ({
    ...{ id, name, heldAt, isReleased, isPartlyReleased },
  }));
  return { census, rows: listedRows(census), images: examImages(census), exams: choices };
}

/** The rows of the classes, which the list calls by their names now as well. */
function listedRows(census: ExamCensus) {
  return classRows(census).map((row) => {
    const known = census.exam.classes.find((one) => one.id === row.classroomId);
    return known ? { ...row, name: classLabel(known.name, known.nameNow) } : row;
  });
}

async function loadClass(actor: Actor, exams: CensusExam[], params: CensusParams, timeZone: string) {
  const classes = listCourseClasses(exams);
  const classId = classes.some((one) => one.id === params.classId) ? params.classId : (classes[0]?.id ?? 0);
  const steps = await listClassCourse(actor, exams, classId);
  return { classId, classes, steps, image: courseImage({ kind: 'class', classId }, classCourseChart(steps, timeZone)) };
}

async function loadPeriod(actor: Actor, exams: CensusExam[], params: CensusParams, timeZone: string) {
  const { from, to, category } = params;
  const steps = await listPeriodCourse(actor, exams, readPeriod(params, timeZone));
  const image = courseImage({ kind: 'period', from, to, category }, periodCourseChart(steps, timeZone));
  return { from, to, category, problems: dayProblems(params), categories: listCategories(exams), steps, image };
}

const VIEWS = [
  { label: '按考试', value: '' },
  { label: '按班级', value: 'class' },
  { label: '按时间', value: 'period' },
];

export default function CensusPage() {
  const { params, timeZone, hasExams, byExam, byClass, byPeriod } = useLoaderData<typeof loader>();
  const location = useLocation();
  const isPrint = params.print === '1';
  const exam = byExam?.census.exam;
  const tabs = <Tabs label="统计范围" param="view" current={params.view} items={VIEWS} />;
  return (
    <div className="stats">
      <PageHeader
        title={exam ? <ExamTitle exam={exam} /> : '数据统计'}
        purpose={exam ? purposeOf(exam, byExam.census.figures.total) : '按考试、班级和时间看成绩；满分都折算成 100。'}
        crumbs={exam ? [{ label: '数据统计', href: toCensus() }, { label: exam.name }] : [{ label: '数据统计' }]}
        actions={
          !hasExams ? null : isPrint ? (
            <PrintActions backHref={withParams(location, { print: null })} />
          ) : (
            <>
              {byExam ? (
                <ButtonLink
                  to={toCensusExport({
                    examId: byExam.census.exam.id,
                    classId: byExam.census.classroomId || '',
                    part: byExam.census.part ?? '',
                  })}
                  reloadDocument
                >
                  <DownloadIcon />
                  导出
                </ButtonLink>
              ) : null}
              <ButtonLink to={withParams(location, { print: 1 })}>
                <PrintIcon />
                打印
              </ButtonLink>
            </>
          )
        }
      />
      {hasExams ? null : (
        <Card padded={false}>
          <Empty title="还没有考试" action={<ButtonLink to={toStep('firstadd')}>新增考试</ButtonLink>}>
            发布考试、学生交卷、评完分以后，这里会出现统计。
          </Empty>
        </Card>
      )}
      {byExam ? (
        <ExamView {...byExam} tabs={tabs} timeZone={timeZone} openItem={params.item} isPrint={isPrint} />
      ) : null}
      {byClass && hasExams ? <ClassCourse {...byClass} tabs={tabs} timeZone={timeZone} /> : null}
      {byPeriod && hasExams ? <PeriodCourse {...byPeriod} tabs={tabs} timeZone={timeZone} /> : null}
    </div>
  );
}

function ExamTitle({ exam }: { exam: CensusExam }) {
  return (
    <>
      {exam.name} {exam.isReleased ? null : <Chip tone="warn">{notOutWord(exam)}</Chip>}
    </>
  );
}

function purposeOf(exam: CensusExam, scores: { count: number; absent: number; unscored: number }): string {
  const all = scores.count + scores.absent + scores.unscored;
  return `${exam.classes.map((one) => one.name).join('、')}，${all} 人，满分按 100 折算`;
}

export { RouteError as ErrorBoundary };

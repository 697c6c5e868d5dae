import type { LoaderFunctionArgs } from '@remix-run/node';
import { classCourseChart, EXAM_CHARTS, examChart, periodCourseChart } from '~/components/chart/census-charts.server';
import { answerChart, lookOf, type Chart } from '~/components/chart/chart.server';
import { fileOrRefusal } from '~/components/layout/refusal-page.server';
import { OWN_CHARTS, ownChart } from '~/components/chart/own-charts.server';
import { practiceChart } from '~/components/chart/practice-chart.server';
import { resultRadar } from '~/components/chart/result-chart.server';
import { listPeriods } from '~/domain/practice/progress.queries.server';
import { PERIODS_SHOWN } from '~/domain/practice/progress.rules';
import { getOwnResult } from '~/domain/scoring/result/result.queries.server';
import {
  getExamCensus,
  listCensusExams,
  listClassCourse,
  listPeriodCourse,
} from '~/domain/statistics/census.queries.server';
import { readPeriod } from '~/domain/statistics/census.rules';
import { readCensusParams, type CensusParams } from '~/domain/statistics/census.schema';
import { getStudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { notFound } from '~/lib/errors';

type Draw = (actor: Actor, params: CensusParams, now: number) => Promise<Chart | null>;

const STUDENT_CHARTS = new Map<string, Draw>([
  [
    'practice',
    async (actor, { unit }, now) => {
      const { timeZone } = await getSchool();
      return practiceChart(await listPeriods(actor, { unit, count: PERIODS_SHOWN[unit], now, timeZone }));
    },
  ],
  ...OWN_CHARTS.map((kind): [string, Draw] => [
    kind,
    async (actor, _params, now) => {
      const [figures, { timeZone }] = await Promise.all([getStudentFigures(actor, now), getSchool()]);
      return ownChart(kind, figures, timeZone);
    },
  ]),
  ['result', async (actor, { examId }, now) => resultRadar(await getOwnResult(actor, examId, now))],
]);

const TEACHER_CHARTS = new Map<string, Draw>([
  ...EXAM_CHARTS.map((kind): [string, Draw] => [
    kind,
    async (actor, params, now) => {
      const exams = await listCensusExams(actor);
      const census = await getExamCensus(actor, exams, { ...params, classroomId: params.classId }, now);
      return census ? examChart(kind, census) : null;
    },
  ]),
  [
    'class',
    async (actor, { classId }) => {
      const [exams, { timeZone }] = await Promise.all([listCensusExams(actor), getSchool()]);
      return classCourseChart(await listClassCourse(actor, exams, classId), timeZone);
    },
  ],
  [
    'period',
    async (actor, params) => {
      const [exams, { timeZone }] = await Promise.all([listCensusExams(actor), getSchool()]);
      return periodCourseChart(await listPeriodCourse(actor, exams, readPeriod(params, timeZone)), timeZone);
    },
  ],
]);

/** The charts of the statistics and result pages as images, each of the figures that its page shows. */
export function loader({ request }: LoaderFunctionArgs): Promise<Response> {
  return fileOrRefusal(() => sendChart(request));
}

async function sendChart(request: Request): Promise<Response> {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const params = readCensusParams(Object.fromEntries(searchParams));
  const draw = (isTeacher(actor) ? TEACHER_CHARTS : STUDENT_CHARTS).get(params.kind);
  const chart = (await draw?.(actor, params, requestTime(request))) ?? null;
  if (chart === null) throw notFound('图表');
  return answerChart(request, chart, lookOf(searchParams, actor.userType));
}

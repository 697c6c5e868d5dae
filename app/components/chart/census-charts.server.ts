import { MEASURES } from '~/domain/exam/measures.rules';
import type { CourseStep, ExamCensus } from '~/domain/statistics/census.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import type { MeasureMeans, ScoreFigures } from '~/domain/scoring/report/figures.rules';
import { toCensusChart } from '~/lib/addresses/statistics';
import { formatDate } from '~/lib/time';
import { chartImage, type Chart, type ChartImageData } from './chart.server';
import { courseChart } from './course-charts.server';
import { boxChart, distributionChart, itemsChart } from './exam-charts.server';
import { measuresChart, radarChart } from './measure-charts.server';
import type { MeasureValues } from './measures';

/** What the statistics pages draw, from the figures they show: the page asks for the words, the image for the drawing. */

export const EXAM_CHARTS = ['distribution', 'box', 'radar', 'measures', 'oral-items', 'written-items'] as const;
export type ExamChart = (typeof EXAM_CHARTS)[number];

/** All classes, in a row of their own before the classes. */
export const ALL_CLASSES = '全部班级';

export function classRows({ figures }: ExamCensus): { classroomId: number; name: string; scores: ScoreFigures }[] {
  const rows = figures.classes.map((one) => ({ classroomId: one.classroomId, name: one.name, scores: one.total }));
  return rows.length > 1 ? [{ classroomId: 0, name: ALL_CLASSES, scores: figures.whole.total }, ...rows] : rows;
}

/** One of the charts of an exam; null where there is nothing to draw. */
export function examChart(kind: ExamChart, census: ExamCensus): Chart | null {
  const { figures, thresholds } = census;
  if (figures.total.count === 0) return null;
  switch (kind) {
    case 'distribution':
      return distributionChart(figures.total, thresholds);
    case 'box':
      return boxChart(classRows(census));
    case 'radar':
    case 'measures': {
      if (!figures.measures) return null;
      const { measures } = figures.whole;
      const isPart = census.classroomId !== 0 && figures.classes.length > 1;
      const against = isPart && measures ? { name: ALL_CLASSES, values: valuesOf(measures) } : null;
      return kind === 'radar'
        ? radarChart(valuesOf(figures.measures), against)
        : measuresChart(valuesOf(figures.measures), against);
    }
    case 'oral-items':
      return paperChart(census, 'oral');
    case 'written-items':
      return paperChart(census, 'written');
  }
}

function paperChart({ figures }: ExamCensus, part: Part): Chart | null {
  const paper = figures.papers.find((one) => one.part === part);
  const known = (paper?.items ?? []).filter(
    (item) => item.facility.value !== null && item.discriminationIndex.value !== null,
  );
  return known.length < 3 ? null : itemsChart(known);
}

function valuesOf(means: MeasureMeans): MeasureValues {
  return Object.fromEntries(MEASURES.map((measure) => [measure, means[measure].value]));
}

/** A class over its exams, beside all classes of each. */
export function classCourseChart(steps: CourseStep[], timeZone: string): Chart {
  return courseChart({
    title: '班级平均分',
    points: pointsOf(steps, timeZone),
    lines: [
      { name: '本班平均分', values: steps.map((step) => step.scores.mean.value) },
      { name: '全部班级平均分', values: steps.map((step) => step.whole.mean.value) },
      { name: '本班及格率', values: steps.map((step) => step.scores.passRate.value) },
      { name: '本班优秀率', values: steps.map((step) => step.scores.excellentRate.value) },
    ],
  });
}

/** The exams of a time, one after the other. */
export function periodCourseChart(steps: CourseStep[], timeZone: string): Chart {
  return courseChart({
    title: '各场考试',
    points: pointsOf(steps, timeZone),
    lines: [
      { name: '平均分', values: steps.map((step) => step.scores.mean.value) },
      { name: '及格率', values: steps.map((step) => step.scores.passRate.value) },
      { name: '优秀率', values: steps.map((step) => step.scores.excellentRate.value) },
    ],
  });
}

function pointsOf(steps: CourseStep[], timeZone: string) {
  return steps.map(({ exam }) => ({
    day: exam.heldAt === null ? '' : formatDate(exam.heldAt, timeZone).slice(5),
    name: exam.name,
  }));
}

/** The images of an exam's page; the address says which exam, class and part. */
export function examImages(census: ExamCensus): Record<ExamChart, ChartImageData | null> {
  const query = { examId: census.exam.id, classId: census.classroomId || undefined, part: census.part ?? undefined };
  return Object.fromEntries(
    EXAM_CHARTS.map((kind) => {
      const chart = examChart(kind, census);
      return [kind, chart ? chartImage(toCensusChart({ kind, ...query }), chart) : null];
    }),
  ) as Record<ExamChart, ChartImageData | null>;
}

/** The image of a course; `query` says which. */
export function courseImage(query: { kind: string; [name: string]: string | number }, chart: Chart): ChartImageData {
  return chartImage(toCensusChart(query), chart);
}

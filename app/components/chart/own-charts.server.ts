import { courseOf, latestMeasures, weekMarks } from '~/domain/statistics/own-course.rules';
import type { StudentFigures } from '~/domain/statistics/student-figures.queries.server';
import { toCensusChart } from '~/lib/addresses/statistics';
import { formatDate } from '~/lib/time';
import { chartImage, type Chart, type ChartImageData } from './chart.server';
import { courseChart } from './course-charts.server';
import { measuresChart, radarChart } from './measure-charts.server';
import { practiceChart } from './practice-chart.server';
import { roundHalfUp } from '~/lib/bands';

/** What a student's own statistics draw. */

export const OWN_CHARTS = ['own-course', 'own-radar', 'own-measures', 'own-practice'] as const;
export type OwnChart = (typeof OWN_CHARTS)[number];

/** One of the charts of a student's own figures; null where there is nothing to draw. */
export function ownChart(kind: OwnChart, figures: StudentFigures, timeZone: string): Chart | null {
  if (kind === 'own-practice') {
    const marks = weekMarks(figures.weeks, figures.exams, timeZone);
    return figures.weeks.some((week) => week.total > 0) || marks.some((of) => of.length > 0)
      ? practiceChart(
          figures.weeks,
          marks.map((of) => meanOf(of.map((mark) => mark.percent))),
        )
      : null;
  }
  if (kind === 'own-course') {
    const { exams, lines, grades } = courseOf(figures.exams);
    if (exams.length === 0) return null;
    const points = exams.map(({ heldAt, name }) => ({
      day: heldAt === null ? '' : formatDate(heldAt, timeZone).slice(5),
      name,
    }));
    return courseChart({ title: '我的成绩', points, lines, grades });
  }
  const measures = latestMeasures(figures.exams);
  if (!measures) return null;
  return (kind === 'own-radar' ? radarChart : measuresChart)(measures.now.values, measures.before);
}

/** Of a week with several exams their mean; the table beneath the chart has each. */
function meanOf(percents: number[]): number | null {
  return percents.length === 0 ? null : roundHalfUp(percents.reduce((sum, one) => sum + one, 0) / percents.length);
}

/** The images of the student's page. */
export function ownImages(figures: StudentFigures, timeZone: string): Record<OwnChart, ChartImageData | null> {
  return Object.fromEntries(
    OWN_CHARTS.map((kind) => {
      const chart = ownChart(kind, figures, timeZone);
      return [kind, chart ? chartImage(toCensusChart({ kind }), chart) : null];
    }),
  ) as Record<OwnChart, ChartImageData | null>;
}

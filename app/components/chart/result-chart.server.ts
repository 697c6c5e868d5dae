import type { ResultView } from '~/domain/scoring/result/result.queries.server';
import type { Chart } from './chart.server';
import { radarChart } from './measure-charts.server';

/** The measures of a released result beside those of the exam before; null when there is nothing to draw. */
export function resultRadar(result: ResultView): Chart | null {
  const oral = result.isReleased ? result.parts.find((part) => part.part === 'oral') : undefined;
  if (!oral?.measures) return null;
  const { previousMeasures } = oral;
  return radarChart(
    oral.measures,
    previousMeasures ? { name: previousMeasures.examName, values: previousMeasures.measures } : null,
  );
}

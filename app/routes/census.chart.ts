import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { answerChart, lookOf, type Chart } from '~/components/chart/chart.server';
import { practiceChart } from '~/components/chart/practice-chart.server';
import { resultRadar } from '~/components/chart/result-chart.server';
import { listPeriods } from '~/domain/practice/progress.queries.server';
import { PERIODS_SHOWN } from '~/domain/practice/progress.rules';
import { getOwnResult } from '~/domain/scoring/result.queries.server';
import { getSchool } from '~/domain/user/school.queries.server';
import { isTeacher, type Actor } from '~/domain/user/user.rules';
import { requireUser } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { notFound } from '~/lib/errors';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);
const paramsSchema = z.object({
  kind: z.string().catch(''),
  examId: id,
  unit: z.enum(['week', 'day']).catch('week'),
});
type Params = z.infer<typeof paramsSchema>;

type Draw = (actor: Actor, params: Params, now: number) => Promise<Chart | null>;

const STUDENT_CHARTS = new Map<string, Draw>([
  [
    'practice',
    async (actor, { unit }, now) => {
      const { timeZone } = await getSchool();
      return practiceChart(await listPeriods(actor, { unit, count: PERIODS_SHOWN[unit], now, timeZone }));
    },
  ],
  ['result', async (actor, { examId }, now) => resultRadar(await getOwnResult(actor, examId, now))],
]);

/** The charts of the statistics and result pages as images, each of the figures that its page shows. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const params = paramsSchema.parse(Object.fromEntries(searchParams.entries()));
  const draw = isTeacher(actor) ? undefined : STUDENT_CHARTS.get(params.kind);
  const chart = (await draw?.(actor, params, requestTime(request))) ?? null;
  if (chart === null) throw notFound('图表');
  return answerChart(request, chart, lookOf(searchParams, actor.userType));
}

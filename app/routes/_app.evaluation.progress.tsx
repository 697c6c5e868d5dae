import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { ChartImage } from '~/components/chart/chart-image';
import { chartImage } from '~/components/chart/chart.server';
import { practiceChart } from '~/components/chart/practice-chart.server';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { Pagination } from '~/components/list/pagination';
import { Tabs } from '~/components/list/tabs';
import { PeriodsTable } from '~/components/practice/periods-table';
import { PracticeTabs } from '~/components/practice/practice-tabs';
import { RecentTable } from '~/components/practice/recent-table';
import { ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { StatTiles } from '~/components/ui/facts';
import { listBankTotals, listPeriods, listRecentTries } from '~/domain/practice/progress.queries.server';
import { PERIODS_SHOWN } from '~/domain/practice/progress.rules';
import { BANK_LABELS, BANKS } from '~/domain/question-bank/question.schema';
import { getSchool } from '~/domain/school/school.queries.server';
import { requireStudent } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { requestTime } from '~/http/request.server';
import { toDashboard } from '~/lib/addresses/account';
import { toWrong } from '~/lib/addresses/own';
import { toPractice } from '~/lib/addresses/practice';
import { toCensusChart } from '~/lib/addresses/statistics';
import listStyles from '~/styles/lists.css?url';
import styles from '~/styles/chart.css?url';

export const links: LinksFunction = () => [listStyles, styles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction = () => [{ title: '练习记录 - 考评' }];

const UNIT_LABELS = { week: '周', day: '日' };

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const filter = listParams(new URL(request.url).searchParams, {
    unit: z.enum(['week', 'day']).catch('week'),
    bank: z.enum(BANKS).optional().catch(undefined),
  });
  const { timeZone } = await getSchool();
  const count = PERIODS_SHOWN[filter.unit];
  const [totals, periods, recent] = await Promise.all([
    listBankTotals(actor, requestTime(request)),
    listPeriods(actor, { unit: filter.unit, count, now: requestTime(request), timeZone }),
    listRecentTries(actor, filter, requestTime(request)),
  ]);
  const chart = chartImage(toCensusChart({ kind: 'practice', unit: filter.unit }), practiceChart(periods));
  return { totals, periods, chart, recent, unit: filter.unit, bank: filter.bank ?? '', timeZone };
}

export default function ProgressPage() {
  const { totals, periods, chart, recent, unit, bank, timeZone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="练习记录"
        purpose="每次练习都记在这里：练了多少，对了多少，有没有进步。"
        crumbs={[{ label: '首页', href: toDashboard() }, { label: '练习', href: toPractice() }, { label: '练习记录' }]}
        actions={
          <ButtonLink to={toPractice()} variant="primary">
            开始练习
          </ButtonLink>
        }
      />
      <Card padded={false}>
        <PracticeTabs current="progress" />
        <div className="card__body">
          <StatTiles
            items={totals.map((total) => ({
              label: BANK_LABELS[total.bank],
              value: total.tries,
              unit: '次',
              note:
                total.judged > 0
                  ? `${total.questions} 道题，正确率 ${Math.round((total.right / total.judged) * 100)}%`
                  : `${total.questions} 道题`,
            }))}
          />
        </div>
      </Card>
      <div className="section grid-2">
        <Card title="练习次数与正确率" padded={false}>
          <Tabs
            label="按周或按日"
            param="unit"
            current={unit === 'week' ? '' : unit}
            items={[
              { label: '按周', value: '' },
              { label: '按日', value: 'day' },
            ]}
          />
          <div className="card__body">
            <ChartImage image={chart} caption="柱高是练习次数；“对”是理论题的正确率。" />
          </div>
        </Card>
        <Card title="同样的数字" padded={false}>
          <PeriodsTable periods={periods} unitLabel={UNIT_LABELS[unit]} />
        </Card>
      </div>
      <Card title="最近的练习" className="section" padded={false} actions={<Link to={toWrong()}>错题本</Link>}>
        <Tabs
          label="题库"
          param="bank"
          current={bank}
          items={[{ label: '全部', value: '' }, ...BANKS.map((each) => ({ label: BANK_LABELS[each], value: each }))]}
        />
        <RecentTable rows={recent.rows} timeZone={timeZone} />
        <Pagination page={recent} unit="次" />
      </Card>
    </>
  );
}

export { RouteError as ErrorBoundary };

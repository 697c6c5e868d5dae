import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { SelectField } from '~/components/form/choice-fields';
import { TextField } from '~/components/form/text-fields';
import { SittingShell } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { FilterBar } from '~/components/list/filter-bar';
import { Pagination } from '~/components/list/pagination';
import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { GradeText, ScoreText } from '~/components/ui/score-text';
import { PART_LABELS, TEST_TYPE_LABELS } from '~/domain/exam/parts.rules';
import { listHeldForResit, listOwnHistory, type HistoryRow } from '~/domain/scoring/result/history.queries.server';
import { requireStudent } from '~/http/guards.server';
import { listParams } from '~/http/list-params';
import { toResult } from '~/lib/addresses/results';
import { toOwnCensus } from '~/lib/addresses/statistics';
import { formatDate } from '~/lib/time';
import listStyles from '~/styles/list-parts.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: listStyles }];

export const meta: MetaFunction = () => [{ title: '考试成绩 - 考评' }];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const filter = listParams(new URL(request.url).searchParams, { testType: z.enum(['', '0', '1', '2']).catch('') });
  const testType = filter.testType === '' ? null : Number(filter.testType);
  return { page: await listOwnHistory(actor, { ...filter, testType }), held: await listHeldForResit(actor), filter };
}

export default function HistoryPage() {
  const { page, held, filter } = useLoaderData<typeof loader>();
  const isFiltered = filter.keyword !== '' || filter.testType !== '';
  return (
    <SittingShell title="考试成绩">
      <h1 className="vh">我的考试成绩</h1>
      <section className="card" aria-label="已公布的考试">
        <FilterBar label="查找考试">
          <TextField name="keyword" label="考试名称" width="m" defaultValue={filter.keyword} maxLength={100} />
          <SelectField
            name="testType"
            label="类型"
            width="s"
            defaultValue={filter.testType}
            placeholder="全部类型"
            options={([0, 1, 2] as const).map((value) => ({ value: String(value), label: TEST_TYPE_LABELS[value] }))}
          />
        </FilterBar>
        {held.length > 0 ? (
          <ul className="card__body">
            {held.map(({ examId, name }) => (
              <li key={examId}>
                <Link to={toResult({ examId })}>{name}</Link>：成绩已经公布，你要补考，补考有了结果再一起显示。
              </li>
            ))}
          </ul>
        ) : null}
        {page.rows.length > 0 ? (
          <ul className="history">
            {page.rows.map((row) => (
              <HistoryEntry key={row.examId} row={row} />
            ))}
          </ul>
        ) : isFiltered ? (
          <Empty title="没有符合条件的考试">换个条件再查，或点“重置”。</Empty>
        ) : held.length > 0 ? null : (
          <Empty title="还没有公布的成绩">老师公布成绩后，会出现在这里，也会有消息通知。</Empty>
        )}
        <Pagination page={page} unit="场" />
        <p className="card__foot">
          <Link to={toOwnCensus()}>我的成绩曲线</Link>
        </p>
      </section>
    </SittingShell>
  );
}

function HistoryEntry({ row }: { row: HistoryRow }) {
  return (
    <li>
      <div className="history__name">
        <Link to={toResult({ examId: row.examId })}>{row.name}</Link>
        {row.resat === '' ? null : <Chip tone="line">{row.resat}</Chip>}
        <span className="quiet small">{row.heldAt === null ? '' : formatDate(row.heldAt)}</span>
      </div>
      {row.parts.length > 1 ? (
        <dl className="history__parts small">
          {row.parts.map((part) => (
            <div key={part.part}>
              <dt className="quiet">{PART_LABELS[part.part]}</dt>
              <dd>
                {part.missing ??
                  (part.grade ? part.grade.word : <ScoreText value={part.percent} thresholds={row.thresholds} />)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="history__parts small quiet">{TEST_TYPE_LABELS[row.testType]}</p>
      )}
      <div className="history__total">
        {row.grade ? (
          <GradeText grade={row.grade} />
        ) : row.total !== null ? (
          <ScoreText value={row.total} thresholds={row.thresholds} word />
        ) : (
          <Chip tone={row.missing === '待评分' ? 'warn' : 'bad'}>{row.missing}</Chip>
        )}
      </div>
    </li>
  );
}

export { RouteError as ErrorBoundary };

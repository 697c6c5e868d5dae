import { ExamThresholds } from '~/components/ui/score-text';
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData, useLocation } from '@remix-run/react';
import { PageHeader } from '~/components/layout/page-header';
import { RouteError } from '~/components/layout/route-error';
import { LinkChoice } from '~/components/list/link-choice';
import { ClassPicker } from '~/components/scoring/class-picker';
import { BlindNote } from '~/components/scoring/blind-note';
import { ClassScoreTable } from '~/components/scoring/class-score-table';
import { ExportLinks } from '~/components/scoring/export-links';
import { ScoreSheet } from '~/components/scoring/score-sheet';
import { shownFigure, SummaryLine } from '~/components/scoring/summary-line';
import { Button, ButtonLink } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { LeftIcon, PrintIcon, RightIcon } from '~/components/ui/teacher-icons';
import { useHydrated } from '~/components/ui/use-hydrated';
import { getClassScoreList } from '~/domain/scoring/report/score-list.queries.server';
import type { ClassSummary } from '~/domain/scoring/report/score-list.rules';
import { classScoreListSchema } from '~/domain/scoring/report/score-list.schema';
import { schoolOf } from '~/http/asked-once.server';
import { requireTeacher } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { withParams } from '~/http/with-params';
import { toPapers, toScoring } from '~/lib/addresses/scoring';
import { toExams } from '~/lib/addresses/sitting';
import { formatDate } from '~/lib/time';
import sheetStyles from '~/styles/score-sheet.css?url';
import styles from '~/styles/statistics.css?url';

export const links: LinksFunction = () => [styles, sheetStyles].map((href) => ({ rel: 'stylesheet', href }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.list.classroom.name ?? ''}成绩：${data?.list.exam.name ?? ''} - 考评` },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireTeacher(request);
  const now = requestTime(request);
  const input = classScoreListSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const list = await getClassScoreList(actor, input, now);
  const school = await schoolOf(request);
  return { list, input, schoolName: school.name, printedOn: formatDate(now, school.timeZone) };
}

export default function ClassScoreListPage() {
  const { list, input, schoolName, printedOn } = useLoaderData<typeof loader>();
  const location = useLocation();
  const isHydrated = useHydrated();
  const { exam, classroom, previous, next, rows, summary, everybody } = list;
  const hasNames = input.names === '1';
  const compared = list.classes.length > 1 ? compare(summary, everybody) : undefined;
  return (
    <ExamThresholds value={exam.thresholds}>
      <>
        <div className="no-print">
          <PageHeader
            title={`${classroom.name}成绩`}
            purpose="打印出来是成绩单，一个班通常一页，备注很多时接到下一页；没有“打印”按钮时，用浏览器菜单里的打印。"
            crumbs={[
              { label: '考试', href: toExams() },
              { label: '考试评分', href: toScoring() },
              { label: exam.name, href: toPapers({ examId: exam.id, part: 'total' }) },
              { label: '班级成绩' },
            ]}
            actions={
              <>
                {previous ? (
                  <ButtonLink to={withParams(location, { classId: previous.id })} rel="prev">
                    <LeftIcon />
                    上一班<span className="vh">：{previous.name}</span>
                  </ButtonLink>
                ) : null}
                {next ? (
                  <ButtonLink to={withParams(location, { classId: next.id })} rel="next">
                    下一班<span className="vh">：{next.name}</span>
                    <RightIcon />
                  </ButtonLink>
                ) : null}
                {isHydrated ? (
                  <Button type="button" variant="primary" onClick={() => window.print()}>
                    <PrintIcon />
                    打印
                  </Button>
                ) : null}
              </>
            }
          />
          <ClassPicker classes={list.classes} current={classroom.id} />
          <Card padded={false}>
            <div className="scorelist__head">
              <SummaryLine summary={summary} compared={compared} />
            </div>
            <div className="toolbar">
              <LinkChoice
                label="次序"
                param="by"
                current={input.by}
                options={[
                  ['number', '按学号'],
                  ['rank', '按名次'],
                ]}
              />
              <LinkChoice
                label="姓名"
                param="names"
                current={input.names}
                options={[
                  ['1', '显示姓名'],
                  ['0', '不显示姓名'],
                ]}
              />
              {hasNames ? null : <span className="quiet small">只有学号，可以张贴。</span>}
              <div className="row push">
                <ExportLinks
                  examId={exam.id}
                  isByCode={!list.hasPaperLinks}
                  filter={{ classId: classroom.id, sort: input.by === 'rank' ? 'rank' : 'account' }}
                />
              </div>
            </div>
            <BlindNote left={list.blindLeft} isMarker={list.isBlindMarker} />
            <ClassScoreTable
              rows={rows}
              classroom={classroom}
              hasNames={hasNames}
              hasExamRank={list.classes.length > 1}
              hasPaperLinks={list.hasPaperLinks && hasNames}
              isScaled={exam.isScaled}
            />
          </Card>
        </div>
        <ScoreSheet
          {...{ schoolName, printedOn, rows, summary, hasNames }}
          examName={exam.name}
          className={classroom.name}
          isScaled={exam.isScaled}
          hasExamRank={list.classes.length > 1}
          compared={compared}
        />
      </>
    </ExamThresholds>
  );
}

/** 年级 76.1，+2.2: the mean of everybody in the exam, and how far the class is from it. */
function compare(own: ClassSummary, everybody: ClassSummary): string | undefined {
  if (own.mean === null || everybody.mean === null) return undefined;
  // Of the two as they are shown: whoever subtracts them gets the same.
  const difference = Number(shownFigure(own.mean)) - Number(shownFigure(everybody.mean));
  const size = shownFigure(Math.abs(difference));
  const sign = size === '0.0' ? '±' : difference > 0 ? '+' : '−';
  return `年级 ${shownFigure(everybody.mean)}，${sign}${size}`;
}

export { RouteError as ErrorBoundary };

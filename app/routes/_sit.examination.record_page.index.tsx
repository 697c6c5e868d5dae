import { ExamThresholds } from '~/components/ui/score-text';
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { chartImage, type ChartImageData } from '~/components/chart/chart.server';
import { resultRadar } from '~/components/chart/result-chart.server';
import { SittingShell } from '~/components/exam/sitting-shell';
import { RouteError } from '~/components/layout/route-error';
import { ReceiptCard } from '~/components/scoring/receipt-card';
import { ResultHead, TeacherComments } from '~/components/scoring/result-parts';
import { OralResult } from '~/components/scoring/oral-result';
import { WrittenResult } from '~/components/scoring/written-result';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Empty, Note } from '~/components/ui/feedback';
import { ClockIcon } from '~/components/ui/icons';
import { PublishOffer } from '~/components/work/publish-offer';
import type { ReceiptNote } from '~/domain/attempt/attempt.rules';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { noteFormulasOfPaper } from '~/domain/question-bank/shown-formulas.commands.server';
import { getOwnResult, type ResultView } from '~/domain/scoring/result/result.queries.server';
import { listOffersOfResult, type WorkOffer } from '~/domain/work/publish.queries.server';
import { requireStudent } from '~/http/guards.server';
import { requestTime } from '~/http/request.server';
import { toResults } from '~/lib/addresses/results';
import { toCensusChart } from '~/lib/addresses/statistics';
import { toThreads } from '~/lib/addresses/works';
import styles from '~/styles/chart.css?url';

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `成绩：${data?.result.exam.name ?? ''} - 考评` },
];

const paramsSchema = z.object({ examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0) });

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireStudent(request);
  const { examId } = paramsSchema.parse(Object.fromEntries(new URL(request.url).searchParams.entries()));
  const result = await getOwnResult(actor, examId, requestTime(request));
  if (result.isReleased) {
    const papers = result.parts.map(({ items }) => items.map(({ snapshot }) => snapshot));
    await noteFormulasOfPaper(actor.id, papers, requestTime(request));
  }
  const radar = resultRadar(result);
  const offers = result.isReleased ? await listOffersOfResult(actor, result.parts) : [];
  const handedIn = (result.isReleased ? result.parts : result.handedIn).flatMap(({ attempt }) => attempt ?? []);
  const notes: Notes = {};
  for (const attempt of handedIn) notes[attempt.id] = await listReceiptNotes(attempt);
  const waitsFor =
    !result.isReleased && result.awaitsResit
      ? '你有一次补考。补考评完分以后，这里再显示得分、评语和解析，同时会发消息通知你。'
      : '老师评完分并公布后，这里会显示得分、评语和解析，同时会发消息通知你。';
  return {
    result,
    waitsFor,
    offers,
    notes,
    radar: radar ? chartImage(toCensusChart({ kind: 'result', examId }), radar) : null,
  };
}

/** What stands on the receipts, by attempt. */
type Notes = Record<number, ReceiptNote[]>;

export default function RecordPage() {
  const { result, waitsFor, offers, notes, radar } = useLoaderData<typeof loader>();
  return (
    <SittingShell title={result.exam.name}>
      <h1 className="vh">{result.exam.name}成绩</h1>
      {result.isReleased ? (
        <Released result={result} offers={offers} notes={notes} radar={radar} />
      ) : (
        <Waiting result={result} notes={notes} waitsFor={waitsFor} />
      )}
    </SittingShell>
  );
}

function Released({
  result,
  offers,
  notes,
  radar,
}: {
  result: Extract<ResultView, { isReleased: true }>;
  offers: WorkOffer[];
  notes: Notes;
  radar: ChartImageData | null;
}) {
  const { exam, total, grade, place, parts } = result;
  const sat = parts.filter((part) => part.attempt !== null);
  const isAbsent = parts.every((part) => part.missing === '缺考');
  return (
    <ExamThresholds value={result.thresholds}>
      <ResultHead
        total={total}
        grade={grade}
        place={place}
        parts={parts}
        thresholds={result.thresholds}
        releasedAt={exam.releasedAt}
        ownerName={result.releasedBy}
        isOfUnrounded={result.isOfUnrounded}
        display={result.display}
      />
      <div className="exam__grid">
        <div className="exam__col">
          {isAbsent ? <Note tone="bad">这场考试你缺考了，没有成绩。需要补考请联系老师。</Note> : null}
          {parts
            .filter((part) => part.missing !== null && !isAbsent)
            .map((part) => (
              <Note key={part.part} tone={part.missing === '缺考' ? 'bad' : 'warn'}>
                {part.missing === '缺考'
                  ? `${PART_LABELS[part.part]}缺考，没有成绩。需要补考请联系老师。`
                  : `${PART_LABELS[part.part]}已交卷，还没有评完，现在没有成绩。`}
              </Note>
            ))}
          {parts
            .filter((part) => part.resit !== '')
            .map((part) => (
              <Note key={`${part.part} again`}>
                {parts.length > 1 ? PART_LABELS[part.part] : ''}
                {part.resit}。
              </Note>
            ))}
          <TeacherComments parts={parts} />
          {sat.map((part) =>
            part.part === 'oral' ? (
              <OralResult key="oral" part={part} radar={radar} />
            ) : (
              <WrittenResult key="written" part={part} display={result.display} />
            ),
          )}
        </div>
        <aside className="exam__side">
          {sat.map(({ part, attempt }) =>
            attempt ? <ReceiptCard key={part} attempt={attempt} notes={notes[attempt.id] ?? []} /> : null,
          )}
          {offers.length > 0 ? (
            <Card title="高分作品">
              {offers.map((offer) => (
                <p key={offer.source.attemptId} className="mb-2">
                  <PublishOffer
                    offer={offer}
                    what={
                      sat.find((part) => part.attempt?.id === offer.source.attemptId)?.part === 'oral' ? '口语' : '笔试'
                    }
                  />
                </p>
              ))}
              <p className="small quiet">通过老师审核后展示给大家，可以匿名。</p>
            </Card>
          ) : null}
          <Card>
            <ul className="sidelinks">
              <li>
                <Link to={toThreads({ ask: 1, subject: 'score', examId: exam.id })}>向老师提问</Link>
              </li>
              <li>
                <Link to={toResults()}>全部考试成绩</Link>
              </li>
            </ul>
          </Card>
        </aside>
      </div>
    </ExamThresholds>
  );
}

function Waiting({
  result,
  notes,
  waitsFor,
}: {
  result: Extract<ResultView, { isReleased: false }>;
  notes: Notes;
  /** What has to happen before there is a result, said by the server. */
  waitsFor: string;
}) {
  return (
    <div className="exam__grid">
      <div className="exam__col">
        <section className="card">
          <Empty title="未公布" icon={ClockIcon}>
            {waitsFor}
          </Empty>
        </section>
        <section className="card">
          <ul className="others">
            {result.handedIn.map(({ part, attempt, isOver }) => (
              <li key={part}>
                <span>{PART_LABELS[part]}</span>
                {attempt === null ? (
                  <Chip tone={isOver ? 'bad' : 'line'}>{isOver ? '缺考' : '还没有作答'}</Chip>
                ) : attempt.state === 'in_progress' ? (
                  <Chip tone="theme">答题中</Chip>
                ) : (
                  <Chip tone="good">已交卷</Chip>
                )}
              </li>
            ))}
          </ul>
        </section>
      </div>
      <aside className="exam__side">
        {result.handedIn.map(({ attempt }) =>
          attempt && attempt.state !== 'in_progress' ? (
            <ReceiptCard key={attempt.id} attempt={attempt} notes={notes[attempt.id] ?? []} />
          ) : null,
        )}
      </aside>
    </div>
  );
}

export { RouteError as ErrorBoundary };

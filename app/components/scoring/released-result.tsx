import { Link } from '@remix-run/react';
import type { ChartImageData } from '~/components/chart/chart.server';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { ExamThresholds } from '~/components/ui/score-text';
import { PublishOffer } from '~/components/work/publish-offer';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ResultView } from '~/domain/scoring/result/result.queries.server';
import type { WorkOffer } from '~/domain/work/publish.queries.server';
import { toResults } from '~/lib/addresses/results';
import { toThreads } from '~/lib/addresses/works';
import { OralResult } from './oral-result';
import { ReceiptCard, type ReceiptNotes } from './receipt-card';
import { ResultHead, TeacherComments } from './result-parts';
import { WrittenResult } from './written-result';

/** A released result: the total and its parts, what the teachers wrote, every item, and the receipts. */
export function ReleasedResult({
  result,
  offers,
  notes,
  radar,
}: {
  result: Extract<ResultView, { isReleased: true }>;
  offers: WorkOffer[];
  notes: ReceiptNotes;
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
          {isAbsent ? <Note tone="bad">这场考试你缺考了，没有成绩。{adviceOf(parts)}</Note> : null}
          {parts
            .filter((part) => part.missing !== null && !isAbsent)
            .map((part) => (
              <Note key={part.part} tone={part.missing === '缺考' ? 'bad' : 'warn'}>
                {part.missing === '缺考'
                  ? `${PART_LABELS[part.part]}缺考，没有成绩。${adviceOf([part])}`
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

/** The same as the message says: who has missed the re-sit too is not told to ask for one. */
function adviceOf(parts: { resit: string }[]): string {
  return parts.some((part) => part.resit !== '') ? '如有特殊情况请联系老师。' : '需要补考请联系老师。';
}

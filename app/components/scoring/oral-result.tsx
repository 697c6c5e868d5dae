import { Fragment } from 'react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { MeasureList } from '~/components/chart/measures';
import { AudioPlayer } from '~/components/media/audio-player';
import { MomentLink } from '~/components/media/moment-link';
import { QuestionReview } from '~/components/question/question-review';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { MEASURES, MEASURE_LABELS, type Measure } from '~/domain/exam/measures.rules';
import { formatMoment } from '~/domain/scoring/marking/notes.rules';
import type { ResultItem, ResultPart } from '~/domain/scoring/result/result.queries.server';
import { formatSecond } from '~/lib/time';
import { Verdict } from './verdict';
import { ClosedItems, Outcomes, Remarks } from './result-remarks';
import { Shown } from './result-parts';

/** The oral part: the four measures as a figure and as figures, and the own recordings. */
export function OralResult({ part, radar }: { part: ResultPart; radar: ChartImageData | null }) {
  const { measures, previousMeasures } = part;
  return (
    <Card
      title="口语"
      hint={part.items.length + part.closedCount > 1 ? `${part.items.length + part.closedCount} 题平均` : undefined}
      padded={false}
    >
      {measures ? (
        <div className="card__body radar">
          {radar ? (
            <ChartImage
              image={radar}
              caption={previousMeasures ? `虚线是上一次（${previousMeasures.examName}）` : undefined}
            />
          ) : null}
          <MeasureList
            values={measures}
            note={(measure) => (previousMeasures ? compare(measure, measures, previousMeasures.measures) : null)}
          />
          {part.isMean ? (
            <p className="small quiet">
              由几位老师分别评分：得分和每项指标，各自按老师们给的分数平均，再四舍五入；用这里的指标自己算，可能会差一分。
            </p>
          ) : null}
        </div>
      ) : null}
      {part.measureGrades ? (
        <dl className="card__body dl">
          {MEASURES.map((measure) => (
            <Fragment key={measure}>
              <dt>{MEASURE_LABELS[measure]}</dt>
              <dd>{part.measureGrades?.[measure]?.word ?? '不适用'}</dd>
            </Fragment>
          ))}
        </dl>
      ) : null}
      <ClosedItems part={part} />
      {part.items.map((item) => (
        <section key={item.id} className="card__body card__foot" aria-labelledby={`oral-${item.id}-number`}>
          <div className="row result-head">
            <h3 id={`oral-${item.id}-number`}>
              {part.items.length + part.closedCount > 1 ? `口语 ${item.number}：` : ''}
              {item.snapshot.title}
            </h3>
            {item.auto?.isCredited ? <Verdict auto={item.auto} /> : null}
            {item.percent === null && item.grade === null ? null : <Shown percent={item.percent} grade={item.grade} />}
          </div>
          {item.remark === '' ? null : <Note tone="warn">{item.remark}。</Note>}
          <Outcomes item={item} />
          {item.takes.length === 0 ? <p className="quiet">没有录音</p> : null}
          {chosenFirst(item).map((take) => (
            <div key={take.id} className="heard">
              <p className="small quiet">
                我的录音，第 {take.number} 条{take.isChosen ? '（计分）' : ''}，{formatSecond(take.receivedAt)}
              </p>
              <AudioPlayer
                src={take.url}
                durationMs={take.durationMs}
                promisedMs={take.promisedMs}
                label={`第 ${take.number} 条录音`}
                removedOn={take.removedOn}
              />
              <TakeNotes take={take} notes={item.notes.filter((note) => note.takeId === take.id)} />
            </div>
          ))}
          <Remarks comments={item.comments} />
          <details className="late">
            <summary>看原文和关键词</summary>
            <QuestionReview question={withKeyWords(item)} titleId={`oral-${item.id}`} heading="h3" />
          </details>
        </section>
      ))}
    </Card>
  );
}

/** What the examiners said at seconds of a recording; each leads there. */
function TakeNotes({ take, notes }: { take: ResultItem['takes'][number]; notes: ResultItem['notes'] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="bullets" aria-label={`第 ${take.number} 条录音的批注`}>
      {notes.map((note, index) => (
        <li key={index}>
          {take.removedOn === null ? (
            <MomentLink src={take.url} atMs={note.atMs}>
              {formatMoment(note.atMs)}
            </MomentLink>
          ) : (
            formatMoment(note.atMs)
          )}{' '}
          {note.text}
        </li>
      ))}
    </ul>
  );
}

function withKeyWords(item: ResultItem): ResultItem['snapshot'] {
  return { ...item.snapshot, keyPoints: item.keyWords };
}

function chosenFirst(item: ResultItem): ResultItem['takes'] {
  return [...item.takes].sort((a, b) => Number(b.isChosen) - Number(a.isChosen) || a.number - b.number);
}

function compare(
  measure: Measure,
  now: Record<Measure, number | null>,
  before: Record<Measure, number | null>,
): string | null {
  const [a, b] = [now[measure], before[measure]];
  if (a === null || b === null) return null;
  return `比上次 ${a >= b ? '+' : '−'}${Math.abs(a - b)}`;
}

import { toResult } from '~/lib/addresses/results';
import { roundShares } from '~/lib/shares';
import { Fragment } from 'react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { MeasureList } from '~/components/chart/measures';
import { Link, useSearchParams } from '@remix-run/react';
import { AudioPlayer } from '~/components/media/audio-player';
import { MomentLink } from '~/components/media/moment-link';
import { PhotoGrid } from '~/components/media/photo-grid';
import { QuestionReview } from '~/components/question/question-review';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { Note } from '~/components/ui/feedback';
import { BandText, GradeText, PercentBand, ScoreText } from '~/components/ui/score-text';
import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { MEASURES, MEASURE_LABELS, type Measure } from '~/domain/exam/measures.rules';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import { formatMoment } from '~/domain/scoring/marking/notes.rules';
import type { ResultSection } from '~/domain/scoring/result/result-display.rules';
import type { ResultItem, ResultPart } from '~/domain/scoring/result/result.queries.server';
import { areWordsPainted, GRADE_BANDS, gradeLegend, type GradeThresholds } from '~/lib/bands';
import type { ShownGrade } from '~/domain/scoring/report/score-list.rules';
import {
  formatPoints,
  markingPointMaxima,
  totalMissingWord,
  withoutMarkingPoints,
} from '~/domain/scoring/paper/scoring.rules';
import { formatMinute, formatSecond } from '~/lib/time';
import { CorrectionChip, Verdict } from './verdict';
import { PhotoSheet } from './photo-sheet';

/** Whether its student sees points or grades, also of what has neither yet. */
type Display = 'points' | 'grade';

/** The total with its band, the parts, and what the bands mean. */
export function ResultHead({
  total,
  grade,
  place,
  parts,
  thresholds,
  releasedAt,
  ownerName,
  isOfUnrounded,
  display,
}: {
  total: number | null;
  grade: ShownGrade | null;
  place: { rank: number; count: number } | null;
  parts: Pick<ResultPart, 'part' | 'weight' | 'percent' | 'grade' | 'missing'>[];
  thresholds: GradeThresholds;
  releasedAt: number | null;
  ownerName: string;
  /** Whether the total differs from what the parts come to as they are shown. */
  isOfUnrounded: boolean;
  display: Display;
}) {
  const weights = parts.reduce((sum, part) => sum + part.weight, 0);
  const shares = roundShares(parts.map((part) => (part.weight / weights) * 100));
  const isInGrades = display === 'grade';
  const isPainted = areWordsPainted(thresholds);
  return (
    <section className="card headline" aria-label="总分">
      <div>
        <p className="quiet">{isInGrades ? '总评' : '总分'}</p>
        {total === null && grade === null ? (
          <p className="headline__word">{totalMissingWord(parts)}</p>
        ) : (
          <Shown percent={total} grade={grade} size="xl" />
        )}
        {place ? (
          <p>
            班级第 {place.rank} 名（共 {place.count} 人）
          </p>
        ) : null}
        <p className="small quiet">
          {releasedAt === null ? '' : `${formatMinute(releasedAt)} ${ownerName === '' ? '' : `由${ownerName}老师`}公布`}
        </p>
      </div>
      <dl>
        {parts.map((part, index) => (
          <div key={part.part}>
            <dt>
              {PART_LABELS[part.part]}{' '}
              {parts.length > 1 && weights > 0 ? <span className="quiet">占 {shares[index]}%</span> : null}
            </dt>
            <dd>
              {part.missing !== null ? (
                <Chip tone={part.missing === '缺考' ? 'bad' : 'warn'}>{part.missing}</Chip>
              ) : (
                <Shown percent={part.percent} grade={part.grade} size="l" />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {isOfUnrounded ? <p className="small quiet">总分按各部分取整前的得分计算，最后四舍五入。</p> : null}
      {isInGrades ? null : (
        <p className="legend bandkey small">
          {gradeLegend(thresholds).map(({ grade: one, text }) => (
            <span key={one}>{isPainted ? <BandText band={GRADE_BANDS[one]}>{text}</BandText> : text}</span>
          ))}
        </p>
      )}
    </section>
  );
}

/** Points with their band, or the grade alone where the exam shows no points. */
function Shown({
  percent,
  grade,
  size,
}: {
  percent: number | null;
  grade: ShownGrade | null;
  size?: 'm' | 'l' | 'xl';
}) {
  return grade ? <GradeText grade={grade} size={size} /> : <ScoreText value={percent} word size={size} />;
}

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

/** The written part: every item's points at a glance, then each with answer, key and analysis. */
export function WrittenResult({ part, display }: { part: ResultPart; display: Display }) {
  const isInGrades = display === 'grade';
  const headed = byFirstItem(part);
  return (
    <>
      <section className="card">
        <table className="table">
          <caption>
            笔试{part.earned === null ? '' : ` ${formatPoints(part.earned)} / ${formatPoints(part.fullPoints)}`}
          </caption>
          <thead>
            <tr>
              <th scope="col">题号</th>
              <th scope="col">题型</th>
              {isInGrades ? null : (
                <th scope="col" className="end">
                  得分
                </th>
              )}
              <th scope="col">等级</th>
            </tr>
          </thead>
          <tbody>
            {part.items.map((item) => (
              <Fragment key={item.id}>
                {headed.has(item.id) ? (
                  <tr>
                    <th scope="rowgroup" colSpan={2}>
                      {headed.get(item.id)?.heading}
                      <Withheld section={headed.get(item.id)} items={part.items} />
                    </th>
                    {isInGrades ? null : (
                      <td className="end nowrap">
                        <SectionPoints section={headed.get(item.id)} />
                      </td>
                    )}
                    <td />
                  </tr>
                ) : null}
                <tr>
                  <th scope="row">
                    <a href={`#item-${item.id}`}>第 {item.number} 题</a>
                  </th>
                  <td>{questionKindLabel(item.snapshot)}</td>
                  {isInGrades ? null : (
                    <td className="end nowrap">
                      <b>{item.earned === null ? '—' : formatPoints(item.earned)}</b>{' '}
                      <span className="quiet">/ {formatPoints(item.points)}</span>
                    </td>
                  )}
                  <td className="nowrap">
                    {item.grade ? (
                      <BandText band={item.grade.band}>{item.grade.word}</BandText>
                    ) : item.percent === null ? null : (
                      <PercentBand percent={item.percent} />
                    )}
                  </td>
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
      <ClosedItems part={part} />
      {part.items.map((item) => (
        <Fragment key={item.id}>
          {headed.has(item.id) ? (
            <div className="mt-4 mb-2">
              <h2 className="part-title">
                {headed.get(item.id)?.heading}
                <Withheld section={headed.get(item.id)} items={part.items} />
              </h2>
              <p className="whitespace-pre-wrap">
                <RichText text={headed.get(item.id)?.instructions ?? ''} />
              </p>
            </div>
          ) : null}
          <WrittenItem item={item} isInGrades={isInGrades} />
        </Fragment>
      ))}
    </>
  );
}

/** The sections by the first of their questions that is shown. */
function byFirstItem({ items, sections }: ResultPart): Map<number, ResultSection> {
  const shown = new Set(items.map((item) => item.id));
  return new Map(
    sections.flatMap((section) => {
      const first = section.itemIds.find((id) => shown.has(id));
      return first === undefined ? [] : [[first, section] as const];
    }),
  );
}

/** How many of the questions that a section's heading counts are not shown for a while. */
function Withheld({ section, items }: { section: ResultSection | undefined; items: ResultItem[] }) {
  const count = section?.itemIds.filter((id) => items.every((item) => item.id !== id)).length ?? 0;
  return count === 0 ? null : <span className="quiet small">，其中 {count} 题暂时不能看</span>;
}

function SectionPoints({ section }: { section: ResultSection | undefined }) {
  if (!section || section.earned === null) return null;
  return (
    <>
      <b>{formatPoints(section.earned)}</b> <span className="quiet">/ {formatPoints(section.points)}</span>
    </>
  );
}

/** What is left out of a result for a while, and why. */
function ClosedItems({ part: { closedCount } }: { part: ResultPart }) {
  if (closedCount === 0) return null;
  return <Note>有 {closedCount} 题正在考试中使用，考试全部结束后才能查看；总分不受影响。</Note>;
}

function WrittenItem({ item, isInGrades }: { item: ResultItem; isInGrades: boolean }) {
  const isBlank = item.photos.length === 0 && (item.answer === null || isBlankAnswer(item.answer.value));
  return (
    <Card
      id={`item-${item.id}`}
      title={`第 ${item.number} 题`}
      hint={questionKindLabel(item.snapshot)}
      actions={
        <>
          <Verdict auto={item.earned === null && item.grade === null ? null : item.auto} />
          <CorrectionChip correction={item.correction} />
          {item.grade ? (
            <GradeText grade={item.grade} />
          ) : (
            <span className="nowrap">
              <b>{item.earned === null ? '待评分' : formatPoints(item.earned)}</b>{' '}
              {isInGrades ? null : <span className="quiet">/ {formatPoints(item.points)} 分</span>}
            </span>
          )}
        </>
      }
    >
      <QuestionReview
        question={item.earnedPoints ? withoutMarkingPoints(item.snapshot) : item.snapshot}
        titleId={`item-${item.id}-title`}
        heading="h3"
        answer={item.answer?.value ?? (isBlank ? {} : null)}
        points={item.points}
      >
        {item.photos.length > 0 ? <HandedInPhotos item={item} /> : null}
      </QuestionReview>
      {item.remark === '' ? null : <Note tone="warn">{item.remark}。</Note>}
      <EarnedPoints item={item} />
      <Outcomes item={item} />
      <Remarks comments={item.comments} />
    </Card>
  );
}

/** What was taken off or given, rule by rule. */
function Outcomes({ item }: { item: ResultItem }) {
  return (
    <>
      {item.outcomes.map((outcome, index) => (
        <table key={index} className="table">
          <caption>
            {outcome.name}：{formatPoints(outcome.result)} / {formatPoints(outcome.full)}
          </caption>
          <thead>
            <tr>
              <th scope="col">评分项</th>
              <th scope="col" className="end">
                {outcome.kind === 'deductions' ? '扣分' : '得分'}
              </th>
            </tr>
          </thead>
          <tbody>
            {outcome.lines.length === 0 ? (
              <tr>
                <td>整题记 0 分</td>
                <td className="end">−{formatPoints(outcome.full)}</td>
              </tr>
            ) : null}
            {outcome.lines.map((line) => (
              <tr key={line.id}>
                <th scope="row">
                  {line.name}
                  {line.note === '' ? null : <span className="quiet"> {line.note}</span>}
                </th>
                <td className="end nowrap">
                  {outcome.kind === 'deductions' && line.points > 0 ? '−' : ''}
                  <b>{formatPoints(line.points)}</b>
                  {line.maximum === null ? null : <span className="quiet"> / {formatPoints(line.maximum)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}

/** The photos handed in; where an examiner drew on them large, with the marks, which a link hides and shows. */
function HandedInPhotos({ item }: { item: ResultItem }) {
  const [search] = useSearchParams();
  const count = item.photoMarks.reduce((sum, shapes) => sum + shapes.length, 0);
  const isHidden = search.get('marks') === '0';
  const alt = (index: number) => `我的答卷照片 ${index + 1} / ${item.photos.length}`;
  if (count === 0)
    return <PhotoGrid photos={item.photos.map((photo, index) => ({ url: photo.url, alt: alt(index) }))} />;
  return (
    <>
      <p className="small">
        老师在照片上批注了 {count} 处。
        <Link
          to={toResult({ examId: search.get('examId') ?? '', marks: isHidden ? undefined : 0 }, `item-${item.id}`)}
          preventScrollReset
        >
          {isHidden ? '显示批注' : '隐藏批注'}
        </Link>
      </p>
      <ul className="sheets">
        {item.photos.map((photo, index) => (
          <li key={photo.id}>
            <PhotoSheet
              photo={photo}
              alt={`${alt(index)}${isHidden ? '' : `，批注 ${item.photoMarks[index]?.length ?? 0} 处`}`}
              layers={isHidden ? [] : [{ key: 'marks', shapes: item.photoMarks[index] ?? [] }]}
            />
            <a className="small" href={photo.url} target="_blank" rel="noreferrer">
              打开第 {index + 1} 张原图
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What each marking point earned. */
function EarnedPoints({ item }: { item: ResultItem }) {
  const { earnedPoints, snapshot } = item;
  if (!earnedPoints || snapshot.bank !== 'written') return null;
  const maxima = markingPointMaxima(
    snapshot.body.markingPoints.map((point) => point.points),
    item.points,
  );
  return (
    <ul className="bullets" aria-label="各要点得分">
      {snapshot.body.markingPoints.map((point, index) => (
        <li key={index}>
          <RichText text={point.text} imageIds={snapshot.imageIds} />：<b>{formatPoints(earnedPoints[index] ?? 0)}</b>{' '}
          <span className="quiet">/ {formatPoints(maxima[index] ?? 0)} 分</span>
        </li>
      ))}
    </ul>
  );
}

function Remarks({ comments }: { comments: string[] }) {
  return (
    <>
      {comments.map((comment, index) => (
        <blockquote key={index} className="remark">
          <p className="whitespace-pre-wrap">
            <RichText text={comment} />
          </p>
        </blockquote>
      ))}
    </>
  );
}

/** The comments on whole parts. */
export function TeacherComments({ parts }: { parts: ResultPart[] }) {
  const comments = parts.flatMap((part) => part.comments.map((comment) => ({ ...comment, part: part.part })));
  if (comments.length === 0) return null;
  return (
    <Card title="老师评语">
      {comments.map((comment, index) => (
        <blockquote key={index} className="remark">
          <p className="whitespace-pre-wrap">
            <RichText text={comment.text} />
          </p>
          <footer className="quiet small">
            {comment.examiner}，{PART_LABELS[comment.part]}
          </footer>
        </blockquote>
      ))}
    </Card>
  );
}

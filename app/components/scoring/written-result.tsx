import { toResult } from '~/lib/addresses/results';
import { Fragment } from 'react';
import { Link, useSearchParams } from '@remix-run/react';
import { PhotoGrid } from '~/components/media/photo-grid';
import { QuestionReview } from '~/components/question/question-review';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Note } from '~/components/ui/feedback';
import { BandText, GradeText, PercentBand } from '~/components/ui/score-text';
import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import { questionKindLabel } from '~/domain/question-bank/question.rules';
import type { ResultSection } from '~/domain/scoring/result/result-display.rules';
import type { ResultItem, ResultPart } from '~/domain/scoring/result/result.queries.server';
import { formatPoints, markingPointMaxima, withoutMarkingPoints } from '~/domain/scoring/paper/scoring.rules';
import { CorrectionChip, Verdict } from './verdict';
import { PhotoSheet } from './photo-sheet';
import { ClosedItems, Outcomes, type Display, Remarks } from './result-remarks';

/** The written part of a result: its sections, its questions, what was answered and what was earned. */

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

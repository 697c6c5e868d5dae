import { roundShares } from '~/lib/shares';
import { RichText } from '~/components/question/rich-text';
import { Card } from '~/components/ui/card';
import { Chip } from '~/components/ui/chip';
import { BandText, GradeText, ScoreText } from '~/components/ui/score-text';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ResultPart } from '~/domain/scoring/result/result.queries.server';
import { areWordsPainted, GRADE_BANDS, gradeLegend, type GradeThresholds } from '~/lib/bands';
import type { ShownGrade } from '~/domain/scoring/report/score-list.rules';
import { isOtherScale, totalMissingWord, totalWord } from '~/domain/scoring/paper/scoring.rules';
import { formatMinute } from '~/lib/time';
import { type Display } from './result-remarks';

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
  parts: Pick<ResultPart, 'part' | 'weight' | 'percent' | 'grade' | 'missing' | 'fullPoints'>[];
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
  const isScaled = parts.some(({ part, fullPoints }) => part === 'written' && isOtherScale(fullPoints));
  const isPainted = areWordsPainted(thresholds);
  return (
    <section className="card headline" aria-label="总分">
      <div>
        <p className="quiet">{isInGrades ? '总评' : totalWord(isScaled)}</p>
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
export function Shown({
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

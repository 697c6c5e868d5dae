import { Link } from '@remix-run/react';
import { Chip } from '~/components/ui/chip';
import { BandText, ScoreText } from '~/components/ui/score-text';
import { GRADE_BANDS, GRADE_WORDS } from '~/domain/scoring/report/score-list.rules';
import type { OwnExam, OwnScore } from '~/domain/statistics/student-figures.queries.server';
import { toResult } from '~/lib/addresses/results';
import type { GradeThresholds } from '~/lib/bands';
import { formatDate } from '~/lib/time';

/** Points with their band, the grade alone where the exam shows no more, or the word for why there is neither. */
export function OwnScoreText({
  score,
  thresholds,
  word = false,
}: {
  score: Omit<OwnScore, 'missing'> & { missing: string | null };
  thresholds: GradeThresholds;
  word?: boolean;
}) {
  if (score.grade !== null) return <BandText band={GRADE_BANDS[score.grade]}>{GRADE_WORDS[score.grade]}</BandText>;
  if (score.percent !== null) return <ScoreText value={score.percent} thresholds={thresholds} word={word} />;
  return <Chip tone={score.missing === '待评分' ? 'warn' : 'bad'}>{score.missing ?? '没有成绩'}</Chip>;
}

/** The student's released exams, newest first. A place stands only where the teacher shows it. */
export function OwnExamTable({ exams, timeZone }: { exams: OwnExam[]; timeZone: string }) {
  const hasPlace = exams.some((exam) => exam.place !== null);
  return (
    <table className="table cards">
      <caption className="vh">每场考试的成绩</caption>
      <thead>
        <tr>
          <th scope="col">考试</th>
          <th scope="col">日期</th>
          <th scope="col">口语</th>
          <th scope="col">笔试</th>
          <th scope="col">总分</th>
          {hasPlace ? <th scope="col">班内名次</th> : null}
        </tr>
      </thead>
      <tbody>
        {[...exams].reverse().map((exam) => (
          <tr key={exam.examId}>
            <th scope="row">
              <Link to={toResult({ examId: exam.examId })}>{exam.name}</Link>
              {exam.resat === '' ? null : <span className="block quiet small">{exam.resat}</span>}
            </th>
            <td className="nowrap" data-label="日期">
              {exam.heldAt === null ? '' : formatDate(exam.heldAt, timeZone)}
            </td>
            {(['oral', 'written'] as const).map((part) => {
              const own = exam.parts.find((one) => one.part === part);
              return (
                <td key={part} className="nowrap" data-label={part === 'oral' ? '口语' : '笔试'}>
                  {own ? (
                    <OwnScoreText score={own} thresholds={exam.thresholds} />
                  ) : (
                    <span className="quiet">不考</span>
                  )}
                </td>
              );
            })}
            <td className="nowrap" data-label="总分">
              <OwnScoreText score={exam.total} thresholds={exam.thresholds} word />
            </td>
            {hasPlace ? (
              <td className="nowrap" data-label="班内名次">
                {exam.place ? (
                  `第 ${exam.place.rank} 名，共 ${exam.place.of} 人`
                ) : (
                  <span className="quiet">不显示</span>
                )}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

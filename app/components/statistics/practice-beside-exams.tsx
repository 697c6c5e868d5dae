import { Link } from '@remix-run/react';
import { ChartImage } from '~/components/chart/chart-image';
import type { ChartImageData } from '~/components/chart/chart.server';
import { Card } from '~/components/ui/card';
import { Empty } from '~/components/ui/feedback';
import { ScoreText } from '~/components/ui/score-text';
import type { WeekMark } from '~/domain/statistics/own-course.rules';
import type { Period } from '~/domain/practice/progress.rules';
import { toProgress } from '~/lib/addresses/own';
import { toPractice } from '~/lib/addresses/practice';

/** What was practised week by week, and what the exams of those weeks came to. */
export function PracticeBesideExams({
  image,
  weeks,
  marks,
}: {
  image: ChartImageData | null;
  weeks: Period[];
  /** Of each week's exams. */
  marks: WeekMark[][];
}) {
  return (
    <Card
      title="练习与考试"
      hint={`最近 ${weeks.length} 周`}
      className="section"
      padded={false}
      actions={<Link to={toProgress()}>练习记录</Link>}
    >
      {image ? (
        <>
          <div className="card__body">
            <ChartImage image={image} />
          </div>
          <table className="table table--slim">
            <caption className="vh">每周的练习和考试</caption>
            <thead>
              <tr>
                <th scope="col">一周</th>
                <th scope="col" className="end">
                  练习
                </th>
                <th scope="col" className="end">
                  理论正确率
                </th>
                <th scope="col">考试成绩</th>
              </tr>
            </thead>
            <tbody>
              {weeks
                .map((week, index) => ({ week, held: marks[index] ?? [] }))
                .reverse()
                .map(({ week, held }) => (
                  <tr key={week.from}>
                    <th scope="row">{week.label}</th>
                    <td className="end">{week.total} 次</td>
                    <td className="end">{week.rightPercent === null ? '—' : `${week.rightPercent}%`}</td>
                    <td>
                      {held.length === 0 ? <span className="quiet">—</span> : null}
                      {held.map((mark, index) => (
                        <span key={index} className="block">
                          <ScoreText value={mark.percent} thresholds={mark.thresholds} />
                          {held.length > 1 ? <span className="small quiet"> {mark.name}</span> : null}
                        </span>
                      ))}
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        </>
      ) : (
        <Empty title="最近没有练习" action={<Link to={toPractice()}>开始练习</Link>}>
          练习以后，这里会看到练习和考试成绩的变化。
        </Empty>
      )}
    </Card>
  );
}

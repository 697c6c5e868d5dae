import { Note } from '~/components/ui/feedback';
import type { ResultItem, ResultPart } from '~/domain/scoring/result/result.queries.server';
import { formatPoints } from '~/domain/scoring/paper/scoring.rules';
import { RichText } from '~/components/question/rich-text';

/** What is left out of a result for a while, and why. */
export function ClosedItems({ part: { closedCount } }: { part: ResultPart }) {
  if (closedCount === 0) return null;
  return <Note>有 {closedCount} 题正在考试中使用，考试全部结束后才能查看；总分不受影响。</Note>;
}

/** What was taken off or given, rule by rule. */
export function Outcomes({ item }: { item: ResultItem }) {
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

/** Whether its student sees points or grades, also of what has neither yet. */
export type Display = 'points' | 'grade';
export function Remarks({ comments }: { comments: string[] }) {
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

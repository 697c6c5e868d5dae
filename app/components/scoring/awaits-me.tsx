import { Link } from '@remix-run/react';
import { Chip } from '~/components/ui/chip';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { ScoreExamRow } from '~/domain/scoring/marking/score-exams.queries.server';
import { toPapers, toSharing } from '~/lib/addresses/scoring';

/** What of an exam awaits the reader personally: the own pile, what is to arbitrate or decide, what is given to nobody. */
export function AwaitsMe({ row }: { row: Pick<ScoreExamRow, 'id' | 'name' | 'status' | 'awaitsMe' | 'parts'> }) {
  // After the release re-sits await somebody or nobody, and what came out without a mark its owner.
  const isOver = row.status === 'released' && row.awaitsMe === 0;
  if (isOver && row.parts.every((part) => part.left + part.unshared + part.contested === 0)) return null;
  const list = (part: Part, state: string) => toPapers({ examId: row.id, part, state });
  return (
    <ul className="awaits">
      {row.parts.map(({ part, mine, awaitsMe, toArbitrate, contested, unshared, left }) => {
        const which = (
          <span className="vh">
            ：{row.name}
            {PART_LABELS[part]}
          </span>
        );
        return (
          <li key={part}>
            {awaitsMe > 0 ? (
              <Link to={list(part, 'mine')}>
                {PART_LABELS[part]} {awaitsMe} 份{which}
              </Link>
            ) : (
              <span className="quiet">{PART_LABELS[part]} 0 份</span>
            )}
            {mine ? (
              <span className="small quiet num">
                {' '}
                我的 {mine.done} / {mine.total}
              </span>
            ) : null}
            {toArbitrate > 0 ? (
              <>
                {' '}
                <Chip tone="bad">请我仲裁 {toArbitrate}</Chip>
              </>
            ) : null}
            {contested > 0 ? (
              <>
                {' '}
                <Link to={toSharing({ examId: row.id, part, show: 'arbitration' })}>
                  待仲裁 {contested}
                  {which}
                </Link>
              </>
            ) : null}
            {left > 0 ? (
              <>
                {' '}
                <Chip tone="bad">公布时没评完 {left}</Chip> <span className="small quiet">要评先撤回公布</span>
              </>
            ) : null}
            {unshared > 0 ? (
              <>
                {' '}
                <Link to={toSharing({ examId: row.id, part, show: 'open' })}>
                  没分出去 {unshared}
                  {which}
                </Link>
              </>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

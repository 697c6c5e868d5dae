import { Chip } from '~/components/ui/chip';
import { Empty } from '~/components/ui/feedback';
import { ClockIcon } from '~/components/ui/icons';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import type { ResultView } from '~/domain/scoring/result/result.queries.server';
import { ReceiptCard, type ReceiptNotes } from './receipt-card';

/** Before the release: what is waited for, how far each part is, and the receipts. */
export function UnreleasedResult({
  result,
  notes,
  waitsFor,
}: {
  result: Extract<ResultView, { isReleased: false }>;
  notes: ReceiptNotes;
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

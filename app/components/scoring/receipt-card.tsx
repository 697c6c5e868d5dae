import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ReceiptNote } from '~/domain/attempt/attempt.rules';
import { closedHow } from '~/domain/attempt/closing.rules';
import { PART_LABELS } from '~/domain/exam/parts.rules';
import { formatDuration, formatSecond } from '~/lib/time';

const KINDS: Record<ReceiptNote['kind'], string> = { take: '录音', photo: '照片', answer: '答案' };

/** What stands on the receipts, by attempt. */
export type ReceiptNotes = Record<number, ReceiptNote[]>;

/** 回执: student and teacher read the same. */
export function ReceiptCard({
  attempt,
  notes,
}: {
  /** What does not count and why, and what is above its limit. */
  notes: ReceiptNote[];
  attempt: Pick<AttemptView, 'id' | 'part' | 'receipt' | 'receiptRevision' | 'submittedAt' | 'closedBy'>;
}) {
  const { receipt, part } = attempt;
  const titleId = `receipt-${attempt.id}`;
  return (
    <section className="receipt" aria-labelledby={titleId}>
      <h2 id={titleId}>{PART_LABELS[part]}回执</h2>
      <dl className="dl small">
        {attempt.submittedAt === null ? null : (
          <>
            <dt>交卷</dt>
            <dd>{formatSecond(attempt.submittedAt)}</dd>
          </>
        )}
        <dt>方式</dt>
        <dd>{closedHow(attempt.closedBy, receipt) || '—'}</dd>
        {receipt ? (
          <>
            <dt>作答</dt>
            <dd>
              {receipt.answeredCount} / {receipt.itemCount} 题
            </dd>
            {part === 'oral' ? (
              <>
                <dt>录音</dt>
                <dd>{formatDuration(receipt.audioSeconds * 1000)}</dd>
              </>
            ) : receipt.photoCount > 0 ? (
              <>
                <dt>照片</dt>
                <dd>{receipt.photoCount} 张</dd>
              </>
            ) : null}
            {attempt.receiptRevision > 1 ? (
              <>
                <dt>更新</dt>
                <dd>
                  第 {attempt.receiptRevision} 版，{formatSecond(receipt.revisedAt)}
                </dd>
              </>
            ) : null}
          </>
        ) : null}
      </dl>
      {notes.length > 0 ? (
        <ul className="receipt__notes small" aria-label="没有收下或要说明的">
          {notes.map((note, index) => (
            <li key={`${note.position} ${index}`}>
              {note.position > 0 ? `第 ${note.position} 题` : ''}
              {KINDS[note.kind]}：{note.text}
            </li>
          ))}
        </ul>
      ) : null}
      {receipt && receipt.code !== '' ? (
        <p className="receipt__code">
          <small>回执码，老师和学生看到的是同一个</small>
          {receipt.code}
        </p>
      ) : null}
    </section>
  );
}

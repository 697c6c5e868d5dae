import { Note } from '~/components/ui/feedback';
import type { LateKind } from '~/domain/scoring/marking/late.schema';
import { toLate } from '~/lib/addresses/scoring';
import { formatMinute } from '~/lib/time';
import { LateContent } from './late-content';
import type { SheetItem } from './sheet-item';

const KIND_WORDS: Record<LateKind, string> = { answer: '答案', take: '录音', photo: '照片' };

/** What arrived after the deadline and its grace, or in time from nobody signed in: shown, and counted only where the exam's owner accepts it. */
export function LateNote({ item }: { item: SheetItem }) {
  const all: { kind: LateKind; id: number }[] = [
    ...item.lateAnswers.map(({ id }) => ({ kind: 'answer' as const, id })),
    ...item.lateTakes.map(({ id }) => ({ kind: 'take' as const, id })),
    ...item.latePhotos.map(({ id }) => ({ kind: 'photo' as const, id })),
  ];
  const isAllSignedOut = all.length > 0 && all.length === item.lateAnswers.filter((one) => one.isSignedOut).length;
  return (
    <>
      {item.acceptances.map((one) => (
        <Note key={`${one.kind} ${one.refId}`}>
          迟到的{KIND_WORDS[one.kind]}已由{one.acceptedBy}在 {formatMinute(one.acceptedAt)} 计入。理由：{one.reason}
        </Note>
      ))}
      {all.length === 0 ? null : (
        <details className="late">
          <summary>
            {isAllSignedOut ? '登录失效时' : '收卷后'}收到 {all.length} 项，未计入
          </summary>
          {all.map(({ kind, id }) => (
            <div key={`${kind} ${id}`}>
              <LateContent item={item} kind={kind} id={id} />
              {item.mayAcceptLate ? (
                <a className="small" href={toLate({ kind, id })}>
                  计入这{kind === 'take' ? '条' : kind === 'photo' ? '张' : '份'}
                  {KIND_WORDS[kind]}
                </a>
              ) : null}
            </div>
          ))}
        </details>
      )}
    </>
  );
}

import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { callApi, persist } from '~/components/media/call-api';
import { Note } from '~/components/ui/feedback';
import { dropUnsent, listUnsent } from './sitting-answers';
import { useTakeUploads } from './sitting-takes';

export type LeftoversProps = { userId: number; attemptId: number };

/**
 * On the receipt: what the line kept from leaving this computer before the paper was closed is sent now. What set out
 * in time counts; the rest is kept by the server, and the teacher may count it.
 */
export function SittingLeftovers({ userId, attemptId }: LeftoversProps) {
  const revalidator = useRevalidator();
  const [sent, setSent] = useState(0);
  const { revalidate } = revalidator;
  const keep = useCallback(
    (itemId: number, fileId: string) => callApi('exam/attempt/take', { attemptId, itemId, fileId, chosen: 1 }),
    [attemptId],
  );
  const { pending } = useTakeUploads(keep, revalidate, { userId, attemptId });
  // Once: the answers that this user left in this browser.
  useEffect(() => {
    const sendAll = async () => {
      let count = 0;
      for (const { itemId, answer } of listUnsent(userId, attemptId)) {
        const { value, revision } = answer;
        const said = await persist(() => callApi('exam/attempt/answer', { attemptId, itemId, value, revision }));
        const isWithServer = said.ok || said.status === 409;
        if (!isWithServer) continue;
        dropUnsent(userId, attemptId, itemId);
        count += 1;
      }
      setSent(count);
      if (count > 0) revalidate();
    };
    void sendAll();
  }, [userId, attemptId, revalidate]);
  return (
    <>
      {sent > 0 ? (
        <Note tone="warn">
          断网时留在这台电脑上的 {sent} 题答案已补交。截止前没有送到的不自动计入，老师可以看到，由老师决定。
        </Note>
      ) : null}
      {pending.map((take) => (
        <Note key={take.key} tone="warn">
          {take.error
            ? `留在这台电脑上的一条录音没有计入：${take.error}`
            : `留在这台电脑上的一条录音正在补传 ${Math.round(take.progress * 100)}%`}
        </Note>
      ))}
    </>
  );
}

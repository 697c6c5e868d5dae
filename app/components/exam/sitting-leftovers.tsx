import { useRevalidator } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { callApi, persist } from '~/components/media/call-api';
import { usePhotoQueue } from '~/components/saving/use-photo-queue';
import { useTakeQueue } from '~/components/saving/use-take-queue';
import { Note } from '~/components/ui/feedback';
import { browserTexts } from '~/components/saving/browser-surroundings';
import { UnsentAnswers } from '~/components/saving/unsent-answers';

export type LeftoversProps = {
  userId: number;
  attemptId: number;
  /** The receipt names what was refused: nothing else has to. */
  isReceipt: boolean;
};

/**
 * On the receipt: what the line kept from leaving this computer before the paper was closed is sent now. What set out
 * in time counts; the rest is kept by the server, and the teacher may count it.
 */
export function SittingLeftovers({ userId, attemptId, isReceipt }: LeftoversProps) {
  const revalidator = useRevalidator();
  const [sent, setSent] = useState({ late: 0, counted: 0 });
  const { revalidate } = revalidator;
  const keep = useCallback(
    (itemId: number, fileId: string) => callApi('exam/attempt/take', { attemptId, itemId, fileId, chosen: 1 }),
    [attemptId],
  );
  const [owner] = useState({ userId, attemptId });
  const takes = useTakeQueue(keep, revalidate, owner, 'forget').pending.map((take) => ({
    ...take,
    what: '一条录音',
  }));
  const photos = usePhotoQueue(owner, revalidate, isReceipt ? 'forget' : 'leave').pending.map((photo) => ({
    ...photo,
    what: '一张照片',
  }));
  // Once: the answers that this user left in this browser.
  useEffect(() => {
    const sendAll = async () => {
      const count = { late: 0, counted: 0 };
      const unsent = new UnsentAnswers(browserTexts, `${userId}:${attemptId}`, () => 0);
      for (const { itemId, answers } of unsent.list()) {
        let isWithServer = true;
        let isLate = false;
        for (const { value, revision, by, order } of answers) {
          const said = await persist(() => callApi('exam/attempt/answer', { attemptId, itemId, value, revision }));
          // What it has already, or has taken now, counts: only its answer was lost.
          if (!said.ok) isLate = true;
          if (said.ok || said.status === 409) unsent.drop(itemId, (one) => one.by === by && one.order === order);
          else isWithServer = false;
        }
        if (isWithServer) count[isLate ? 'late' : 'counted'] += 1;
      }
      setSent(count);
      if (count.late + count.counted > 0) revalidate();
    };
    void sendAll();
  }, [userId, attemptId, revalidate]);
  return (
    <>
      {sent.counted > 0 ? <Note>留在这台设备上的 {sent.counted} 题答案，服务器在截止前已经收到，都算数。</Note> : null}
      {sent.late > 0 ? (
        <Note tone="warn">
          交卷前没有送到、留在这台设备上的 {sent.late}{' '}
          题答案已补交。截止前没有送到的不自动计入，老师可以看到，由老师决定。
        </Note>
      ) : null}
      {[...takes, ...photos].map((file) => (
        <Note key={`${file.what} ${file.key}`} tone="warn">
          {file.error
            ? `留在这台设备上的${file.what}没有计入：${file.error}${file.phase === 'waiting' ? '，会自动重传' : ''}`
            : `留在这台设备上的${file.what}正在补传 ${Math.round(file.progress * 100)}%`}
        </Note>
      ))}
    </>
  );
}

import { useCallback, useRef, useState } from 'react';
import { callApi, isSignedOut, persist, uploadFile } from '~/components/media/call-api';
import type { Recorded } from '~/components/media/use-recording';

/** A take that the server has not acknowledged yet. */
export type PendingTake = {
  key: number;
  itemId: number;
  durationMs: number;
  /** 0–1 of the way up. */
  progress: number;
  /** '' while it is on its way; then why it failed. */
  error: string;
  isSignedOut: boolean;
  blob: Blob;
};

/**
 * Sends every take up as soon as it is recorded, tries again by itself when the network fails, and keeps the
 * recording until the server has said that it has it. It lives with the page, so that going to another item ends
 * nothing.
 */
export function useTakeUploads(attemptId: number, onStored: () => void) {
  const [pending, setPending] = useState<PendingTake[]>([]);
  const nextKey = useRef(1);
  const change = useCallback((key: number, changes: Partial<PendingTake>) => {
    setPending((all) => all.map((take) => (take.key === key ? { ...take, ...changes } : take)));
  }, []);

  const send = useCallback(
    async ({ key, itemId, blob }: Pick<PendingTake, 'key' | 'itemId' | 'blob'>) => {
      change(key, { error: '', isSignedOut: false, progress: 0 });
      const name = `录音.${/mp4/.test(blob.type) ? 'm4a' : 'webm'}`;
      const uploaded = await persist(() => uploadFile(blob, name, 'audio', (progress) => change(key, { progress })));
      const answer = uploaded.ok
        ? await persist(() => callApi('exam/attempt/take', { attemptId, itemId, fileId: uploaded.data.id, chosen: 1 }))
        : uploaded;
      if (answer.ok) {
        setPending((all) => all.filter((take) => take.key !== key));
        onStored();
      } else {
        change(key, { error: answer.message, isSignedOut: isSignedOut(answer) });
      }
    },
    [attemptId, change, onStored],
  );

  const add = useCallback(
    (itemId: number, { blob, durationMs }: Recorded) => {
      const key = nextKey.current;
      nextKey.current += 1;
      setPending((all) => [...all, { key, itemId, blob, durationMs, progress: 0, error: '', isSignedOut: false }]);
      void send({ key, itemId, blob });
    },
    [send],
  );

  return { pending, add, retry: send };
}

import { useCallback, useRef, useState } from 'react';
import { isSignedOut, persist, uploadFile, type ApiAnswer } from '~/components/media/call-api';
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
 * nothing. `keep` tells the server what a stored file is a take of; it must stay the same function.
 */
export function useTakeUploads(
  keep: (itemId: number, fileId: string) => Promise<ApiAnswer<unknown>>,
  onStored: () => void,
) {
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
      const answer = uploaded.ok ? await persist(() => keep(itemId, uploaded.data.id)) : uploaded;
      if (answer.ok) {
        setPending((all) => all.filter((take) => take.key !== key));
        onStored();
      } else {
        change(key, { error: answer.message, isSignedOut: isSignedOut(answer) });
      }
    },
    [keep, change, onStored],
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

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiAnswer } from '~/components/media/call-api';
import type { Recorded } from '~/components/media/use-recording';

/** The script that asks the server, loaded when there is something to send; tried until the line gives it. */
async function client() {
  for (;;) {
    try {
      return await import('~/components/media/call-api');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  }
}

/** A take that the server has not acknowledged yet. */
export type PendingTake = {
  key: number;
  itemId: number;
  durationMs: number;
  /** 0–1 of the way up. */
  progress: number;
  /** '' while it is on its way; then why it failed. */
  error: string;
  /** It goes on by itself. */
  isRetrying: boolean;
  isSignedOut: boolean;
  blob: Blob;
  /** Where its upload stands on the server, once it has begun. */
  uploadUrl: string | null;
  /** Its key in the browser's database, where it is kept until the server has it. */
  keptKey: number | null;
};

type Fresh = Pick<PendingTake, 'itemId' | 'blob' | 'durationMs' | 'uploadUrl' | 'keptKey'>;

/** Whose takes these are: with it they outlive a reload of the page, in this browser and for this user only. */
export type TakeOwner = { userId: number; attemptId: number };

const RETRY_MS = [1000, 3000, 8000, 15_000, 30_000];
/** Answers after which sending the same again is of no use. */
const FINAL = [400, 409, 413, 415];

// Loaded only where something is recorded: the recorder fetches the second one when it starts.
const keptTakes = () => import('~/components/media/kept-takes');
const inParts = () => import('~/components/media/resumable-upload');

/**
 * Sends every take up as soon as it is recorded, in parts that go on where a broken line stopped them, again and
 * again by itself while the network fails, and keeps the recording until the server has said that it has it. It
 * lives with the page, so that going to another item ends nothing. `keep` tells the server what a stored file is a
 * take of; it must stay the same function.
 */
export function useTakeUploads(
  keep: (itemId: number, fileId: string) => Promise<ApiAnswer<unknown>>,
  onStored: () => void,
  { userId, attemptId }: Partial<TakeOwner> = {},
) {
  const [pending, setPending] = useState<PendingTake[]>([]);
  const nextKey = useRef(1);
  /** The takes on their way, with what ends their pause. */
  const running = useRef(new Map<number, () => void>());
  const change = useCallback((key: number, changes: Partial<PendingTake>) => {
    setPending((all) => all.map((take) => (take.key === key ? { ...take, ...changes } : take)));
  }, []);
  const forget = useCallback((key: number) => setPending((all) => all.filter((take) => take.key !== key)), []);

  const upload = useCallback(
    async (take: PendingTake): Promise<ApiAnswer<{ id: string }>> => {
      const name = `录音.${/mp4/.test(take.blob.type) ? 'm4a' : 'webm'}`;
      const onProgress = (progress: number) => change(take.key, { progress });
      const parts = await inParts().catch(() => null);
      if (!parts) return (await client()).uploadFile(take.blob, name, 'audio', onProgress);
      return parts.uploadInParts({
        file: take.blob,
        name,
        type: 'audio',
        userId,
        uploadUrl: take.uploadUrl,
        onProgress,
        onUploadUrl: (uploadUrl) => {
          take.uploadUrl = uploadUrl;
          change(take.key, { uploadUrl });
          const { keptKey } = take;
          if (keptKey !== null) void keptTakes().then(({ noteUpload }) => noteUpload(keptKey, uploadUrl));
        },
      });
    },
    [change, userId],
  );

  const send = useCallback(
    async (given: PendingTake) => {
      const { key, itemId, keptKey } = given;
      const wake = running.current.get(key);
      if (wake) return wake();
      running.current.set(key, () => undefined);
      const work = async () => {
        const take = { ...given };
        const { isSignedOut, pause, persist } = await client();
        for (let failures = 0; ; failures += 1) {
          change(key, { error: '', isRetrying: false, isSignedOut: false });
          const uploaded = await upload(take);
          const answer = uploaded.ok ? await persist(() => keep(itemId, uploaded.data.id)) : uploaded;
          if (keptKey !== null && (answer.ok || FINAL.includes(answer.status)))
            await (await keptTakes()).dropTake(keptKey);
          if (answer.ok) {
            forget(key);
            onStored();
            return;
          }
          const isRetrying = answer.isTransient;
          change(key, { error: answer.message, isRetrying, isSignedOut: isSignedOut(answer) });
          if (!isRetrying) return;
          const woken = new Promise<void>((resolve) => running.current.set(key, resolve));
          await Promise.race([pause(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 30_000), woken]);
        }
      };
      await (keptKey === null ? work() : onePageAtATime(keptKey, work, () => forget(key)));
      running.current.delete(key);
    },
    [keep, change, forget, onStored, upload],
  );

  const show = useCallback((take: Fresh): PendingTake => {
    const key = nextKey.current;
    nextKey.current += 1;
    const shown = { ...take, key, progress: 0, error: '', isRetrying: false, isSignedOut: false };
    setPending((all) => [...all, shown]);
    return shown;
  }, []);

  const add = useCallback(
    async (itemId: number, { blob, durationMs }: Recorded) => {
      const shown = show({ itemId, blob, durationMs, uploadUrl: null, keptKey: null });
      if (userId !== undefined && attemptId !== undefined) {
        const take = { userId, attemptId, itemId, blob, durationMs, uploadUrl: null, at: Date.now() };
        shown.keptKey = await keptTakes().then(
          ({ keepTake }) => keepTake(take),
          () => null,
        );
      }
      await send(shown);
    },
    [show, send, userId, attemptId],
  );

  // What an earlier page left unsent goes on.
  const resumed = useRef(false);
  useEffect(() => {
    if (userId === undefined || attemptId === undefined || resumed.current) return;
    resumed.current = true;
    void keptTakes()
      .then(({ listKeptTakes }) => listKeptTakes(userId, attemptId))
      .then((left) => left.forEach(({ key, ...take }) => void send(show({ ...take, keptKey: key }))))
      .catch(() => undefined);
  }, [show, send, userId, attemptId]);

  // Back from signing in again in another window: what waited for that goes on.
  const signedOut = pending.filter((take) => take.isSignedOut);
  const waiting = useRef(signedOut);
  waiting.current = signedOut;
  useEffect(() => {
    const goOn = () => waiting.current.forEach((take) => void send(take));
    window.addEventListener('focus', goOn);
    return () => window.removeEventListener('focus', goOn);
  }, [send]);

  return { pending, add, retry: send };
}

/** Two windows of the same paper must not send a kept take twice: the later one waits and finds it gone. */
async function onePageAtATime(keptKey: number, work: () => Promise<void>, onGone: () => void): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return work();
  await locks.request(`take ${keptKey}`, async () => {
    const { hasTake } = await keptTakes();
    if (await hasTake(keptKey)) await work();
    else onGone();
  });
}

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ApiAnswer } from '~/lib/api-client';
import { browserLocks, browserPhotos, browserSlices, browserTakes } from './browser-files';
import { browserSending } from './browser-uploads';
import { PhotoQueue, type PendingPhoto } from './photo-queue';
import { TakeQueue, type PendingTake, type TakeOwner } from './take-queue';

const NO_TAKES: PendingTake[] = [];
const NO_PHOTOS: PendingPhoto[] = [];
const today = () => Date.now();
const newId = () => `${today().toString(36)}${Math.random().toString(36).slice(2, 12)}`;

/** Goes on with what is left, and wakes it when the line is back or somebody has signed in in another window. */
function useWaking(queue: { resume(): Promise<void>; wake(): void }) {
  useEffect(() => {
    void queue.resume();
    const wake = () => queue.wake();
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
    };
  }, [queue]);
}

/** The recordings of a page; they live with it, so that going to another item ends nothing. */
export function useTakeQueue(
  attach: (itemId: number, fileId: string) => Promise<ApiAnswer<unknown>>,
  onStored: () => void,
  owner: TakeOwner | null = null,
): { queue: TakeQueue; pending: PendingTake[] } {
  const given = useRef({ attach, onStored });
  given.current = { attach, onStored };
  const [queue] = useState(() => {
    const ports = { ...browserSending, today, newId, takes: browserTakes, slices: browserSlices, locks: browserLocks };
    return new TakeQueue(
      ports,
      owner,
      (itemId, fileId) => given.current.attach(itemId, fileId),
      () => given.current.onStored(),
    );
  });
  useWaking(queue);
  const pending = useSyncExternalStore(
    queue.subscribe,
    () => queue.pending,
    () => NO_TAKES,
  );
  return { queue, pending };
}

/** The photos of a paper. */
export function usePhotoQueue<Shown>(
  owner: TakeOwner,
  onStored: (itemId: number, photos: Shown[]) => void,
): { queue: PhotoQueue<Shown>; pending: PendingPhoto[] } {
  const stored = useRef(onStored);
  stored.current = onStored;
  const [queue] = useState(() => {
    const ports = { ...browserSending, today, newId, photos: browserPhotos, locks: browserLocks };
    return new PhotoQueue<Shown>(ports, owner, (itemId, photos) => stored.current(itemId, photos));
  });
  useWaking(queue);
  const pending = useSyncExternalStore(
    queue.subscribe,
    () => queue.pending,
    () => NO_PHOTOS,
  );
  return { queue, pending };
}

import { useRef, useState, useSyncExternalStore } from 'react';
import { browserLocks, browserPhotos } from './browser-files';
import { browserSending } from './browser-uploads';
import { PhotoQueue, type PendingPhoto } from './photo-queue';
import type { TakeOwner } from './take-queue';
import { newId, today, useWaking } from './use-waking';

const NO_PHOTOS: PendingPhoto[] = [];

/** The photos of a paper. */
export function usePhotoQueue<Shown>(
  owner: TakeOwner,
  onStored: (itemId: number, photos: Shown[]) => void,
  old?: 'leave' | 'forget',
): { queue: PhotoQueue<Shown>; pending: PendingPhoto[] } {
  const stored = useRef(onStored);
  stored.current = onStored;
  const [queue] = useState(() => {
    const ports = { ...browserSending, today, newId, photos: browserPhotos, locks: browserLocks };
    return new PhotoQueue<Shown>(ports, owner, (itemId, photos) => stored.current(itemId, photos), old);
  });
  useWaking(queue);
  const pending = useSyncExternalStore(
    queue.subscribe,
    () => queue.pending,
    () => NO_PHOTOS,
  );
  return { queue, pending };
}

import { useRef, useState, useSyncExternalStore } from 'react';
import type { ApiAnswer } from '~/lib/api-client';
import { browserLocks, browserSlices, browserTakes } from './browser-files';
import { browserSending } from './browser-uploads';
import { TakeQueue, type PendingTake, type TakeOwner } from './take-queue';
import { newId, today, useWaking } from './use-waking';

const NO_TAKES: PendingTake[] = [];

/** The recordings of a page; they live with it, so that going to another item ends nothing. */
export function useTakeQueue(
  attach: (itemId: number, fileId: string) => Promise<ApiAnswer<unknown>>,
  onStored: () => void,
  owner: TakeOwner | null = null,
  old?: 'forget',
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
      old,
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

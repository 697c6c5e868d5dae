import { useSyncExternalStore } from 'react';
import { getStored, putStored } from '~/lib/stored-values';

/** How a teacher likes to mark, kept in this browser until signing out. */
type MarkingChoices = {
  speed?: number;
  /** True: the recording of the next paper plays by itself. */
  playsNext?: boolean;
  /** True: single keys do nothing (for readers and programs that use them). */
  isWithoutKeys?: boolean;
  /** How large photos of papers are looked at, in percent of their column. */
  photoZoom?: number;
};

const KEY = 'marking';

export function getMarkingChoice<K extends keyof MarkingChoices>(name: K): MarkingChoices[K] {
  return getStored<MarkingChoices>(KEY)?.[name];
}

export function putMarkingChoice<K extends keyof MarkingChoices>(name: K, value: MarkingChoices[K]): void {
  if (name === 'photoZoom') zoomHere = value as number;
  putStored(KEY, { ...getStored<MarkingChoices>(KEY), [name]: value });
  for (const listener of listeners) listener();
}

/** Where the browser keeps nothing it holds for this page. */
let zoomHere = 100;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How large photos are looked at: of all papers alike, until the teacher says otherwise. */
export function usePhotoZoom(): number {
  return useSyncExternalStore(
    subscribe,
    () => getMarkingChoice('photoZoom') ?? zoomHere,
    () => 100,
  );
}

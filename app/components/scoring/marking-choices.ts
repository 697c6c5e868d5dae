import { getStored, putStored } from '~/lib/stored-values';

/** How a teacher likes to mark, kept in this browser until signing out. */
type MarkingChoices = {
  speed?: number;
  /** True: the recording of the next paper plays by itself. */
  playsNext?: boolean;
  /** True: single keys do nothing (for readers and programs that use them). */
  isWithoutKeys?: boolean;
};

const KEY = 'marking';

export function getMarkingChoice<K extends keyof MarkingChoices>(name: K): MarkingChoices[K] {
  return getStored<MarkingChoices>(KEY)?.[name];
}

export function putMarkingChoice<K extends keyof MarkingChoices>(name: K, value: MarkingChoices[K]): void {
  putStored(KEY, { ...getStored<MarkingChoices>(KEY), [name]: value });
}

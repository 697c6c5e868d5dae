import { callApi } from '~/components/media/call-api';
import { getStored, putStored } from '~/lib/stored-values';
import type { Clock, Network, TextStore } from './surroundings';

/** The browser's own clock, network and storage. */
export const browserClock: Clock = {
  elapsed: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export const browserNetwork: Network = { post: (path, body, way) => callApi(path, body, way) };

export const browserTexts: TextStore = { get: getStored, put: putStored };

/** A name that no other window has. */
export function newWindowId(): string {
  return `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
}

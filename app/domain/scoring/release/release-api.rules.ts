import { secondOrNull } from '~/lib/time';
import type { ReleaseCounts } from './release.queries.server';

/** What a release would put out, as the API answers it: times as texts. */
export function toApiRelease({ exam, classes, parts, ...counts }: ReleaseCounts) {
  return {
    ...exam,
    ...counts,
    parts: parts.map(({ toSit, ...part }) => ({ ...part, toSit: { ...toSit, until: secondOrNull(toSit.until) } })),
    classes: classes.map((one) => ({ ...one, releasedAt: secondOrNull(one.releasedAt) })),
  };
}

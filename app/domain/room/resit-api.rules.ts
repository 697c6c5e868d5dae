import { rounded } from '~/lib/bands';
import { formatSecond, secondOrNull } from '~/lib/time';
import type { ResitRow } from './resit.queries.server';

/** A student who might sit a part again, or is to, as the API answers it. */
export function toApiResit({ resit, percent, ...row }: ResitRow) {
  return {
    ...{ ...row, percent: rounded(percent) },
    resit: resit && {
      ...{ beginTime: formatSecond(resit.beginsAt), endTime: formatSecond(resit.endsAt) },
      uploadEndTime: secondOrNull(resit.uploadEndsAt),
      ...{ extraMinutes: resit.extraMinutes, state: resit.state, reason: resit.reason },
    },
  };
}

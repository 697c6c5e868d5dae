import { z } from 'zod';
import { addPractice } from '~/domain/practice/practice.commands.server';
import type { TryView } from '~/domain/practice/practice.queries.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { call, defineApi } from '~/http/api.server';
import { keyedBy } from '~/http/request-key.server';
import { formatSecond } from '~/lib/time';

const { loader, action } = defineApi('practice', {
  add: call('POST', 'student', practiceSchema, z.unknown(), async ({ actor, input, now, request }) =>
    toApiPractice(await addPractice(actor, keyedBy(request, input), now)),
  ),
});

export { loader, action };

/** A try as the API answers it; `judgement` is null for what no key decides. */
function toApiPractice({ target, value, files, isRight, score, ...practice }: TryView) {
  return {
    id: practice.id,
    ...target,
    bank: practice.bank,
    runId: practice.runId,
    answer: value,
    files: files.map(({ id, url, durationMs }) => ({ id, url, durationMs })),
    durationMs: practice.durationMs,
    selfRating: practice.selfRating,
    note: practice.note,
    judgement: isRight === null ? null : { isRight, score },
    createTime: formatSecond(practice.createdAt),
  };
}

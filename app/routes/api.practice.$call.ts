import { addPractice } from '~/domain/practice/practice.commands.server';
import type { TryView } from '~/domain/practice/practice.queries.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { practice } from '~/http/answers/practice';
import { call, defineApi } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const { loader, action } = defineApi('practice', {
  add: call('POST', 'student', practiceSchema, practice, async ({ actor, input, now }) =>
    toApiPractice(await addPractice(actor, input, now)),
  ),
});

export { loader, action };

/** A try as the API answers it; `judgement` is null for what no key decides. */
function toApiPractice({ target, value, files, isRight, score, ...one }: TryView) {
  return {
    id: one.id,
    questionId: 'questionId' in target ? target.questionId : null,
    itemId: 'itemId' in target ? target.itemId : null,
    bank: one.bank,
    runId: one.runId,
    answer: value,
    files: files.map(({ id, url, durationMs }) => ({ id, url, durationMs })),
    durationMs: one.durationMs,
    selfRating: one.selfRating,
    note: one.note,
    judgement: isRight === null ? null : { isRight, score },
    createTime: formatSecond(one.createdAt),
  };
}

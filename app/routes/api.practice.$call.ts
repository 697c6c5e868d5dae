import { z } from 'zod';
import { addPractice } from '~/domain/practice/practice.commands.server';
import type { TryView } from '~/domain/practice/practice.queries.server';
import { practiceSchema } from '~/domain/practice/practice.schema';
import { answerValue } from '~/http/answers/exam-words';
import { practice } from '~/http/answers/practice';
import { call, defineApi, described, typed } from '~/http/api.server';
import { formatSecond } from '~/lib/time';

const input = described(
  practiceSchema,
  typed(practiceSchema, {
    answer: answerValue
      .or(z.string())
      .or(z.array(z.string()))
      .optional()
      .describe('选项字母（A,C）、每空一行或文字，或 { keys, blanks, text }'),
  }),
);

const { loader, action } = defineApi('practice', {
  add: call('POST', 'student', input, practice, async ({ actor, input: given, now }) =>
    toApiPractice(await addPractice(actor, given, now)),
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

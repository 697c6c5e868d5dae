import { z } from 'zod';
import { toApiImportable, toApiWritten } from '~/domain/question-bank/question-api.rules';
import {
  copyQuestions,
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  restoreQuestions,
} from '~/domain/question-bank/question.commands.server';
import {
  copyQuestionsSchema,
  deleteQuestionsSchema,
  moveQuestionsSchema,
  questionIdSchema,
  renameQuestionSchema,
  restoreQuestionsSchema,
  scopedFilterFields,
} from '~/domain/question-bank/question-fields.schema';
import { saveWrittenByCall } from '~/domain/question-bank/question-call.commands.server';
import { savedByCall } from '~/domain/question-bank/question-call.schema';
import { getQuestionFor, listQuestionsFor, withTypeNames } from '~/domain/question-bank/question-api.queries.server';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { addOrEdit, call, defineApi, described, paged, pageOf } from '~/http/api.server';
import { count } from '~/http/answers/common';
import { importableQuestion, writtenQuestion } from '~/http/answers/questions';
import { apiList } from '~/http/api-list';

const bankField = z
  .enum(['written', 'theory'], { errorMap: () => ({ message: 'bank 应为 written 或 theory' }) })
  .optional();

const markingPoints = z.array(z.object({ text: z.string(), points: z.number() })).optional();
const writtenInput = described(savedByCall(writtenQuestionSchema), addOrEdit(writtenQuestionSchema, { markingPoints }));

const { loader, action } = defineApi('exam/written', {
  list: call('GET', 'user', apiList(scopedFilterFields), pageOf(writtenQuestion), async ({ actor, input, now }) => {
    const page = await listQuestionsFor(actor, { ...input, kind: undefined, banks: ['written'] }, now);
    return paged({ ...page, rows: page.rows.map(toApiWritten) });
  }),
  // What the wizard's written part chooses from: one bank, or both.
  examImportList: call(
    'GET',
    'teacher',
    apiList({ ...scopedFilterFields, bank: bankField }),
    pageOf(importableQuestion),
    async ({ actor, input, now }) => {
      const banks = input.bank ? [input.bank] : (['written', 'theory'] as const);
      const page = await listQuestionsFor(actor, { ...input, banks }, now);
      return paged({ ...page, rows: page.rows.map(toApiImportable) });
    },
  ),
  get: call('GET', 'user', questionIdSchema, writtenQuestion, async ({ actor, input, now }) =>
    toApiWritten(await getQuestionFor(actor, 'written', input.id, now)),
  ),
  add: call('POST', 'user', writtenInput, writtenQuestion, async ({ actor, input, now }) =>
    toApiWritten(await withTypeNames(await saveWrittenByCall(actor, input, now))),
  ),
  rename: call('POST', 'user', renameQuestionSchema, writtenQuestion, async ({ actor, input, now }) =>
    toApiWritten(await withTypeNames(await renameQuestion(actor, 'written', input, now))),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, count, ({ actor, input, now }) =>
    deleteQuestions(actor, 'written', input.ids, now),
  ),
  restore: call('POST', 'user', restoreQuestionsSchema, count, ({ actor, input, now }) =>
    restoreQuestions(actor, 'written', input.ids, now),
  ),
  copy: call('POST', 'user', copyQuestionsSchema, count, ({ actor, input, now }) =>
    copyQuestions(actor, 'written', input, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, count, ({ actor, input, now }) =>
    moveQuestions(actor, 'written', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, count, ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'written', input, now) : shareQuestions(actor, 'written', input, now),
  ),
});

export { loader, action };

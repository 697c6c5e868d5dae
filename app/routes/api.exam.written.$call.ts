import { z } from 'zod';
import { toApiQuestion } from '~/domain/question-bank/question-api.rules';
import {
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  saveWrittenQuestion,
} from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  moveQuestionsSchema,
  questionIdSchema,
  renameQuestionSchema,
  scopedFilterFields,
} from '~/domain/question-bank/question-fields.schema';
import { getQuestionFor, listQuestionsFor } from '~/domain/question-bank/question-api.queries.server';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';

const bankField = z
  .enum(['written', 'theory'], { errorMap: () => ({ message: 'bank 应为 written 或 theory' }) })
  .optional();

const { loader, action } = defineApi('exam/written', {
  list: call('GET', 'user', apiList(scopedFilterFields), pageOf(z.unknown()), async ({ actor, input }) => {
    const page = await listQuestionsFor(actor, { ...input, kind: undefined, banks: ['written'] });
    return paged({ ...page, rows: page.rows.map(toApiQuestion) });
  }),
  // What the wizard's written part chooses from: one bank, or both.
  examImportList: call(
    'GET',
    'teacher',
    apiList({ ...scopedFilterFields, bank: bankField }),
    pageOf(z.unknown()),
    async ({ actor, input }) => {
      const banks = input.bank ? [input.bank] : (['written', 'theory'] as const);
      const page = await listQuestionsFor(actor, { ...input, banks });
      return paged({ ...page, rows: page.rows.map((row) => ({ ...toApiQuestion(row), bank: row.bank })) });
    },
  ),
  get: call('GET', 'user', questionIdSchema, z.unknown(), async ({ actor, input }) =>
    toApiQuestion(await getQuestionFor(actor, 'written', input.id)),
  ),
  add: call('POST', 'user', writtenQuestionSchema, z.unknown(), async ({ actor, input, now, request }) =>
    toApiQuestion(await saveWrittenQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, z.unknown(), async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'written', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    deleteQuestions(actor, 'written', input.ids, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    moveQuestions(actor, 'written', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, z.unknown(), ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'written', input, now) : shareQuestions(actor, 'written', input, now),
  ),
});

export { loader, action };

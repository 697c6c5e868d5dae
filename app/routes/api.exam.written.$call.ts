import { z } from 'zod';
import { toApiQuestion } from '~/domain/question-bank/question-api.rules';
import { deleteQuestions, renameQuestion, saveWrittenQuestion } from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  questionFilterFields,
  questionIdSchema,
  renameQuestionSchema,
} from '~/domain/question-bank/question-fields.schema';
import { listQuestions } from '~/domain/question-bank/question-list.queries.server';
import { getQuestion } from '~/domain/question-bank/question.queries.server';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';
import { call, defineApi, paged } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';
import { optionalText } from '~/lib/zod';

const listFields = { ...questionFilterFields, keyword: optionalText('关键词', 100) };

const bankField = z
  .enum(['written', 'theory'], { errorMap: () => ({ message: 'bank 应为 written 或 theory' }) })
  .optional();

const { loader, action } = defineApi({
  list: call('GET', 'user', apiList(listFields), async ({ actor, input }) => {
    const page = await listQuestions(actor, { ...input, kind: undefined, banks: ['written'] });
    return paged({ ...page, rows: page.rows.map(toApiQuestion) });
  }),
  // What the wizard's written part chooses from: one bank, or both.
  examImportList: call('GET', 'teacher', apiList({ ...listFields, bank: bankField }), async ({ actor, input }) => {
    const banks = input.bank ? [input.bank] : (['written', 'theory'] as const);
    const page = await listQuestions(actor, { ...input, banks });
    return paged({ ...page, rows: page.rows.map((row) => ({ ...toApiQuestion(row), bank: row.bank })) });
  }),
  get: call('GET', 'user', questionIdSchema, async ({ actor, input }) =>
    toApiQuestion(await getQuestion(actor, 'written', input.id)),
  ),
  add: call('POST', 'user', writtenQuestionSchema, async ({ actor, input, now, request }) =>
    toApiQuestion(await saveWrittenQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'written', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, ({ actor, input, now }) =>
    deleteQuestions(actor, 'written', input.ids, now),
  ),
});

export { loader, action };

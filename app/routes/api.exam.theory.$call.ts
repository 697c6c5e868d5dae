import { z } from 'zod';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { toApiQuestion } from '~/domain/question-bank/question-api.rules';
import { deleteQuestions, renameQuestion, saveTheoryQuestion } from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  questionFilterFields,
  questionIdSchema,
  renameQuestionSchema,
} from '~/domain/question-bank/question-fields.schema';
import { listQuestions } from '~/domain/question-bank/question-list.queries.server';
import { getQuestion } from '~/domain/question-bank/question.queries.server';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { call, defineApi, paged } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';
import { optionalText } from '~/lib/zod';

const listFields = { ...questionFilterFields, keyword: optionalText('关键词', 100) };

const { loader, action } = defineApi({
  list: call('GET', 'user', apiList(listFields), async ({ actor, input }) => {
    const page = await listQuestions(actor, { ...input, banks: ['theory'] });
    return paged({ ...page, rows: page.rows.map(toApiQuestion) });
  }),
  dirList: call('GET', 'user', z.object({}), async ({ actor }) => (await listDirectories(actor, 'theory')).directories),
  get: call('GET', 'user', questionIdSchema, async ({ actor, input }) =>
    toApiQuestion(await getQuestion(actor, 'theory', input.id)),
  ),
  add: call('POST', 'user', theoryQuestionSchema, async ({ actor, input, now, request }) =>
    toApiQuestion(await saveTheoryQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'theory', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, ({ actor, input, now }) =>
    deleteQuestions(actor, 'theory', input.ids, now),
  ),
});

export { loader, action };

import { z } from 'zod';
import { suggestKeyPoints } from '~/domain/question-bank/key-point-suggestions.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { toApiOralQuestion, toApiQuestion } from '~/domain/question-bank/question-api.rules';
import { deleteQuestions, renameQuestion, saveOralQuestion } from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  questionFilterFields,
  questionIdSchema,
  renameQuestionSchema,
} from '~/domain/question-bank/question-fields.schema';
import { listQuestions } from '~/domain/question-bank/question-list.queries.server';
import { getQuestion } from '~/domain/question-bank/question.queries.server';
import { call, defineApi, paged } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';
import { optionalText, textField } from '~/lib/zod';

const listInput = apiList({ ...questionFilterFields, keyword: optionalText('关键词', 100) });

const list = call('GET', 'user', listInput, async ({ actor, input }) => {
  const page = await listQuestions(actor, { ...input, kind: undefined, banks: ['oral'] });
  return paged({ ...page, rows: page.rows.map(toApiQuestion) });
});

const { loader, action } = defineApi({
  list,
  examImportList: { ...list, who: 'teacher' },
  get: call('GET', 'user', questionIdSchema, async ({ actor, input }) =>
    toApiOralQuestion(await getQuestion(actor, 'oral', input.id)),
  ),
  add: call('POST', 'user', oralQuestionSchema, async ({ actor, input, now, request }) =>
    toApiOralQuestion(await saveOralQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'oral', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, ({ actor, input, now }) =>
    deleteQuestions(actor, 'oral', input.ids, now),
  ),
  analyzer: call('POST', 'user', z.object({ text: textField('文字', { max: 20_000 }) }), async ({ input }) =>
    (await suggestKeyPoints(input.text)).join(','),
  ),
});

export { loader, action };

import { z } from 'zod';
import { suggestKeyPoints } from '~/domain/question-bank/key-point-suggestions.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { toApiOralQuestion, toApiQuestion } from '~/domain/question-bank/question-api.rules';
import {
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  saveOralQuestion,
} from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  moveQuestionsSchema,
  questionIdSchema,
  renameQuestionSchema,
  scopedFilterFields,
} from '~/domain/question-bank/question-fields.schema';
import { getQuestionFor, listQuestionsFor } from '~/domain/question-bank/question-api.queries.server';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';
import { textField } from '~/lib/zod';

const listInput = apiList(scopedFilterFields);

const list = call('GET', 'user', listInput, pageOf(z.unknown()), async ({ actor, input }) => {
  const page = await listQuestionsFor(actor, { ...input, kind: undefined, banks: ['oral'] });
  return paged({ ...page, rows: page.rows.map(toApiQuestion) });
});

const { loader, action } = defineApi('exam/oral', {
  list,
  examImportList: { ...list, who: 'teacher' },
  get: call('GET', 'user', questionIdSchema, z.unknown(), async ({ actor, input }) =>
    toApiOralQuestion(await getQuestionFor(actor, 'oral', input.id)),
  ),
  add: call('POST', 'user', oralQuestionSchema, z.unknown(), async ({ actor, input, now, request }) =>
    toApiOralQuestion(await saveOralQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, z.unknown(), async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'oral', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    deleteQuestions(actor, 'oral', input.ids, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    moveQuestions(actor, 'oral', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, z.unknown(), ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'oral', input, now) : shareQuestions(actor, 'oral', input, now),
  ),
  analyzer: call(
    'POST',
    'user',
    z.object({ text: textField('文字', { max: 20_000 }) }),
    z.unknown(),
    async ({ input }) => (await suggestKeyPoints(input.text)).join(','),
  ),
});

export { loader, action };

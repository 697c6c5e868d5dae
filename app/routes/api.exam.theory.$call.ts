import { z } from 'zod';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { toApiQuestion } from '~/domain/question-bank/question-api.rules';
import {
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  saveTheoryQuestion,
} from '~/domain/question-bank/question.commands.server';
import {
  deleteQuestionsSchema,
  moveQuestionsSchema,
  questionIdSchema,
  renameQuestionSchema,
  scopedFilterFields,
} from '~/domain/question-bank/question-fields.schema';
import { getQuestionFor, listQuestionsFor } from '~/domain/question-bank/question-api.queries.server';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { keyedBy } from '~/http/request-key.server';

const { loader, action } = defineApi('exam/theory', {
  list: call('GET', 'user', apiList(scopedFilterFields), pageOf(z.unknown()), async ({ actor, input }) => {
    const page = await listQuestionsFor(actor, { ...input, banks: ['theory'] });
    return paged({ ...page, rows: page.rows.map(toApiQuestion) });
  }),
  dirList: call(
    'GET',
    'user',
    z.object({}),
    z.unknown(),
    async ({ actor }) => (await listDirectories(actor, 'theory')).directories,
  ),
  get: call('GET', 'user', questionIdSchema, z.unknown(), async ({ actor, input }) =>
    toApiQuestion(await getQuestionFor(actor, 'theory', input.id)),
  ),
  add: call('POST', 'user', theoryQuestionSchema, z.unknown(), async ({ actor, input, now, request }) =>
    toApiQuestion(await saveTheoryQuestion(actor, keyedBy(request, input), now)),
  ),
  rename: call('POST', 'user', renameQuestionSchema, z.unknown(), async ({ actor, input, now }) =>
    toApiQuestion(await renameQuestion(actor, 'theory', input, now)),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    deleteQuestions(actor, 'theory', input.ids, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, z.unknown(), ({ actor, input, now }) =>
    moveQuestions(actor, 'theory', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, z.unknown(), ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'theory', input, now) : shareQuestions(actor, 'theory', input, now),
  ),
});

export { loader, action };

import { z } from 'zod';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { toApiTheory } from '~/domain/question-bank/question-api.rules';
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
import { getQuestionFor, listQuestionsFor, withTypeNames } from '~/domain/question-bank/question-api.queries.server';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { call, defineApi, paged, pageOf } from '~/http/api.server';
import { count } from '~/http/answers/common';
import { directoryTree } from '~/http/answers/directories';
import { theoryQuestion } from '~/http/answers/questions';
import { apiList } from '~/http/api-list';

const { loader, action } = defineApi('exam/theory', {
  list: call('GET', 'user', apiList(scopedFilterFields), pageOf(theoryQuestion), async ({ actor, input }) => {
    const page = await listQuestionsFor(actor, { ...input, banks: ['theory'] });
    return paged({ ...page, rows: page.rows.map(toApiTheory) });
  }),
  dirList: call(
    'GET',
    'user',
    z.object({}),
    directoryTree,
    async ({ actor }) => (await listDirectories(actor, 'theory')).directories,
  ),
  get: call('GET', 'user', questionIdSchema, theoryQuestion, async ({ actor, input }) =>
    toApiTheory(await getQuestionFor(actor, 'theory', input.id)),
  ),
  add: call('POST', 'user', theoryQuestionSchema, theoryQuestion, async ({ actor, input, now }) =>
    toApiTheory(await withTypeNames(await saveTheoryQuestion(actor, input, now))),
  ),
  rename: call('POST', 'user', renameQuestionSchema, theoryQuestion, async ({ actor, input, now }) =>
    toApiTheory(await withTypeNames(await renameQuestion(actor, 'theory', input, now))),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, count, ({ actor, input, now }) =>
    deleteQuestions(actor, 'theory', input.ids, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, count, ({ actor, input, now }) =>
    moveQuestions(actor, 'theory', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, count, ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'theory', input, now) : shareQuestions(actor, 'theory', input, now),
  ),
});

export { loader, action };

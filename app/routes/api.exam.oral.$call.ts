import { z } from 'zod';
import { suggestKeyPoints } from '~/domain/question-bank/key-point-suggestions.server';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { toApiOral, toApiTimedOral } from '~/domain/question-bank/question-api.rules';
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
import { saveOralByCall } from '~/domain/question-bank/question-call.commands.server';
import { savedByCall } from '~/domain/question-bank/question-call.schema';
import { getQuestionFor, listQuestionsFor, withTypeNames } from '~/domain/question-bank/question-api.queries.server';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { addOrEdit, call, defineApi, described, paged, pageOf } from '~/http/api.server';
import { commaString, count } from '~/http/answers/common';
import { oralQuestion, timedOralQuestion } from '~/http/answers/questions';
import { apiList } from '~/http/api-list';
import { textField } from '~/lib/zod';

const listInput = apiList(scopedFilterFields);

const list = call('GET', 'user', listInput, pageOf(oralQuestion), async ({ actor, input, now }) => {
  const page = await listQuestionsFor(actor, { ...input, kind: undefined, banks: ['oral'] }, now);
  return paged({ ...page, rows: page.rows.map(toApiOral) });
});

const oralInput = described(savedByCall(oralQuestionSchema), addOrEdit(oralQuestionSchema));

const { loader, action } = defineApi('exam/oral', {
  list,
  examImportList: { ...list, who: 'teacher' },
  get: call('GET', 'user', questionIdSchema, timedOralQuestion, async ({ actor, input, now }) =>
    toApiTimedOral(await getQuestionFor(actor, 'oral', input.id, now)),
  ),
  add: call('POST', 'user', oralInput, timedOralQuestion, async ({ actor, input, now }) =>
    toApiTimedOral(await withTypeNames(await saveOralByCall(actor, input, now))),
  ),
  rename: call('POST', 'user', renameQuestionSchema, oralQuestion, async ({ actor, input, now }) =>
    toApiOral(await withTypeNames(await renameQuestion(actor, 'oral', input, now))),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, count, ({ actor, input, now }) =>
    deleteQuestions(actor, 'oral', input.ids, now),
  ),
  restore: call('POST', 'user', restoreQuestionsSchema, count, ({ actor, input, now }) =>
    restoreQuestions(actor, 'oral', input.ids, now),
  ),
  copy: call('POST', 'user', copyQuestionsSchema, count, ({ actor, input, now }) =>
    copyQuestions(actor, 'oral', input, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, count, ({ actor, input, now }) =>
    moveQuestions(actor, 'oral', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, count, ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'oral', input, now) : shareQuestions(actor, 'oral', input, now),
  ),
  analyzer: call(
    'POST',
    'user',
    z.object({ text: textField('文字', { max: 20_000 }) }),
    commaString,
    async ({ input }) => (await suggestKeyPoints(input.text)).join(','),
  ),
});

export { loader, action };

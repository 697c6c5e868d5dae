import { z } from 'zod';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { toApiTheory } from '~/domain/question-bank/question-api.rules';
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
  audioReference,
  optionalPoints,
  questionFields,
  scopedFilterFields,
} from '~/domain/question-bank/question-fields.schema';
import { saveTheoryByCall } from '~/domain/question-bank/question-call.commands.server';
import { savedByCall } from '~/domain/question-bank/question-call.schema';
import { getQuestionFor, listQuestionsFor, withTypeNames } from '~/domain/question-bank/question-api.queries.server';
import { THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { shareQuestions, unshareQuestions } from '~/domain/question-bank/share.commands.server';
import { sharedSchema } from '~/domain/question-bank/share.schema';
import { addOrEdit, call, defineApi, described, paged, pageOf } from '~/http/api.server';
import { count } from '~/http/answers/common';
import { directoryTree } from '~/http/answers/directories';
import { theoryQuestion } from '~/http/answers/questions';
import { apiList } from '~/http/api-list';

const theoryInput = z.object({
  ...questionFields,
  kind: z.enum(THEORY_KINDS),
  title: z.string().optional().describe('不给 stem 时，标题就是题干'),
  stem: z.string().optional().describe('题干；填空题用两个以上下划线标出每个空'),
  options: z
    .array(z.union([z.string(), z.object({ text: z.string() })]))
    .optional()
    .describe('单选和多选的选项'),
  answer: z
    .union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))])
    .describe('选择题为选项字母（A,C），判断题为 T 或 F，填空题每空一行、几种答案用 | 分开，简答题为参考答案'),
  analysis: z.string().optional(),
  points: optionalPoints(),
  musicUrl: audioReference(),
});

const { loader, action } = defineApi('exam/theory', {
  list: call('GET', 'user', apiList(scopedFilterFields), pageOf(theoryQuestion), async ({ actor, input, now }) => {
    const page = await listQuestionsFor(actor, { ...input, banks: ['theory'] }, now);
    return paged({ ...page, rows: page.rows.map(toApiTheory) });
  }),
  dirList: call(
    'GET',
    'user',
    z.object({}),
    directoryTree,
    async ({ actor }) => (await listDirectories(actor, 'theory')).directories,
  ),
  get: call('GET', 'user', questionIdSchema, theoryQuestion, async ({ actor, input, now }) =>
    toApiTheory(await getQuestionFor(actor, 'theory', input.id, now)),
  ),
  add: call(
    'POST',
    'user',
    described(savedByCall(theoryQuestionSchema), addOrEdit(theoryInput)),
    theoryQuestion,
    async ({ actor, input, now }) => toApiTheory(await withTypeNames(await saveTheoryByCall(actor, input, now))),
  ),
  rename: call('POST', 'user', renameQuestionSchema, theoryQuestion, async ({ actor, input, now }) =>
    toApiTheory(await withTypeNames(await renameQuestion(actor, 'theory', input, now))),
  ),
  delete: call('POST', 'user', deleteQuestionsSchema, count, ({ actor, input, now }) =>
    deleteQuestions(actor, 'theory', input.ids, now),
  ),
  restore: call('POST', 'user', restoreQuestionsSchema, count, ({ actor, input, now }) =>
    restoreQuestions(actor, 'theory', input.ids, now),
  ),
  copy: call('POST', 'user', copyQuestionsSchema, count, ({ actor, input, now }) =>
    copyQuestions(actor, 'theory', input, now),
  ),
  move: call('POST', 'user', moveQuestionsSchema, count, ({ actor, input, now }) =>
    moveQuestions(actor, 'theory', input, now),
  ),
  shared: call('POST', 'teacher', sharedSchema, count, ({ actor, input, now }) =>
    input.cancel ? unshareQuestions(actor, 'theory', input, now) : shareQuestions(actor, 'theory', input, now),
  ),
});

export { loader, action };

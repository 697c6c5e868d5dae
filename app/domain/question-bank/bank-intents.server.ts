import { z } from 'zod';
import type { Actor } from '~/domain/user/user.rules';
import { addNamedType, deleteNamedTypes } from './named-type.commands.server';
import { NAMED_TYPE_LABELS, NAMED_TYPES } from './named-type.rules';
import { addNamedTypeSchema, deleteNamedTypesSchema } from './named-type.schema';
import { copyQuestion, deleteQuestions, renameQuestion } from './question.commands.server';
import { deleteQuestionsSchema, questionIdSchema, renameQuestionSchema } from './question-fields.schema';
import type { Bank } from './question.schema';

const list = z.enum(NAMED_TYPES);

/** What the list of any bank can do. */
export const bankIntentSchema = z.discriminatedUnion('_intent', [
  deleteQuestionsSchema.extend({ _intent: z.literal('delete') }),
  questionIdSchema.extend({ _intent: z.literal('copy') }),
  renameQuestionSchema.extend({ _intent: z.literal('rename') }),
  addNamedTypeSchema.extend({ _intent: z.literal('addType'), list }),
  deleteNamedTypesSchema.extend({ _intent: z.literal('deleteType'), list }),
]);

/** Does it, and says in a sentence what was done. */
export async function runBankIntent(
  actor: Actor,
  bank: Bank,
  input: z.output<typeof bankIntentSchema>,
  now: number,
): Promise<string> {
  switch (input._intent) {
    case 'delete':
      return `已删除 ${await deleteQuestions(actor, bank, input.ids, now)} 道题`;
    case 'copy':
      await copyQuestion(actor, bank, input.id, now);
      return '已复制，副本排在最前面';
    case 'rename':
      return `已重命名为“${(await renameQuestion(actor, bank, input, now)).title}”`;
    case 'addType':
      return `已新增${NAMED_TYPE_LABELS[input.list]}“${(await addNamedType(actor, input.list, input, now)).name}”`;
    case 'deleteType':
      await deleteNamedTypes(actor, input.list, input.ids, now);
      return `已删除${NAMED_TYPE_LABELS[input.list]}`;
  }
}

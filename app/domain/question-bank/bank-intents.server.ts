import { z } from 'zod';
import type { Actor } from '~/domain/actor/actor.rules';
import { addDirectory, deleteDirectory, moveDirectory, renameDirectory } from './directory.commands.server';
import { getOwnDirectory } from './directory.queries.server';
import { addDirectorySchema, directoryIdSchema, moveDirectorySchema, renameDirectorySchema } from './directory.schema';
import { addNamedType, deleteNamedTypes } from './named-type.commands.server';
import { NAMED_TYPE_LABELS, NAMED_TYPES } from './named-type.rules';
import { addNamedTypeSchema, deleteNamedTypesSchema } from './named-type.schema';
import {
  copyQuestions,
  deleteQuestions,
  moveQuestions,
  renameQuestion,
  restoreQuestions,
} from './question.commands.server';
import {
  copyQuestionsSchema,
  deleteQuestionsSchema,
  moveQuestionsSchema,
  renameQuestionSchema,
  restoreQuestionsSchema,
} from './question-fields.schema';
import type { Bank } from './question.schema';

const list = z.enum(NAMED_TYPES);

/** What the list of any bank can do. */
export const bankIntentSchema = z.discriminatedUnion('_intent', [
  deleteQuestionsSchema.extend({ _intent: z.literal('delete') }),
  restoreQuestionsSchema.extend({ _intent: z.literal('restore') }),
  moveQuestionsSchema.extend({ _intent: z.literal('move') }),
  copyQuestionsSchema.extend({ _intent: z.literal('copy') }),
  renameQuestionSchema.extend({ _intent: z.literal('rename') }),
  addDirectorySchema.omit({ bank: true }).extend({ _intent: z.literal('addDir') }),
  renameDirectorySchema.extend({ _intent: z.literal('renameDir') }),
  moveDirectorySchema.extend({ _intent: z.literal('moveDir') }),
  directoryIdSchema.extend({ _intent: z.literal('deleteDir') }),
  addNamedTypeSchema.extend({ _intent: z.literal('addType'), list }),
  deleteNamedTypesSchema.extend({ _intent: z.literal('deleteType'), list }),
]);

/** What was done, in a sentence, where the list then stands, and to which questions. */
type Done = { text: string; dirId?: number | null; used?: number[] };

/** Does it. */
export async function runBankIntent(
  actor: Actor,
  bank: Bank,
  input: z.output<typeof bankIntentSchema>,
  now: number,
): Promise<Done> {
  switch (input._intent) {
    case 'delete':
      return {
        text: `已删除 ${await deleteQuestions(actor, bank, input.ids, now)} 道题，30 天内可以在回收站恢复`,
        used: input.ids,
      };
    case 'restore':
      return { text: `已恢复 ${await restoreQuestions(actor, bank, input.ids, now)} 道题` };
    case 'move':
      return { text: `已移动 ${await moveQuestions(actor, bank, input, now)} 道题`, used: input.ids };
    case 'copy': {
      const count = await copyQuestions(actor, bank, input, now);
      return { text: count === 1 ? '已复制，副本排在最前面' : `已复制 ${count} 道题`, used: input.ids };
    }
    case 'rename':
      return { text: `已重命名为“${(await renameQuestion(actor, bank, input, now)).title}”` };
    case 'addDir': {
      const { id, name } = await addDirectory(actor, { ...input, bank }, now);
      return { text: `已新增目录“${name}”`, dirId: id };
    }
    case 'renameDir':
      return { text: `目录已重命名为“${(await renameDirectory(actor, input, now)).name}”` };
    case 'moveDir':
      await moveDirectory(actor, input, now);
      return { text: '目录已移动' };
    case 'deleteDir': {
      const { name, parentId } = await getOwnDirectory(actor, input.id);
      await deleteDirectory(actor, input.id, now);
      return { text: `已删除目录“${name}”，里面的题目移到了上一级`, dirId: parentId };
    }
    case 'addType':
      return {
        text: `已新增${NAMED_TYPE_LABELS[input.list]}“${(await addNamedType(actor, input.list, input, now)).name}”`,
      };
    case 'deleteType':
      await deleteNamedTypes(actor, input.list, input.ids, now);
      return { text: `已删除${NAMED_TYPE_LABELS[input.list]}` };
  }
}

import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField, optionalText } from '~/lib/zod';
import { COMMENT_KINDS, COMMENT_LENGTHS } from './comments.rules';

const id = z.coerce.number().int().min(0).max(2_147_483_647).catch(0);

/** Which comments of an exam; 0 and '' are all. `without`: papers whose scores have no comment. */
export const commentListShape = {
  examId: id,
  part: z.enum(PARTS).nullable().catch(null),
  classId: id,
  examinerId: id,
  itemId: id,
  kind: z.enum(['', ...COMMENT_KINDS]).catch(''),
  has: z.enum(['with', 'without']).catch('with'),
};
export type CommentFilter = z.output<z.ZodObject<typeof commentListShape>> & { keyword: string };

const target = {
  kind: z.enum(COMMENT_KINDS),
  scoreId: idField('评分'),
  /** Of an item comment its item, of a note its place; otherwise 0. */
  place: z.coerce.number().int().min(0).max(2_147_483_647),
  /** Of the score that was read. */
  version: z.coerce.number().int().min(0).max(2_147_483_647),
};

export const editCommentSchema = z
  .object({ ...target, text: optionalText('评语', 2000) })
  .superRefine(({ kind, text }, context) => {
    const most = COMMENT_LENGTHS[kind];
    if ([...text].length > most) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: ['text'], message: `评语最多 ${most} 个字` });
    }
  });
export type EditCommentInput = z.output<typeof editCommentSchema>;

export const removeCommentSchema = z.object(target);

import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField, optionalId, textField } from '~/lib/zod';

/** '' is for both parts. */
const part = z.enum(['', ...PARTS], { errorMap: () => ({ message: '请选择用在哪里' }) }).optional();

/** A quick comment; without an id a new one. A part that is left out stays, and is both of a new one. */
export const quickCommentSchema = z.object({
  id: optionalId('评语'),
  text: textField('评语', { max: 100 }),
  part,
});
export type QuickCommentInput = z.output<typeof quickCommentSchema>;

export const quickCommentIdSchema = z.object({ id: idField('评语') });

export const moveQuickCommentSchema = quickCommentIdSchema.extend({ to: z.enum(['up', 'down']) });
export type MoveQuickCommentInput = z.output<typeof moveQuickCommentSchema>;

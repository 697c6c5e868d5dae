import { z } from 'zod';
import { checkbox, idField, textField } from '~/lib/zod';

export const LATE_KINDS = ['answer', 'take', 'photo'] as const;
export type LateKind = (typeof LATE_KINDS)[number];

const kind = z.enum(LATE_KINDS, { errorMap: () => ({ message: '请指明是哪一项迟到的内容' }) });

/** What came late, by its kind and the number of its entry. */
export const lateIdSchema = z.object({ kind, id: idField('迟到的内容') });
export type LateId = z.infer<typeof lateIdSchema>;

/** 计入: why, and of a recording whether it is the one that is scored. */
export const acceptLateSchema = lateIdSchema.extend({
  reason: textField('理由', { max: 200 }),
  isChosen: checkbox(),
});
export type AcceptLateInput = LateId & { reason: string; isChosen: boolean };

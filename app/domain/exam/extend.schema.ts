import { z } from 'zod';
import { checkbox, idField, idList, textField } from '~/lib/zod';
import { EXTEND_SCOPES } from './exam.rules';

/** More time after publication: for the whole room or single students. */
export const extendSchema = z
  .object({
    id: idField('考试'),
    studentIds: idList('', { min: 0, max: 500 }),
    all: checkbox(),
    minutes: z.coerce
      .number({ invalid_type_error: '加时应为 1 到 600 分钟的整数' })
      .int('加时应为 1 到 600 分钟的整数')
      .min(1, '加时应为 1 到 600 分钟的整数')
      .max(600, '加时应为 1 到 600 分钟的整数'),
    /** Without it: every part that is not over. */
    scope: z.enum(EXTEND_SCOPES, { errorMap: () => ({ message: '选择给哪一部分加时' }) }).optional(),
    reason: textField('原因', { max: 100 }),
  })
  .superRefine((value, context) => {
    if (value.all === value.studentIds.length > 0) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: ['studentIds'], message: '选择要加时的学生，或选择全体' });
    }
    if (!value.all && value.scope === 'upload') {
      context.addIssue({ code: z.ZodIssueCode.custom, path: ['scope'], message: '只延长上传时间时，请选择全体' });
    }
  });

export type ExtendInput = z.output<typeof extendSchema>;

/** Classes added after publication. */
export const addClassroomsSchema = z.object({ id: idField('考试'), clazzIds: idList('选择要增加的班级') });

export type AddClassroomsInput = z.output<typeof addClassroomsSchema>;

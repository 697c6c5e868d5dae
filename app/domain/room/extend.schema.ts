import { z } from 'zod';
import { checkbox, idField, idList, requestKey, textField, typedNumber } from '~/lib/zod';
import { EXTEND_SCOPES } from '~/domain/exam/times.rules';

const MINUTES = '补时应为 1 到 600 分钟的整数';

const fields = z.object({
  id: idField('考试'),
  studentIds: idList('', { min: 0, max: 500 }),
  all: checkbox(),
  minutes: typedNumber(z.coerce.number({ invalid_type_error: MINUTES }).int(MINUTES).min(1, MINUTES).max(600, MINUTES)),
  /** Without it: every part that is not over. */
  scope: z.enum(EXTEND_SCOPES, { errorMap: () => ({ message: '选择给哪一部分补时' }) }).optional(),
  reason: textField('原因', { max: 100 }),
  requestId: requestKey(),
});

/** More time after publication: for the whole room (`all`) or single students. */
export const extendSchema = fields.superRefine((value, context) => {
  const add = (field: keyof typeof value, message: string) =>
    context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
  if (value.all === value.studentIds.length > 0) add('studentIds', '选择要补时的学生');
  if (!value.all && value.scope === 'upload') add('scope', '只延长上传时间时，请给全体补时');
});

export type ExtendInput = z.output<typeof extendSchema>;

/** Classes added after publication. */
export const addClassroomsSchema = z.object({ id: idField('考试'), clazzIds: idList('选择要增加的班级') });

export type AddClassroomsInput = z.output<typeof addClassroomsSchema>;

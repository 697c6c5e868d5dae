import { z } from 'zod';
import { checkbox, idField, idList, requestKey, textField, typedNumber } from '~/lib/zod';
import { EXTEND_SCOPES } from '~/domain/exam/times.rules';

/** What is given at once. */
export const MOST_MINUTES = 600;
/** More than this may be a slip of the keys: a page asks again. */
export const LONG_MINUTES = 60;

const MINUTES = `补时应为 1 到 ${MOST_MINUTES} 分钟的整数`;

const fields = z.object({
  id: idField('考试'),
  studentIds: idList('', { min: 0, max: 500 }),
  all: checkbox(),
  minutes: typedNumber(
    z.coerce.number({ invalid_type_error: MINUTES }).int(MINUTES).min(1, MINUTES).max(MOST_MINUTES, MINUTES),
  ),
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

/** The same of a page: many minutes are said twice, for what was given is not taken back. */
export const extendFormSchema = extendSchema
  .and(z.object({ sure: checkbox() }))
  .superRefine(({ minutes, sure }, context) => {
    if (minutes <= LONG_MINUTES || sure) return;
    const message = `补时超过 ${LONG_MINUTES} 分钟，给了就不能收回：没有写错，请勾选以后再确定`;
    context.addIssue({ code: z.ZodIssueCode.custom, path: ['sure'], message });
  });

export type ExtendInput = z.output<typeof extendSchema>;

/** Classes added after publication. */
export const addClassroomsSchema = z.object({ id: idField('考试'), clazzIds: idList('选择要增加的班级') });

export type AddClassroomsInput = z.output<typeof addClassroomsSchema>;

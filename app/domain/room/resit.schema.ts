import { z } from 'zod';
import { partField } from '~/domain/attempt/attempt.schema';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField, idList, optionalText, textField, timeField } from '~/lib/zod';

/** Why the paper of a re-sit that its teacher ended was handed in: on the receipt, beside 老师已代你交卷. */
export const RESIT_ENDED = '补考提前结束';

/** A part that need not be said. */
export const optionalPart = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  partField.nullable(),
);

/** 安排补考: who, when, which attempt counts, and why; without a part an exam of one part means that one. */
export const resitSchema = z.object({
  id: idField('考试'),
  part: optionalPart,
  studentIds: idList('选择要补考的学生', { max: 2000 }),
  beginTime: timeField('补考开始时间'),
  endTime: timeField('补考结束时间'),
  uploadEndTime: timeField('照片上传截止时间').optional(),
  countedAttempt: z
    .enum(['last', 'best'], { errorMap: () => ({ message: '请选择计哪一次' }) })
    .optional()
    .describe(
      '考了两次的计哪一次，对整场考试有效：last 计补考，best 计较好的一次。不给：照考试现在的 settings.countedAttempt。已有别的学生按现在的办法接到补考通知时，给另一种会被拒绝（400），要改请调用 exam/setting',
    ),
  reason: textField('说明', { max: 100 }),
  requestId: optionalText('请求编号', 100),
});
export type ResitInput = z.output<typeof resitSchema>;

/** 取消补考, before it is begun. */
export const undoResitSchema = z.object({
  id: idField('考试'),
  part: optionalPart,
  studentIds: idList('选择要取消补考的学生', { max: 2000 }),
});
export type UndoResitInput = z.output<typeof undoResitSchema>;

/** Whom the page of re-sits shows: 缺考 and 不及格 together, one of them, or everybody. */
export const RESIT_WHO = ['', 'absent', 'failed', 'all'] as const;
export type ResitWho = (typeof RESIT_WHO)[number];

export const resitParams = {
  examId: z.coerce.number().int().positive().max(2_147_483_647).catch(0),
  part: z.enum(PARTS).nullable().catch(null),
  who: z.enum(RESIT_WHO).catch(''),
};

/** The API's list of them: `resitParams` by the names of the contract, with a refusal for what is none. */
export const resitsCallSchema = z.object({
  id: idField('考试'),
  part: optionalPart,
  who: z.enum(RESIT_WHO, { errorMap: () => ({ message: 'who 应为空、absent、failed 或 all' }) }).default(''),
});

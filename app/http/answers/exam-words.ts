import { z } from 'zod';

/** Words that the answers about exams share. */

export const id = z.number().int();
export const natural = z.number().int().min(0);

/** A time, or '' where there is none. */
export const timeOrEmpty = z.string().regex(/^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2})?$/);
/** A stored file's address, '' when there is none. */
export const address = z.string();

export const part = z.enum(['oral', 'written']);
export const testType = z.union([z.literal(0), z.literal(1), z.literal(2)]).describe('0 口语，1 笔试，2 两部分都有');
export const examStatus = z.enum(['draft', 'published', 'closed', 'released']);
export const phase = z.enum(['not_started', 'running', 'uploading', 'ended']);
export const attemptState = z.enum(['in_progress', 'submitted', 'auto_submitted', 'scored']);
export const grade = z
  .enum(['excellent', 'good', 'pass', 'low'])
  .describe('等级的代号：excellent 优秀，good 良好，pass 及格，low 待提高；给学生看成绩的应答里是文字');

/** From how many per cent on the exam's own words begin. */
export const thresholds = z.object({ excellentFrom: z.number(), goodFrom: z.number(), passFrom: z.number() });

/** 0–100; null where there is none (缺考, 待评分). */
export const percent = z.number().nullable();

/** One value for each of the four oral measures. */
export const perMeasure = <T extends z.ZodTypeAny>(value: T) =>
  z.object({ zqd: value, lld: value, wzd: value, gjc: value });

/** What a student gave for one item. */
export const answerValue = z.object({
  keys: z
    .array(z.string())
    .optional()
    .describe(
      '选中的选项的 key，和同一个应答里 question.options 的一样：选项打乱过的答卷，学生读到的是位置 1、2、3…，老师读到的是题库的字母',
    ),
  blanks: z.array(z.string()).optional(),
  text: z.string().optional(),
});

/** The kinds of the theory bank; '' beside them is a question of another bank. */
export const THEORY_KINDS = ['single', 'multiple', 'judge', 'cloze', 'short'] as const;

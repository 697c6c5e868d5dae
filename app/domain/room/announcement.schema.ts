import { z } from 'zod';
import { partField } from '~/domain/attempt/attempt.schema';
import { idField, textField } from '~/lib/zod';

/** 公告. */
export const announceSchema = z.object({
  id: idField('考试'),
  part: partField,
  view: z.enum(['', 'resit'], { errorMap: () => ({ message: '视图只能是空或 resit' }) }).default(''),
  text: textField('公告', { max: 200 }),
});
export type AnnounceInput = z.output<typeof announceSchema>;

/** As a student's page shows it; `at` as text. */
export type Announcement = { id: number; text: string; at: string };

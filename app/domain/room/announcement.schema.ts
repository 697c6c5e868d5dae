import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField, textField } from '~/lib/zod';

/** Every part that whoever announces watches and that is not over. */
export const ALL_PARTS = 'all';

/** 公告. */
export const announceSchema = z.object({
  id: idField('考试'),
  part: z.enum([...PARTS, ALL_PARTS], { errorMap: () => ({ message: '请选择口语、笔试，或两部分（all）' }) }),
  view: z.enum(['', 'resit'], { errorMap: () => ({ message: '视图只能是空或 resit' }) }).default(''),
  text: textField('公告', { max: 200 }),
});
export type AnnounceInput = z.output<typeof announceSchema>;

/** As a student's page shows it; `at` as text. */
export type Announcement = { id: number; text: string; at: string };

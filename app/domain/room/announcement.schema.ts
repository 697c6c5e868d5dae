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

/** 公告 that a room was told: 撤回. */
export const withdrawAnnouncementSchema = z.object({ id: idField('考试'), announcementId: idField('公告') });
export type WithdrawAnnouncementInput = z.output<typeof withdrawAnnouncementSchema>;

/** The same: 更正. */
export const correctAnnouncementSchema = withdrawAnnouncementSchema.extend({ text: announceSchema.shape.text });
export type CorrectAnnouncementInput = z.output<typeof correctAnnouncementSchema>;

/** Which room's announcements are listed. */
export const announcementsCallSchema = announceSchema
  .pick({ id: true, view: true })
  .extend({ part: z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) }) });

/** As a student's page shows it; `at` as text. */
export type Announcement = { id: number; text: string; at: string };

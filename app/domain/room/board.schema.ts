import { z } from 'zod';
import { partField } from '~/domain/attempt/attempt.schema';
import { PARTS } from '~/domain/exam/parts.rules';
import { checkbox, idField, idList, optionalText, textField } from '~/lib/zod';
import { BOARD_FILTERS } from './board.rules';

/** Students on one page of the board. */
export const BOARD_PAGE_SIZE = 60;

/** What the board asks before it acts: more time for some or the room, handing in for somebody, ending the exam, what to tell the room, what to tell it instead, what to take back. */
export const BOARD_QUESTIONS = ['extend', 'extendAll', 'handin', 'close', 'announce', 'correct', 'withdraw'] as const;
export type BoardQuestion = (typeof BOARD_QUESTIONS)[number];

/** The board's parameters in the URL; a bad one becomes the default. */
export const boardParams = {
  examId: z.coerce.number().int().positive().max(2_147_483_647).catch(0),
  part: z.enum(PARTS).nullable().catch(null),
  /** Those who sit a second time, once the exam is over. */
  view: z.enum(['', 'resit']).catch(''),
  state: z.enum(['', ...BOARD_FILTERS]).catch(''),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  pageSize: z.coerce.number().int().min(1).max(2000).catch(BOARD_PAGE_SIZE),
  /** As seats, or as a list with ticks and a search. */
  look: z.enum(['', 'list']).catch(''),
};

/** The same for the API, which names what is wrong. */
export const boardCallSchema = z.object({
  id: idField('考试'),
  part: z.preprocess((value) => (value === '' || value === undefined ? null : value), partField.nullable()),
  view: z.enum(['', 'resit'], { errorMap: () => ({ message: '视图只能是空或 resit' }) }).default(''),
  state: z.enum(['', ...BOARD_FILTERS], { errorMap: () => ({ message: '状态有误' }) }).default(''),
  classId: z.coerce.number({ invalid_type_error: '班级有误' }).int().min(0).max(2_147_483_647).default(0),
  keyword: optionalText('关键词', 100),
  currentPage: z.coerce.number({ invalid_type_error: '页码有误' }).int().min(1, '页码有误').max(1_000_000).default(1),
  pageSize: z.coerce.number({ invalid_type_error: '每页条数有误' }).int().min(1).max(2000).default(BOARD_PAGE_SIZE),
});

export type BoardInput = {
  examId: number;
  part: 'oral' | 'written' | null;
  view: '' | 'resit';
  state: z.output<typeof boardParams.state>;
  classId: number;
  keyword: string;
  currentPage: number;
  pageSize: number;
};

/** What a room shows: `classId` is the class whose tile is opened. */
export type RoomInput = Pick<BoardInput, 'examId' | 'part' | 'view' | 'state' | 'classId'>;

/** 代交. */
export const handInSchema = z.object({
  id: idField('考试'),
  part: partField,
  studentIds: idList('选择要代交的学生', { max: 2000 }),
  reason: textField('原因', { max: 100 }),
});
export type HandInInput = z.output<typeof handInSchema>;

/** 结束考试. */
export const closeSchema = z.object({ id: idField('考试') });

/** 解除登录锁定. */
export const unlockSchema = z.object({
  id: idField('考试'),
  part: partField,
  studentIds: idList('选择要解除锁定的学生', { max: 2000 }),
});
export type UnlockInput = z.output<typeof unlockSchema>;

/** 试音 as the waiting page reports it. */
export const micCheckSchema = z.object({
  examId: idField('考试'),
  isOk: checkbox(),
  reason: optionalText('原因', 100),
});
export type MicCheckInput = z.output<typeof micCheckSchema>;

/** The page of an open paper was left. */
export const leaveSchema = z.object({ attemptId: idField('答卷') });

import { z } from 'zod';
import { time } from './common';
import { address, answerValue, attemptState, examStatus, id, natural, part, testType, thresholds } from './exam-words';
import { openQuestion } from './question';

const rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
const outcome = z.enum(['saved', 'grace', 'refused', 'accepted']);

/** A recording of one item. */
export const take = z.object({
  id,
  itemId: id,
  fileId: z.string(),
  url: address,
  number: natural,
  isChosen: z.boolean(),
  durationMs: natural,
  /** How much longer than the item allows. */
  overSeconds: natural,
  /** 文件标明的时长，仅当能听到的明显更短 */
  promisedMs: natural.nullable(),
  isSilent: z.boolean().describe('从头到尾几乎没有声音；没有量过的旧录音为 false'),
  receivedAt: time,
  outcome,
  /** The day it was deleted after the school's term. */
  removedOn: z.string().nullable(),
});

/** A photo of one item; width and height are of the picture unturned. */
export const photo = z.object({
  id,
  itemId: id,
  fileId: z.string(),
  url: address,
  rotation,
  width: natural,
  height: natural,
  position: z.number().int(),
  receivedAt: time,
  outcome,
  isScanned: z.boolean().describe('来自老师扫描的答题纸，学生不能删除或更换'),
});

/** 回执 */
export const receipt = z.object({
  code: z.string(),
  part,
  closedBy: z.enum(['student', 'server', 'teacher']),
  /** 代交: why its teacher handed it in. */
  reason: z.string().optional().describe('老师代交的原因；closedBy 是 teacher 而没有它，是出题老师提前结束了考试'),
  submittedAt: time,
  revisedAt: time,
  itemCount: natural,
  answeredCount: natural,
  photoCount: natural,
  audioSeconds: z.number().min(0),
});

export const sitting = z.object({
  id,
  examId: id,
  examName: z.string(),
  part,
  number: natural,
  state: attemptState,
  startedAt: time,
  deadlineAt: time,
  uploadDeadlineAt: time.nullable(),
  isOpen: z.boolean(),
  arePhotosOpen: z.boolean(),
  receipt: receipt.nullable(),
  serverTime: time,
  sections: z
    .array(
      z.object({
        key: natural,
        heading: z.string().describe('例如：一、选择题（15 题，每题 2 分，共 30 分）'),
        instructions: z.string(),
        points: z.number(),
        itemIds: z.array(id),
      }),
    )
    .describe('大题，按试卷的次序；没有分大题的为空。各题在 items 里'),
  items: z.array(
    z.object({
      id,
      position: z.number().int(),
      points: z.number(),
      question: openQuestion.describe('选项打乱过的题：选项的 key 是它在这份答卷上的序号（1、2、…），答案也用序号'),
      answer: z.object({ value: answerValue, revision: natural, savedAt: time, isInGrace: z.boolean() }).nullable(),
      takes: z.array(take),
      photos: z.array(photo),
    }),
  ),
});

/** All that an open page has to ask again. */
export const sittingState = z.object({
  isOpen: z.boolean(),
  closedBy: z.enum(['student', 'server', 'teacher']).nullable(),
  /** 代交: why its teacher handed it in. */
  reason: z.string().nullable(),
  deadlineAt: time,
  serverTime: time,
  /** What the room was told, the newest first. */
  announcements: z.array(z.object({ id, text: z.string(), at: time })),
});

export const savedAnswer = z.object({
  revision: natural.describe('现在存的是第几版：下次保存这道题时填它'),
  /** null while nothing was ever saved. */
  savedAt: time.nullable(),
  outcome: z.enum(['saved', 'grace', 'unchanged']),
  value: answerValue,
  serverTime: time,
});

export const savedTakes = z.object({
  outcome: z.enum(['saved', 'grace', 'accepted']),
  takes: z.array(take),
  serverTime: time,
});

export const savedPhotos = z.object({
  outcome: z.enum(['saved', 'grace']),
  photos: z.array(photo),
  serverTime: time,
});

const group = z.enum(['running', 'uploading', 'upcoming', 'ended', 'released']);

/** A row of a student's exams. */
export const studentExam = z.object({
  id,
  name: z.string(),
  ownerName: z.string(),
  status: examStatus,
  testType,
  group,
  resit: z
    .enum(['due', 'marking'])
    .nullable()
    .describe('要补考的考试：due 补考还没有考完，marking 已交卷、等老师评分；评完以前没有成绩'),
  resitParts: z.array(part).describe('resit 说的是哪些部分的补考；没有为空'),
  resat: z.string().describe('成绩已公布、补考过的：哪一部分补考、计哪一次；没有为空'),
  /** Only after the release; null as well where the school shows the grade instead. */
  totalPercent: z.number().nullable(),
  missing: z.string().nullable().describe('成绩已公布而没有总分：缺考、待评分，或哪一部分缺考'),
  thresholds,
  grade: z
    .object({ word: z.string(), band: z.enum(['high', 'mid', 'low']) })
    .nullable()
    .describe('word 等级的文字，band 显示它的颜色；只在考试只公布等级时有'),
  parts: z.array(
    z.object({
      part,
      step: z
        .enum(['start', 'continue', 'wait', 'upload', 'handed_in', 'absent', 'released'])
        .describe('学生现在要做的：start 开始，continue 继续，wait 等开始，upload 补传照片；其余没有要做的'),
      group,
      beginTime: time,
      endTime: time.describe('自己的结束时间，含补时；补考的是补考的'),
      uploadEndTime: time.nullable().describe('自己的照片截止时间，含补时；口语为 null'),
      extraMinutes: natural,
      until: time.nullable(),
      /** 补考: these are its own times. */
      isResit: z.boolean(),
      minutes: z.number().nullable(),
      itemCount: natural,
      answeredCount: natural,
      /** Of the sitting that beginTime and endTime are of; null until it is begun. */
      attempt: z
        .object({
          id,
          number: natural,
          state: attemptState,
          submittedAt: time.nullable(),
          deadlineAt: time,
          receiptCode: z.string().nullable(),
        })
        .nullable(),
      papers: z
        .array(z.object({ id, number: natural, submittedAt: time.nullable(), receiptCode: z.string().nullable() }))
        .describe('考过的每一次：number 2 是补考；各有自己的回执，不论计哪一次'),
    }),
  ),
});

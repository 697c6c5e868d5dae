import { z } from 'zod';
import { commaString, time } from './common';
import {
  address,
  examStatus,
  id,
  natural,
  part,
  perMeasure,
  phase,
  testType,
  timeOrEmpty,
  THEORY_KINDS,
} from './exam-words';
import { wholeQuestion } from './question';

/** What everybody who may see the exam is told. */
const head = {
  id,
  name: z.string(),
  categoryId: id.nullable(),
  categoryName: z.string(),
  ownerName: z.string(),
  testType,
  status: examStatus,
  phases: z.object({ oral: phase, written: phase }).partial(),
  oralBeginTime: timeOrEmpty,
  oralEndTime: timeOrEmpty,
  beginTime: timeOrEmpty,
  endTime: timeOrEmpty,
  uploadEndTime: timeOrEmpty,
  /** The time limit from the own start; null: the window is the limit. */
  oralMinutes: natural.nullable(),
  writtenMinutes: natural.nullable(),
  oralWeight: z.number(),
  writtenWeight: z.number(),
  instructions: z.string(),
};

/** The settings of an exam. */
export const settings = z.object({
  measureWeights: perMeasure(z.number()),
  prepSeconds: natural,
  recordSeconds: natural,
  maxTakes: natural,
  shuffleItems: z.boolean(),
  shuffleOptions: z.boolean(),
  countedAttempt: z.enum(['last', 'best']),
  arbitrationLimit: z.number(),
  markedBy: z.enum(['all', 'one']),
  isBlind: z.boolean(),
  quickComments: z.array(z.string()),
  rowsPerPage: natural,
  releaseMode: z.enum(['manual', 'auto']),
  excellentFrom: z.number(),
  passFrom: z.number(),
  goodFrom: z.number(),
  lowFrom: z.number(),
  showsRank: z.boolean(),
  resultDisplay: z.enum(['points', 'grade']),
});

/** As its owner and (their parts) its examiners see it. */
export const teacherExam = z.object({
  view: z.literal('teacher'),
  ...head,
  clazzIds: commaString,
  oralId: id.nullable(),
  writtenIds: commaString,
  items: z.array(
    z.object({
      id,
      part,
      position: z.number().int(),
      questionId: id.nullable(),
      points: z.number(),
      drawId: id.nullable(),
      section: id.nullable(),
      question: wholeQuestion,
    }),
  ),
  /** 大题 in order; `name` is what it is called where its title is ''. None: the paper is one list. */
  sections: z.array(z.object({ key: id, title: z.string(), name: z.string(), instructions: z.string() })),
  draws: z.array(
    z.object({
      id,
      position: z.number().int(),
      bank: z.enum(['written', 'theory']),
      kind: z.enum(['', ...THEORY_KINDS]),
      level: z.number().int().nullable(),
      dirId: id.nullable(),
      scope: z.enum(['mine', 'all']),
      count: natural,
      points: z.number(),
      section: id.nullable(),
    }),
  ),
  oralExaminerIds: commaString,
  writtenExaminerIds: commaString,
  keyPoint: commaString,
  imageUrl: commaString,
  musicUrl: address,
  settings,
  version: natural,
});

const deadlines = z.object({
  answersAt: time.describe('自己的作答截止时间，含补时；开始以后是这份答卷的'),
  photosAt: timeOrEmpty,
  extraMinutes: natural,
  isResit: z.boolean().describe('是补考：各时间都是补考的'),
});

/** As a student who may sit it or has sat it sees it; every time is the student's own. */
export const studentExam = z.object({
  view: z.literal('student'),
  ...head,
  deadlines: z.object({ oral: deadlines, written: deadlines }).partial(),
});

/** A row of the own exams. */
export const ownExam = z.object({
  id,
  name: z.string(),
  categoryName: z.string(),
  status: examStatus,
  testType,
  classNames: commaString,
  studentCount: natural,
  parts: z.array(
    z.object({
      part,
      phase,
      isInMoreTime: z.boolean().describe('已结束，但还有人在自己的补时里可以作答'),
      beginsAt: timeOrEmpty,
      endsAt: timeOrEmpty,
      started: natural,
      handedIn: natural,
      scored: natural,
    }),
  ),
  version: natural,
  updatedAt: time,
});

const changed = {
  raised: natural,
  lowered: natural,
  gradeUp: natural,
  gradeDown: natural,
  nowPass: natural,
  nowFail: natural,
};
const beforeAfter = z.object({ before: z.number().nullable(), after: z.number().nullable() });

/** Who would change by how much (preview=1). */
export const remarkPreview = z.object({
  itemId: id,
  kind: z.enum(['key', 'accept', 'credit', 'none']),
  expected: z.string().describe('确认（preview=0）时原样送回；其间成绩有变化就以 409 拒绝，data.preview 是最新的预览'),
  summary: z.object(changed),
  unsettled: natural,
  reopened: natural,
  waiting: natural.describe('交了还没有成绩、本来由答案判分的答卷里，更正后要由老师评的份数'),
  /** Papers that stay settled by the scores that count now, though these differ more afterwards. */
  kept: natural,
  told: natural,
  changes: z.array(
    z.object({
      attemptId: id,
      studentId: id,
      name: z.string(),
      account: z.string(),
      className: z.string(),
      number: natural,
      points: beforeAfter,
      part: beforeAfter,
      total: beforeAfter,
      grade: z.object({ before: z.string(), after: z.string() }).nullable(),
    }),
  ),
});

/** What a re-marking came to (preview=0). */
export const remarkDone = z.object({ ...changed, isRepeat: z.boolean(), told: natural });

/** 评分设置, for whoever scores in the exam. */
export const pageSetting = z.object({
  id,
  name: z.string(),
  version: natural,
  isOwner: z.boolean(),
  isOpen: z.boolean().describe('决定成绩的设置还可以改'),
  isObjective: z.boolean().describe('全部由答案评分，可以自动公布'),
  oralWeight: z.number(),
  writtenWeight: z.number(),
  markingDueAt: timeOrEmpty,
  settings,
});

/** What a draw came to, or what there is to draw from. */
export const drawn = z.object({
  added: natural,
  supply: z.array(z.object({ candidates: natural, problem: z.string().nullable() })),
});

/** What a room was told, for those who watch it. */
export const toldList = z.array(
  z.object({
    id,
    text: z.string(),
    at: time,
    shown: natural.describe('已显示给几名学生'),
    isWithdrawn: z.boolean(),
    mayChange: z.boolean().describe('自己可以更正、撤回它'),
  }),
);

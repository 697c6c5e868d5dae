import { z } from 'zod';
import { photo, take } from './attempt';
import { time } from './common';
import { answerValue, examStatus, id, natural, part, percent, perMeasure, testType, thresholds } from './exam-words';
import { wholeQuestion } from './question';
import { shape } from './score';

/** A student's own results. */

const word = z.string().nullable().describe('等级的文字：优秀、良好、及格或待提高；只在考试只公布等级时有');
const missing = z.enum(['缺考', '待评分']).nullable();
const measures = perMeasure(z.number().nullable());
const display = z.enum(['points', 'grade']);

const item = z.object({
  id,
  position: z.number().int(),
  points: z.number().describe('满分'),
  earned: z.number().nullable().describe('得分；口语题和只公布等级时为 null'),
  percent,
  grade: word,
  isBlank: z.boolean(),
  question: wholeQuestion,
  auto: z
    .object({
      points: z.number().describe('机器判的得分；只公布等级时只有 1（得了分）和 0'),
      isRight: z.boolean(),
      blanks: z.array(z.boolean()),
      isCredited: z.literal(true).optional(),
    })
    .nullable(),
  earnedPoints: z.array(z.number()).nullable().describe('每个评分要点的得分'),
  outcomes: z.array(
    z.object({
      kind: z.enum(['deductions', 'criteria']),
      name: z.string(),
      full: z.number(),
      result: z.number(),
      lines: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          note: z.string(),
          points: z.number(),
          maximum: z.number().nullable(),
        }),
      ),
    }),
  ),
  comments: z.array(z.string()),
  remark: z.string(),
  notes: z.array(z.object({ takeId: id, atMs: natural, text: z.string() })),
  correction: z.object({ kind: z.enum(['key', 'accept', 'credit']), reason: z.string(), at: time }).nullable(),
  answer: z.object({ value: answerValue, revision: natural, savedAt: time, isInGrace: z.boolean() }).nullable(),
  takes: z.array(take),
  photos: z.array(photo.extend({ marks: z.array(shape) })),
});

/** The own result of an exam; before the release only what was handed in. */
export const ownResult = z.object({
  examId: id,
  name: z.string(),
  status: examStatus,
  testType,
  ownerName: z.string(),
  releasedAt: time.nullable(),
  isReleased: z.boolean(),
  awaitsResit: z.boolean().describe('成绩已公布，但自己要先补考'),
  handedIn: z.array(z.object({ part, isOver: z.boolean(), attemptId: id.nullable(), submittedAt: time.nullable() })),
  display: display.nullable(),
  thresholds: thresholds.nullable(),
  total: percent,
  grade: word,
  place: z.object({ rank: natural, count: natural }).nullable().describe('班级名次，只在考试允许时有'),
  parts: z.array(
    z.object({
      part,
      weight: z.number(),
      percent,
      grade: word,
      missing,
      earned: z.number().nullable(),
      fullPoints: z.number(),
      resit: z.string(),
      comments: z.array(z.object({ examiner: z.string(), text: z.string() })),
      measures: measures.nullable(),
      measureGrades: perMeasure(z.string().nullable()).nullable(),
      previousMeasures: z.object({ examName: z.string(), measures }).nullable(),
      closedCount: natural.describe('因为还要用于考试而不显示的题数'),
      attemptId: id.nullable(),
      submittedAt: time.nullable(),
      items: z.array(item),
    }),
  ),
});

/** A released exam in the own history. */
export const historyRow = z.object({
  examId: id,
  name: z.string(),
  testType,
  status: examStatus,
  heldAt: time.nullable(),
  releasedAt: time.nullable().describe('补考过的，是补考评完的时间'),
  resat: z.string().describe('补考过的：哪一部分补考、计哪一次；没有为空'),
  thresholds,
  total: percent,
  missing: z.string().nullable().describe('没有总分时的说明：缺考、待评分，或哪一部分缺考'),
  grade: word,
  parts: z.array(z.object({ part, percent, grade: word, missing })),
});

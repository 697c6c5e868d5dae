import { z } from 'zod';
import { time } from './common';
import {
  answerValue,
  attemptState,
  examStatus,
  grade,
  id,
  natural,
  part,
  perMeasure,
  percent,
  phase,
  testType,
} from './exam-words';
import { photo, take } from './attempt';
import { wholeQuestion } from './question';

const scoringState = z.enum(['absent', 'not_started', 'in_progress', 'waiting', 'marking', 'arbitration', 'scored']);
const ownState = z.enum(['none', 'draft', 'final']);
const scoreKind = z.enum(['examiner', 'arbiter']);

/** An exam to score, with how far it has come. */
export const scoreExam = z.object({
  id,
  name: z.string(),
  status: examStatus,
  testType,
  phase,
  endTime: time.nullable(),
  releasedAt: time.nullable(),
  /** When the marking is to be done, as its owner set it. */
  markingDueAt: time.nullable(),
  isOwner: z.boolean(),
  ownerName: z.string(),
  done: natural,
  total: natural,
  awaitsMe: natural,
  parts: z.array(
    z.object({
      part,
      done: natural,
      total: natural,
      inProgress: natural,
      mine: z.object({ done: natural, total: natural }).nullable(),
      awaitsMe: natural,
      toArbitrate: natural,
      /** Nobody was asked to arbitrate, or only the owner can decide; for the owner. */
      toDecide: natural,
      contested: natural,
      unshared: natural,
    }),
  ),
});

/** A paper of one part; in a blind exam what would name its student is empty. */
export const scoringRow = z.object({
  studentId: id,
  studentName: z.string(),
  account: z.string(),
  classId: id.nullable(),
  className: z.string(),
  /** The results are out for this student. */
  isReleased: z.boolean(),
  attemptId: id.nullable(),
  number: natural,
  state: scoringState,
  submittedAt: time.nullable(),
  closedBy: z.string().nullable(),
  receiptCode: z.string().nullable(),
  ownScore: ownState,
  finals: natural,
  settlement: z.enum(['', 'waiting', 'arbitration', 'agreed', 'arbitrated', 'owner', 'decided']),
  percent,
  task: scoreKind.nullable(),
  awaitsMe: z.boolean(),
  examiners: z.array(z.object({ id, name: z.string(), kind: scoreKind, score: ownState })),
});

/** A student with rank and total, for the owner (part=total). */
export const totalRow = z.object({
  studentId: id,
  account: z.string(),
  name: z.string(),
  classId: id.nullable(),
  className: z.string(),
  parts: z.array(
    z.object({
      part,
      state: scoringState,
      attemptId: id.nullable(),
      number: natural,
      percent,
      receiptCode: z.string().nullable(),
      closedBy: z.string().nullable(),
      /** Of a part that was sat again: both marks and which counts; else ''. */
      resit: z.string(),
    }),
  ),
  total: percent,
  grade: grade.nullable(),
  state: scoringState,
  rank: natural.nullable(),
  classRank: natural.nullable(),
  remarks: z.array(z.string()),
});

/** A share of the unturned picture. */
const point = z.tuple([z.number(), z.number()]);
/** A mark on a photo. */
export const shape = z.union([
  z.object({ kind: z.enum(['tick', 'cross']), at: point }),
  z.object({ kind: z.enum(['circle', 'line']), from: point, to: point }),
  z.object({ kind: z.literal('pen'), points: z.array(point) }),
  z.object({ kind: z.literal('text'), at: point, text: z.string() }),
]);

export const photoMarks = z.object({ shapes: z.array(shape), version: natural });

export const markedPhoto = photo.extend({
  marks: z.array(shape),
  marksVersion: natural,
  otherMarks: z.array(z.object({ examinerId: id, examinerName: z.string(), shapes: z.array(shape), version: natural })),
});

const rubricHead = { id: id.nullable(), version: natural, name: z.string() };
const ruleHead = { id: z.string(), name: z.string(), hint: z.string() };
const rubric = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measures'), ...rubricHead, weights: perMeasure(z.number()) }),
  z.object({
    kind: z.literal('deductions'),
    ...rubricHead,
    full: z.number(),
    rules: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('count'),
          ...ruleHead,
          points: z.number(),
          unit: z.string(),
          maximum: z.number().nullable(),
        }),
        z.object({ kind: z.literal('choice'), ...ruleHead, choices: z.array(z.number()) }),
      ]),
    ),
  }),
  z.object({
    kind: z.literal('criteria'),
    ...rubricHead,
    criteria: z.array(z.object({ ...ruleHead, points: z.number() })),
  }),
  z.object({ kind: z.literal('points'), ...rubricHead }),
]);

/** One examiner's score of a paper. */
export const score = z.object({
  id,
  examinerId: id,
  examinerName: z.string(),
  kind: scoreKind,
  rubricId: id.nullable(),
  state: z.enum(['draft', 'final']),
  comment: z.string(),
  percent,
  version: natural,
  updatedAt: time,
  finalisedAt: time.nullable(),
  marks: z.array(
    z.object({
      itemId: id,
      measures: perMeasure(z.number().nullable()).partial().nullable(),
      points: z.number().nullable(),
      pointMarks: z.array(z.number().nullable()).nullable(),
      details: z.record(z.number().nullable()).nullable(),
      handPoints: z.number().nullable().optional(),
      comment: z.string(),
    }),
  ),
  notes: z.array(z.object({ itemId: id, takeId: id, atMs: natural, text: z.string() })),
});

const item = z.object({
  id,
  part,
  position: z.number().int(),
  questionId: id.nullable(),
  drawId: id.nullable(),
  points: z.number(),
  question: wholeQuestion,
  /** How the item was put right after the exam. */
  correction: z
    .object({
      id,
      kind: z.enum(['key', 'accept', 'credit']),
      key: z
        .object({
          keys: z.array(z.string()),
          alsoRight: z.array(z.array(z.string())),
          blanks: z.array(z.array(z.string())),
        })
        .nullable(),
      reason: z.string(),
      at: time,
    })
    .nullable(),
  keyWords: z.array(z.string()),
  /** What the key says; null where a teacher marks. */
  auto: z
    .object({
      points: z.number(),
      isRight: z.boolean(),
      blanks: z.array(z.boolean()),
      isCredited: z.literal(true).optional(),
    })
    .nullable(),
  isBlank: z.boolean(),
  mayAcceptLate: z.boolean(),
  answer: z.object({ value: answerValue, revision: natural, savedAt: time, isInGrace: z.boolean() }).nullable(),
  takes: z.array(take),
  photos: z.array(markedPhoto),
  lateTakes: z.array(take),
  latePhotos: z.array(photo),
  lateAnswers: z.array(
    z.object({ id, itemId: id, value: answerValue, outcome: z.enum(['refused', 'conflict']), receivedAt: time }),
  ),
  acceptances: z.array(
    z.object({
      kind: z.enum(['answer', 'take', 'photo']),
      refId: id,
      reason: z.string(),
      acceptedBy: z.string(),
      acceptedAt: time,
    }),
  ),
});

/** A paper as the one who scores it sees it. */
export const paper = z.object({
  attemptId: id,
  examId: id,
  examName: z.string(),
  part,
  state: attemptState,
  submittedAt: time.nullable(),
  receiptCode: z.string().nullable(),
  student: z.object({ id, name: z.string(), account: z.string(), className: z.string() }),
  rubric,
  items: z.array(item),
  score: score.nullable(),
  otherScores: z.array(score),
  done: natural,
  total: natural,
});

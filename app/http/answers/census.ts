import { z } from 'zod';
import { idName, time } from './common';
import { grade, id, natural, part, perMeasure, percent, testType, thresholds } from './exam-words';

/** A number, or the sentence why there is none. */
const figure = z.union([
  z.object({ value: z.number(), reason: z.null() }),
  z.object({ value: z.null(), reason: z.string() }),
]);

const scores = z.object({
  count: natural,
  absent: natural,
  unscored: natural,
  mean: figure,
  median: figure,
  standardDeviation: figure,
  min: figure,
  max: figure,
  lowerQuartile: figure,
  upperQuartile: figure,
  skewness: figure,
  kurtosis: figure,
  passRate: figure,
  goodRate: figure,
  excellentRate: figure,
  lowRate: figure,
  distribution: z.array(z.object({ from: z.number(), to: z.number(), count: natural })),
});

const measures = perMeasure(figure).nullable();

const item = z.object({
  itemId: id,
  number: natural,
  isDrawn: z.boolean(),
  title: z.string(),
  kindLabel: z.string(),
  points: z.number(),
  count: natural,
  mean: figure,
  facility: figure,
  standardDeviation: figure,
  discriminationIndex: figure,
  discriminationEfficiency: figure,
  intendedWeight: figure,
  effectiveWeight: figure,
  options: z.array(z.object({ key: z.string(), text: z.string(), isKey: z.boolean(), count: natural })),
  /** A sentence for everything that is off. */
  remarks: z.array(z.string()),
});

const section = z.object({
  key: natural,
  title: z.string(),
  itemCount: natural,
  points: z.number(),
  mean: figure,
  facility: figure,
});

/** The figures of an exam, for one class or the whole. */
export const examFigures = z.object({
  examId: id,
  /** 0: the whole exam. */
  classId: z.number().int().min(0),
  basis: z.enum(['oral', 'written', 'total']),
  total: scores,
  parts: z.array(z.object({ part, scores })),
  measures,
  whole: z.object({ total: scores, measures }),
  classes: z.array(z.object({ classId: id, name: z.string(), total: scores, measures })),
  papers: z.array(
    z.object({
      part,
      count: natural,
      alpha: figure,
      errorRatio: figure,
      standardError: figure,
      items: z.array(item),
      /** 大题 in order. */
      sections: z.array(section),
      remarks: z.array(z.string()),
    }),
  ),
});

const courseScores = scores.omit({ absent: true, unscored: true });

/** An exam whose statistics the reader may read. */
export const censusExam = z.object({
  id,
  name: z.string(),
  categoryName: z.string(),
  heldAt: time.nullable(),
  isReleased: z.boolean(),
  isPartlyReleased: z.boolean().describe('还没有全部公布，已经有班级公布了'),
  hasScores: z.boolean(),
  parts: z.array(part).describe('自己能看的部分'),
  isWhole: z.boolean().describe('能看全部，总成绩也在内'),
  classes: z.array(idName),
});

const courseStep = z.object({
  examId: id,
  name: z.string(),
  categoryName: z.string(),
  heldAt: time.nullable(),
  scores: courseScores,
  whole: courseScores.describe('整场考试的'),
});

/** A class over its exams, the oldest first. */
export const classCourse = z.object({
  classId: natural.describe('0 为没有班级'),
  classes: z.array(idName),
  steps: z.array(courseStep),
});

/** The exams of a time, the oldest first. */
export const periodCourse = z.object({ categories: z.array(z.string()), steps: z.array(courseStep) });

const ownScore = { percent, grade: grade.nullable(), missing: z.enum(['缺考', '待评分']).nullable() };

/** What a student has practised in a bank. */
export const bankTotal = z.object({
  bank: z.enum(['oral', 'written', 'theory']),
  tries: natural,
  questions: natural,
  judged: natural,
  right: natural,
});

/** A week or a day of a student's practice. */
export const practicePeriod = z.object({
  from: z.string(),
  label: z.string(),
  counts: z.object({ oral: natural, written: natural, theory: natural }),
  total: natural,
  rightPercent: percent,
});

/** A student's own figures: released exams and practice. */
export const studentFigures = z.object({
  exams: z.array(
    z.object({
      examId: id,
      name: z.string(),
      testType,
      heldAt: time.nullable(),
      releasedAt: time.nullable().describe('补考过的，是补考评完的时间'),
      resat: z.string().describe('补考过的：哪一部分补考、计哪一次；没有为空'),
      display: z.enum(['points', 'grade']),
      thresholds,
      total: z.object({ ...ownScore, missing: z.string().nullable() }),
      parts: z.array(z.object({ part, ...ownScore })),
      measures: perMeasure(z.number().nullable()).nullable(),
      place: z.object({ rank: natural, of: natural }).nullable(),
    }),
  ),
  practice: z.array(bankTotal),
  weeks: z.array(practicePeriod),
});

import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { SCORING_STATE_WORDS, type ScoringState } from '../paper/scoring.rules';
import { COMMENT_KINDS } from '../marking/comments.rules';
import { SCORE_SORTS, SORT_ORDERS } from './score-list.rules';
import { idField, optionalId, optionalText } from '~/lib/zod';

/** What the reading calls of exam/score are asked; of lists the fields besides the page. */

const LISTED_STATES = Object.keys(SCORING_STATE_WORDS) as ScoringState[];
const states = ['', 'mine', ...LISTED_STATES] as const;
/** Of the list with a row for each student; the papers of a part stand in an order of their own. */
const sorting = {
  sort: z
    .enum(SCORE_SORTS, { errorMap: () => ({ message: `sort 应为 ${SCORE_SORTS.join('、')} 之一` }) })
    .default('rank')
    .describe('只用于总成绩；一个部分的答卷按自己的次序'),
  order: z
    .enum(SORT_ORDERS, { errorMap: () => ({ message: 'order 应为 asc 或 desc' }) })
    .default('asc')
    .describe('只用于总成绩'),
};
export const scoringListShape = {
  examId: idField('考试'),
  part: z
    .enum([...PARTS, 'total'], { errorMap: () => ({ message: '请选择口语、笔试或总成绩' }) })
    .nullable()
    .default(null),
  classId: optionalId('班级'),
  state: z.enum(states, { errorMap: () => ({ message: '评分状态有误' }) }).default(''),
  keyword: optionalText('关键词', 100),
  ...sorting,
};
export const comparedSchema = z.object({
  examId: idField('考试'),
  part: z
    .enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) })
    .nullable()
    .default(null),
});
export const classScoresSchema = z.object({
  examId: idField('考试'),
  classId: optionalId('班级').describe('不给为第一个班'),
  by: z.enum(['number', 'rank'], { errorMap: () => ({ message: 'by 应为 number 或 rank' }) }).default('number'),
});
export const journalShape = {
  attemptId: idField('答卷'),
  versionId: optionalId('版本').describe('只要这一版，全文'),
};
export const commentListShape = {
  examId: idField('考试'),
  part: comparedSchema.shape.part,
  classId: optionalId('班级'),
  examinerId: optionalId('阅卷老师'),
  itemId: optionalId('题目'),
  kind: z.enum(['', ...COMMENT_KINDS], { errorMap: () => ({ message: '评语的种类有误' }) }).default(''),
  has: z.enum(['with', 'without'], { errorMap: () => ({ message: 'has 应为 with 或 without' }) }).default('with'),
  keyword: optionalText('关键词', 100),
};
export const scoreExportSchema = z.object({
  examId: idField('考试'),
  classId: optionalId('班级'),
  state: z.enum(['', ...LISTED_STATES], { errorMap: () => ({ message: '评分状态有误' }) }).default(''),
  keyword: optionalText('关键词', 100),
  ...sorting,
});

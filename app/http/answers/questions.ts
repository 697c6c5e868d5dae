import { z } from 'zod';
import { commaString, count, time } from './common';
import { THEORY_KINDS } from './exam-words';

/** Questions of the three banks, as the API answers them. */

const common = {
  id: z.number().int(),
  title: z.string(),
  level: z.number().int().describe('1 初级，2 中级，3 高级'),
  points: z.number(),
  keyPoint: commaString,
  imageUrl: commaString,
  musicUrl: z.string(),
  sceneTypeId: z.number().int().nullable(),
  sceneTypeName: z.string(),
  examTypeId: z.number().int().nullable(),
  examTypeName: z.string(),
  dirId: z.number().int().nullable(),
  createTime: time,
  updateTime: time,
  version: z.number().int().describe('修改时带上它：期间别人改过就不会被覆盖（409）'),
};

export const oralQuestion = z.object({
  ...common,
  examContent: z.string(),
  analyzer: commaString.describe('保存的分析结果，用逗号分开；未保存过为空'),
  isPlay: z.boolean(),
  prepSeconds: z.number().int(),
  answerSeconds: z.number().int(),
});

/** With its sentences and when each of them ends. */
export const timedOralQuestion = oralQuestion.extend({
  chunks: z.array(z.object({ text: z.string(), time: z.number().int().describe('这一句结束时的毫秒数') })),
});

export const writtenQuestion = z.object({
  ...common,
  prompt: z.string(),
  referenceAnswer: z.string(),
  markingPoints: z.array(z.object({ text: z.string(), points: z.number() })),
  answerBy: z.enum(['both', 'photo', 'text']),
});

export const theoryQuestion = z.object({
  ...common,
  kind: z.enum(THEORY_KINDS),
  stem: z.string(),
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  answer: z
    .union([z.string(), z.array(z.array(z.string()))])
    .describe('选择题为选项字母（A,C），判断题为 T 或 F，填空题为每空的可接受答案，简答题为参考答案'),
  analysis: z.string(),
});

/** What the written part of an exam chooses from. */
export const importableQuestion = z.discriminatedUnion('bank', [
  writtenQuestion.extend({ bank: z.literal('written') }),
  theoryQuestion.extend({ bank: z.literal('theory') }),
]);

const importedQuestion = z.object({
  line: z.number().int(),
  bank: z.string(),
  kind: z.string(),
  kindLabel: z.string(),
  title: z.string(),
  errors: z.array(z.string()),
  notes: z.array(z.string()),
  duplicate: z.string().describe('与哪一道题重复，空为不重复'),
  held: z.boolean().describe('可能读错了，没有导入；核对以后用 keepHeld=1 或在网页上导入'),
  chosen: z.boolean(),
});

/** What a file of questions holds, and how many of them were stored. */
export const importReport = z.object({
  id: z.string().uuid(),
  format: z.string(),
  all: count,
  valid: count,
  bad: count,
  noted: count,
  changed: count.describe('能导入、但有提示的'),
  look: count.describe('需要看的：有问题、有提示或重复'),
  duplicate: count,
  held: count.describe('可能读错了、因此没有选的'),
  chosen: count.describe('选中的；保存以后就是存下的'),
  questions: z.array(importedQuestion),
  stored: count,
});

/** What taking an import back came to. */
export const importUndone = z.object({
  removed: count,
  kept: z.array(z.object({ number: z.string().describe('题目的编号'), reason: z.string() })),
});

export const cartItem = z.object({
  id: z.number().int(),
  type: z.literal('wrapped'),
  questionId: z.number().int(),
  quantity: z.number().describe('在试卷里的分值'),
  size: z.array(z.number()),
  length: z.array(z.number()),
  position: z.number().int(),
  title: z.string(),
  bank: z.enum(['oral', 'written', 'theory']),
  kind: z.enum(['', ...THEORY_KINDS]),
  level: z.number().int(),
  state: z.enum(['ready', 'unshared', 'deleted']),
});

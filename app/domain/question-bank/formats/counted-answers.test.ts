import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Answers whose points are counted as sections are: 一、…；二、…； */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const answers = (...lines: string[]) => read(...lines).map(({ fields }) => fields.answer ?? fields.referenceAnswer);

test('points of an answer in the key at the end, a line each', () => {
  const paper = ['一、简答题', '1．简述接站程序。', '2．简述送站程序。', '二、论述题', '3．论述乙。'];
  const key = [
    '一、简答题',
    '1．一、核实时间；',
    '二、提前到达；',
    '三、持接站牌。',
    '2．（一）核实机票。',
    '（二）收行李。',
  ];
  expect(answers(...paper, '参考答案', ...key, '二、论述题', '3．一是乙一；', '二是乙二。')).toEqual([
    '一、核实时间；\n二、提前到达；\n三、持接站牌。',
    '（一）核实机票。\n（二）收行李。',
    '一是乙一；\n二是乙二。',
  ]);
});

test('points of an answer behind its label, the first of them on one line', () => {
  const lines = [
    '1．简述甲。',
    '答案：一、核实；二、到达；',
    '三、接站。',
    '2．论述。',
    '答案：第一，甲；',
    '第二，乙。',
  ];
  expect(answers(...lines)).toEqual(['一、核实；二、到达；\n三、接站。', '第一，甲；\n第二，乙。']);
});

test('分析：, 理由： and 题型： within an answer of the key are words of it', () => {
  const paper = ['一、材料题', '2．阅读材料回答。', '（1）甲是什么？', '（2）乙是什么？', '3．辨析：甲等于乙。'];
  const key = [
    '2．（1）分析：甲是一。',
    '（2）观点：正确。',
    '关键词：发展。',
    '3．观点错误。',
    '理由：一、甲不等于乙；',
    '二、乙大于甲。',
  ];
  expect(answers(...paper, '答案', ...key)).toEqual([
    '（1）分析：甲是一。\n（2）观点：正确。\n关键词：发展。',
    '观点错误。\n理由：一、甲不等于乙；\n二、乙大于甲。',
  ]);
});

test('sections of a key begin where no answer counts so', () => {
  const paper = ['一、选择题', '1．选（ ）', 'A．甲 B．乙', '二、简答题', '2．述一', '三、论述题', '3．论乙'];
  expect(answers(...paper, '答案', '一、1．A', '二、2．一、甲；二、乙', '三、3．丙')).toEqual([
    ['A'],
    '一、甲；二、乙',
    '丙',
  ]);
  expect(answers(...paper, '答案', '一、1．A', '二、甲', '三、丙')).toEqual([['A'], '甲', '丙']);
});

import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 答案 ：B, as some type it. */

test.each(['答案 ：', '答案　：', '参考答案 : ', '正确答案  ：', '标准答案 ：'])('“%s” is a label', (label) => {
  const lines = ['一、填空题', '1. 首都是____。', `${label}北京`, '解析 ：见课本', '2. 日出____方。', `${label}东`];
  const more = ['二、单选题', '3. 选一', 'A. 甲', 'B. 乙', `${label}B`, '三、判断题', '4. 月亮发光。', `${label}错误`];
  const questions = parseText(toLines([...lines, ...more].join('\n')));
  expect(questions.map(({ fields }) => fields.answer)).toEqual([[['北京']], [['东']], ['B'], 'F']);
  expect(questions[0]?.fields.analysis).toBe('见课本');
  expect(questions.flatMap(({ problems, notes }) => [...problems, ...notes])).toEqual([]);
});

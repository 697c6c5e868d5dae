import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Papers as 问卷星 and 学习通 print them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

test('问卷星: (正确答案) behind options, kinds and points in brackets, a star before the number', () => {
  const questions = read(
    '1、哪项是正确的？[单选题][分值:5]',
    'A.选项一(正确答案)',
    'B.选项二',
    '答案解析:因为所以',
    '',
    '2、下列哪些正确？[多选题][分值:10]',
    'A.甲(正确答案)',
    'B.乙',
    'C.丙(正确答案)',
    '',
    '3、太阳是恒星。[判断题][分值:5]',
    '对(正确答案)',
    '错',
    '',
    '4、中国的首都是______。[填空题][分值:5]',
    '答案：北京',
    '',
    '5、杜甫，字___，自号___。[多项填空题]',
    '答案：子美|少陵野老',
    '',
    '*6. 请简述题 [简答题] *',
    '_________________________________',
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.stem, fields.answer, fields.points])).toEqual([
    ['single', '哪项是正确的？', ['A'], 5],
    ['multiple', '下列哪些正确？', ['A', 'C'], 10],
    ['judge', '太阳是恒星。', 'T', 5],
    ['cloze', '中国的首都是______。', [['北京']], 5],
    ['cloze', '杜甫，字___，自号___。', [['子美'], ['少陵野老']], undefined],
    ['short', expect.stringContaining('请简述题'), '', undefined],
  ]);
});

test('学习通: what somebody answered and earned is none of the question', () => {
  const questions = read(
    '三. 填空题（共1题，10分）',
    '4. (填空题, 10分) 计算机之父是____。',
    '我的答案：',
    '(1) 图灵',
    '正确答案：',
    '(1) 冯·诺依曼',
    '0分',
    '四. 简答题（共1题，10分）',
    '5. (简答题, 10分) 什么是算法？',
    '我的答案：',
    '不知道',
    '正确答案：',
    '解决问题的步骤。',
  );
  expect(questions.map(({ fields }) => [fields.answer, fields.analysis])).toEqual([
    [[['冯·诺依曼']], undefined],
    ['解决问题的步骤。', undefined],
  ]);
  expect(questions[0]?.notes.join()).toContain('0分');
});

test('a sign on its own line below 答案： stays the answer', () => {
  const [question] = read('1、太阳是恒星。[判断题]', '答案：', '对');
  expect(question).toMatchObject({ kind: 'judge', fields: { answer: 'T' } });
});

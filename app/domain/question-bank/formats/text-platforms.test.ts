import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const fields = (...lines: string[]) => read(...lines).map((question) => question.fields);

describe('papers copied out of a course’s page', () => {
  test('a head on a line of its own, with a remark behind the key', () => {
    const questions = read(
      ...['1 单选(1分)', '下列属于金属的是（ ）', 'A.铁', 'B.氧', '正确答案：A你选对了'],
      ...['2. 多项选择题 (2.00/2.00分)', '下列属于气体的是（ ）', 'A.铁', 'B.氧', 'C.氮', '正确答案：B、C你错选为A'],
    );
    expect(questions.map(({ kind, fields }) => ({ kind, ...fields }))).toEqual([
      { kind: 'single', points: 1, stem: '下列属于金属的是（ ）', options: ['铁', '氧'], answer: ['A'] },
      { kind: 'multiple', points: 2, stem: '下列属于气体的是（ ）', options: ['铁', '氧', '氮'], answer: ['B', 'C'] },
    ]);
    expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test('options without letters, one of them with its mark', () => {
    expect(fields('1. 下列属于金属的是', '铁(正确答案)', '氧', '碳', '2. 气体是', '铁', '氧(正确答案)', '碳')).toEqual([
      { stem: '下列属于金属的是', options: ['铁', '氧', '碳'], answer: ['A'] },
      { stem: '气体是', options: ['铁', '氧', '碳'], answer: ['B'] },
    ]);
  });

  test('empty rings before lettered options', () => {
    expect(fields('1. 下列属于金属的是', '○ A. 铁', '○ B. 氧', '正确答案：A')).toEqual([
      { stem: '下列属于金属的是', options: ['铁', '氧'], answer: ['A'] },
    ]);
  });

  test('a point of knowledge below its label', () => {
    const [first] = fields('1. 下列属于金属的是（ ）', 'A、铁', 'B、氧', '正确答案：A', '知识点：', '金属');
    expect(first).toMatchObject({ keyPoint: '金属', answer: ['A'] });
    expect(first).not.toHaveProperty('analysis');
  });

  test('the answers of named blanks on one line', () => {
    expect(fields('1. 水的化学式是[填空1]，盐是[填空2]。', '答案：[填空1] H2O；[填空2] NaCl')).toEqual([
      { stem: '水的化学式是____，盐是____。', answer: [['H2O'], ['NaCl']] },
    ]);
  });
});

describe('a blank drawn by a formula', () => {
  test.each([
    [String.raw`三角形内角和为$\underline{\qquad}$度。`, '三角形内角和为____度。'],
    [String.raw`三角形内角和为\underline{\hspace{2cm}}度。`, '三角形内角和为____度。'],
    [String.raw`若$x+1=3$，则$x=\underline{\quad\quad}$。`, '若$x+1=3$，则$x=$____。'],
  ])('%s', (stem, read) => {
    expect(fields(`1．${stem}`, '答案：180')).toEqual([{ stem: read, answer: [['180']] }]);
  });
});

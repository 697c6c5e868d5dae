import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Lines of scans and pages that were broken, or not broken, where a question seems to begin. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe('a line that goes on with the one above', () => {
  test.each([
    [['则点 (4,', '0) 到渐近线的距离为（　　）'], '则点 (4, 0) 到渐近线的距离为（　　）'],
    [['则点（－1，', '', '2）到渐近线的距离为（　　）'], '则点（－1， 2）到渐近线的距离为（　　）'],
  ])('%j is one stem', (lines, stem) => {
    const questions = read('一、选择题', `1．（5分）${lines[0]}`, ...lines.slice(1), 'A．1', 'B．2', '【答案】B');
    expect(questions).toMatchObject([{ fields: { stem, answer: ['B'], points: 5 }, problems: [], notes: [] }]);
  });

  test('2) below a closed bracket is counted as before', () => {
    const questions = read('1．求 f(1,2) 的值，', '1) 写出过程。', '2) 写出结果。', '答案：略');
    expect(JSON.stringify(questions.map(({ fields }) => fields.stem))).not.toMatch(/值， 1\)|过程。 2\)/);
  });

  test('the number of a blank with its stop stays in its text', () => {
    const text = [
      'We were not happy. It was like a true  21  , he said.',
      'We had been close as  22  but our meetings were not',
    ];
    const options = [21, 22, 23, 24].map((number) => `${number}. A. red  B. blue  C. green  D. white`);
    const questions = read(...text, '23  . It was  24  to write to him.', ...options, '参考答案', '21-24 DCBA');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['D'], ['C'], ['B'], ['A']]);
    for (const { fields, problems } of questions) {
      expect(fields.stem).toContain('our meetings were not  __23__  . It was  __24__');
      expect([fields.options, problems]).toEqual([['red', 'blue', 'green', 'white'], []]);
    }
  });
});

test.each(['丁2. 下面正确的一项是（ ）A. 子 B. 丑 C. 寅 D. 卯', '丁2．下面正确的一项是A．子B．丑C．寅D．卯'])(
  'an option that holds a whole question, %s, waits for somebody',
  (last) => {
    const [question] = read('1．选（ ）', 'A. 甲', 'B. 乙', 'C. 丙', `D. ${last}`, '【答案】AB');
    expect(question).toMatchObject({ isDoubtful: true });
    expect(question?.notes.join()).toContain('选项 D 里像是还有一道题');
  },
);

test('an option that speaks of A、B、C is one', () => {
  const [question] = read('1．选（ ）', 'A. 甲', 'B. 乙', 'C. A、B、C三点', 'D. A、B都对', '【答案】A');
  expect(question?.isDoubtful).toBeUndefined();
});

test('the options of all blanks on one line are of each', () => {
  const text = 'We were not  21  . It was like a  22  , he said. We had been close as  23  but not then.';
  const row = '21. A. red B. blue C. green D. white22. A. dog B. cat C. bird D. cow 23. A. one B. two C. six D. ten';
  expect(read(text, row, '参考答案', '21-23 DCB').map(({ fields }) => [fields.options, fields.answer])).toEqual([
    [['red', 'blue', 'green', 'white'], ['D']],
    [['dog', 'cat', 'bird', 'cow'], ['C']],
    [['one', 'two', 'six', 'ten'], ['B']],
  ]);
});

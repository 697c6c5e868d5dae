import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 例1 … 练习1 of a 讲义, 【解】 and 证明： below a question: what is worked out there is its reference. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const stemsOf = (lines: string[]) => read(...lines).map(({ fields }) => fields.stem);

describe('questions counted by words', () => {
  test.each([['练习'], ['变式'], ['随堂练习'], ['对点训练']])('例 and %s, with 【解】', (word) => {
    const questions = read(
      '例1　已知x+1=2，则x=____．',
      '【答案】1',
      '例2　解方程：2x=6．',
      '【解】x=3．',
      `${word}1．已知x+3=2，则x=____．`,
      '【答案】-1',
      `${word}2\u3000求证：w．`,
      '【证明】∵w．',
      `${word}3\u3000求v．`,
      '【解】',
      'v=1',
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[['1']], 'x=3．', [['-1']], '∵w．', 'v=1']);
    expect(questions[1]?.fields.stem).toBe('例2　解方程：2x=6．');
    expect(questions[2]?.fields.stem).toBe(`${word}1．已知x+3=2，则x=____．`);
  });
});

describe('a proof below what is to be proved', () => {
  test.each([
    [['证明：∵丁=1+1，', '∴丁=2。'], '∵丁=1+1，\n∴丁=2。'],
    [['证明：', '∵丁=1+1，', '∴丁=2。'], '∵丁=1+1，\n∴丁=2。'],
    [['【证明】∵丁=2。'], '∵丁=2。'],
    [['【证】∵丁=2。'], '∵丁=2。'],
    [['证：∵丁=2。'], '∵丁=2。'],
    [['证明：（1）∵甲，∴乙。', '（2）丙=1。'], '（1）∵甲，∴乙。\n（2）丙=1。'],
  ])('%s is its reference', (proof, answer) => {
    const [question, next] = read('2．已知甲。（1）求证：丁=2；（2）求丙。', ...proof, '3．求己。', '解：己=1。');
    expect(question?.fields).toMatchObject({ stem: '已知甲。（1）求证：丁=2；（2）求丙。', answer });
    expect(next?.fields).toMatchObject({ stem: '求己。', answer: '己=1。' });
  });

  test.each([
    ['完成下面的证明过程。求证：丁=2。', ['证明：∵丁=1+1，', '∴丁=2。']],
    ['求证：丁=2。', ['证明：∵丁=1+1（  ），', '∴丁=____。']],
    ['求证：丁=2。', ['证明：']],
    ['下面是小明的做法，对吗？', ['证明：∵丁=1+1，']],
  ])('%s %s stays in the question', (asked, lines) => {
    expect(stemsOf([`2．${asked}`, ...lines, '3．求己。', '解：己=1。'])[0]).toBe([asked, ...lines].join('\n'));
  });

  test('where the answer stands below it as well nothing changes', () => {
    const [question] = read('2．求证：丁=2。', '证明：∵丁=1+1。', '答案：由加法可得', '3．求己。', '解：己=1。');
    expect(question?.fields).toMatchObject({ stem: '求证：丁=2。\n证明：∵丁=1+1。' });
  });
});

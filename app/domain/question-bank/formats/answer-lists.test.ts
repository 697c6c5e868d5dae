import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Lists of answers at the end of a paper whose entries have numbers and lines of their own. */

const answers = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.answer);
const SHORT = ['四、简答题', '1. 简述甲。', '2. 简述乙。', '答案：'];

describe('numbers inside one answer of the list', () => {
  test.each([
    ['1.答：甲的要点有三：1.要点一；2.要点二；3.要点三。', '甲的要点有三：1.要点一；2.要点二；3.要点三。'],
    ['1、甲：1、要点一；2、要点二', '甲：1、要点一；2、要点二'],
    ['1.要点有：1)一；2)二；3)三', '要点有：1)一；2)二；3)三'],
  ])('%s are not the next question’s answers', (line, reference) => {
    expect(answers(...SHORT, line, '2.乙的要点。')).toEqual([reference, '乙的要点。']);
    expect(answers(...SHORT, `四、${line}`, '2.乙的要点。')).toEqual([reference, '乙的要点。']);
  });

  test('on lines of their own they are not either', () => {
    expect(
      answers(...SHORT, '1.答：要点有：', '1.要点一', '2.要点二', '3.要点三', '2.乙的要点。', '1.丙', '2.丁'),
    ).toEqual(['要点有：\n1.要点一\n2.要点二\n3.要点三', '乙的要点。\n1.丙\n2.丁']);
  });

  test('the next question’s answer may stand behind them on the line', () => {
    expect(answers(...SHORT, '1.要点：1.一；2.二；3.三 2.乙的要点。')).toEqual([
      '要点：1.一；2.二；3.三',
      '乙的要点。',
    ]);
  });

  test('an answer that ends with 1. begins no list', () => {
    expect(
      answers('一、填空题', '1. 甲是____。', '2. 乙是____。', '3. 丙是____。', '答案：', '1. x=1. 2. 4 3. 5'),
    ).toEqual([[['x=1.']], [['4']], [['5']]]);
  });
});

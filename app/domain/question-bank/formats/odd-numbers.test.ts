import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Numbers that are written as none is, and texts that stand where no question can claim them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const said = (...lines: string[]) =>
  read(...lines).map(({ kind, fields, isDoubtful = false }) => [kind, fields.stem, fields.answer, isDoubtful]);

describe('a number that is written oddly', () => {
  test.each(['2 ', '2,', '2。', '2-', '②', '（2）.', '[2]', '【2】', '题2：', '2.．'])(
    '%s between 1 and 3 is question 2, whose answer is not that of question 1',
    (sign) => {
      const questions = read('一、判断题', '1、甲题说法。', `${sign}乙题说法。（√）`, '3、丙题说法。（×）');
      expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual([
        ['甲题说法。', ''],
        ['乙题说法。', 'T'],
        ['丙题说法。', 'F'],
      ]);
      expect(questions[0]?.problems).toEqual(['没有答案，请在题目下面写“答案：正确”或“答案：错误”。']);
    },
  );

  test('what was no number is told', () => {
    const [, question] = read(
      '一、单选题',
      '1、甲',
      'A. 一 B. 二',
      '2 乙（ B ）',
      'A. 三 B. 四',
      '3、丙（ A ）',
      'A. 五 B. 六',
    );
    expect(question?.fields).toMatchObject({ stem: '乙（　　）', options: ['三', '四'], answer: ['B'] });
    expect(question?.notes).toEqual(['题号写的是“2”，已当作第 2 题，请核对。']);
  });

  test.each(['l.乙题说法。（√）', '2 乙题说法。（√）'])('%s behind the last question is doubted', (line) => {
    expect(said('一、判断题', '1、甲题说法。', line, '二、填空题', '5、丁____。', '答案：戊')[0]).toEqual([
      'judge',
      expect.stringContaining('甲题说法。'),
      'T',
      true,
    ]);
  });

  test('a list of its own within a question is none of them', () => {
    expect(said('一、选择题', '1. 正确的有（ ）', '① 水是无色的', '② 火是冷的', 'A. ① B. ②', '答案：A')).toEqual([
      ['single', '正确的有（ ）\n① 水是无色的\n② 火是冷的', ['A'], false],
    ]);
    expect(
      said('1. 步骤：', '（1）甲', '（2）乙', '答案：略', '3. 丁____', '答案：戊').map(([, stem]) => stem),
    ).toEqual(['步骤：\n（1）甲\n（2）乙', '丁____']);
  });

  test('of two questions with one number neither has its answer for sure', () => {
    const questions = said(
      '一、单选题',
      '1. 甲',
      'A. 一 B. 二',
      '2. 乙',
      'A. 一 B. 二',
      '2. 丙',
      'A. 一 B. 二',
      '答案：1.A 2.B 3.A',
    );
    expect(questions.map(([, stem, answer, isDoubtful]) => [stem, answer, isDoubtful])).toEqual([
      ['甲', ['A'], false],
      ['乙', ['B'], true],
      ['丙', [], false],
    ]);
  });

  test('a question that is numbered like a heading is told of', () => {
    const questions = read('一、判断题', '1、甲。（×）', '二、乙。（√）', '3、丙。（×）');
    expect(questions.flatMap(({ notes }) => notes)).toContain(
      '“二、乙。（√）”当作标题，没有导入；如果它是一道题，题号请写成“2.”这样的数字。',
    );
  });
});

describe('a text above several questions', () => {
  const CHOICES = ['1. 甲', 'A. 一 B. 二', '答案：A', '2. 乙', 'A. 一 B. 二', '答案：B'];

  test('材料一： is put into each', () => {
    const stems = read('一、选择题（本大题共2小题，每小题2分，共4分）', '材料一：甲公司亏损。', ...CHOICES);
    expect(stems.map(({ fields }) => fields.stem)).toEqual(['材料一：甲公司亏损。\n甲', '材料一：甲公司亏损。\n乙']);
  });

  test('what is left out is told at each that may need it', () => {
    const text = '小玥在广州观赏了月偏食，月偏食阴影区最大的时刻在17:02。';
    const questions = read('一、选择题（每小题2分）', text, ...CHOICES);
    expect(questions.map(({ notes }) => notes)).toEqual([
      [`题前的文字不属于任何一题，没有导入：“${text}”。`],
      [`前面有一段文字没有导入，这道题也许要用到它：“${text}”。`],
    ]);
  });

  test.each(['（2）阅读下面材料，回答下列各题。', 'Read and answer questions 3-4.'])(
    '%s is no line of an option',
    (line) => {
      const questions = read(
        '1. 甲',
        'A. 一',
        'B. 二',
        '2. 乙',
        'A. 一',
        'B. 二',
        line,
        '3. 丙',
        'A. 一 B. 二',
        '4. 丁',
        'A. 一 B. 二',
        '答案：1-4 ABAB',
      );
      expect(questions.map(({ fields }) => fields.stem)).toEqual(['甲', '乙', `${line}\n丙`, `${line}\n丁`]);
      expect(questions[1]?.fields.options).toEqual(['一', '二']);
    },
  );
});

describe('a question that begins with a digit', () => {
  const stems = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.stem);

  test('between two others is one', () => {
    expect(stems('一、判断题', '1．地球是圆的。', '2．2.5是小数。', '3．1-1=0', '4．雪是白的。')).toEqual([
      '地球是圆的。',
      '2.5是小数。',
      '1-1=0',
      '雪是白的。',
    ]);
    expect(stems('二、填空题', '6．甲____。', '7．3.14____有理数。', '8．乙____。')[1]).toBe('3.14____有理数。');
  });

  test('is the first and the last of its section', () => {
    expect(stems('一、判断题', '1．2是质数。', '2．雪是白的。', '3．1-1=0')).toEqual([
      '2是质数。',
      '雪是白的。',
      '1-1=0',
    ]);
  });

  test('is none where its number stands elsewhere', () => {
    const [first, second] = stems('二、填空题', '7．比较大小：3.2____3.5', '8.1____8.2', '8．一天有____小时。');
    expect([first, second]).toEqual(['比较大小：3.2____3.5\n8.1____8.2', '一天有____小时。']);
    expect(stems('一、判断题', '1．一个西瓜重', '2.5千克。', '3．雪是白的。')).toHaveLength(2);
    expect(stems('一、判断题', '1．一个西瓜重', '2.5千克。', '2．雪是白的。')).toHaveLength(2);
  });
});

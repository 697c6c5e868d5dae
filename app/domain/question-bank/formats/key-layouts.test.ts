import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys at the end of a paper in the layouts that are left, and answers that were typed where the blank is. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const only = (...lines: string[]) => read(...lines)[0]!;
const choice = (number: number) => [`${number}. 单选${number}`, 'A. 甲 B. 乙 C. 丙'];

describe('a key', () => {
  test('one entry on each line, without a sign behind its number', () => {
    const questions = read(
      '一、单选题',
      ...choice(1),
      ...choice(2),
      '二、判断题',
      '3. 丁。',
      '二、填空题',
      '4. ____和____',
      '三、简答题',
      '5. 戊',
      '参考答案',
      '1 A',
      '2 B',
      '3 √',
      '4 春 秋',
      '5 答一。',
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], 'T', [['春'], ['秋']], '答一。']);
  });

  test('where the next number stands on the line as well and begins another nothing is guessed', () => {
    const paper = ['1. 甲', 'A. 一 B. 二', '2. 乙', 'A. 一 B. 二', '3. ____', '4. ____', '参考答案', '1.A 2.B'];
    const guessed = read(...paper, '3 春 4 秋', '4 冬');
    expect(guessed.slice(2).map(({ problems }) => problems.length)).toEqual([1, 1]);
    expect(read(...paper, '3 春 4 秋').map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], [['春']], [['秋']]]);
  });

  test('in two columns, the second of them of other kinds', () => {
    const questions = read(
      '一、单选题',
      ...[1, 2, 3].flatMap(choice),
      '二、填空题',
      '4. ____',
      '5. ____',
      '三、简答题',
      '6. 戊',
      '参考答案',
      '1.A　4.春',
      '2.B　5.3.14',
      '3.C　6.答一。',
    );
    expect(questions.map(({ fields }) => fields.answer).slice(1, 3)).not.toContainEqual([['春']]);
    const known = read(
      '一、单选题',
      ...[1, 2, 3].flatMap(choice),
      ...[4].flatMap(choice),
      '二、填空题',
      '5. ____',
      '三、简答题',
      '6. 戊',
      '参考答案',
      '1.A　4.C',
      '2.B　5.3.14',
      '3.C　6.答一。',
    );
    expect(known.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['C'], ['C'], [['3.14']], '答一。']);
  });

  test('all kinds on one line', () => {
    const questions = read(
      '一、单选题',
      ...choice(1),
      ...choice(2),
      '二、多选题',
      ...choice(1),
      '三、判断题',
      '1. 丁。',
      '2. 戊。',
      '四、填空题',
      '1. ____',
      '参考答案：',
      '单选题：1.A 2.C；多选题：1.AB；判断题：对错；填空题：1.辛',
    );
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['C'], ['A', 'B'], 'T', 'F', [['辛']]]);
  });

  test('letters in their order that end as a sentence does', () => {
    const questions = read('一、单选题', ...choice(1), ...choice(2), ...choice(3), '参考答案', '一、单选题：AB，C。');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B'], ['C']]);
  });

  test('whose first line is 三、水', () => {
    const questions = read('一、填空题', '1. 甲____', '二、简答题', '2. 乙', '参考答案', '二、水', '一、土');
    expect(questions.map(({ fields }) => fields.answer)).toEqual([[['土']], '水']);
  });
});

describe('an answer on the line it is to be written on', () => {
  test.each(['是_____D______.', '是_D_______。', '包括___D_____。'])('%s', (stem) => {
    const question = only(`1. ${stem}`, 'A. 甲 B. 乙 C. 丙 D. 丁');
    expect(question).toMatchObject({
      kind: 'single',
      fields: { stem: stem.replace(/_+D_+/, '____'), answer: ['D'] },
      problems: [],
    });
  });

  test('that says otherwise than 答案 is doubted', () => {
    expect(only('1. 是___A__。', 'A. 甲 B. 乙', '答案：B')).toMatchObject({
      isDoubtful: true,
      fields: { answer: ['B'] },
    });
  });

  test('in a text with blanks', () => {
    expect(only('一、填空题', '1. 称_干支______纪年法。')).toMatchObject({
      fields: { stem: '称____纪年法。', answer: [['干支']] },
      problems: [],
      notes: [],
    });
    expect(only('一、填空题', '1. 避__李世民_______的讳。')).toMatchObject({
      fields: { answer: [['李世民']] },
      isDoubtful: true,
    });
    expect(only('一、填空题', '1. 甲____乙____丙').problems).toEqual([
      '没有答案，请在题目下面写“答案：”，几个空的答案用“；”分开。',
    ]);
    expect(only('一、填空题', '1. 若|a|＝5，则a＝　±5　．', '答案：±5')).toMatchObject({
      fields: { stem: '若|a|＝5，则a＝____．', answer: [['±5']] },
      notes: ['题干里已经写着答案“±5”，已改成空。'],
    });
  });
});

test.each([
  ['B或C', '答案“B或C”是说选哪一个都算对，单选题只能有一个正确答案；请只留一个，或改题目后再导入。'],
  ['AB均可', '答案“AB均可”是说选哪一个都算对，单选题只能有一个正确答案；请只留一个，或改题目后再导入。'],
  ['送分', '答案写的是“送分”，没有正确答案；请补上答案，或不导入这道题。'],
])('the answer %s is refused for what it is', (answer, problem) => {
  expect(only('1. 甲', 'A. 一 B. 二 C. 三', `答案：${answer}`).problems).toEqual([problem]);
});

describe('the heading above a key', () => {
  const paper = (heading: string) =>
    read('1. 甲', 'A. 一 B. 二', '2. 简述乙。', heading, '1. A', '2. 乙好。').map(({ fields }) => [
      fields.stem,
      fields.answer,
    ]);

  test.each([
    '参考答案',
    '参 考 答 案',
    '参　考　答　案',
    '答  案',
    '《参考答案》',
    '“参考答案”',
    '——参考答案——',
    '*参考答案*',
    '===== 参考答案 =====',
    '参考答案 (共4页)',
    '参考答案 第1页（共2页）',
    '参考答案及评分标准',
    '参 考 答 案 及 评 分 标 准',
    '《参考答案及评分标准》',
    '答案及评分意见',
    '答案与解析',
    '答案速查',
    'Answer Key',
  ])('%s', (heading) => {
    expect(paper(heading)).toEqual([
      ['甲', ['A']],
      ['简述乙。', '乙好。'],
    ]);
  });

  test('is none where the words go on', () => {
    expect(read('1. 简述乙。', '答案在书里找', '答案：略').map(({ fields }) => fields.stem)).toEqual([
      '简述乙。\n答案在书里找',
    ]);
  });
});

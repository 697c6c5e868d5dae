import { describe, expect, test } from 'vitest';
import type { ParsedQuestion } from './format.rules';
import { parseText, toLines } from './text-format';
import { noteLeftOut } from './text-kept';

const read = (text: string) => parseText(toLines(text));
const question = (line: number, stem: string): ParsedQuestion => ({
  line,
  kind: 'short',
  fields: { stem, options: [{ text: '春眠不觉晓' }], answer: '处处闻啼鸟' },
  pictures: [],
  audio: null,
  directories: [],
  problems: [],
  notes: [],
});

describe('a line that no question has kept', () => {
  test('is told at the question before it', () => {
    const questions = [question(1, '孟浩然这首诗写的是什么季节？'), question(4, '李白的号是什么？')];
    const lines = toLines(
      [
        '1．孟浩然这首诗写的是什么季节？',
        'A．春眠不觉晓 B．处处闻啼鸟',
        '夜来风雨声里有多少花落下',
        '2．李白的号是什么？',
        '（本题满分10分）',
      ].join('\n'),
    );
    noteLeftOut(lines, questions);
    expect(questions.map(({ notes }) => notes)).toEqual([
      ['这里有文字没有读进任何一道题：“夜来风雨声里有多少花落下”，请对照原文件。'],
      [],
    ]);
  });

  test('is told no more than a few times word by word', () => {
    const questions = [question(1, '孟浩然这首诗写的是什么季节？')];
    const lost = ['甲乙丙丁戊己庚辛', '子丑寅卯辰巳午未', '东南西北上下左右', '金木水火土日月星'];
    noteLeftOut(toLines(['1．孟浩然这首诗写的是什么季节？', ...lost].join('\n')), questions);
    expect(questions[0]?.notes).toEqual([
      '这里有文字没有读进任何一道题：“甲乙丙丁戊己庚辛”、“子丑寅卯辰巳午未”、“东南西北上下左右” 等 4 行，请对照原文件。',
    ]);
  });

  test('is none where only signs, letters in another form or labels differ', () => {
    const questions = [question(1, 'H2O 的名称是什么（要求写出全称）')];
    noteLeftOut(toLines('1．Ｈ₂Ｏ 的名称是什么（要求 写出全称）\n【参考答案及评分标准】处处、闻啼鸟'), questions);
    expect(questions[0]?.notes).toEqual([]);
  });
});

test('a proof below its task, with 略 as its answer, is the answer', () => {
  const [first] = read(
    '1．证明：三角形内角和为180度。\n证明：过点A作平行线。\n由此可得。\n答案：略\n2．计算1+1。\n答案：2',
  );
  expect(first?.fields).toMatchObject({
    prompt: '证明：三角形内角和为180度。',
    referenceAnswer: '证明：过点A作平行线。\n由此可得。',
  });
  expect(first?.notes.join()).toContain('答案写的是“略”');
});

describe('the answers of all questions below the last one', () => {
  const isDoubted = (text: string) => read(text).map(({ isDoubtful }) => isDoubtful ?? false);

  test('in a row without numbers are doubted', () => {
    const paper =
      '1．下列属于液体的是（ ）\nA．水 B．冰\n2．地球绕太阳转（ ）\n3．水在常温下是什么？\n答案：A、√、液体';
    expect(isDoubted(paper)).toEqual([false, false, true]);
  });

  test('behind a name and numbers are doubted', () => {
    const paper = '一、简答题\n8．什么是光合作用？\n9．什么是呼吸作用？\n参考答案\n简答：8略 9. 有机物分解释放能量';
    expect(isDoubted(paper)).toEqual([false, true]);
  });

  test('of one question with several parts are its own', () => {
    expect(isDoubted('1．水的三态是什么？\n答案：液态\n2．列出三种金属。\n答案：金、银、铜')).toEqual([false, false]);
    expect(isDoubted('1．写出两种金属。\n答案：金、银')).toEqual([false]);
  });
});

test.each(['1-6 ABBBAA 7-10 对错对错', '1-6ABBBAA7-10对错对错', '1～6：ABBBAA；7～10：√×√×'])(
  'a key that was read is not lost: %s',
  (key) => {
    const choices = [1, 2, 3, 4, 5, 6].map((number) => `${number}. 甲（ ）\nA. 一 B. 二`);
    const judged = [7, 8, 9, 10].map((number) => `${number}. 乙。`);
    const questions = read(['一、选择题', ...choices, '二、判断题', ...judged, `答案：${key}`].join('\n'));
    expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
    expect(questions.flatMap(({ notes }) => notes).join()).not.toContain('没有读进');
  },
);

test('a key that no question has is told', () => {
  const questions = [question(1, '孟浩然这首诗写的是什么季节？')];
  noteLeftOut(toLines('1．孟浩然这首诗写的是什么季节？\n1-6 ABBBAA'), questions);
  expect(questions[0]?.notes.join()).toContain('ABBBAA');
});

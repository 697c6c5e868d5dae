import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Words that are labels elsewhere and part of a question here: none of it is hidden from who is to answer it. */

const read = (text: string) =>
  parseText(toLines(text)).map(({ fields, notes, problems, isDoubtful }) => ({
    stem: fields.stem,
    answer: fields.answer,
    analysis: fields.analysis,
    isTold: notes.some((note) => note.includes('留在了题干里')),
    isHeld: isDoubtful ?? false,
    problems,
  }));
const plain = { isHeld: false, problems: [] };

describe('a solution or a talk that the question is about', () => {
  test.each([
    ['小明的解答过程如下：\n解：2x=4 ①\nx=3 ②\n他从第____步开始出错，正确的解是____。', '②；x=2', [['②'], ['x=2']]],
    ['从哪一步开始出错？\n解：\n原式=2+3\n=6\n第____步', '二', [['二']]],
    ['阅读下面解题过程：\n解：移项，得x=1\n（1）依据是什么？', '（1）等式性质', '（1）等式性质'],
    ['阅读答记者问：\n记者：如何保护环境？\n答：从我做起。\n请概括答话要点。', '做起', '做起'],
    ['根据“范文”改写。\n范文：春天来了。\n请仿写一句。', '夏天来了。', '夏天来了。'],
    ['Read.\nQuestion: What is this?\nAnswer: ____ a pen.', "It's", [["It's"]]],
  ])('%j', (stem, said, answer) => {
    const told = { ...plain, stem, answer, analysis: undefined, isTold: true };
    expect(read(`1．${stem}\n答案：${said}\n2．什么是力？\n答案：力`)[0]).toEqual(told);
    const isBlank = stem.includes('__');
    if (isBlank) expect(read(`1．${stem}\n2．什么是力？\n参考答案\n1．${said}\n2．力`)[0]).toEqual(told);
  });

  test('above its options', () => {
    const stem = '开始出错的是（  ）\n解：去分母，得3x=6 ①\n系数化为1，得x=3 ②';
    const options = 'A．① B．② C．没有错';
    for (const paper of [
      `1．${stem}\n${options}\n答案：B`,
      `1．${stem}\n${options}\n2．选（ ）\nA．甲 B．乙\n答案：1-2 BA`,
    ])
      expect(read(paper)[0]).toEqual({ ...plain, stem, answer: ['B'], analysis: undefined, isTold: true });
  });

  test('each line of a talk', () => {
    const stem =
      '阅读采访，回答问题。\n记者：您为什么当老师？\n答：因为热爱。\n记者：您怎么看学生？\n答：他们是希望。\n请概括观点。';
    expect(read(`5．${stem}\n6．什么是力？\n参考答案\n5．热爱教育。\n6．力`)[0]).toMatchObject({
      stem,
      answer: '热爱教育。',
      isHeld: false,
    });
  });
});

test.each(['【分析】没有光的部分____。\n【结论】____。', '分析：没有光的部分____。\n结论：____。'])(
  'what a student is to complete is no analysis: %j',
  (text) => {
    for (const answer of ['【答案】不变蓝；要光', '参考答案\n1．不变蓝；要光'])
      expect(read(`一、填空题\n1．探究。\n${text}\n${answer}`)).toEqual([
        { ...plain, stem: `探究。\n${text}`, answer: [['不变蓝'], ['要光']], analysis: undefined, isTold: true },
      ]);
  },
);

describe('a property of other papers', () => {
  test.each(['标题：____\n正文：甲', '关键词：____', '难度：____', '题目：____\n内容：甲乙'])(
    'with a blank is part of the text: %j',
    (text) => {
      expect(read(`1．填一填。\n${text}\n答案：乙`)).toEqual([
        { ...plain, stem: `填一填。\n${text}`, answer: [['乙']], analysis: undefined, isTold: false },
      ]);
    },
  );

  test('within a text that goes on is part of it, and told', () => {
    const stem = '阅读材料。\n标题：阅读\n关键词：习惯；成长\n来源：《光明日报》\n请写导语。';
    expect(read(`1．${stem}\n答案：略写`)).toMatchObject([{ stem, answer: '略写', isTold: true }]);
  });

  test('behind the number is the question, where no other follows', () => {
    expect(read('4．知识点：下面哪个是力的单位？\nA．N B．J\n答案：A')).toMatchObject([
      { stem: '知识点：下面哪个是力的单位？', answer: ['A'], isTold: true },
    ]);
  });

  test('选项： without any option is not lost', () => {
    expect(read('3．下列：\n选项：甲乙丙\n哪个对？\n答案：甲')[0]).toMatchObject({
      stem: '下列：\n选项：甲乙丙\n哪个对？',
      answer: '甲',
    });
  });
});

describe('labels are labels still', () => {
  test.each([
    ['1．解方程x+1=2。\n解：x=2-1\nx=1', 'x=2-1\nx=1'],
    ['1．力是什么？\n难度：易\n考点：力\n答案：作用', '作用'],
    ['1．力是什么？\n【考点】力\n【分析】想一想。\n【解答】解：作用', '解：作用'],
    ['1．力是什么？\n【分析】想一想。\n【答案】作用', '作用'],
  ])('%j', (paper, answer) => {
    expect(read(paper)).toMatchObject([{ answer, isTold: false, isHeld: false }]);
  });

  test('two answers of one question hold it back', () => {
    expect(read('1．解方程x+1=2。\n解：x=2-1\n答案：x=1')).toMatchObject([{ answer: 'x=2-1\nx=1', isHeld: true }]);
  });
});

import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Texts that stand between questions for those below: behind one that waits for its answer, and below a heading behind an analysis. */

const read = (text: string) =>
  parseText(toLines(text)).map(({ fields, notes }) => ({
    stem: fields.stem,
    answer: fields.answer,
    analysis: fields.analysis,
    notes: notes.join(''),
  }));
const stems = (text: string) => read(text).map(({ stem }) => stem);

describe('behind a question that waits for its answer in the key', () => {
  const paper = (bid: string) =>
    `一、填空\n1．水是____色。\n2．草是____色。\n${bid}\n3．____来了。\n4．____开了。\n参考答案\n1．红\n2．绿\n3．春天\n4．花`;

  test.each([
    '阅读短文，回答问题。\n春天来了，花开了。',
    '根据下面的短文内容填空。\n春天来了，花开了。',
    '看图回答问题。',
    '下图是某地地图，据此回答问题。',
    '材料：秋天到了。',
    '乙文\n秋天来了，叶落了。',
  ])('%j is for those below', (bid) => {
    const questions = read(paper(bid));
    expect(questions.map(({ stem }) => stem)).toEqual([
      '水是____色。',
      '草是____色。',
      `${bid}\n____来了。`,
      `${bid}\n____开了。`,
    ]);
    expect(questions[2]?.notes).toContain('阅读材料已放进这道题的题干');
  });

  test('that asks something itself may be of either, and both are told', () => {
    const questions = read(paper('阅读短文，回答问题。\n春天来了，为什么？'));
    expect(questions[1]?.stem).toContain('春天来了');
    expect(questions[1]?.notes).toContain('也许是下面几题的材料');
    expect(questions[2]?.notes).toContain('也许是这道题的材料');
  });

  test.each([
    '1．综合探究（10分）\n阅读材料，分析原因。据此回答问题。\n春天来了。',
    '1．阅读下面的文字，回答问题。\n春天来了。\n（1）什么来了？',
  ])('%j is one question', (question) => {
    expect(stems(`一、简答题\n${question}\n2．什么是力？\n参考答案\n1．春天\n2．力`)).toEqual([
      question.slice(2).replace('（10分）', ''),
      '什么是力？',
    ]);
  });
});

describe('a heading and a text behind an analysis', () => {
  test.each(['文言文', '文言文阅读', '名著', '古诗'])('二、%s begins a section', (title) => {
    const questions = read(
      `一、现代文\n短文一。\n1．选（ ）\nA．甲 B．乙\n【答案】B\n【解析】略。\n二、${title}\n晋太元中，武陵人捕鱼为业。\n2．解释。\n【答案】释\n【解析】略二。`,
    );
    expect(questions).toMatchObject([
      { stem: '短文一。\n选（ ）', answer: ['B'], analysis: '略。' },
      { stem: '晋太元中，武陵人捕鱼为业。\n解释。', answer: '释', analysis: '略二。' },
    ]);
  });

  test.each(['\n【1题详解】\n略。\n【2题详解】\n略二。', '1．略。2．略二。', '\n1．略。\n2．略二。'])(
    'and behind %j of a group of questions',
    (analyses) => {
      const questions = read(
        `一、现代文阅读\n短文一。\n1．选（ ）\nA．甲 B．乙\n2．述\n【答案】1．B 2．述一\n【解析】${analyses}\n二、文言文阅读\n晋太元中。\n3．解释。\n4．翻译。\n【答案】3．释 4．译`,
      );
      expect(questions).toMatchObject([
        { answer: ['B'], analysis: '略。' },
        { answer: '述一', analysis: '略二。' },
        { stem: '晋太元中。\n解释。', answer: '释' },
        { stem: '晋太元中。\n翻译。', answer: '译' },
      ]);
    },
  );

  test('but 二、 behind 一、 of an analysis goes on with it', () => {
    const [first] = read(
      '一、简答题\n1．什么是力？\n【答案】力\n【解析】\n一、力的定义\n甲\n二、力的单位\n乙\n2．什么是功？\n【答案】功',
    );
    expect(first?.analysis).toBe('一、力的定义\n甲\n二、力的单位\n乙');
  });

  test('questions that are counted 一、二、 stay questions', () => {
    expect(stems('一、简述甲的原因\n二、简述乙的原因\n参考答案\n一、甲一\n二、乙一')).toHaveLength(2);
  });
});

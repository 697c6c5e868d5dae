import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** What stands between questions, above them and below them: none of it is lost, and none becomes part of another. */

const read = (text: string) => parseText(toLines(text));
const told = (text: string) =>
  read(text)
    .flatMap(({ notes }) => notes)
    .join('\n');

describe('below the last heading', () => {
  test('a question that counts on is read', () => {
    const questions = read('三、判断\n5.SSH默认端口是22。（对）\n四、填空\n6.1KB等于____B。\n答案：1024');
    expect(questions.map(({ fields }) => fields.stem)).toEqual(['SSH默认端口是22。', '1KB等于____B。']);
  });

  test.each(['这里有一段没有题号的文字。', '甲是乙吗？'])(
    '%s is told, with and without another heading behind it',
    (text) => {
      const paper = `三、判断\n5.水会结冰。（对）\n四、填空\n${text}`;
      expect(told(paper)).toContain(text);
      expect(told(`${paper}\n五、简答题\n6. 问？`)).toContain(text);
    },
  );
});

test('what is needed for the questions is told though it stands above the first heading', () => {
  const needed = '可能用到的相对原子质量：H-1  C-12  O-16';
  expect(told(`${needed}\n一、选择题\n1．甲烷的相对分子质量是\nA．16 B．12\n答案：A`)).toContain(needed);
});

describe('analyses behind all answers', () => {
  const paper = '一、选择题\n1．甲（ ）\nA．甲 B．乙\n2．乙（ ）\nA．甲 B．乙';
  const analyses = (key: string) => read(`${paper}\n${key}`).map(({ fields }) => fields.analysis);

  test.each([
    '【答案】1．A 2．B\n【解析】1．因为甲。\n2．因为乙。',
    '【答案】1．A 2．B\n【解析】\n1．因为甲。\n2．因为乙。',
    '参考答案\n1．A\n2．B\n解析：\n一、选择题\n1．因为甲。\n2．因为乙。',
    '答案：1-2 AB\n【解析】1．因为甲。 2．因为乙。',
  ])('%j are each of its question', (key) => {
    expect(analyses(key)).toEqual(['因为甲。', '因为乙。']);
  });

  test('are told', () => {
    expect(told(`${paper}\n【答案】1．A 2．B\n【解析】1．因为甲。\n2．因为乙。`)).toContain('已按题号分给各题');
  });

  test('of one answer may count within it', () => {
    expect(analyses('参考答案\n1．A\n【解析】甲\n2．B\n【解析】1．一点\n2．二点')).toEqual(['甲', '1．一点\n2．二点']);
  });
});

describe('between two questions', () => {
  const judged = (line: string) => `一、判断题\n1．鲸是鱼。\n${line}\n2．水会结冰。\n答案：1．× 2．√`;

  test.each(['能力提升', '【基础训练】', 'B卷（20分）', '第2课 春天', '拓展延伸', '专题二 电路'])(
    '%s is of neither',
    (line) => {
      const questions = read(judged(line));
      expect(questions.map(({ fields }) => fields.stem)).toEqual(['鲸是鱼。', '水会结冰。']);
      expect(questions[1]?.notes.join()).toContain(line);
    },
  );

  test('a title that nobody knows is told', () => {
    expect(read(judged('快乐驿站'))[0]?.notes.join()).toContain('快乐驿站');
  });

  test('a line that goes on with its sentence stays', () => {
    const [question] = read('一、简答题\n1．下面的诗句，\n床前明月光\n2．问？');
    expect(question).toMatchObject({
      notes: ['没有参考答案，导入后可以补上。'],
      fields: { stem: '下面的诗句，\n床前明月光' },
    });
  });

  test.each(['X型题', 'A3型题', 'B1型题（每题2分）'])('%s is a heading', (line) => {
    const questions = read(`一、选择题\n1．甲\nA．一\nB．二\n答案：A\n${line}\n2．乙\nA．一\nB．二\nC．三\n答案：AB`);
    expect(questions.map(({ fields }) => fields.options)).toEqual([
      ['一', '二'],
      ['一', '二', '三'],
    ]);
    expect(questions.map(({ fields }) => fields.stem)).toEqual(['甲', '乙']);
  });

  test.each(['本卷共4小题，每小题2分，共8分。', '共2题，每题2分'])('%s is part of no stem', (line) => {
    expect(read(judged(line)).map(({ fields }) => fields.stem)).toEqual(['鲸是鱼。', '水会结冰。']);
  });

  test.each(['第1题图', '（第1题图）', '（第1题）', '图1', '图1  图2'])(
    'the caption %s is told and ends no question',
    (line) => {
      const paper = `一、选择题\n1．甲（ ）\nA．一 B．二\n${line}\n2．乙（ ）\nA．一 B．二\n3．丙（ ）\nA．一 B．二\n答案：1-3 ABA`;
      const questions = read(paper);
      expect(questions.map(({ fields }) => [fields.stem, fields.options, fields.answer])).toEqual([
        ['甲（ ）', ['一', '二'], ['A']],
        ['乙（ ）', ['一', '二'], ['B']],
        ['丙（ ）', ['一', '二'], ['A']],
      ]);
      expect(questions[0]?.notes.join()).toContain(line);
    },
  );

  test.each(['Ⅱ. 阅读理解（每小题2分，共4分）', 'Ⅱ. 阅读理解', '二、阅读理解'])(
    '%s behind a cloze begins a section',
    (line) => {
      const text = `一、完形填空\nTom liked __1__ much. He went with his __2__.\n1. A. play B. plays C. played\n2. A. man B. cat C. dog\n${line}\nDear Sam, I'm in Paris now, and it is very warm here.\n3. Where is Lily?\nA. In London. B. In Paris.\n答案：1-3 BAB`;
      const questions = read(text);
      expect(questions[1]?.fields.options).toEqual(['man', 'cat', 'dog']);
      expect(questions[2]?.fields.stem).toBe("Dear Sam, I'm in Paris now, and it is very warm here.\nWhere is Lily?");
    },
  );
});

describe('numbers within a text for several questions', () => {
  test('（1）（2） are of the text', () => {
    const text =
      '四、不定项选择题\n【资料】某公司发生如下业务：\n（1）购入材料。\n（2）销售产品。\n要求：根据上述资料，回答下列小题。\n1.正确的是（  ）。\nA.甲 B.乙\n答案：AB';
    const [question, ...more] = read(text);
    expect(more).toEqual([]);
    expect(question?.fields.stem).toBe(
      '【资料】某公司发生如下业务：\n（1）购入材料。\n（2）销售产品。\n要求：根据上述资料，回答下列小题。\n正确的是（  ）。',
    );
  });

  test('its steps are of the text, whatever the heading calls the questions', () => {
    const steps = '某同学做实验，步骤如下：\n1．取少量碘水。\n2．加入四氯化碳。\n请回答下列各题。';
    const text = `三、材料题\n${steps}\n11．甲是（ ）\nA．一 B．二\n12．乙是（ ）\nA．一 B．二\n答案：11．A 12．B`;
    expect(read(text)).toMatchObject([
      { kind: 'single', fields: { stem: `${steps}\n甲是（ ）`, answer: ['A'] } },
      { kind: 'single', fields: { stem: `${steps}\n乙是（ ）`, answer: ['B'] } },
    ]);
  });

  test('questions below such a line are questions', () => {
    const text = '三、简答题\n请回答以下内容：\n1．一是什么？\n2．二是什么？\n3．三是什么？';
    expect(read(text).map(({ fields }) => fields.stem)).toEqual(['一是什么？', '二是什么？', '三是什么？']);
  });
});

test('a line that is drawn below a sum stays', () => {
  const [question] = read('一、填空题\n1．竖式：\n12\n+ 34\n----\n____\n答案：46');
  expect(question?.fields.stem).toBe('竖式：\n12\n+ 34\n----\n____');
});

test('two papers in one file have each its key', () => {
  const paper = (name: string, key: string) =>
    `试卷${name}\n一、选择题\n1．${name}是（ ）\nA．一 B．二\n答案：1.${key}`;
  const questions = read(`${paper('一', 'A')}\n\n${paper('二', 'B')}`);
  expect(questions.map(({ fields, problems }) => [fields.answer, problems])).toEqual([
    [['A'], []],
    [['B'], []],
  ]);
});

describe('the lines of a dictation', () => {
  const parse = (...lines: string[]) =>
    parseText(toLines(lines.join('\n'))).map(({ fields }) => [fields.stem, fields.answer]);
  const LINES = ['（1）床前明月光，____。', '（2）____，低头思故乡。'];
  const NEXT = '解释“知己”的意思。';

  test('with numbers of their own end at the next number', () => {
    expect(
      parse('一、基础知识', ...LINES, `3. ${NEXT}`, '4. 简述丙。', '参考答案', '1. 甲', '2. 乙', '3. 丙', '4. 丁'),
    ).toEqual([
      ['床前明月光，____。', [['甲']]],
      ['____，低头思故乡。', [['乙']]],
      [NEXT, '丙'],
      ['简述丙。', '丁'],
    ]);
    // A list within a question begins with 1.
    expect(parse('一、简答题', '（1）甲包括：', '1. 一', '2. 二', '（2）乙是什么？').map(([stem]) => stem)).toEqual([
      '甲包括：\n1. 一\n2. 二',
      '乙是什么？',
    ]);
  });

  test.each(['1. 默写（4分）', '1.默写。'])('below %s are one question', (first) => {
    const questions = parse('一、基础知识', first, ...LINES, `2. ${NEXT}`, '参考答案', '1. （1）甲 （2）乙', '2. 丙');
    expect(questions.map(([, answer]) => answer)).toEqual([[['甲'], ['乙']], '丙']);
  });
});

import { describe, expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readMoodle } from './moodle-read.server';
import { parseText, toLines } from './text-format';

/** What differs from the file is said at the question, and what only looks like an answer stays. */

const read = (text: string) => parseText(toLines(text));
const only = (text: string) => {
  const [question, ...more] = read(text);
  expect(more).toEqual([]);
  return question!;
};
const OPTIONS = 'A. 甲\nB. 乙\nC. 丙\nD. 丁';

describe('a bracket in the text', () => {
  test('that names a thing keeps its letter', () => {
    const question = only(`1. 果蝇的长翅基因（B）对残翅基因（b）为显性，下列说法正确的是\n${OPTIONS}\n答案：B`);
    expect(question.fields).toMatchObject({
      stem: '果蝇的长翅基因（B）对残翅基因（b）为显性，下列说法正确的是',
      answer: ['B'],
    });
    expect(question.notes.join()).toContain('（B）');
  });

  test('keeps its letter where an empty place waits for the answer', () => {
    const stem = '基因（B）位于（　　）';
    expect(only(`1. ${stem}\n${OPTIONS}\n答案：B`).fields).toMatchObject({ stem, answer: ['B'] });
    expect(only(`1. 甲（ B ）和乙____相同\n${OPTIONS}\n答案：B`).fields.stem).toBe('甲（ B ）和乙____相同');
    // The letter of a name is no answer either.
    expect(only(`1. ${stem}\n${OPTIONS}`).problems.join()).toContain('没有答案');
  });

  test('is emptied where it is the place for the answer', () => {
    const emptied = { stem: '首都是（　　）。', answer: ['B'] };
    expect(only(`1. 首都是（ B ）。\n${OPTIONS}`)).toMatchObject({ fields: emptied, notes: [] });
    expect(only(`1. 首都是（B）。\n${OPTIONS}`)).toMatchObject({ fields: emptied, notes: [] });
    expect(only(`1. 首都是（ B ）。\n${OPTIONS}\n答案：B`)).toMatchObject({ fields: emptied, notes: [] });
    expect(only(`1. 首都是（B）。\n${OPTIONS}\n答案：B`)).toMatchObject({ fields: emptied, notes: [] });
    const several = { stem: '首都是（　　）', answer: ['A', 'B', 'D'] };
    expect(only(`1. 首都是（ABD）\n${OPTIONS}\n答案：ABD`)).toMatchObject({ fields: several, notes: [] });
    expect(only(`1. 首都是（ ABD ）\n${OPTIONS}`)).toMatchObject({ fields: several, notes: [] });
    expect(only(`1. 首都（B）在哪里\n${OPTIONS}`)).toMatchObject({
      fields: { stem: '首都（　　）在哪里', answer: ['B'] },
      notes: [expect.stringContaining('请核对')],
    });
  });

  test('of a judgement stays when the answer says otherwise', () => {
    expect(only('1. 下面的字读作（是）\n答案：错').fields).toMatchObject({ stem: '下面的字读作（是）', answer: 'F' });
  });
});

describe('options behind their text', () => {
  test.each([
    '1. 下列说法正确的是A．甲 B．乙 C．丙 D．丁\n答案：D',
    '1. 下列说法正确的是A．甲\nB．乙\nC．丙\nD．丁\n答案：D',
    '1. 下列说法\n正确的是A．甲　B．乙\nC．丙　D．丁\n答案：D',
    '1. 下列说法正确的是Ａ．甲Ｂ．乙Ｃ．丙Ｄ．丁\n【答案】D',
    '1. 下列说法正确的是____A. 甲\tB. 乙\tC. 丙\tD. 丁\n答案：D',
  ])('%j', (text) => {
    expect(only(text)).toMatchObject({
      kind: 'single',
      fields: { options: ['甲', '乙', '丙', '丁'], answer: ['D'] },
      problems: [],
    });
  });

  test('that could not be read do not make a blank with a letter for its answer', () => {
    expect(only('1. 正确的是____，A、甲，D、丁\n答案：D').problems.join()).toContain('选项');
  });

  test('a letter of a formula or a name begins none', () => {
    expect(only('1. 由DNA．甲可知B．乙，维生素A．的作用是什么\n答案：略').kind).toBe('short');
  });
});

describe('an option that begins with its own letter is one option', () => {
  test.each([
    ['A. A. J. Cronin  B. B. Shaw  C. C. Dickens  D. D. H. Lawrence', 'A. J. Cronin'],
    ['A. A. J. Cronin B. B. Shaw C. C. Dickens D. D. H. Lawrence', 'A. J. Cronin'],
    ['A. A. J. Cronin\nB. B. Shaw\nC. C. Dickens\nD. D. H. Lawrence', 'A. J. Cronin'],
  ])('%j', (lines, first) => {
    const options = [first, 'B. Shaw', 'C. Dickens', 'D. H. Lawrence'];
    expect(only(`1. Who wrote it?\n${lines}\n答案：D`)).toMatchObject({
      fields: { options, answer: ['D'] },
      notes: [],
    });
    expect(only(`1. Who wrote it? ${lines}\n答案：D`).fields).toMatchObject({ stem: 'Who wrote it?', options });
    expect(only(`1. Who wrote it?（ B ）${lines}`).fields).toMatchObject({ options, answer: ['B'] });
  });

  test('and a name with other letters is no second column', () => {
    const options = ['T. C. Smith', 'J. D. Salinger', 'Tom', 'Bob'];
    for (const lines of [
      'A. T. C. Smith\nB. J. D. Salinger\nC. Tom\nD. Bob',
      'A. T. C. Smith   C. Tom\nB. J. D. Salinger   D. Bob',
      'A. T. C. Smith\tB. J. D. Salinger\tC. Tom\tD. Bob',
    ])
      expect(only(`1. Who?\n${lines}\n答案：D`).fields).toMatchObject({ options, answer: ['D'] });
    const vitamins = 'A. A vitamins B. B vitamins C. C vitamins';
    expect(only(`1. Which?\n${vitamins}\n答案：B`).fields.options).toEqual(['A vitamins', 'B vitamins', 'C vitamins']);
  });
});

test('a text between questions that belongs to none is said at the next', () => {
  const [first, second] = read(
    `一、单选题\n下面是某校开展读书活动时的一段记录，供大家参考。\n1. 甲\n${OPTIONS}\n答案：A\n2. 乙\n${OPTIONS}\n答案：B`,
  );
  expect(first?.notes).toEqual([expect.stringContaining('下面是某校开展读书活动时的一段记录')]);
  expect(second?.notes).toEqual([expect.stringContaining('前面有一段文字没有导入')]);
});

test.each(['提示：注意审题', '（注意）每题一个答案', '【说明】只选一项'])(
  '%s below options is of none of them',
  (hint) => {
    for (const options of ['A. 甲\nB. 乙', OPTIONS])
      expect(only(`一、单选题\n1. 正确的是（\u3000\u3000）\n${options}\n${hint}\n答案：B`)).toMatchObject({
        fields: {
          stem: `正确的是（\u3000\u3000）\n${hint}`,
          options: options.split('\n').map((each) => each.slice(3)),
          answer: ['B'],
        },
        notes: [expect.stringContaining(hint)],
        problems: [],
      });
    const options = `A. 甲\nB. 乙\n${hint}\nC. 丙\nD. 丁`;
    expect(only(`1. 正确的是（\u3000\u3000）\n${options}\n答案：C`).fields.options).toEqual(['甲', '乙', '丙', '丁']);
  },
);

test.each([`一、单选题\n【母题】\n1. 甲`, `【母题】\n1. 甲`, `【母题】\n一、单选题\n1. 甲`])(
  'a word in brackets above a question is said to be left out: %j',
  (text) => expect(only(`${text}\n${OPTIONS}\n答案：A`).notes).toEqual([expect.stringContaining('【母题】')]),
);

test.each([
  ['单元小测\n爱护眼睛\n1. 甲', ['“爱护眼睛”当作标题，没有导入。']],
  ['一、选择题\n爱护眼睛\n1. 甲', ['“爱护眼睛”当作标题，没有导入。']],
  ['四、词汇。A) 辨析近义词\n1. 甲', ['“A) 辨析近义词”当作标题，没有导入。']],
  ['四、词汇。请辨析近义词\n\n1. 甲', ['“请辨析近义词”当作标题，没有导入。']],
  // What names the paper is of no question.
  ['爱护眼睛\n1. 甲', []],
  ['爱护眼睛\n三年级语文期中试卷\n姓名：____ 班级：____\n1. 甲', []],
])('a short title above a question is said to be left out: %j', (text, notes) =>
  expect(only(`${text}\n${OPTIONS}\n答案：A`).notes).toEqual(notes),
);

test('a judgement of several parts says that it is read as blanks', () => {
  for (const text of [
    '1. 判断下列说法，对的打√，错的打×。\n（1）水是液体。（ ）\n（2）冰是气体。（ ）\n答案：（1）√（2）×',
    '1. 判断下面的说法，对的画“√”，错的画“×”。（1）水是液体。（ ）（2）冰是气体。（ ）\n答案：√ ×',
  ])
    expect(only(text)).toMatchObject({
      kind: 'cloze',
      fields: { answer: [['√'], ['×']] },
      notes: [expect.stringContaining('当作一道填空题，每空填“√”或“×”')],
    });
});

test.each(['作文：请以“家”为题写一篇文章。', '书面表达：写一封信。', '名词解释：光合作用'])(
  '%s keeps the word before it, which 计算题： would lose',
  (stem) => {
    const { prompt, stem: own } = only(`1. ${stem}\n答案：略`).fields;
    expect(prompt ?? own).toBe(stem);
    expect(only(`一、写作题\n1. ${stem}`).fields.prompt).toBe(stem);
  },
);

describe('Moodle', () => {
  const quiz = (inner: string) =>
    `<quiz><question type="essay"><name><text>图</text></name><questiontext format="html"><text>看图</text></questiontext>${inner}</question></quiz>`;

  test('the picture that Moodle 1.x keeps beside the text comes along', async () => {
    const [question] = await readMoodle(
      incoming(quiz('<image>map.png</image><image_base64>iVBORw0KGgo=</image_base64>'), 'a.xml'),
    );
    expect(question?.pictures).toEqual([{ name: 'map.png', bytes: Buffer.from('iVBORw0KGgo=', 'base64') }]);
  });

  test('a part that nobody knows is said', async () => {
    const [question] = await readMoodle(incoming(quiz('<casestudy>三年级二班的调查</casestudy>'), 'a.xml'));
    expect(question?.notes).toEqual([expect.stringContaining('三年级二班的调查')]);
    const [broken] = await readMoodle(incoming(quiz('<image>map.png</image><image_base64>*</image_base64>'), 'a.xml'));
    expect(broken?.notes).toEqual([expect.stringContaining('map.png')]);
  });
});

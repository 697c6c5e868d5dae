import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Papers whose answers are only shown: in red, highlighted or underlined. */

type Run = string | IRunOptions;
const read = async (...paragraphs: (Run | Run[])[]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({
        children: [runs].flat().map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)),
      }),
  );
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return (await readDocx({ name: 'a.docx', bytes })).map(({ kind, fields, notes, problems, isDoubtful }) => ({
    read: [kind, fields.stem, fields.answer, ...problems],
    isTold: notes.some((note) => /红色|加粗|下划线/.test(note)),
    isChosen: !isDoubtful,
  }));
};
const red = (text: string): Run => ({ text, color: 'FF0000' });
const yellow = (text: string): Run => ({ text, highlight: 'yellow' });
const under = (text: string): Run => ({ text, underline: {} });

describe('an option that stands out', () => {
  test.each([
    ['red', red, true],
    ['highlighted', yellow, true],
    ['underlined', under, false],
  ])('%s is the answer, and that is told', async (_name, as, isChosen) => {
    const told = { read: ['single', '选', ['B']], isTold: true, isChosen };
    expect(
      await read('一、单选题', '1. 选', 'A. 甲', as('B. 乙'), 'C. 丙', '2. 选', 'A. 甲', ['B. ', as('乙')], 'C. 丙'),
    ).toEqual([told, told]);
    expect(await read('一、单选题', '1. 选', ['A. 甲  ', as('B. '), as('乙'), '  C. 丙'])).toEqual([told]);
  });

  test('never against an answer that is written', async () => {
    const [question] = await read('1. 选', 'A. 甲', red('B. 乙'), '答案：A');
    expect(question).toEqual({ read: ['single', '选', ['A']], isTold: false, isChosen: true });
  });

  test('several are not chosen by themselves unless several are asked for', async () => {
    const options: Run[] = ['1. 选', red('A. 甲'), red('B. 乙'), 'C. 丙'];
    expect(await read('一、多选题', ...options)).toEqual([
      { read: ['multiple', '选', ['A', 'B']], isTold: true, isChosen: true },
    ]);
    expect(await read(...options)).toEqual([{ read: ['multiple', '选', ['A', 'B']], isTold: true, isChosen: false }]);
    expect((await read('一、单选题', ...options))[0]?.read).toHaveLength(4);
  });

  test('all of them, or a part of one, tell nothing', async () => {
    for (const options of [
      [red('A. 甲'), red('B. 乙')],
      [['A. ', red('不'), '甲'], 'B. 乙'],
    ])
      expect((await read('一、单选题', '1. 选', ...options))[0]?.isTold).toBe(false);
  });
});

describe('an option in bold, the only sign of the answer', () => {
  const bold = (text: string): Run => ({ text, bold: true });
  const one = (number: number, ...options: (Run | Run[])[]) => [`${number}. 选`, ...options];
  const b = ['A. 甲', bold('B. 乙'), 'C. 丙'];
  const told = (isChosen: boolean, kind = 'single', keys = ['B']) => ({
    read: [kind, '选', keys],
    isTold: true,
    isChosen,
  });

  test('is it where every question of the section has one; of two questions it is not chosen', async () => {
    expect(
      await read('一、单选题', ...one(1, ...b), ...one(2, ...b), ...one(3, 'A. 甲', ['B. ', bold('乙')], 'C. 丙')),
    ).toEqual([told(true), told(true), told(true)]);
    expect(await read('一、单选题', ...one(1, ...b), ...one(2, ...b))).toEqual([told(false), told(false)]);
    const c = [bold('A. 甲'), bold('B. 乙'), 'C. 丙'];
    const several = told(true, 'multiple', ['A', 'B']);
    expect(await read('二、多选题', ...one(1, ...c), ...one(2, ...c), ...one(3, ...c))).toEqual([
      several,
      several,
      several,
    ]);
  });

  test.each([
    ['one question has none', one(3, 'A. 甲', 'B. 乙', 'C. 丙')],
    ['one question has two', one(3, bold('A. 甲'), bold('B. 乙'), 'C. 丙')],
    ['one question has its answer written', [...one(3, ...b), '答案：A']],
    ['in one question a word is bold', one(3, 'A. 甲', ['B. ', bold('不'), '乙'], 'C. 丙')],
  ])('is nothing where %s', async (_how, third) => {
    const questions = await read('一、单选题', ...one(1, ...b), ...one(2, ...b), ...third);
    expect(questions.map(({ isTold }) => isTold)).toEqual([false, false, false]);
    expect(questions[0]?.read.slice(2)).toEqual([[], expect.stringContaining('没有答案')]);
  });

  test('of another section says nothing of this one; letters in bold alone are none', async () => {
    const plain = one(1, [bold('A. '), '甲'], [bold('B. '), '乙']);
    const questions = await read(
      '一、单选题',
      ...plain,
      '二、单选题',
      ...one(1, ...b),
      ...one(2, ...b),
      ...one(3, ...b),
    );
    expect(questions.map(({ isTold }) => isTold)).toEqual([false, true, true, true]);
  });

  test('underlined options of three questions are chosen', async () => {
    const line = ['A. 甲', under('B. 乙'), 'C. 丙'];
    expect(await read('一、单选题', ...one(1, ...line), ...one(2, ...line), ...one(3, ...line))).toEqual([
      told(true),
      told(true),
      told(true),
    ]);
  });
});

test('right or wrong, and a word of a sentence', async () => {
  expect(
    await read('一、判断题', '1. 天是蓝的。', ['正确', red('错误')], '二、填空题', ['2. 首都是', under('北京'), '。']),
  ).toEqual([
    { read: ['judge', '天是蓝的。', 'F'], isTold: true, isChosen: true },
    { read: ['cloze', '首都是____。', [['北京']]], isTold: true, isChosen: false },
  ]);
});

test('a red formula of raised signs stays one', async () => {
  const [question] = await read(
    ['1. 求', red('x'), { text: '2', superScript: true, color: 'FF0000' }, ' 的值'],
    '答案：4',
  );
  expect(question?.read).toEqual(['short', '求$x^{2}$ 的值', '4']);
});

test('white text, and a text that speaks of its colours, are told', async () => {
  const children = [
    [new TextRun('1. 首都是（'), new TextRun({ text: 'B', color: 'FFFFFF' }), new TextRun('）')],
    ...['A. 甲', 'B. 乙', '2. 标红的词用得对吗？', '答案：对'].map((text) => [new TextRun(text)]),
  ].map((runs) => new Paragraph({ children: runs }));
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  const questions = await readDocx({ name: 'a.docx', bytes });
  expect(questions[0]?.notes.join()).toContain('白色的字');
  expect(questions[1]?.notes.join()).toContain('文字的样子没有导入');
});

describe('behind the place for the letter', () => {
  const OPTIONS: Run[] = ['A. 40', 'B. 200', 'C. 250'];
  const notesOf = async (...paragraphs: (Run | Run[])[]) => {
    const children = paragraphs.map(
      (runs) =>
        new Paragraph({
          children: [runs].flat().map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)),
        }),
    );
    const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
    return (await readDocx({ name: 'a.docx', bytes }))[0]!;
  };

  test.each(['100/0.4', '因为 4×2=8', '见课本第 12 页'])(
    'what is reckoned in red, %s, is for the analysis',
    async (working) => {
      const { fields, notes, isDoubtful } = await notesOf(['1. 费用为（  C  ）', red(working)], ...OPTIONS);
      expect([fields.stem, fields.answer, fields.analysis]).toEqual(['费用为（　　）', ['C'], working]);
      expect(notes).toEqual([`题干末尾红色或加亮的“${working}”像是解题的过程，已移到解析，请核对。`]);
      expect(isDoubtful).toBeUndefined();
    },
  );

  test('other words in red stay, and are told', async () => {
    const { fields, notes } = await notesOf(['1. 费用（ ）', red('不正确的一项')], ...OPTIONS, '答案：C');
    expect([fields.stem, fields.answer]).toEqual(['费用（ ）不正确的一项', ['C']]);
    expect(notes.join()).toContain('学生会看见');
  });

  test('a letter that stands there is the answer that the red option is', async () => {
    const { fields, notes } = await notesOf('1. 费用为（ C ）', 'A. 40', 'B. 200', red('C. 250'));
    expect([fields.stem, fields.answer, notes]).toEqual(['费用为（　　）', ['C'], []]);
  });
});

import { Document, Packer, Paragraph, TextRun, type IRunOptions } from 'docx';
import { expect, test } from 'vitest';
import { readDocx } from './docx-read.server';

/** Underlined, boxed and wavy texts, which no question of ours shows: said at the question, and held where asked for. */

type Run = string | IRunOptions;
const read = async (...paragraphs: (Run | Run[])[]) => {
  const children = paragraphs.map(
    (runs) =>
      new Paragraph({
        children: [runs].flat().map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)),
      }),
  );
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return (await readDocx({ name: 'a.docx', bytes })).map(({ notes, isDoubtful }) => [
    notes.join(),
    isDoubtful ?? false,
  ]);
};
const under = (text: string): Run => ({ text, underline: {} });

test('the heading asks for what is underlined', async () => {
  const sounds: Run[] = ['1．A．b', under('oa'), 't　B．r', under('oa'), 'd　C．b', under('ea'), 'd'];
  expect(await read('一、找出划线部分读音不同的选项', sounds, '答案：C')).toEqual([
    [expect.stringMatching(/没有导入（“oa”“oa”“ea”），.*默认不导入/), true],
  ]);
});

test.each(['翻译画横线的句子', '画波浪线的句子用了什么修辞', '划双线的部分', '加线的词'])(
  'the stem asks for it: %s',
  async (asked) => {
    const wave: Run = { text: '可以为师矣', underline: { type: 'wave' } };
    expect(await read([`1．${asked}。温故而知新，`, wave, '。'], '答案：略说')).toEqual([
      [expect.stringContaining('没有导入（“可以为师矣”）'), true],
    ]);
  },
);

test('where nothing asks for it, it is said', async () => {
  expect(await read(['1．下列', under('不'), '正确的是（ ）'], 'A．甲', ['B．', under('乙'), '丙'], '答案：A')).toEqual(
    [['文字下面的线没有导入：“不”“乙”。如果题目要用，请在题目里写明是哪一部分。', false]],
  );
  expect(
    await read(['1．圈出', { text: '春', border: { style: 'single' } }, '的读音（ ）'], 'A．甲', 'B．乙', '答案：A'),
  ).toEqual([['文字外面的方框没有导入，请在题目里写明是哪几个字。', false]]);
});

test('letters that are shown as capitals are capitals', async () => {
  const paragraph = new Paragraph({
    children: [new TextRun('1．What is '), new TextRun({ text: 'usa & uk', allCaps: true }), new TextRun('（ ）')],
  });
  const children = [paragraph, new Paragraph('A．甲 B．乙'), new Paragraph('答案：A')];
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  expect((await readDocx({ name: 'a.docx', bytes }))[0]?.fields.stem).toBe('What is USA & UK（ ）');
});

test('what is underlined in the text for several questions is said at each that has it', async () => {
  const told = await read(
    ...[
      '一、阅读理解',
      '阅读下面的短文，回答1—2题。',
      ['他', under('悄悄'), '走了，什么也没有带走，只留下一封信在桌子上。'],
    ],
    ...['1．他走了吗（ ）', 'A．是 B．否', '2．划线词的意思是（ ）', 'A．静 B．响', '答案：1．A 2．A'],
  );
  expect(told).toEqual([
    [expect.stringContaining('线没有导入：“悄悄”'), false],
    [expect.stringContaining('没有导入（“悄悄”）'), true],
  ]);
});

test('an underlined number with blanks around it is a blank with its number', async () => {
  const passage: Run[] = ['Tom', under(' 1 '), 'a boy. He', under(' 2 '), 'to school.'];
  const children = [
    ['一、完形填空'],
    passage,
    ['1. A. is  B. are  C. am'],
    ['2. A. go  B. goes  C. went'],
    ['答案：1-2 AB'],
  ].map(
    (runs) =>
      new Paragraph({
        children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)),
      }),
  );
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  const questions = await readDocx({ name: 'a.docx', bytes });
  expect(questions.map(({ fields }) => [fields.stem, fields.answer])).toEqual([
    ['Tom__1__a boy. He__2__to school.\n第 1 空', ['A']],
    ['Tom__1__a boy. He__2__to school.\n第 2 空', ['B']],
  ]);
});

const asked = async (...paragraphs: Run[][]) => {
  const children = [[...'一、填空题'], ...paragraphs].map(
    (runs) =>
      new Paragraph({ children: runs.map((run) => new TextRun(typeof run === 'string' ? { text: run } : run)) }),
  );
  const bytes = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return (await readDocx({ name: 'a.docx', bytes }))[0];
};
const STEM = '首都是____，最长的河是____。';
const BOTH = [['北京'], ['长江']];

test.each([
  ['北京', '  长江  '],
  ['  北京  ', '长江'],
  [' 北京 ', '长江'],
])(
  'every text that is written into a blank is emptied, whatever blanks stand beside it: %j and %j',
  async (one, two) => {
    const filled = ['1．首都是', under(one), '，最长的河是', under(two), '。'];
    const question = await asked(filled);
    expect([question?.fields.stem?.toString().replace(/ /g, ''), question?.fields.answer]).toEqual([STEM, BOTH]);
    expect([question?.isDoubtful, question?.notes.join()]).toEqual([
      true,
      expect.stringContaining('“北京”“长江”已改成空'),
    ]);
    const keyed = await asked(filled, ['答案：北京；长江']);
    expect([keyed?.fields.answer, keyed?.notes]).toEqual([BOTH, ['题干里有下划线的“北京”“长江”就是答案，已改成空。']]);
  },
);

test('one that is filled in beside an empty one has its answer in the key', async () => {
  const half = ['1．首都是', under('北京'), '，最长的河是', under('      '), '。'];
  expect((await asked(half, ['答案：北京；长江']))?.fields).toMatchObject({ stem: STEM, answer: BOTH });
  expect((await asked(half))?.problems).toEqual([expect.stringContaining('没有答案')]);
});

test('a word that is only underlined stays where the key says something else', async () => {
  const question = await asked(['1．下列', under('不'), '是金属的是____。'], ['答案：水']);
  expect(question?.fields).toMatchObject({ stem: '下列不是金属的是____。', answer: [['水']] });
});

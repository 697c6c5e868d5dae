import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** What was read wrong of papers as teachers of one subject or another type them. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe('two options on the last line below options on a line each', () => {
  const above = ['1．下列正确的是（  ）', 'A．3.6km=3600m', 'B．480m'];

  test('are two where there is room between them', () => {
    for (const gap of ['\u3000', '    ', '\t']) {
      const [question] = read(...above, `C．500cm${gap}D．10μm`, '答案：D');
      expect(question?.fields).toMatchObject({ options: ['3.6km=3600m', '480m', '500cm', '10μm'], answer: ['D'] });
    }
  });

  test('are told where there is hardly any', () => {
    const [question] = read(...above, 'C．500cm D．10μm', '答案：A');
    expect(question?.notes.join()).toContain('选项 D');
    expect(question?.isDoubtful).toBe(true);
    const [name] = read(...above, 'C. J. D. Salinger', '答案：A');
    expect(name).toMatchObject({ fields: { options: ['3.6km=3600m', '480m', 'J. D. Salinger'] }, notes: [] });
  });
});

test('B) 用所给词的适当形式填空 between two questions is of neither, and is told', () => {
  const lines = [
    '四、词汇',
    'A) 根据首字母填空',
    '1. I u________ get up at six.',
    'B) 用所给词的适当形式填空',
    '2. He is ________ (tall) than me.',
  ];
  const questions = read(...lines, '参考答案', '1. usually 2. taller');
  expect(questions.map(({ fields, problems }) => [fields.stem, fields.answer, problems])).toEqual([
    ['I u________ get up at six.', [['usually']], []],
    ['He is ________ (tall) than me.', [['taller']], []],
  ]);
  expect(questions[1]?.notes.join()).toContain('B) 用所给词的适当形式填空');
  const [choice] = read(
    '1. 方法是（ ）',
    'A. 用词造句',
    'B. 把它译成句子',
    'C. 用所给词填空',
    '2. 略',
    '参考答案',
    '1. C',
  );
  expect(choice?.fields.options).toEqual(['用词造句', '把它译成句子', '用所给词填空']);
});

test('A、B、C三种物质 begins a text, and A：____ is a place to write into', () => {
  const lines = ['三、推断题', '6、A、B、C三种物质有如下转化：', 'A→B→C', 'A：________  B：________'];
  expect(read(...lines, '参考答案', '6、Cl₂  HCl')).toMatchObject([
    { kind: 'cloze', fields: { stem: lines.slice(1).join('\n').slice(2), answer: [['Cl₂'], ['HCl']] }, problems: [] },
  ]);
  expect(read('1. 正确的是（ ）', 'A、B和C都对', 'B、都不对', '答案：A')[0]?.fields.options).toEqual([
    'B和C都对',
    '都不对',
  ]);
});

test('A、B两地 of a text with a blank is no pair of options', () => {
  expect(read('一、填空题', '1. A、B两地中，气温高的是____地。', '答案：A')).toMatchObject([
    { kind: 'cloze', fields: { answer: [['A']] }, problems: [], isDoubtful: true },
  ]);
});

test('题目： of a text to be written stays before it', () => {
  expect(read('三、写作（40分）', '10.题目：那一次，我真____', '要求：不少于600字。')[0]?.fields.prompt).toBe(
    '题目：那一次，我真____\n要求：不少于600字。',
  );
  expect(read('1.题目：首都是____。', '答案：北京')[0]?.fields.stem).toBe('首都是____。');
});

test('what is read out as text 6 is of the questions that name it', () => {
  const choice = (number: number) => [`${number}. Who?`, 'A. Tom. B. Bob. C. Lucy.'];
  const analyses = read(
    '第一节',
    ...choice(1),
    '第二节',
    '听第6段材料，回答第2至3题。',
    ...choice(2),
    ...choice(3),
    '听力原文',
    'Text 1',
    'M: Hi.',
    'Text 6',
    'W: Good morning.',
    '参考答案',
    '1-3 ABC',
  ).map(({ fields }) => fields.analysis ?? '');
  expect(analyses).toEqual(['听力原文：\nM: Hi.', '听力原文：\nW: Good morning.', '']);
});

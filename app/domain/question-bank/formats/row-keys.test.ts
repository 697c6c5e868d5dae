import { describe, expect, test } from 'vitest';
import { writeSheet } from '~/lib/spreadsheet.server';
import { readXlsx } from './xlsx-format.server';

/** What a row says of its kind and its key, as other systems write it. */

const read = async (headers: string[], rows: string[][], name = '一') => {
  const columns = headers.map((header) => ({ header, width: 10 }));
  return readXlsx({ name: 'a.xlsx', bytes: await writeSheet([{ name, columns, rows }]) });
};

describe('1. (单选题, 1分) before the stem', () => {
  const headers = ['问题', '选项', '答案'];

  test('says kind and points, and is none of the stem', async () => {
    const questions = await read(headers, [
      ['1. (单选题, 1分)水是（）。', 'A:液体\nB:气体', 'A'],
      ['2. (多选题, 2.5分) 金属有（）。', 'A:铁\nB:铜\nC:木', 'AB'],
      ['3. (判断题, 2分)水是液体。', 'A:对\nB:错\nC:无\nD:无', 'B'],
      ['（填空题）水是____体。', '', '液'],
    ]);
    expect(
      questions.map(({ kind, fields, problems }) => [kind, fields.stem, fields.answer, fields.points, problems]),
    ).toEqual([
      ['single', '水是（）。', ['A'], 1, []],
      ['multiple', '金属有（）。', ['A', 'B'], 2.5, []],
      ['judge', '水是液体。', 'F', 2, []],
      ['cloze', '水是____体。', [['液']], undefined, []],
    ]);
  });

  test('what else stands in brackets there, and what a column says otherwise, stays', async () => {
    const stems = ['（实验）水是（）。', '1. (单选)水是（）。', '(2024·北京)水是（）。'];
    const kept = await read(
      headers,
      stems.map((stem) => [stem, 'A:液体\nB:气体', 'A']),
    );
    expect(kept.map(({ fields }) => fields.stem)).toEqual(stems);
    const [question] = await read(
      ['题型', ...headers],
      [['多选题', '1. (单选题, 1分)水是（）。', 'A:液体\nB:气体', 'AB']],
    );
    expect(question).toMatchObject({ kind: 'multiple', fields: { stem: '1. (单选题, 1分)水是（）。' } });
  });
});

test('A and B of a judgement without options are right and wrong once somebody has looked', async () => {
  const rows = ['A', 'B', 'C'].map((key) => ['判断题', '水是液体。', key]);
  const [right, wrong, other] = await read(['题型', '题干', '答案'], rows);
  expect(right).toMatchObject({ fields: { answer: 'T' }, problems: [], isDoubtful: true });
  expect(wrong).toMatchObject({ fields: { answer: 'F' }, problems: [], isDoubtful: true });
  expect(right?.notes.join()).toContain('已把 A 当作“正确”、B 当作“错误”');
  expect(other?.problems).toEqual(['判断题的答案“C”看不出对错，请写“正确”或“错误”。']);
  const options = ['错误', '正确'];
  const [stated] = await read(['题型', '题干', '选项A', '选项B', '答案'], [['判断题', '水是液体。', ...options, 'A']]);
  expect(stated).toMatchObject({ fields: { answer: 'F' }, notes: [] });
  expect(stated?.isDoubtful).toBeFalsy();
});

describe('letters as the answer of what is no choice', () => {
  const headers = ['题型', '题干', '选项A', '选项B', '选项C', '答案'];
  const NOTE = '答案写的是选项的字母，已换成选项的文字，请核对。';

  test('are the texts of the options that they name', async () => {
    const questions = await read(headers, [
      ['填空题', '（）是水的化学式。', 'H2O', '', '', 'A'],
      ['填空题', '先（）后（）。', '立夏', '立春', '', 'BA'],
      ['简答题', '简述水的作用。', '溶解\n运输', '', '', 'Ａ'],
      ['主观题', '分别论述。', '一', '二', '三', 'A,B,C'],
    ]);
    expect(
      questions.map(({ kind, fields }) => [
        kind,
        fields.stem ?? fields.prompt,
        fields.answer ?? fields.referenceAnswer,
      ]),
    ).toEqual([
      ['cloze', '____是水的化学式。', [['H2O']]],
      ['cloze', '先____后____。', [['立春'], ['立夏']]],
      ['short', '简述水的作用。', '溶解\n运输'],
      ['essay', '分别论述。', '一\n二\n三'],
    ]);
    for (const { notes, problems, fields } of questions) {
      expect([notes, problems]).toEqual([[NOTE], []]);
      expect(fields.options).toBeUndefined();
    }
  });

  test('with other options beside them a blank is a choice, once somebody has looked', async () => {
    const [question] = await read(headers, [['填空题', '水是____。', '液体', '气体', '固体', 'A']]);
    expect(question).toMatchObject({
      kind: 'single',
      fields: { options: ['液体', '气体', '固体'], answer: ['A'] },
      isDoubtful: true,
      problems: [],
    });
  });

  test('a letter that names no option is the answer itself', async () => {
    const [question] = await read(headers, [['填空题', '他的血型是____型。', '', '', '', 'A']]);
    expect(question).toMatchObject({ kind: 'cloze', fields: { answer: [['A']] }, notes: [] });
  });
});

test('columns called A项 or 选择A, and headers in traditional signs', async () => {
  const [judged, blank] = await read(
    ['題型', '題幹', '正確答案'],
    [
      ['判斷題', '水是液体。', '對'],
      ['填空題', '水是____体。', '液'],
    ],
  );
  expect(judged).toMatchObject({ kind: 'judge', fields: { answer: 'T' }, notes: [] });
  expect(blank).toMatchObject({ kind: 'cloze', fields: { answer: [['液']] }, notes: [] });
  for (const headers of [
    ['题干', 'A项', 'B项', 'C项', 'D项目', '答案'],
    ['题干', '选择A', '选择B', '选择C', '选择D', '答案'],
    ['題目', '選項A', '選項B', '選項C', '選項D', '正確答案'],
  ]) {
    const [question] = await read([...headers, '難度'], [['水是（）。', '液体', '气体', '固体', '晶体', 'D', '易']]);
    expect(question).toMatchObject({
      kind: 'single',
      fields: { options: ['液体', '气体', '固体', '晶体'], answer: ['D'], level: 1 },
      notes: [],
    });
  }
});

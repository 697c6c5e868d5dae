import { describe, expect, test } from 'vitest';
import { MAX_IMPORT_QUESTIONS } from './format-info.rules';
import { readXlsx } from './xlsx-format.server';
import { writeSheet } from '~/lib/spreadsheet.server';

/** Tables of other people: letters within the options, cells filled with nothing but their letter, headers by other names. */

async function read(header: string[], ...rows: string[][]) {
  const columns = header.map((name) => ({ header: name, width: 10 }));
  const bytes = await writeSheet([{ name: '一', columns, rows }]);
  return readXlsx({ name: 'a.xlsx', bytes });
}

const HEADER = ['题型', '题干', '选项A', '选项B', '选项C', '选项D', '答案'];
const one = async (answer: string, ...options: string[]) => {
  const [question] = await read(HEADER, ['单选题', '热的良导体是', ...options, answer]);
  const { fields, notes = [], problems = [] } = question ?? {};
  return { options: fields?.options, answer: fields?.answer, notes, problems };
};

describe('letters within the options of a table', () => {
  test('a last cell with nothing but its letter is no option, which is told', async () =>
    expect(await one('A、铜', 'A、铜', 'B、木', 'C、棉', 'D')).toEqual({
      options: ['铜', '木', '棉'],
      answer: ['A'],
      notes: ['选项 D 的格子里只有“D”，没有当作选项。'],
      problems: [],
    }));

  test('it is one where it is the key, and where all are but letters', async () => {
    expect((await one('D', 'A、铜', 'B、木', 'C、棉', 'D')).options).toHaveLength(4);
    expect(await one('D', 'A', 'B', 'C', 'D')).toMatchObject({
      options: ['A', 'B', 'C', 'D'],
      answer: ['D'],
      notes: [],
    });
    expect((await one('A', '钙', '铁', '锌', 'D')).options).toEqual(['钙', '铁', '锌', 'D']);
  });

  test('one whose dot was left out loses its letter as the others do, which is told', async () =>
    expect(await one('C', 'A.木', 'B.棉', 'C铜', 'D.瓷')).toEqual({
      options: ['木', '棉', '铜', '瓷'],
      answer: ['C'],
      notes: ['选项 C 开头的“C”后面没有点，已当作选项的字母去掉，请核对。'],
      problems: [],
    }));

  test('where another begins otherwise, or most have no dot, they stay', async () => {
    expect((await one('A', 'A.木', 'B.棉', '铜', 'D.瓷')).options).toEqual(['A.木', 'B.棉', '铜', 'D.瓷']);
    expect((await one('A', 'A型', 'B型', 'C.型', 'D型')).options).toEqual(['A型', 'B型', 'C.型', 'D型']);
  });
});

test.each(['试题题目', '题目标题', 'qstem'])('%s is what is asked', async (header) => {
  const [question] = await read([header, '选项A', '选项B', '答案'], ['冰点是', '0℃', '9℃', 'A']);
  expect(question?.fields).toMatchObject({ stem: '冰点是', options: ['0℃', '9℃'], answer: ['A'] });
});

test('题目标题 beside what is asked is its title', async () => {
  const [question] = await read(['题目标题', '题干', '选项A', '选项B', '答案'], ['水', '冰点是', '0℃', '9℃', 'A']);
  expect(question?.fields).toMatchObject({ title: '水', stem: '冰点是' });
});

test('how many rows may be imported is said as a round number', async () => {
  const rows = Array.from({ length: MAX_IMPORT_QUESTIONS + 20 }, () => ['冰点是', '0℃']);
  await expect(read(['题干', '答案'], ...rows)).rejects.toThrow(`一次最多导入 ${MAX_IMPORT_QUESTIONS} 行`);
});

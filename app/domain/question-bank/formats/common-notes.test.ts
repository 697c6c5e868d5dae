import { expect, test } from 'vitest';
import { readChecked } from '../import-reading.server';

/** A sentence that is to be said of nearly every question of a file. */

const read = async (questions: number, levelOf: (index: number) => string) => {
  const lines = Array.from({ length: questions }, (_, index) => [
    `${index + 1}. 第 ${index + 1} 个选哪个？（ ）`,
    'A. 甲',
    'B. 乙',
    '答案：A',
    ...(levelOf(index) === '' ? [] : [`难度：${levelOf(index)}`]),
  ]).flat();
  const file = { name: 'a.txt', bytes: Buffer.from(lines.join('\n')) };
  const types = { scene: [], exam: [] };
  const read = await readChecked({ file, format: 'text', bank: 'theory', types }, () => undefined);
  return read.map(({ checked }) => checked.notes);
};
const NOTE = '不认识难度“必须掌握”，请导入后再选。';

test('is said once, of the file, and what is said of one question stays there', async () => {
  const notes = await read(30, (index) => (index === 7 ? '另类' : '必须掌握'));
  expect(notes[0]).toEqual([`整个文件：${NOTE}（29 道题都是这样）`]);
  expect(notes[7]).toEqual(['不认识难度“另类”，请导入后再选。']);
  expect(notes.flat()).toHaveLength(2);
});

test.each([
  ['of few questions', 19, () => '必须掌握', 19],
  ['of less than half of them', 60, (index: number) => (index < 25 ? '必须掌握' : ''), 25],
])('%s it is said of each', async (_name, questions, levelOf, count) => {
  expect((await read(questions, levelOf)).flat()).toEqual(Array.from({ length: count }, () => NOTE));
});

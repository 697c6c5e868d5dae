import { describe, expect, test } from 'vitest';
import { writeSheet } from '~/lib/spreadsheet.server';
import { readXlsx, xlsxTemplate } from './xlsx-format.server';

const read = async (rows: string[][], headers: string[]) => {
  const columns = headers.map((header) => ({ header, width: 10 }));
  return readXlsx({ name: 'a.xlsx', bytes: await writeSheet([{ name: '一', columns, rows }]) });
};

describe('reading', () => {
  test('headers in any order and by other names; the row is the line', async () => {
    const questions = await read(
      [
        ['B', '首都是（ ）', '单选', '007', '北京', '0.85', '上海'],
        ['', '', '', '', '', '', ''],
        ['错误', '地球是方的。', '判断题', '', '', '', ''],
      ],
      ['正确答案', '*题目（必填）', '试题类型', 'A', '选项2', '难度系数', 'C'],
    );
    expect(questions.map(({ line, kind, fields }) => [line, kind, fields])).toEqual([
      [2, 'single', { stem: '首都是（ ）', options: ['007', '北京', '上海'], answer: ['B'], level: 1 }],
      [4, 'judge', { stem: '地球是方的。', answer: 'F' }],
    ]);
  });

  test('all options in one cell, a kind found by the content, directories', async () => {
    const [question] = await read(
      [['选', 'A. 甲\nB. 乙', 'AB', '一年级/语文\\/数学']],
      ['题干', '选项', '答案', '目录'],
    );
    expect(question).toMatchObject({
      kind: 'multiple',
      fields: { options: ['甲', '乙'], answer: ['A', 'B'] },
      directories: ['一年级', '语文/数学'],
    });
  });

  test('what is wrong is said at its row', async () => {
    const [question] = await read([['单选题', '选', '甲', '乙', 'D']], ['题型', '题干', '选项A', '选项B', '答案']);
    expect(question?.problems).toEqual(['答案 D 不在选项里，请改正答案或补上选项。']);
  });

  test('a sheet without a stem column, and the empty template', async () => {
    await expect(read([['1', '2']], ['甲', '乙'])).rejects.toEqual(expect.objectContaining({ code: 'invalid' }));
    const { bytes } = await xlsxTemplate();
    await expect(readXlsx({ name: 'a', bytes })).rejects.toEqual(
      expect.objectContaining({ message: expect.stringContaining('没有题目') as string }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { writeSheet } from '~/lib/spreadsheet.server';
import { readXlsx } from './xlsx-format.server';

/** Options in the cells of a table, as other systems write them. */

const read = async (headers: string[], rows: string[][]) => {
  const columns = headers.map((header) => ({ header, width: 10 }));
  return readXlsx({ name: 'a.xlsx', bytes: await writeSheet([{ name: '一', columns, rows }]) });
};

const choice = async (options: string, answer = 'A') => {
  const [question] = await read(['题型', '题干', '选项', '答案'], [['选择题', '选哪个（ ）', options, answer]]);
  return { options: question?.fields.options, notes: question?.notes, problems: question?.problems };
};

describe('$;$ between the options of one cell', () => {
  test('parts them, whatever stands in them', async () => {
    expect(await choice('红$;$黄；绿$;$蓝 $;$')).toEqual({ options: ['红', '黄；绿', '蓝'], notes: [], problems: [] });
    expect((await choice('红$;$黄$')).options).toEqual(['红', '黄']);
    expect((await choice('A.红$;$B.黄')).options).toEqual(['红', '黄']);
    expect((await choice('$x$$;$$y$')).options).toEqual(['$x$', '$y$']);
  });

  test('right and wrong are judged by their letter', async () => {
    const rows = ['A', 'B'].map((key) => ['判断题', '水是液体。', '正确$;$错误', key]);
    const judged = await read(['题型', '题干', '试题选项', '试题答案'], rows);
    expect(judged.map(({ kind, fields, problems }) => [kind, fields.answer, problems])).toEqual([
      ['judge', 'T', []],
      ['judge', 'F', []],
    ]);
  });

  test('formulas parted by ; keep their signs, and a place without a text stays one', async () => {
    expect((await choice('$x^2$;$y^2$;$z$')).options).toEqual(['$x^2$', '$y^2$', '$z$']);
    expect((await choice('红$;$$;$蓝')).problems).toEqual(['选项 B 没有内容，请补上后再导入。']);
  });
});

describe('letters without a dot in one cell', () => {
  test('letter, blank and text on each line are options; where they may be more than that it is said', async () => {
    expect(await choice('A 红\nB 黄\nC 蓝')).toEqual({ options: ['红', '黄', '蓝'], notes: [], problems: [] });
    expect((await choice('A\u3000红\nB\u3000以上A和B\nC\u30002')).options).toEqual(['红', '以上A和B', '2']);
    const two = await choice('A 红\nB 黄');
    expect(two.options).toEqual(['红', '黄']);
    expect(two.notes).toEqual(['选项开头的字母 A、B 后面没有点，已当作选项的字母去掉，请核对。']);
    const mixed = await choice('A红\nB. 黄\nC. 蓝', 'C');
    expect(mixed.options).toEqual(['红', '黄', '蓝']);
    expect(mixed.notes).toEqual(['选项开头的字母 A 后面没有点，已当作选项的字母去掉，请核对。']);
  });

  test('names that begin with letters stay', async () => {
    for (const lines of [
      ['A 组', 'B 组', 'C 组'],
      ['A型血', 'B型血', 'O型血'],
      ['B 超', 'A 超', 'C 超'],
    ])
      expect(await choice(lines.join('\n'))).toMatchObject({ options: lines, notes: [] });
  });

  test('a line without a letter goes on with its option, and a key among them is none', async () => {
    expect((await choice('A. 红\n的\nB. 黄\n答案：A')).options).toEqual(['红\n的', '黄']);
    expect((await choice('A. 红\nB. 黄\n答案：A')).notes).toEqual(['选项的格子里的“答案：A”不是选项，没有导入。']);
  });
});

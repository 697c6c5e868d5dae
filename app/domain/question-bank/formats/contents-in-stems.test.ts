import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 第一章 … within a question: a table of contents to compare is part of it, the chapters of a paper are not. */

const stemsOf = (...lines: string[]) => parseText(toLines(lines.join('\n'))).map(({ fields }) => fields.stem);
const KEY = ['参考答案', '1．不同之处。', '2．变化。'];

describe('chapters in a question', () => {
  test.each([
    [['目录A', '第一章 英国革命', '第一节 前提', '第二节 爆发', '目录B', '第一章 欧洲', '第一节 革命']],
    [['第一章 春天', '第二章 夏天', '这本书写的是什么？']],
    [['第1章 春天', '第2章 夏天']],
    [['第一讲 春天', '', '第二讲 夏天', '', '第三讲 秋天']],
  ])('%s are of it', (contents) => {
    const asked = '比较两份目录，指出不同。';
    const [first, second] = stemsOf(`1．${asked}`, ...contents, '2．什么是革命？', ...KEY);
    expect(first).toBe([asked, ...contents].join('\n'));
    expect(second).toBe('什么是革命？');
  });

  test('the chapters of a paper stay headings', () => {
    expect(
      stemsOf(
        '第一章 力',
        '第一节 重力',
        '1．什么是力？',
        '第二节 弹力',
        '2．什么是弹力？',
        '第二章 功',
        '第一节 功',
        '3．什么是功？',
        ...KEY,
        '3．丙。',
      ),
    ).toEqual(['什么是力？', '什么是弹力？', '什么是功？']);
  });

  test('so do sections that name a kind', () => {
    expect(stemsOf('1．什么是力？', '第一节 单项选择', '第二节 简答题', '2．什么是功？', ...KEY)).toEqual([
      '什么是力？',
      '什么是功？',
    ]);
  });
});

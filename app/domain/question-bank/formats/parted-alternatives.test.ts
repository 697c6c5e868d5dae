import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Keys parted by （1）（2） whose parts have unlike many blanks: what a blank accepts is kept whole. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')))[0];
const ASKED = ['1. 回答：', '（1）措施有____。', '（2）化合价为____；pH为____。'];

describe('alternatives in a key that is parted', () => {
  test.each([
    ['（1）粉碎/加热（2）+4；3.2', ['粉碎', '加热']],
    ['（1）粉碎或加热（2）+4；3.2', ['粉碎', '加热']],
    ['（1）粉碎##加热##搅拌（2）+4；3.2', ['粉碎', '加热', '搅拌']],
    ['（1）粉碎|加热（2）+4；3.2', ['粉碎', '加热']],
    ['（1）x=1或x=2（2）+4；3.2', ['x=1或x=2']],
    ['（1）粉碎（2）+4；3.2', ['粉碎']],
  ])('%s', (key, first) => {
    const question = read(...ASKED, `【答案】${key}`);
    expect((question?.fields.answer as string[][])[0]).toEqual(expect.arrayContaining(first));
    expect((question?.fields.answer as string[][]).slice(1)).toEqual([['+4'], ['3.2']]);
    expect(question?.notes.join()).toContain('已按小题分成 3 个空');
  });

  test('that there are several is told', () => {
    const { notes } = read(...ASKED, '【答案】（1）粉碎或加热', '（2）    ①. +4    ②. 3.2') ?? {};
    expect(notes?.join()).toContain('一个空写“粉碎”或“加热”都算对');
  });
});

import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Words between drawn lines: an answer that was typed onto its line, or what stands between two blanks. */

const read = (stem: string, ...behind: string[]) =>
  parseText(toLines(['一、填空题', `1. ${stem}`, ...behind].join('\n')))[0]!;

describe('without an answer', () => {
  test.each([
    '甲和乙分别为___和___。',
    '甲和乙分别为__和__。',
    '甲是____和__。',
    '河流经___省，注入___海。',
    '甲___以及___都对。',
    '一共__年__个月。',
    '甲__和__，乙__和__。',
    '甲___。乙___',
  ])('%s has its blanks as they are drawn, and is refused', (stem) => {
    const { fields, problems } = read(stem);
    expect(fields).toMatchObject({ stem, answer: [] });
    expect(problems.join()).toContain('没有答案');
  });

  test.each([
    ['首都是__北京__。', '首都是____。', [['北京']]],
    ['__甲__和__乙__是一对。', '____和____是一对。', [['甲'], ['乙']]],
    ['圆周率约__3.14__，人口__10,000__。', '圆周率约____，人口____。', [['3.14'], ['10,000']]],
  ])('%s holds its answers', (stem, emptied, answer) => {
    const question = read(stem);
    expect(question).toMatchObject({ fields: { stem: emptied, answer }, problems: [] });
    expect(question.isDoubtful).toBeUndefined();
  });

  test.each(['首都是___北京___。', '甲、乙分别是__红__色。', '共有___名男生___名女生。', 'He __and__ she'])(
    '%s may be the one or the other: it waits for somebody',
    (stem) => {
      const question = read(stem);
      expect(question.problems).toEqual([]);
      expect(question).toMatchObject({ isDoubtful: true });
    },
  );
});

test('with their answers the blanks are as many as they are', () =>
  expect(read('甲和乙分别为___和___。', '答案：真；假').fields).toMatchObject({
    stem: '甲和乙分别为___和___。',
    answer: [['真'], ['假']],
  }));

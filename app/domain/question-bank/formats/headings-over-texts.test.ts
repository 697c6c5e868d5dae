import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 三、病例分析 over a text, right behind the last question of the section before. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const PATIENT = '患者，男，50岁。胸痛2小时。';

describe('a heading that names but a text', () => {
  test.each([['病例分析'], ['资料分析'], ['阅读'], ['材料题'], ['案例']])('二、%s', (name) => {
    for (const first of [['1、体温正常值为____℃。'], ['1、体温正常值是（ ）', 'A. 36 B. 37'], ['1、体温是什么？']]) {
      const questions = read(
        '一、试题',
        ...first,
        `二、${name}`,
        PATIENT,
        '2、最可能的诊断是什么？',
        '3、应如何处理？',
        '答案：',
        '1、A',
        '2、心肌梗死',
        '3、溶栓',
      );
      const texts = questions.map(({ fields }) => fields.stem ?? fields.prompt);
      expect(texts[0]).not.toContain(name);
      expect(texts.slice(1)).toEqual([`${PATIENT}\n最可能的诊断是什么？`, `${PATIENT}\n应如何处理？`]);
      expect(questions.map(({ problems }) => problems)).toEqual([[], [], []]);
    }
  });

  test('a line of the question that goes on, or of no next section, stays in it', () => {
    const [first] = read(
      '一、简答题',
      '1、写出提纲：',
      '三、病例分析',
      PATIENT,
      '2、怎么办？',
      '答案：',
      '1、甲',
      '2、乙',
    );
    expect(first?.fields.stem).toContain('三、病例分析');
    const lines = ['提纲：', '一、病因', '二、病例', PATIENT];
    const [counted] = read('一、简答题', `1、${lines.join('\n')}`, '2、怎么办？', '答案：', '1、甲', '2、乙');
    expect(counted?.fields.stem).toBe(lines.join('\n'));
  });
});

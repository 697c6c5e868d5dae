import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Answers that are to be seen in the question itself: in its blanks, behind its options, in what a platform wrote. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const only = (...lines: string[]) => read(...lines)[0]!;

describe('in the stem, with room around it', () => {
  test.each([
    ['1．取值范围是　x≥2　．', '【答案】x≥2', '取值范围是____．', [['x≥2']]],
    [
      '1．首都是　北京　，最大的城市是　上海　．',
      '答案：北京；上海',
      '首都是____，最大的城市是____．',
      [['北京'], ['上海']],
    ],
    ['1．分解因式：x2－9＝  (x+3)(x-3)  ．', '答案：（x+3）（x－3）', '分解因式：x2－9＝____．', [['（x+3）（x－3）']]],
  ])('%s', (stem, answer, shown, blanks) => {
    const question = only(stem, answer);
    expect(question).toMatchObject({ kind: 'cloze', fields: { stem: shown, answer: blanks }, problems: [] });
    expect(question.notes.join()).toContain('已改成空');
  });

  test('without a key it is held back', () => {
    const question = only('1．取值范围是　x≥2　．');
    expect(question.isDoubtful).toBe(true);
    expect(question.notes.join()).toContain('像是写在空里的答案，学生会看见');
  });

  test('room that is no blank', () => {
    expect(only('1．简述  甲  和乙的关系。', '答案：甲是乙的上级')).toMatchObject({
      kind: 'short',
      fields: { stem: '简述  甲  和乙的关系。' },
      notes: [],
    });
  });
});

describe('a tick behind an option', () => {
  const CHOICE = ['1. 选（ ）', 'A. 甲', 'B. 乙', 'C. 丙 √'];

  test.each([[['A. 甲', 'B. 乙', 'C. 丙 √']], [['A. 甲  B. 乙  C. 丙 √']]])(
    'against the key holds it back',
    (options) => {
      const question = only('1. 选（ ）', ...options, '答案：A');
      expect(question.isDoubtful).toBe(true);
      expect(question.notes.join()).toContain('选项 C 后面有“√”一类的记号，答案却是 A');
    },
  );

  test('that says the same is not shown', () => {
    expect(only(...CHOICE, '答案：C')).toMatchObject({
      fields: { options: ['甲', '乙', '丙'], answer: ['C'] },
      notes: [expect.stringContaining('与答案相同')],
    });
  });
});

test('rings before bare letters, and the score behind the key', () => {
  const questions = read(
    ...['1. 地球是圆的吗？', '○ A 是', '○ B 不是', '我的答案：B  正确答案：A  得分：0.0分'],
    ...['2. 水的颜色', 'A. 红', 'B. 无色', '正确答案：B  得分：2分'],
    ...['3. 水是____。', '我的答案：冰  正确答案：液体  得分：0分'],
  );
  expect(questions.map(({ fields, notes }) => [fields.options, fields.answer, notes])).toEqual([
    [['是', '不是'], ['A'], []],
    [['红', '无色'], ['B'], []],
    [undefined, [['液体']], []],
  ]);
});

describe('a picture that is not there', () => {
  test.each(['如图1所示，物体受力为', '读右图，回答', '图2中甲是', '见下图，甲是'])('%s', (stem) => {
    expect(only(`1. ${stem}（ ）`, 'A. 甲', 'B. 乙', '答案：A').notes.join()).toContain('没有读到图');
  });

  test.each(['下图书馆在哪里', '他喜欢看图画', '图书馆有 3 层', '如图〔图〕所示'])('%s speaks of none', (stem) => {
    expect(only(`1. ${stem}（ ）`, 'A. 甲', 'B. 乙', '答案：A').notes.join()).not.toContain('没有读到图');
  });
});

import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** What stands at the beginning or the end of a stem: words of the question, or marks that say something of it. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

describe('the first word of a question', () => {
  test.each([
    ['计算：（1）1+1；（2）2×3。'],
    ['证明：三角形内角和为180°。'],
    ['翻译：He is a boy.'],
    ['默写：床前明月光的下一句。'],
    ['计算: 1+1'],
  ])('%s keeps what it asks for', (stem) => {
    const [question] = read('四、解答题', `1．${stem}`, '【答案】略');
    expect(question?.fields.stem ?? question?.fields.prompt).toBe(stem);
    const [scored] = read('四、解答题', `1．（5分）${stem}`, '【答案】略');
    expect([scored?.fields.stem ?? scored?.fields.prompt, scored?.fields.points]).toEqual([stem, 5]);
  });

  test.each([
    ['单选题：选一个', '选一个', 'single'],
    ['（单选题）选一个', '选一个', 'single'],
    ['多选：选几个', '选几个', 'multiple'],
  ])('%s only names its kind', (line, stem, kind) => {
    const [question] = read(`1．${line}`, 'A. 甲', 'B. 乙', kind === 'single' ? '答案：A' : '答案：AB');
    expect([question?.fields.stem, question?.kind]).toEqual([stem, kind]);
  });
});

describe('the points of a question', () => {
  const scored = (...lines: string[]) => {
    const [question] = read('四、解答题', ...lines, '【答案】略');
    return [question?.fields.prompt, question?.fields.points, question?.notes.filter((note) => note.includes('分'))];
  };

  test.each([
    ["1. (10') 求和。"],
    ["1. 求和。(10')"],
    ['1. 求和。（10 points）'],
    ['1. [10 marks] 求和。'],
    ['1. 求和。（本题满分10分）'],
  ])('%s', (line) => {
    expect(scored(line)).toEqual(['求和。', 10, []]);
  });

  test('stand on the last line as well', () => {
    expect(scored('1. 已知甲。', '求和。（10分）')).toEqual(['已知甲。\n求和。', 10, []]);
    expect(scored('1. 已知甲。', '求和。', '（本题满分10分）')).toEqual(['已知甲。\n求和。', 10, []]);
  });

  test('are those of its parts, where each says its own', () => {
    const parts = ['（1）求一；（4分）', '（2）求二。（6分）'];
    expect(scored('1. 已知甲。', ...parts)).toEqual([`已知甲。\n${parts.join('\n')}`, 10, []]);
    expect(scored(`1. 已知甲。${parts.join('')}`)).toEqual([`已知甲。${parts.join('')}`, 10, []]);
    expect(scored('1. 已知甲。（10分）', ...parts)).toEqual([`已知甲。\n${parts.join('\n')}`, 10, []]);
    const [, points, notes] = scored('1. （8分）已知甲。', ...parts);
    expect([points, String(notes)]).toEqual([8, expect.stringContaining('合计 10 分')]);
  });

  test('that nobody can tell stay in the text, and are told', () => {
    const lines = ['1. 已知甲。', '（1）求一；', '（2）求二。（6分）'];
    const [prompt, points, notes] = scored(...lines);
    expect([prompt, points]).toEqual(['已知甲。\n（1）求一；\n（2）求二。（6分）', undefined]);
    expect(String(notes)).toContain('“（6分）”');
    expect(scored("1. 角为 (10')")).toEqual(["角为 (10')", undefined, []]);
  });
});

describe('letters in brackets and other letters behind 答案', () => {
  const OPTIONS = ['A.一 B.二 C.三 D.四', '答案：B'];

  test.each(['选一个（A）', '选一个（A）。', '选一个( C )', '选（ A ）一个', '选几个（AB）'])(
    '%s: both are told, and the question is not chosen by itself',
    (stem) => {
      const [question] = read('一、单选题', `1. ${stem}`, ...OPTIONS);
      expect([question?.fields.stem, question?.fields.answer, question?.isDoubtful]).toEqual([stem, ['B'], true]);
      expect(question?.notes.join()).toContain('答案却是 B');
    },
  );

  test.each(['长翅基因（A）与残翅基因的关系', '维生素（A）是（　　）', '选一个（B）', '哪一个联赛（NBA）'])(
    '%s is no such place',
    (stem) => {
      const [question] = read('一、单选题', `1. ${stem}`, ...OPTIONS);
      expect(question?.isDoubtful ?? false).toBe(false);
    },
  );
});

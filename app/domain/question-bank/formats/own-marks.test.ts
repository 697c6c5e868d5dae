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

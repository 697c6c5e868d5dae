import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** B型题 whose options stand above their questions without a line that says so. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));
const FIRST = ['A、透析', 'B、利尿', 'C、碱化', 'D、补钾'];
const SECOND = ['A、维生素A  B、维生素B1', 'C、维生素C  D、维生素D'];
const ASKED = ['1、高钾血症首选', '2、酸中毒时', '3、夜盲症缺乏', '4、坏血病缺乏'];
const KEY = ['A', 'C', 'A', 'C'];
const OPTIONS = [
  ['透析', '利尿', '碱化', '补钾'],
  ['维生素A', '维生素B1', '维生素C', '维生素D'],
];

describe('options above the questions of 型 B', () => {
  test.each([['B型题'], ['二、B1型题（每题1分）'], ['二、配伍选择题']])('%s, each with its answer', (heading) => {
    const keyed = ASKED.map((line, at) => [line, `答案：${KEY[at]}`]);
    const questions = read(heading, ...FIRST, ...keyed.slice(0, 2).flat(), ...SECOND, ...keyed.slice(2).flat());
    expect(questions.flatMap(({ problems }) => problems)).toEqual([]);
    expect(questions.map(({ fields }) => fields.options)).toEqual([OPTIONS[0], OPTIONS[0], OPTIONS[1], OPTIONS[1]]);
    expect(questions.map(({ fields }) => fields.answer)).toEqual(KEY.map((key) => [key]));
  });

  test('with the key at the end', () => {
    const questions = read(
      'B型题',
      ...FIRST,
      ...ASKED.slice(0, 2),
      ...SECOND,
      ...ASKED.slice(2),
      '参考答案',
      '1.A 2.C 3.A 4.C',
    );
    expect(questions.map(({ fields }) => fields.options)).toEqual([OPTIONS[0], OPTIONS[0], OPTIONS[1], OPTIONS[1]]);
    expect(questions.map(({ fields }) => fields.answer)).toEqual(KEY.map((key) => [key]));
    expect(questions.map(({ fields }) => fields.stem)).toEqual(ASKED.map((line) => line.slice(2)));
  });

  test('where the options stand below the questions nothing changes', () => {
    const questions = read(
      'B型题',
      '1、甲是（ ）',
      'A、一 B、二 C、三',
      '答案：A',
      '2、乙是（ ）',
      'A、四 B、五 C、六',
      '答案：B',
    );
    expect(questions.map(({ fields }) => fields.options)).toEqual([
      ['一', '二', '三'],
      ['四', '五', '六'],
    ]);
  });
});

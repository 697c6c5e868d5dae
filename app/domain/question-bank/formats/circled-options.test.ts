import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** ①②③④ as the options of a choice. */

const read = (...lines: string[]) =>
  parseText(toLines(['一、选择题', ...lines].join('\n'))).map(({ fields, problems, notes, isDoubtful }) => ({
    read: [fields.stem, fields.options, fields.answer],
    isRefused: problems.length > 0,
    isTold: notes.some((note) => note.includes('①②③④')),
    isHeld: isDoubtful ?? false,
  }));

describe.each([
  [['①上海 ②北京 ③广州 ④深圳']],
  [['①上海 ②北京', '③广州 ④深圳']],
  [['①上海', '②北京', '③广州', '④深圳']],
])('%s', (options) => {
  const READ = ['首都是（ ）', ['上海', '北京', '广州', '深圳'], ['B']];
  test('with a key that is one of them', () =>
    expect(read('1. 首都是（ ）', ...options, '答案：②')).toEqual([
      { read: READ, isRefused: false, isTold: true, isHeld: false },
    ]));

  test('with a letter as the key, to be looked at', () => {
    expect(read('1. 首都是（ ）', ...options, '答案：B')).toEqual([
      { read: READ, isRefused: false, isTold: true, isHeld: true },
    ]);
    const [first] = read('1. 首都是（ ）', ...options, '2. 甲（ ）', 'A. 一', 'B. 二', '参考答案', '1. B 2. A');
    expect(first).toMatchObject({ read: READ, isHeld: true });
  });
});

test.each([
  [['1. 对的是（ ）①甲 ②乙 ③丙', '答案：B']],
  [['1. ①甲 ②乙 ③丙 ④丁 以上对的是（ ）', '答案：B']],
  [['1. ①甲 ②乙 ③丙 ④丁', '以上对的有几个', '答案：B']],
])('%s: what is counted is no option where a letter is the key', (lines) =>
  expect(read(...lines)).toMatchObject([{ isRefused: true }]),
);

import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** Letters that begin no option, and what stands between questions. */

const read = (...lines: string[]) => parseText(toLines(lines.join('\n')));

test('initials in a stem above its options are none of them', () => {
  const [question] = read(
    '1. “Who is A. Lincoln?” said Mr. B. Smith. 提到了几个人？',
    'A. 1  B. 2  C. 3  D. 4',
    '答案：B',
  );
  expect(question?.fields).toMatchObject({
    stem: '“Who is A. Lincoln?” said Mr. B. Smith. 提到了几个人？',
    options: ['1', '2', '3', '4'],
    answer: ['B'],
  });
  expect(question?.notes).toEqual([]);
});

test.each([
  ['A. 选项A的说法  B. 见B. C. 两项  C. 以上都对  D. 以上都不对', ''],
  ['“Who is A. Lincoln?” said B. Smith.', 'A. 1 B. 2 C. 3 D. 4'],
])('letters that are met twice are told, and not chosen: %s', (first, second) => {
  const stem = second === '' ? ['1. 正确的是（  ）', first] : [`1. ${first}`, '这句话提到了几个人？', second];
  const [question] = read(...stem, '答案：D');
  expect(question?.isDoubtful === true || (question?.problems.length ?? 0) > 0).toBe(true);
});

test('sections of a paper of medicine, a case and options for several questions', () => {
  const questions = read(
    '一、A1型题（每题1分）',
    '1．有效期为',
    'A．4小时',
    'B．7天',
    '二、A3型题',
    '（2～3题共用题干）',
    '患者，男，65岁。',
    '2．体位是',
    'A．端坐位',
    'B．俯卧位',
    '3．流量宜为',
    'A．1',
    'B．4',
    '三、B型题',
    '（4～5题共用备选答案）',
    'A．青霉素',
    'B．四环素',
    '4．最易引起休克的是',
    '5．可致牙齿黄染的是',
    '四、X型题',
    '6．正确的有',
    'A．甲',
    'B．乙',
    '参考答案',
    '1.A 2.B 3.A 4.A 5.B 6.AB',
  );
  expect(questions.map(({ kind, fields }) => [kind, fields.stem, fields.options, fields.answer])).toEqual([
    ['single', '有效期为', ['4小时', '7天'], ['A']],
    ['single', '（2～3题共用题干）\n患者，男，65岁。\n体位是', ['端坐位', '俯卧位'], ['B']],
    ['single', '（2～3题共用题干）\n患者，男，65岁。\n流量宜为', ['1', '4'], ['A']],
    ['single', '最易引起休克的是', ['青霉素', '四环素'], ['A']],
    ['single', '可致牙齿黄染的是', ['青霉素', '四环素'], ['B']],
    ['multiple', '正确的有', ['甲', '乙'], ['A', 'B']],
  ]);
});

test('a heading within an option is told', () => {
  const [question] = read('1. 首都是', 'A. 北京', 'B. 上海', '二、共同体题', '看图。', '答案：A');
  expect(question?.isDoubtful).toBe(true);
});

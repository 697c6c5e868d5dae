import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 第一节 and 第二节 below the heading of a section. */

const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ kind, fields }) => [
    kind,
    fields.points,
    fields.prompt,
    fields.referenceAnswer,
  ]);

test.each([
  ['四、写作（共40分）', '第一节（15分）', '第二节（25分）'],
  ['四、写作（第一节 应用文 15分，第二节 读后续写 25分）', '第一节 应用文', '第二节 读后续写'],
  ['书面表达（共2题，满分40分）', '第一节 应用文（满分15分）', '第二节 读后续写（满分25分）'],
])('%s: each is a question with its points and its answer', (heading, first, second) =>
  expect(
    read(heading, first, '请写信。', second, '请续写。', '参考答案', '第一节', 'Dear Jim.', '第二节', 'A noise.'),
  ).toEqual([
    ['written', 15, '请写信。', 'Dear Jim.'],
    ['written', 25, '请续写。', 'A noise.'],
  ]),
);

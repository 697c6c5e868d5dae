import { expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** A short key of a teacher whose numbers have no sign behind them: 单选：1A 2B, 填空：7液体. */

const PAPER = [
  ...['一、单选题', '1．甲（ ）', 'A．一 B．二', '2．乙（ ）', 'A．一 B．二'],
  ...['二、填空题', '7．水是____。', '三、简答题', '8．什么是火？', '参考答案', '单选：1A 2B'],
];
const read = (...key: string[]) => parseText(toLines([...PAPER, ...key].join('\n'))).slice(2);

test('the number of the question before its answer is told', () => {
  const [blank, short] = read('填空：7液体', '简答：8略');
  expect(blank?.notes.join('')).toContain('答案“7液体”前面的 7 也许是题号');
  expect([blank?.isDoubtful, short?.isDoubtful]).toEqual([true, true]);
  expect(read('填空：液体', '简答：气体')[0]?.notes).toEqual([]);
});

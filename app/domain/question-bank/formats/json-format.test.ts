import { describe, expect, test } from 'vitest';
import { readJson } from './json-format.server';

const read = (value: unknown) =>
  readJson({ name: 'a.json', bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) });
const file = (...questions: unknown[]) => ({ format: 'kaoping-questions', version: 1, questions });

describe('refusals of the whole file', () => {
  test.each([
    ['{"format":', '写得不完整'],
    [{ questions: [] }, '不是本系统导出'],
    [{ ...file({}), version: 2 }, '版本是 2'],
    [file(), '没有题目'],
    [file(...Array.from({ length: 5001 }, () => ({}))), '最多 5000 道题'],
    ['['.repeat(100_000), '套了 20 层以上'],
    [file(JSON.parse(`${'{"a":'.repeat(19)}1${'}'.repeat(19)}`)), '套了 20 层以上'],
  ])('%#', async (value, message) => {
    await expect(read(value)).rejects.toEqual(
      expect.objectContaining({ message: expect.stringContaining(message) as string }),
    );
  });
});

test('one wrong question is told with its place and spoils no other', async () => {
  const questions = await read(
    file({ kind: 'short', stem: '好' }, { kind: 'single', stem: 1, options: ['甲', 2] }, { kind: 'puzzle' }, null, {
      kind: 'judge',
    }),
  );
  expect(questions.map(({ kind, problems }) => [kind, problems])).toEqual([
    ['short', []],
    [null, ['“stem”写得不对，请改正后再导入。', '“options”的第 2 项写得不对，请改正后再导入。']],
    [null, [expect.stringContaining('没有这种题型')]],
    [null, [expect.stringContaining('这道题')]],
    [null, ['缺少“stem”，请补上。']],
  ]);
});

test('brackets inside of texts are no levels', async () => {
  const stem = `\\"${'[{'.repeat(100)}"`;
  const [question] = await read(file({ kind: 'short', stem }));
  expect(question?.fields.stem).toBe(stem);
});

test('pictures that are no base64 are refused', async () => {
  const [question] = await read(file({ kind: 'short', stem: '好', pictures: [{ name: 'a', data: '<>' }] }));
  expect(question?.problems).toHaveLength(1);
});

test('a field that no question has is told', async () => {
  const [one, other] = await read(
    file({ kind: 'short', stem: '好', note: '重点题', source: '2016' }, { kind: 'short', stem: '好', title: '好' }),
  );
  expect(one?.notes).toEqual(['文件里的“note”“source”没有导入：题目没有这样的一项。']);
  expect(other?.notes).toEqual([]);
});

import { describe, expect, it } from 'vitest';
import { formatMoment, parseMoment, readNoteFields, readNotes } from './notes.rules';

const items = [
  {
    id: 7,
    takes: [
      { id: 1, durationMs: 78_400 },
      { id: 2, durationMs: 30_000 },
    ],
  },
];
const note = (at: string, text: string, row = 0, takeId = 1) => ({ takeId, row, at, text });

describe('a moment of a recording', () => {
  it.each([
    ['0:33', 33_000],
    ['1:05', 65_000],
    ['12:00', 720_000],
    ['33', 33_000],
    [' ０：３３ ', 33_000],
    ['1分5秒', 65_000],
    ['0', 0],
  ])('%s', (text, expected) => expect(parseMoment(text)).toBe(expected));

  it.each(['', '1:75', 'abc', '-1', '1:2:3', '0.5', '1:'])('%j is none', (text) =>
    expect(parseMoment(text)).toBeUndefined(),
  );

  it('is written without a leading zero in the minutes', () => {
    expect([0, 33_900, 65_000, 3_725_000].map(formatMoment)).toEqual(['0:00', '0:33', '1:05', '62:05']);
  });
});

describe('the rows of the form', () => {
  it('are collected by take and row; empty ones are left out', () => {
    const values = {
      'n.1.0.t': '0:33',
      'n.1.0.x': '停顿偏长',
      'n.1.1.t': ' ',
      'n.1.1.x': '',
      'n.2.0.x': '没有时间',
      'm.7.zqd': '88',
      'n.x.0.t': '1',
    };
    expect(readNoteFields(values)).toEqual([note('0:33', '停顿偏长'), note('', '没有时间', 0, 2)]);
  });

  it('become notes in the order of takes and moments', () => {
    const { notes, problems } = readNotes(items, [
      note('0:10', '声音轻', 0, 2),
      note('1:02', ' 漏了\n一句 ', 1),
      note('0:33', '停顿偏长'),
    ]);
    expect(problems).toEqual({});
    expect(notes).toEqual([
      { itemId: 7, takeId: 1, atMs: 33_000, text: '停顿偏长' },
      { itemId: 7, takeId: 1, atMs: 62_000, text: '漏了 一句' },
      { itemId: 7, takeId: 2, atMs: 10_000, text: '声音轻' },
    ]);
  });

  it.each([
    [note('', '停顿偏长'), { 'n.1.0.t': '批注“停顿偏长”还没有写时间，如 0:33' }],
    [note('半分钟', '停顿偏长'), { 'n.1.0.t': '批注的时间“半分钟”应写成 分:秒，如 0:33' }],
    [note('1:19', '停顿偏长'), { 'n.1.0.t': '批注的时间 1:19 超过了录音的长度 1:18' }],
    [note('0:33', ' '), { 'n.1.0.x': '0:33 处的批注还没有写内容；不要这条，请把时间也清空' }],
    [note('0:33', '长'.repeat(201)), { 'n.1.0.x': '一条批注最多 200 个字' }],
  ])('says what is wrong: %j', (raw, expected) => expect(readNotes(items, [raw]).problems).toEqual(expected));

  it('of a recording that is not in the paper say nothing', () => {
    expect(readNotes(items, [note('0:33', '别人的', 0, 99)])).toEqual({ notes: [], problems: {} });
  });
});

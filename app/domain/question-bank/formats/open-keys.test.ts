import { describe, expect, test } from 'vitest';
import { parseText, toLines } from './text-format';

/** 开放 and 不唯一: that a question has no fixed answer, or words of the answer. */

const read = (stem: string, answer: string) => parseText(toLines(`一、填空题\n1. ${stem}\n答案：${answer}`))[0]!;

describe('words of the answer', () => {
  test.each([
    '不唯一的解',
    '不唯一性',
    '开放搞活',
    '开放的世界',
    '开放，包容',
    '开放型经济',
    '答案不唯一的题',
    '改革（对外开放）后',
  ])('%s is accepted as it stands, and nothing less', (answer) => {
    expect(read('甲是____。', answer)).toMatchObject({ fields: { answer: [[answer]] }, problems: [] });
  });

  test('in a key of several', () => {
    const question = read('理念：创新、____、绿色、____、____。', '协调；开放；共享');
    expect(question).toMatchObject({ fields: { answer: [['协调'], ['开放'], ['共享']] }, problems: [], notes: [] });
  });

  test.each(['开放', '不唯一'])('%s alone is asked about', (answer) => {
    const question = read('坚持对外____政策。', answer);
    expect(question).toMatchObject({ fields: { answer: [[answer]] }, problems: [], isDoubtful: true });
    expect(question.notes.join()).toContain('如果是说答案不固定');
  });
});

describe('no fixed answer', () => {
  test.each([
    '答案不唯一，如春天',
    '答案不唯一 春天',
    '不唯一，春天',
    '不唯一，如：春天',
    '开放题：春天',
    '开放，如春天',
    '春天（开放）',
    '春天（答案开放）',
  ])('%s accepts 春天', (answer) => {
    const { fields, problems } = read('甲是____。', answer);
    expect(problems).toEqual([]);
    expect((fields.answer as string[][])[0]).toContain('春天');
  });

  test.each(['答案不唯一', '答案开放', '开放题', '（答案不唯一）', '答案不唯一，合理即可'])('%s is none', (answer) => {
    expect(read('甲是____。', answer).problems.join()).toContain('没有写出来');
  });
});

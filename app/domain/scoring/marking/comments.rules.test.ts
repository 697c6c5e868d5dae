import { describe, expect, it } from 'vitest';
import { appendComment } from './comments.rules';
import { scoreFormSchema } from './scoring.schema';

describe('appendComment', () => {
  it.each([
    ['', '语速适中', '语速适中。'],
    ['讲解完整', '语速适中', '讲解完整。语速适中。'],
    ['讲解完整。 ', '语速适中！', '讲解完整。语速适中！'],
  ])('%j and %j', (text, quick, expected) => {
    expect(appendComment(text, quick)).toBe(expected);
  });
});

describe('the scoring form', () => {
  it.each([
    ['none ticked', {}, '讲解完整'],
    ['one', { quick: '语速适中' }, '讲解完整。语速适中。'],
    ['two', { quick: ['语速适中', '停顿自然'] }, '讲解完整。语速适中。停顿自然。'],
  ])('puts ticked quick comments after the comment: %s', (_, fields, comment) => {
    expect(scoreFormSchema.parse({ attemptId: '3', comment: '讲解完整', ...fields })).toMatchObject({ comment });
  });
});

import { expect, test } from 'vitest';
import { AppError } from '~/lib/errors';
import { withTexts } from './kept-texts.server';

const trouble = new AppError('unavailable', '服务器暂时连不上数据库');
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

test('what was typed comes back with the trouble, to be sent again', () => {
  const { message, data } = withTexts(trouble, formOf({ title: '期中考试', note: '带笔' }));
  expect(message).toBe('服务器暂时连不上数据库');
  expect(data.extra).toEqual({
    kept: [
      ['title', '期中考试'],
      ['note', '带笔'],
    ],
  });
});

test('a form with a password is not offered to be sent again without it', () => {
  for (const name of ['password', 'newPassword']) {
    const { data } = withTexts(trouble, formOf({ account: 's001', [name]: 'kaoping-demo' }));
    expect(data.extra).toEqual({ kept: [] });
  }
});

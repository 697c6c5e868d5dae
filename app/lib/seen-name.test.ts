import { expect, test } from 'vitest';
import { isSameName, seenName } from './text';
import { nameField } from './zod';

test.each([
  '\u200b',
  '\u00ad',
  '\u200d',
  '\u2060',
  '\u3164',
  '\ufeff',
  '\ufe0f',
  '\u0007',
  '\u2800',
  '\u034f',
  '\u17b4',
  '\u17b5',
  '\u2065',
])('a name holds nothing that cannot be seen (%j)', (sign) => {
  expect(seenName(`周${sign}敏`)).toBe('周敏');
  expect(nameField('姓名').safeParse(sign).error?.issues[0]?.message).toBe('请填写姓名');
});

test.each(['\ufff0', '\u{e0fff}', '\ue000', '\ufffc', '\u034f'])('nor what has no sign of its own (%j)', (sign) => {
  expect(seenName(`周${sign}敏`)).toBe('周敏');
  expect(isSameName('周敏', `周${sign}敏`)).toBe(true);
});

test('what can be seen stays', () => {
  expect(seenName(' 买买提·吐尔逊 𠮷野 José ')).toBe('买买提·吐尔逊 𠮷野 José');
});

test.each([
  ['周敏', '周 敏'],
  ['王芳（数学）', '王芳(数学)'],
  ['高一（1）班', '高一（１）班'],
  ['Ｌｉ Ming', 'li ming'],
  ['周敏', '周\u200b敏'],
  ['周敏', '周\u3164敏'],
  ['José', 'Jose\u0301'],
])('%j and %j are one name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test('names that can be told apart are two', () => {
  expect(isSameName('周敏', '周敏（英语）')).toBe(false);
  expect(isSameName('周敏', '周旻')).toBe(false);
});

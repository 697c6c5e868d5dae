import { expect, test } from 'vitest';
import { isSameName, seenName } from './names';
import { nameField } from './zod';

test.each([
  '\u034f',
  '\u17b4',
  '\u2065',
  '\ufff0',
  '\u{e0fff}',
  '\u{1d159}',
  '\u2d7f',
  '\u200b',
  '\u00ad',
  '\u200d',
  '\u2060',
  '\u3164',
  '\ufeff',
  '\ufe0f',
  '\u0007',
  '\u2800',
])('a name holds nothing that cannot be seen (%j)', (sign) => {
  expect(seenName(`周${sign}敏`)).toBe('周敏');
  expect(nameField('姓名').safeParse(sign).error?.issues[0]?.message).toBe('请填写姓名');
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
  ['周敏', '周\ue000敏'],
  ['José', 'Jose\u0301'],
  ['周敏', '周敏.'],
  ['周敏', '周\ufffc敏'],
  ['周敏', '周敏\u302a'],
  ['周敏', '周敏\u0307'],
  ['周敏', '周敏\u05c1'],
  ['周敏', '周敏\u119e'],
  ['周敏', '周敏\u02d9'],
  ['旅游2601班', '旅游26O1班'],
  ['旅游2601班', '旅游260l班'],
  ['旅游2601班', '旅游2б01班'],
  ['Peter', 'Реtеr'],
  ['周敏', '周敏ʼ'],
  ['周敏', '周敏ـ'],
  ['Carl', 'Ϲarl'],
  ['Tom', 'Tօm'],
  ['Tom', 'Tᴏm'],
  ['Tom', 'ꓔom'],
  ['Tim', 'Ꭲim'],
  ['二〇二六', '二0二六'],
  ['旅游2601班', '旅游26၀1班'],
  ['高二1班', '高ニ1班'],
  ['高一(1)班', '高ー(1)班'],
  ['口语班', 'ロ语班'],
  ['高一(1)班', '高一(I)班'],
  ['高一(1)班', '高一(l)班'],
  ['二〇二六班', '二○二六班'],
  ['工一班', '工—班'],
  ['高二1班', '髙二1班'],
  ['口语组', '囗语组'],
  ['语文组', '语攵组'],
  ['未来组', '末来组'],
])('%j and %j are one name', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test('names that can be told apart are two', () => {
  expect(isSameName('周敏', '周敏（英语）')).toBe(false);
  expect(isSameName('周敏', '周旻')).toBe(false);
  expect(isSameName('高一3.1班', '高一31班')).toBe(false);
  expect(isSameName('བཀྲ་ཤིས', 'བཀྲ་ཤེས')).toBe(false);
  expect(isSameName('ئالىم', 'ئالىمە')).toBe(false);
  expect(isSameName('★', '☆')).toBe(false);
  expect(isSameName('C++班', 'C#班')).toBe(false);
  expect(isSameName('C++班', 'C班')).toBe(false);
  expect(isSameName('佐々木', '佐木')).toBe(false);
  expect(isSameName('Bill', 'Bi11y')).toBe(false);
  expect(isSameName('高二1班', '高三1班')).toBe(false);
  expect(isSameName('高一—1班', '高一1班')).toBe(true);
});

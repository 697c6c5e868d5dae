import { expect, test } from 'vitest';
import { seenName } from './text';
import { nameField } from './zod';

test.each(['\u200b', '\u00ad', '\u200d', '\u2060', '\u3164', '\ufeff', '\ufe0f', '\u0007', '\u2800'])(
  'a name holds nothing that cannot be seen (%j)',
  (sign) => {
    expect(seenName(`周${sign}敏`)).toBe('周敏');
    expect(nameField('姓名').safeParse(sign).error?.issues[0]?.message).toBe('请填写姓名');
  },
);

test('what can be seen stays', () => {
  expect(seenName(' 买买提·吐尔逊 𠮷野 José ')).toBe('买买提·吐尔逊 𠮷野 José');
});

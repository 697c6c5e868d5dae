import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codePointLength } from '~/lib/text';
import { defaultAnswerSeconds, defaultPrepSeconds, splitOralText } from './oral-text.rules';

const chunks = (text: string) => splitOralText(text).map((chunk) => chunk.text);

describe('splitOralText', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['blank text', ' \n\t　', []],
    ['no delimiter', '各位游客大家好', ['各位游客大家好']],
    ['。 stays with its chunk', '你好。再见。', ['你好。', '再见。']],
    ['every delimiter', 'a.b。c!d！e；f', ['a.', 'b。', 'c!', 'd！', 'e；', 'f']],
    ['other punctuation does not split', '一，二、三？四;五：六…七', ['一，二、三？四;五：六…七']],
    ['a lone delimiter is a chunk of its own', '真的!!', ['真的!', '!']],
    ['a number is split as the rule says', '长3.5米', ['长3.', '5米']],
    ['line breaks are kept with what follows', '一。\n二。', ['一。', '\n二。']],
    ['trailing blanks are dropped', '一。\n\n', ['一。']],
    ['40 characters stay whole', '字'.repeat(40), ['字'.repeat(40)]],
    ['41 characters are cut into 35 and 6', '字'.repeat(41), ['字'.repeat(35), '字'.repeat(6)]],
    ['the delimiter counts to the 41', `${'字'.repeat(40)}。`, ['字'.repeat(35), `${'字'.repeat(5)}。`]],
    ['70 are two slices', '字'.repeat(70), ['字'.repeat(35), '字'.repeat(35)]],
    ['71 are three slices', '字'.repeat(71), ['字'.repeat(35), '字'.repeat(35), '字']],
    ['40 characters outside the BMP stay whole', '𠮷'.repeat(40), ['𠮷'.repeat(40)]],
    ['41 of them are cut between characters', '𠮷'.repeat(41), ['𠮷'.repeat(35), '𠮷'.repeat(6)]],
  ])('%s', (_, text, expected) => {
    expect(chunks(text)).toEqual(expected);
  });

  test('time is the running total at the end of each chunk, 250 ms a character', () => {
    expect(splitOralText('你好。再见！好')).toEqual([
      { text: '你好。', time: 750 },
      { text: '再见！', time: 1500 },
      { text: '好', time: 1750 },
    ]);
  });

  test('a dropped chunk takes no time', () => {
    expect(splitOralText('好。  ')).toEqual([{ text: '好。', time: 500 }]);
  });

  const oralText = fc
    .array(fc.constantFrom('字', '𠮷', 'a', '。', '.', '!', '！', '；', ' ', '\n', '，'), { maxLength: 300 })
    .map((parts) => parts.join(''));

  test('chunks are the text again, apart from dropped blanks', () => {
    fc.assert(
      fc.property(oralText, (text) => {
        const visible = (value: string) => value.replace(/\s/g, '');
        expect(visible(chunks(text).join(''))).toBe(visible(text));
      }),
    );
  });

  test('no chunk is longer than 40, has a delimiter inside or is blank; time follows the length', () => {
    fc.assert(
      fc.property(oralText, (text) => {
        let time = 0;
        for (const chunk of splitOralText(text)) {
          expect(codePointLength(chunk.text)).toBeLessThanOrEqual(40);
          expect(chunk.text.trim()).not.toBe('');
          expect([...chunk.text].slice(0, -1).join('')).not.toMatch(/[.。!！；]/);
          time += codePointLength(chunk.text) * 250;
          expect(chunk.time).toBe(time);
        }
      }),
    );
  });
});

test.each([
  ['', 10],
  ['字', 11],
  ['字'.repeat(5), 13],
  ['字'.repeat(400), 250],
  ['  字  \n', 11],
])('recording limit of %j is %i s', (text, seconds) => {
  expect(defaultAnswerSeconds(text)).toBe(seconds);
});

test.each([
  ['', 30],
  ['字'.repeat(120), 30],
  ['字'.repeat(121), 40],
  ['字'.repeat(10_000), 600],
])('preparation for a text of its length', (text, seconds) => {
  expect(defaultPrepSeconds(text)).toBe(seconds);
});

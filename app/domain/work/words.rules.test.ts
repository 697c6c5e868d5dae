import { describe, expect, test } from 'vitest';
import { flaggedWords, markedParts } from './words.rules';

const WORDS = ['笨蛋', 'SB', '加微信', '110', '！！'];

describe('flaggedWords', () => {
  test.each([
    ['你真是笨蛋', ['笨蛋']],
    ['笨 蛋', ['笨蛋']],
    ['笨，*。蛋！', ['笨蛋']],
    ['笨\u200b蛋', ['笨蛋']],
    ['笨\n蛋', ['笨蛋']],
    ['你ｓＢ啊', ['SB']],
    ['s.b', ['SB']],
    ['加 微 信，笨蛋', ['笨蛋', '加微信']],
    ['请拨打１１０', ['110']],
    ['笨蛋笨蛋', ['笨蛋']],
  ])('%j contains %j', (text, words) => {
    expect(flaggedWords(text, WORDS)).toEqual(words);
  });

  test.each(['', '讲得很好！！', '插上USB接口', '学号 2110', '1104', '笨拙的蛋'])('%j contains none', (text) => {
    expect(flaggedWords(text, WORDS)).toEqual([]);
  });

  test('a word given twice is named once; an empty list marks nothing', () => {
    expect(flaggedWords('笨蛋', ['笨蛋', '笨蛋'])).toEqual(['笨蛋']);
    expect(flaggedWords('笨蛋', [])).toEqual([]);
  });
});

describe('markedParts', () => {
  test('marks what stands between the characters too and loses nothing', () => {
    expect(markedParts('你真笨 蛋👍啊', WORDS)).toEqual([
      { text: '你真', word: null },
      { text: '笨 蛋', word: '笨蛋' },
      { text: '👍啊', word: null },
    ]);
    const text = '加微信，笨蛋。S B！ａｂｃ';
    expect(
      markedParts(text, WORDS)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  test('a text without words is one part', () => {
    expect(markedParts('很好', WORDS)).toEqual([{ text: '很好', word: null }]);
    expect(markedParts('', WORDS)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { incoming } from '~tests/support/marked-questions';
import { readGift } from './gift-read.server';
import { htmlToText } from './html-text.server';
import { readMoodle } from './moodle-read.server';
import { readText } from './text-file.server';

/** Formulas, numbers, recordings and stray signs in the files of other systems. */

const plain = (html: string) => {
  const notes: string[] = [];
  const sink = { picture: () => null, audio: () => undefined, note: (text: string) => void notes.push(text) };
  return [htmlToText(html, sink), notes] as const;
};
const cloze = async (text: string) => (await readGift(incoming(text, 'a.gift')))[0];

describe('MathML', () => {
  test.each([
    ['<math><mfrac><mn>1</mn><mi>x</mi></mfrac></math>', '$\\frac{1}{x}$'],
    ['<math><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msqrt><mn>3</mn></msqrt></math>', '$x^{2} + \\sqrt{3}$'],
    [
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math>',
      '$x_1$',
    ],
  ])('%s', (html, text) => expect(plain(`设${html}是`)).toEqual([`设${text}是`, []]));

  test('that has no TeX keeps its letters, and says so', () => {
    const deep = '<mrow>'.repeat(60) + '<mi>x</mi>' + '</mrow>'.repeat(60);
    expect(plain(`设<math>${deep}</math>是`)).toEqual(['设x是', [expect.stringContaining('请核对')]]);
    expect(plain('设<math><mi>x</mi>')[0]).toBe('设$x$');
  });
});

describe('numbers', () => {
  test('that are compared by value may be typed either way', async () => {
    expect((await cloze('多少{#1234.0}'))?.fields.answer).toEqual([['1234.0', '1234']]);
    expect((await cloze('多少{#1200}'))?.fields.answer).toEqual([['1200']]);
    expect((await cloze('多少{#-0.50:0}'))?.fields.answer).toEqual([['-0.50', '-0.5']]);
  });

  test('with a range are refused with a way, feedback or not', async () => {
    for (const range of ['{#3:2~#不对}', '{#1..5}', '{#=3:2#好}']) {
      expect((await cloze(`多少${range}`))?.problems).toEqual([expect.stringContaining('范围')]);
    }
  });
});

test('a recording of Moodle is an oral question with its time', async () => {
  const [question] = await readMoodle(
    incoming(
      `<quiz><question type="recordrtc"><name><text>自我介绍</text></name><questiontext format="html"><text>请介绍自己</text>
      </questiontext><mediatype>audio</mediatype><timelimitinseconds>45</timelimitinseconds></question></quiz>`,
      'a.xml',
    ),
  );
  expect(question).toMatchObject({
    kind: 'oral',
    fields: { examContent: '请介绍自己', title: '自我介绍', answerSeconds: 45 },
    problems: [],
    notes: [],
  });
});

describe('a text', () => {
  const read = (text: string) => readText({ name: 'a.txt', bytes: Buffer.from(text) });

  test('with a control character is read without it, and says so at its question', async () => {
    const questions = await read('1. 甲\n答案：乙\n2. 丙\u0002丁\n答案：戊\n3. 己\n答案：庚');
    expect(questions.map(({ fields }) => fields.stem)).toEqual(['甲', '丙丁', '己']);
    expect(questions.map(({ notes }) => notes.length)).toEqual([0, 1, 0]);
    await expect(read('1. 甲\u0000乙')).rejects.toHaveProperty('code');
  });

  test('whose analysis has a 解： of its own keeps its answer', async () => {
    const [question] = await read('1. 求 x\n答案：2\n解析：先移项。\n解：x = 1 + 1\n答：x 是 2');
    expect(question?.fields).toMatchObject({ answer: '2', analysis: '先移项。\n解：x = 1 + 1\n答：x 是 2' });
  });
});

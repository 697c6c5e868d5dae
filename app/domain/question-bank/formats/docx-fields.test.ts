import {
  Document,
  Packer,
  Paragraph,
  SimpleField,
  SymbolRun,
  TextRun,
  type IRunOptions,
  type ParagraphChild,
} from 'docx';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { fieldToTex } from './docx-fields';
import { readDocx } from './docx-read.server';

/** What older papers draw with fields, and what stands in a run's form rather than in its text. */

const asDocx = (...paragraphs: (string | IRunOptions | ParagraphChild)[][]) => {
  const runs = (each: string | IRunOptions | ParagraphChild): ParagraphChild =>
    typeof each === 'string' ? new TextRun(each) : 'prepForXml' in each ? each : new TextRun(each as IRunOptions);
  const children = paragraphs.map((each) => new Paragraph({ children: each.map(runs) }));
  return Packer.toBuffer(new Document({ sections: [{ children }] }));
};
const read = async (...paragraphs: (string | IRunOptions | ParagraphChild)[][]) =>
  readDocx({ name: 'a.docx', bytes: await asDocx(...paragraphs) });

test.each([
  ['\\f(1,2)', '\\frac{1}{2}'],
  ['\\r(3,x+1)', '\\sqrt[3]{x+1}'],
  ['\\r(,2)', '\\sqrt{2}'],
  ['\\f(\\r(2),2)', '\\frac{\\sqrt{2}}{2}'],
  ['x\\s\\up5(2)', 'x^{2}'],
  ['H\\s\\do3(2)O', 'H_{2}O'],
  ['\\x\\to(AB)', '\\overline{AB}'],
  ['\\b\\lc\\{\\rc\\}(\\f(a,b))', '\\left\\{\\frac{a}{b}\\right\\}'],
  ['\\f(f(x),2)', '\\frac{f(x)}{2}'],
  ['\\a\\co2(1,2,3,4)', null],
  ['\\f(1,2', null],
])('EQ %s', (source, tex) => {
  expect(fieldToTex(source)).toBe(tex);
});

test('a field EQ is a formula, and one without a form is told', async () => {
  const questions = await read(
    ['一、填空题'],
    ['1. 分数', new SimpleField(' EQ \\f(1,2) '), '的小数形式是____。'],
    ['答案：0.5'],
    ['2. 矩阵', new SimpleField(' EQ \\a\\co2(1,2,3,4) '), '的秩是____。'],
    ['答案：2'],
  );
  expect(questions[0]?.fields.stem).toBe('分数$\\frac{1}{2}$的小数形式是____。');
  expect(questions[1]?.notes.join()).toContain('公式太复杂');
});

test('the reading above a sign, which older Word draws with a field, stands behind it', async () => {
  const field = new SimpleField(' EQ \\* jc2 \\* "Font:宋体" \\* hps10 \\o\\ad(\\s\\up 9(hán),寒) ');
  const [question] = await read(['1. 读准', field, '冷的是'], ['A. 甲'], ['B. 乙'], ['答案：A']);
  expect(question?.fields.stem).toBe('读准寒(hán)冷的是');
  expect(question?.notes).toEqual([expect.stringContaining('拼音指南')]);
});

test('a blank drawn within brackets, and signs of Wingdings', async () => {
  const underline = {};
  const questions = await read(
    ['1. 第一部诗歌总集是', ...['《', '      ', '》'].map((text) => ({ text, underline })), '。'],
    ['答案：诗经'],
    ['2. 上海是首都。（', new SymbolRun({ char: 'F0FB', symbolfont: 'Wingdings' }), '）'],
  );
  expect(questions[0]?.fields).toMatchObject({ stem: '第一部诗歌总集是《____》。', answer: [['诗经']] });
  expect(questions[1]).toMatchObject({ kind: 'judge', fields: { stem: '上海是首都。', answer: 'F' } });
});

test('text that is struck out is left out, and told', async () => {
  const [question] = await read(
    ['1. 胜利于', { text: '1944', strike: true }, '1945年几月？'],
    ['A. 8月'],
    ['B. 9月'],
    ['答案：', { text: 'B', strike: true }, 'A'],
  );
  expect(question?.fields).toMatchObject({ stem: '胜利于1945年几月？', answer: ['A'] });
  expect(question?.notes.join()).toContain('删除线');
});

test('dots below a sign, and a line below a text that a question speaks of, are told', async () => {
  const questions = await read(
    ['1. 加点字读音正确的是'],
    ['A. 粗', { text: '犷', emphasisMark: { type: 'dot' } }],
    ['B. 甲'],
    ['答案：A'],
    ['2. 对画线部分提问：He goes ', { text: 'by bus', underline: {} }, '.'],
    ['A. How'],
    ['B. What'],
    ['答案：A'],
    ['3. 首都是'],
    ['A. 甲'],
    ['B. 乙'],
    ['答案：A'],
  );
  expect(questions.map(({ isDoubtful }) => isDoubtful ?? false)).toEqual([true, true, false]);
});

test('a zip of two papers is refused rather than read by half', async () => {
  const paper = await asDocx(['1. 首都是'], ['A. 甲'], ['B. 乙'], ['答案：A']);
  const bytes = Buffer.from(zipSync({ 'a.docx': paper, 'b.docx': paper }));
  await expect(readDocx({ name: 'a.zip', bytes })).rejects.toThrow('一份试卷');
});

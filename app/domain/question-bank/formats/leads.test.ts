import sharp from 'sharp';
import { Document, ImageRun, Packer, Paragraph, TextRun } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { parseText, toLines } from './text-format';

/** A line between two questions that says for which of the next a text or a picture is, without any number. */

const CHOICES = ['1. 面积最大的省是（  ）', 'A. 西藏', 'B. 新疆'];
const NEXT = ['2. 该流域位于（  ）', 'A. 南方', 'B. 北方', '3. 汛期在（  ）', 'A. 夏季', 'B. 冬季'];
const LAST = ['4. 与此无关的是（  ）', 'A. 甲', 'B. 乙', '答案：1-4 BAAA'];
const read = (...lines: string[]) =>
  parseText(toLines(lines.join('\n'))).map(({ fields }) => [fields.stem ?? fields.prompt, fields.options]);

describe('behind a choice it is of what follows', () => {
  test.each([
    '下图示意某流域。据此完成下面两小题。',
    '读图，完成下面两题。',
    '河流注入大海，据此完成下列两题',
    '阅读材料，回答以下2个小题（4分）。',
  ])('two of them: %s', (lead) => {
    expect(read(...CHOICES, lead, ...NEXT, ...LAST)).toEqual([
      ['面积最大的省是（  ）', ['西藏', '新疆']],
      [`${lead}\n该流域位于（  ）`, ['南方', '北方']],
      [`${lead}\n汛期在（  ）`, ['夏季', '冬季']],
      ['与此无关的是（  ）', ['甲', '乙']],
    ]);
  });

  test.each(['读下图，回答下列问题。', '某同学做实验。据此回答问题。'])('all of them: %s', (lead) => {
    expect(read(...CHOICES, lead, ...NEXT, '答案：1-3 BAA').map(([stem]) => stem)).toEqual([
      '面积最大的省是（  ）',
      `${lead}\n该流域位于（  ）`,
      `${lead}\n汛期在（  ）`,
    ]);
  });

  test('with the lines above it', () => {
    const [first, second] = read(...CHOICES, '黄河流经九省。', '读图，完成下面两题。', ...NEXT, ...LAST);
    expect(first?.[1]).toEqual(['西藏', '新疆']);
    expect(second?.[0]).toBe('黄河流经九省。\n读图，完成下面两题。\n该流域位于（  ）');
  });
});

test('within a question, or with a number of its own, it is the stem', () => {
  const stems = read(
    '一、综合题',
    '1. 下图为某区域图。',
    '读图，回答下列问题。',
    '（1）甲是什么？',
    '2. 阅读材料，回答下列问题。',
    '（1）问',
    '3. 简单的。',
  ).map(([stem]) => stem);
  expect(stems).toEqual([
    '下图为某区域图。\n读图，回答下列问题。\n（1）甲是什么？',
    '阅读材料，回答下列问题。\n（1）问',
    '简单的。',
  ]);
});

test('behind the analysis of a question it is of what follows where it says so, and explains where it does not', () => {
  const paper = (line: string) => [...CHOICES, '答案：B', '解析：省份的面积。', '再看一遍。', line, ...NEXT];
  const analysesOf = (line: string) => parseText(toLines(paper(line).join('\n')))[0]?.fields.analysis;
  expect(analysesOf('读图，完成下面两题。')).toBe('省份的面积。\n再看一遍。');
  expect(read(...paper('读图，完成下面两题。'))[1]?.[0]).toBe('读图，完成下面两题。\n该流域位于（  ）');
  expect(analysesOf('据此，结合所学知识回答问题。')).toBe('省份的面积。\n再看一遍。\n据此，结合所学知识回答问题。');
});

test('at the end of an analysis, or below a question counted 一、, it begins nothing', () => {
  const key = ['答案：', '1. A', '【解析】本题考查省份，根据所学知识回答问题。', '2. B', '【解析】略'];
  const paper = ['1. 甲（ ）', 'A. 一 B. 二', '2. 乙（ ）', 'A. 一 B. 二', ...key];
  const questions = parseText(toLines(paper.join('\n')));
  expect(questions.map(({ fields }) => fields.answer)).toEqual([['A'], ['B']]);
  const counted = read('一、下图为某地。', '读图，回答下列问题。', '（1）甲是什么？', '二、简述乙。', '（1）一');
  expect(counted[0]?.[0]).toBe('下图为某地。\n读图，回答下列问题。\n（1）甲是什么？');
});

describe('a picture', () => {
  const picture = async () =>
    new Paragraph({
      children: [
        new ImageRun({
          type: 'png',
          data: await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
            .png()
            .toBuffer(),
          transformation: { width: 20, height: 10 },
        }),
      ],
    });
  const lines = (all: string[]) => all.map((text) => new Paragraph({ children: [new TextRun(text)] }));
  const readAll = async (children: Paragraph[]) =>
    readDocx({ name: 'a.docx', bytes: await Packer.toBuffer(new Document({ sections: [{ children }] })) });
  const LEAD = lines(['读图，完成下面两题。']);

  test.each(['below', 'above'])('%s the line goes with it', async (place) => {
    const own = await picture();
    const text = place === 'above' ? [own, ...LEAD] : [...LEAD, own];
    const questions = await readAll([...lines(CHOICES), ...text, ...lines([...NEXT, ...LAST])]);
    expect(questions.map(({ pictures }) => pictures.length)).toEqual([0, 1, 1, 0]);
  });

  test('that the question above speaks of too goes to both, and is told', async () => {
    const first = ['1. 如图，面积最大的省是（  ）', ...CHOICES.slice(1)];
    const questions = await readAll([...lines(first), await picture(), ...LEAD, ...lines([...NEXT, ...LAST])]);
    expect(questions.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1, 0]);
    expect(questions[0]?.notes.join()).toContain('下面几题的材料也许也要用');
  });
});

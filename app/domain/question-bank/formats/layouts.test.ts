import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Document, FootnoteReferenceRun, Packer, Paragraph } from 'docx';
import { describe, expect, test } from 'vitest';
import { readDocx } from './docx-read.server';
import { recognise } from './formats.server';
import { parseText, toLines } from './text-format';

/** Layouts of papers that people really have, one by one; tests/support/paper-writer.ts mixes them. */

const read = (text: string) => parseText(toLines(text));

describe('① as the letter of an option', () => {
  test('where a choice has no other letters and its answer is such a number', () => {
    const [question] = read('一、单选题\n1. 中国的首都是（　　）\n①上海 ②北京\n③广州 ④重庆\n答案：②');
    expect(question).toMatchObject({
      kind: 'single',
      fields: { stem: '中国的首都是（　　）', options: ['上海', '北京', '广州', '重庆'], answer: ['B'] },
      problems: [],
      notes: ['选项的①②③④已写成 A、B、C、D，答案也是。'],
    });
  });

  test('also in a list of answers, several of them, and without a heading', () => {
    const paper = '1. 质数有\n① 2\n② 4\n③ 7\n2. 偶数有\n① 1\n② 2\n参考答案\n1.①③ 2.②';
    expect(read(paper).map(({ kind, fields }) => [kind, fields.answer])).toEqual([
      ['multiple', ['A', 'C']],
      ['single', ['B']],
    ]);
  });

  test('but not where letters stand, where ① counts blanks, or where the answer is a letter', () => {
    const [letters, blanks, strange] = read(
      '1. 下列正确的是\n①甲 ②乙\nA. ① B. ②\n答案：A\n2. 填空：①____②____\n答案：甲；乙\n3.（单选题）正确的是\n①甲 ②乙\n答案：B',
    );
    expect(letters?.fields).toMatchObject({ stem: '下列正确的是\n①甲 ②乙', options: ['①', '②'], answer: ['A'] });
    expect(blanks).toMatchObject({ kind: 'cloze', fields: { answer: [['甲'], ['乙']] } });
    expect(strange?.problems).not.toEqual([]);
  });
});

describe('what is read out to listen to', () => {
  test('at a question goes into its analysis, never into what students see', () => {
    const [question] = read('1. Where are they?\nA. Home\nB. School\n听力原文：\nW: Hello.\nM: Hi.\n答案：B\n解析：略');
    expect(question?.fields).toMatchObject({ stem: 'Where are they?', options: ['Home', 'School'], answer: ['B'] });
    expect(question?.fields.analysis).toBe('略\n听力原文：\nW: Hello.\nM: Hi.');
    expect(question?.notes).toEqual(['听力原文已放进解析，答题时看不到；录音请导入后加上。']);
  });

  test('behind a title, question by question, before or after the answers', () => {
    const paper = (tail: string) =>
      `一、单选题\n1. 甲？\nA. 一\nB. 二\n2. 乙？\nA. 一\nB. 二\n${tail}`.replace(/\|/g, '\n');
    for (const tail of [
      '听力原文|Text 1|W: One.|Text 2|M: Two.|参考答案|1-2 AB',
      '参考答案|1-2 AB|【听力原文】|1. W: One.|2. M: Two.',
    ]) {
      const questions = read(paper(tail));
      expect(questions.map(({ fields }) => [fields.options, fields.answer, fields.analysis])).toEqual([
        [['一', '二'], ['A'], '听力原文：\nW: One.'],
        [['一', '二'], ['B'], '听力原文：\nM: Two.'],
      ]);
    }
  });
});

describe('Word', () => {
  const p = (text: string) => new Paragraph(text);
  const word = (children: Paragraph[], footnotes = {}) =>
    Packer.toBuffer(new Document({ footnotes, sections: [{ children }] }));

  test('a footnote stands in brackets where it is referred to, and is told', async () => {
    const bytes = await word(
      [
        p('1. 解释加点的字：何陋之有'),
        p('答案：助词'),
        p('2. 作者是谁？'),
        new Paragraph({ children: [new FootnoteReferenceRun(1)] }),
        p('答案：刘禹锡'),
      ],
      { 1: { children: [p('选自《全唐文》')] } },
    );
    const [first, second] = await readDocx({ name: 'a.docx', bytes });
    expect(first?.notes).toEqual([]);
    expect(second?.fields.stem).toBe('作者是谁？\n（注：选自《全唐文》）');
    expect(second?.notes).toEqual(['脚注或尾注已写进正文的括号里（注：……），请核对。']);
  });

  /** One box as newer programs alone write it, and as most do, for older ones once more. */
  const box = (inner: string) =>
    `<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${inner}</w:txbxContent></wps:txbx></w:drawing></mc:Choice>%</mc:AlternateContent>`;

  test('what stands in text boxes is read once, behind their paragraph', async () => {
    const inner = '<w:p><w:r><w:t>材料：水的沸点是100℃。</w:t></w:r></w:p>';
    const old = `<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>${inner}</w:txbxContent></v:textbox></v:shape></w:pict></mc:Fallback>`;
    const bytes = await word([p('1. 读材料。'), p('框'), p('答案：略')]);
    for (const fallback of ['', old]) {
      const parts = unzipSync(bytes);
      const xml = strFromU8(parts['word/document.xml']!).replace(
        /<w:t[^>]*>框<\/w:t>/,
        box(inner).replace('%', fallback),
      );
      const file = Buffer.from(zipSync({ ...parts, 'word/document.xml': strToU8(xml) }));
      const [question] = await readDocx({ name: 'a.docx', bytes: file });
      expect(String(question?.fields.stem).split(/\n+/)).toEqual(['读材料。', '材料：水的沸点是100℃。']);
    }
  });

  test('a paper and its answers in two files of one zip are one paper', async () => {
    const paper = await word([p('期末试卷'), p('1. 甲？'), p('A. 一  B. 二'), p('2. 乙？'), p('A. 一  B. 二')]);
    const answers = await word([p('期末试卷参考答案（教师用）'), p('1-2 BA')]);
    const bundles: Record<string, Uint8Array>[] = [
      { '期末.docx': paper, '期末答案.docx': answers },
      { '答案.docx': answers, '试卷.docx': paper, '__MACOSX/._试卷.docx': strToU8('x') },
      { '期末.docx': paper, '期末 参考答案.txt': strToU8('期末试卷参考答案\n1-2 BA\n') },
    ];
    for (const files of bundles) {
      const file = { name: '期末.zip', bytes: Buffer.from(zipSync(files)) };
      expect(recognise(file).format).toBe('docx');
      const questions = await readDocx(file);
      expect(questions.map(({ fields, problems }) => [fields.stem, fields.answer, problems])).toEqual([
        ['甲？', ['B'], []],
        ['乙？', ['A'], []],
      ]);
    }
  });

  test('a zip of a Chinese Windows names its files in GBK', async () => {
    const paper = await word([p('1. 甲？'), p('A. 一  B. 二')]);
    const answers = await word([p('1. B')]);
    // 誠卷 (誠 ends in a byte that reads as a backslash) and 答案.
    const names = { paper: 'd55cbeed', keys: 'b4f0b0b8' };
    const packed = Buffer.from(zipSync({ 'papr.docx': paper, 'keys.docx': answers })).toString('latin1');
    const bytes = packed
      .replaceAll('papr.docx', `${Buffer.from(names.paper, 'hex').toString('latin1')}.docx`)
      .replaceAll('keys.docx', `${Buffer.from(names.keys, 'hex').toString('latin1')}.docx`);
    const questions = await readDocx({ name: '试卷.zip', bytes: Buffer.from(bytes, 'latin1') });
    expect(questions.map(({ fields, problems }) => [fields.stem, fields.answer, problems])).toEqual([
      ['甲？', ['B'], []],
    ]);
  });
});

import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { storeFile } from '~/domain/file/file.commands.server';
import { readDocx } from '~/domain/question-bank/formats/docx-read.server';
import type { Actor } from '~/domain/actor/actor.rules';
import type { AppError } from '~/lib/errors';
import { temporaryPath } from '~/lib/temporary-files.server';
import {
  actorOf,
  makeExam,
  makeOralQuestion,
  makeTeacher,
  makeTheoryQuestion,
  makeWrittenQuestion,
} from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { makePhoto } from '~tests/support/media';
import { exportPaper } from './print-word.server';

useDatabase();

const NOW = Date.UTC(2026, 10, 26, 0, 0);

let owner: Awaited<ReturnType<typeof makeTeacher>>;
let teacher: Actor;

beforeEach(async () => {
  owner = await makeTeacher();
  teacher = actorOf(owner);
});

const word = async (
  examId: number,
  what: 'paper' | 'key' = 'paper',
  size: 'a4' | 'a3' = 'a4',
  part: '' | 'oral' | 'written' = '',
) => {
  const file = await exportPaper(teacher, { id: examId, what, size, part, lines: '' }, NOW);
  const parts = unzipSync(file.bytes);
  return { ...file, parts, xml: strFromU8(parts['word/document.xml']!) };
};
const linesOf = async (bytes: Buffer) =>
  (await mammoth.extractRawText({ buffer: bytes })).value.split('\n').filter((line) => line !== '');
const headOf = (parts: Record<string, Uint8Array>) =>
  Object.entries(parts).flatMap(([name, bytes]) => (name.startsWith('word/header') ? [strFromU8(bytes)] : []));
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error as AppError,
  );

async function storedPicture(): Promise<string> {
  const path = temporaryPath();
  await writeFile(path, await makePhoto({ width: 120, height: 80 }));
  return (await storeFile(teacher, { kind: 'image', path, name: '宫殿.jpg' }, NOW)).id;
}

/** A draft with two sections of its own: a choice with a picture and formulas, a cloze; an essay. */
async function makePaper() {
  const image = await storedPicture();
  const exam = await makeExam({
    owner,
    name: '期末',
    status: 'draft',
    instructions: '带好准考证\n不得提前交卷',
    written_minutes: 60,
    written: [
      await makeTheoryQuestion({
        owner,
        points: 3,
        imageIds: [image],
        body: {
          stem: '看[图1]，已知 $x^{2}=4$，则 x 是',
          options: [
            { key: 'A', text: '$\\frac{1}{2}$' },
            { key: 'B', text: '±2' },
          ],
          keys: ['B'],
          analysis: '两边开方，$\\sqrt{4}=2$',
        },
      }),
      await makeTheoryQuestion({
        owner,
        kind: 'cloze',
        points: 4,
        body: { stem: '北京是__的__。', blanks: [['中国', '我国'], ['首都']] },
      }),
      await makeWrittenQuestion({
        owner,
        points: 6,
        body: {
          prompt: '写一段欢迎词。',
          referenceAnswer: '各位游客好',
          markingPoints: [
            { text: '称呼', points: 1 },
            { text: '说明 $a_{1}$', points: 2 },
          ],
        },
      }),
    ],
    now: NOW,
  });
  const sections = [
    { key: 1, title: '基础', instructions: '把答案写在括号里，$y^{2}$ 除外' },
    { key: 2, title: '', instructions: '' },
  ];
  await db()
    .updateTable('exams')
    .set({ sections: toJson(sections) })
    .where('id', '=', exam.id)
    .execute();
  for (const [index, item] of exam.items.entries()) {
    const section = index < 2 ? 1 : 2;
    await db().updateTable('exam_items').set({ section }).where('id', '=', item.id).execute();
  }
  return exam;
}

describe('the paper as a Word file', () => {
  test('has what is printed: head, sections, questions, options, room for answers', async () => {
    const exam = await makePaper();
    const { bytes, name, xml } = await word(exam.id);
    expect(name).toBe('期末试卷.docx');
    const lines = await linesOf(bytes);
    expect(lines).toEqual(
      expect.arrayContaining([
        '期末',
        '考试时间：2026-11-26 07:50 至 09:00（60 分钟），共 3 题，满分 13 分',
        '考试须知：带好准考证',
        '不得提前交卷',
        '一、基础（2 题，共 7 分）',
        '2.（4 分）北京是________的________。',
        '二、笔试题（1 题，共 6 分）',
        '3. 写一段欢迎词。',
      ]),
    );
    // Where marks are written: a column for each section.
    expect(lines.join('|')).toContain('题号|一|二|总分|评卷人|得分');
    // Six points are six lines to write on.
    expect(xml.match(/w:leader="underscore"/g)).toHaveLength(6);
    const all = lines.join('\n');
    for (const kept of ['两边开方', '各位游客好', '称呼', '中国', '首都']) expect(all).not.toContain(kept);
  });

  test('draws formulas as Word’s own and pictures in their places', async () => {
    const exam = await makePaper();
    const { xml, parts } = await word(exam.id);
    // In the stem, in an option and in what the section says.
    expect(xml.match(/<m:oMath>/g)).toHaveLength(3);
    expect(xml).toContain('<m:f>');
    expect(xml).not.toContain('$');
    expect(Object.keys(parts).filter((path) => path.startsWith('word/media/'))).toHaveLength(1);
    expect(xml.indexOf('<w:drawing>')).toBeGreaterThan(xml.indexOf('看'));
    expect(xml.indexOf('<w:drawing>')).toBeLessThan(xml.indexOf('已知'));
  });

  test('has lines as high as what stands in them, and keeps a stem with its options', async () => {
    const exam = await makePaper();
    const { parts, xml } = await word(exam.id);
    expect(strFromU8(parts['word/styles.xml']!)).toMatch(/w:spacing [^>]*w:line="320" w:lineRule="auto"/);
    const heights = [...xml.matchAll(/<w:spacing [^>]*w:line="[^>]*>/g)].map(([spacing]) => spacing);
    expect(heights.length).toBeGreaterThan(0);
    expect(heights.filter((spacing) => !spacing.includes('w:lineRule="auto"'))).toEqual([]);
    const paragraphs = xml.match(/<w:p>.*?<\/w:p>/g) ?? [];
    const stem = paragraphs.find((paragraph) => paragraph.includes('已知'));
    expect(stem).toContain('<w:keepNext/>');
    expect(stem).toContain('<w:keepLines/>');
  });

  test('is read back by the import, question by question', async () => {
    const exam = await makeExam({
      owner,
      name: '单元测验',
      written: [
        await makeTheoryQuestion({
          owner,
          imageIds: [await storedPicture()],
          body: {
            stem: '看[图1]，已知 $x^{2}=4$，则 x 是',
            options: [
              { key: 'A', text: '$\\frac{1}{2}$' },
              { key: 'B', text: '±2' },
            ],
            keys: ['B'],
          },
        }),
        await makeTheoryQuestion({ owner, kind: 'cloze', body: { stem: '北京是__的首都。', blanks: [['中国']] } }),
        await makeWrittenQuestion({ owner, body: { prompt: '写一段欢迎词。' } }),
      ],
      now: NOW,
    });
    const { bytes } = await word(exam.id);
    const read = await readDocx({ name: '卷.docx', bytes });
    // The lines to write on are read as blanks behind the question.
    const stems = read.map(({ fields }) => String(fields.stem ?? fields.prompt).replace(/(\n_+)+$/, ''));
    expect(stems).toEqual(['看[图1]，已知 $x^{2}=4$，则 x 是（　　）', '北京是________的首都。', '写一段欢迎词。']);
    expect(read[0]?.fields.options).toEqual(['$\\frac{1}{2}$', '±2']);
    expect(read[0]?.pictures).toHaveLength(1);
  });

  test('has the sealing line on every sheet, on A4 and in two columns of A3', async () => {
    const exam = await makePaper();
    for (const size of ['a4', 'a3'] as const) {
      const { xml, parts } = await word(exam.id, 'paper', size);
      const [head] = headOf(parts);
      expect(head).toContain('btLr');
      expect(head).toMatch(/班级_+\u3000+姓名_+\u3000+学号_+/);
      expect(head).toContain('密　　　封　　　线');
      const page = /<w:pgSz[^>]*>/.exec(xml)?.[0];
      if (size === 'a4') expect(page).toMatch(/w:w="11906" w:h="16838"/);
      else expect(page).toMatch(/w:w="23811" w:h="16838"/);
      expect(/<w:cols [^>]*w:num="2"/.test(xml)).toBe(size === 'a3');
    }
  });

  test('of each part begins on a sheet of its own', async () => {
    const exam = await makeExam({
      owner,
      name: '两部分',
      oral: await makeOralQuestion({ owner, title: '朗读课文', points: 100 }),
      written: [await makeTheoryQuestion({ owner })],
      now: NOW,
    });
    const { bytes, xml, parts } = await word(exam.id);
    expect(xml.match(/<w:sectPr/g)).toHaveLength(2);
    expect(xml.match(/<w:pgNumType w:start="1"\/>/g)).toHaveLength(2);
    expect(xml.match(/<w:type w:val="oddPage"\/>/g)).toHaveLength(1);
    const foot = Object.entries(parts).find(([name]) => name.startsWith('word/footer'))?.[1];
    expect(foot && strFromU8(foot)).toContain('SECTIONPAGES');
    const alone = await word(exam.id, 'paper', 'a4', 'written');
    expect((await linesOf(alone.bytes)).filter((line) => line.startsWith('两部分'))).toEqual(['两部分（笔试）']);
    const lines = await linesOf(bytes);
    expect(lines).toContain('两部分（口语）');
    expect(lines).toContain('两部分（笔试）');
    expect(lines.join('\n')).toContain('朗读课文');
  });
});

test('the key has every answer, analysis and marking point, and no sealing line', async () => {
  const exam = await makePaper();
  const { bytes, name, parts, xml } = await word(exam.id, 'key');
  expect(name).toBe('期末答案与评分要点.docx');
  expect(headOf(parts)).toEqual([]);
  const lines = await linesOf(bytes);
  expect(lines).toEqual(
    expect.arrayContaining([
      '期末（答案与评分要点）',
      '正确答案：B',
      '正确答案：第 1 空 中国 或 我国',
      '第 2 空 首都',
      '参考答案：各位游客好',
      // The bank gave three points, the paper six.
      '评分要点：1. 称呼（2 分）',
    ]),
  );
  expect(xml).not.toContain('underscore');
  expect(xml.match(/<m:oMath>/g)).toHaveLength(4);
});

test('a paper without questions is refused with a sentence, a stranger is told nothing', async () => {
  const empty = await makeExam({ owner, status: 'draft', now: NOW });
  expect(
    (await refusal(exportPaper(teacher, { id: empty.id, what: 'paper', size: 'a4', part: '', lines: '' }, NOW)))
      ?.message,
  ).toBe('试卷里还没有题。请选好题以后再下载。');
  const exam = await makePaper();
  const other = actorOf(await makeTeacher());
  const refused = await refusal(exportPaper(other, { id: exam.id, what: 'key', size: 'a4', part: '', lines: '' }, NOW));
  expect(refused?.code).toBe('not_found');
});

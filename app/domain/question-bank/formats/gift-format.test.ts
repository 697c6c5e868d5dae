import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectSameQuestion, incoming, markedQuestions } from '~tests/support/marked-questions';
import { readGift } from './gift-read.server';
import { writeGift } from './gift-write.server';

const sample = readFileSync('tests/fixtures/questions/moodle-sample.gift', 'utf8');
const read = (text: string) => readGift(incoming(text, 'a.gift'));
const only = async (text: string) => (await read(text))[0];

describe('GIFT as Moodle writes it', () => {
  it('reads every kind with its line, directory and key words', async () => {
    const questions = await read(sample);
    const byTitle = (title: string) => questions.find((question) => question.fields.title === title);
    expect(byTitle('首都')).toMatchObject({
      line: 7,
      kind: 'single',
      directories: ['七年级/八年级', '上册'],
      fields: {
        stem: '中国的首都是哪座城市？',
        options: ['北京', '上海', '南京'],
        answer: ['A'],
        analysis: '北京是首都。\n北京：答对了\n上海：不对',
        keyPoint: ['地理', '城市]区'],
      },
      notes: ['原题有选项可得部分分，现在只有正确答案得分。', '各选项的反馈已并入解析。'],
    });
    expect(byTitle('质数')).toMatchObject({ kind: 'multiple', fields: { answer: ['A', 'B', 'C'] }, notes: [] });
    expect(byTitle('太阳')).toMatchObject({
      kind: 'judge',
      fields: { answer: 'T', analysis: '答错：再想想\n答对：对' },
    });
    expect(byTitle('地球')).toMatchObject({ kind: 'judge', fields: { answer: 'F', stem: '地球是平的。' } });
    expect(byTitle('圆周率')).toMatchObject({ kind: 'cloze', fields: { answer: [['3.14']] } });
    expect(byTitle('作文')).toMatchObject({
      kind: 'essay',
      fields: { prompt: '写一篇短文。', referenceAnswer: '言之有物', analysis: '略' },
    });
    expect(byTitle('没有空行')).toMatchObject({ kind: 'judge', fields: { answer: 'T' } });
  });

  it('reads missing words: a blank, or ____ before options', async () => {
    expect(await only("Grant is {~buried =entombed ~living} in Grant's tomb.")).toMatchObject({
      kind: 'single',
      fields: { stem: "Grant is ____ in Grant's tomb.", options: ['buried', 'entombed', 'living'], answer: ['B'] },
    });
    expect(await only('中国的首都是{=北京 =北京市 =%50%燕京}。')).toMatchObject({
      kind: 'cloze',
      fields: { stem: '中国的首都是____。', answer: [['北京', '北京市']] },
      notes: ['答案“燕京”原可得部分分，没有列为正确答案。'],
    });
    expect(await only('谁写了《静夜思》？{=李白}')).toMatchObject({
      kind: 'cloze',
      fields: { stem: '谁写了《静夜思》？____', answer: [['李白']] },
    });
    expect(await only('Two plus {=two =2} is {=four =4}.')).toMatchObject({
      kind: 'cloze',
      fields: {
        stem: 'Two plus ____ is ____.',
        answer: [
          ['two', '2'],
          ['four', '4'],
        ],
      },
    });
  });

  it('resolves escapes', async () => {
    expect(await only('::a\\:\\:b::若 a\\=b\\: \\{x\\} \\~ \\# 则\\n第二行 \\\\n{=a\\=b ~c\\~d}')).toMatchObject({
      fields: { title: 'a::b', stem: '若 a=b: {x} ~ # 则\n第二行 \\n', options: ['a=b', 'c~d'], answer: ['A'] },
    });
  });

  it('says what cannot be imported, each at its line', async () => {
    const questions = await read(sample);
    expect(
      questions.filter((question) => question.problems.length > 0).map((each) => [each.line, each.problems]),
    ).toEqual([
      [34, ['匹配题（matching）：题库里没有这种题型，请改成选择题或填空题。']],
      [41, ['数值题（numerical）的答案是一个范围，题库里没有这种题型；请改成填空题或选择题。']],
      [43, ['数值题（numerical）的答案是一个范围，题库里没有这种题型；请改成填空题或选择题。']],
      [50, ['没有答案部分 {…}：这是一段说明（description），不是题目。']],
      [55, ['答案部分缺少 }。请检查花括号；一道题的中间不能有空行。']],
      [57, ['一道题里有几个答案部分 {…}。请每道题只留一个，或检查是否漏了题目之间的空行。']],
    ]);
  });

  it('tells a number that earned a part of the points', async () => {
    const question = await only('圆周率约为{#=3:0 =%50%3.1:0.1}');
    expect(question).toMatchObject({ kind: 'cloze', problems: [] });
    expect(question?.fields.answer).toEqual([expect.arrayContaining(['3'])]);
    expect(question?.notes.join()).toContain('“3.1”原可得部分分');
  });

  it('refuses more questions than one import takes', async () => {
    await expect(read('甲{T}\n\n'.repeat(5001))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('refuses a file without questions', async () => {
    await expect(read('// nothing\n\n$CATEGORY: a\n')).rejects.toMatchObject({ code: 'invalid' });
  });

  it.each([['{'], ['}'], ['{}'], ['{='], ['\\'], ['~='], ['#'], ['::'], ['{=a#'], ['a{=b}\n\n'], ['[tag:'], ['%1']])(
    'takes linear time for %s over and over',
    async (piece) => {
      for (const text of [
        piece.repeat(200_000 / piece.length),
        `//${piece.repeat(50_000)}\na{T}`,
        `a{${piece.repeat(50_000)}}`,
      ]) {
        // What took the square of the length would not end within the test's time limit.
        expect(await read(text).catch(() => [])).toBeInstanceOf(Array);
      }
    },
  );
});

describe('GIFT out and in', () => {
  it('brings every question back but its pictures and sounds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(markedQuestions({ files: false }), { minLength: 1, maxLength: 3 }), async (sent) => {
        const file = await writeGift(sent, { title: '题库', withAnswers: true });
        const back = await readGift(incoming(file.bytes));
        expect(back).toHaveLength(sent.length);
        sent.forEach((question, index) => expectSameQuestion(question, back[index], false));
      }),
      { numRuns: 150 },
    );
  });
});

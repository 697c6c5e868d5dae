import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outgoingQuestions } from '~tests/factories/question-arbitraries';
import { expectSameQuestion, markedQuestions } from '~tests/support/marked-questions';
import { asRead, asWritten } from '~tests/support/question-files';
import type { OutgoingQuestion, ReadQuestions, WriteQuestions } from './format.rules';
import { readDocx } from './docx-read.server';
import { writeDocx } from './docx-write.server';
import { readJson, writeJson } from './json-format.server';
import { readMoodle } from './moodle-read.server';
import { writeMoodle } from './moodle-write.server';
import { readQti } from './qti-read.server';
import { writeQti } from './qti-write.server';
import { readText, writeText } from './text-file.server';
import { readXlsx, writeXlsx } from './xlsx-format.server';

/** Whatever questions there are: written, read, and the same again. */

const OPTIONS = { title: '单选题 1. 期末', withAnswers: true };
const papers = (files = false) => fc.array(outgoingQuestions(undefined, { files }), { minLength: 1, maxLength: 8 });

async function through(write: WriteQuestions, read: ReadQuestions, questions: OutgoingQuestion[]) {
  const { bytes, extension } = await write(questions, OPTIONS);
  const parsed = await read({ name: `题目.${extension}`, bytes });
  expect(parsed.flatMap((each) => each.problems)).toEqual([]);
  return parsed;
}

/** A paper sorts its questions by kind; within a kind they keep their order. */
const byKind = <T extends { kind: unknown }>(rows: T[]) =>
  [...rows].sort((a, b) => String(a.kind).localeCompare(String(b.kind)));

describe('what goes out comes back', () => {
  test('JSON: everything', () =>
    fc.assert(
      fc.asyncProperty(papers(true), async (questions) => {
        const parsed = await through(writeJson, readJson, questions);
        expect(parsed.map(asRead)).toEqual(questions.map(asWritten));
        const files = (each: Pick<OutgoingQuestion, 'pictures' | 'audio' | 'directories'>) => [
          each.directories,
          ...[...each.pictures, ...(each.audio ? [each.audio] : [])].map(({ name, bytes }) => [name, [...bytes]]),
          each.audio === null,
        ];
        expect(parsed.map(files)).toEqual(questions.map(files));
      }),
      { numRuns: 60 },
    ));

  test('xlsx: everything but pictures and audio', () =>
    fc.assert(
      fc.asyncProperty(papers(), async (questions) => {
        const parsed = await through(writeXlsx, readXlsx, questions);
        expect(parsed.map(asRead)).toEqual(questions.map(asWritten));
        expect(parsed.filter(({ isDoubtful }) => isDoubtful)).toEqual([]);
        expect(parsed.map((each) => each.directories)).toEqual(questions.map((each) => each.directories));
      }),
      { numRuns: 60 },
    ));

  test('plain text: everything but pictures, audio and directories', () =>
    fc.assert(
      fc.asyncProperty(papers(), async (questions) => {
        const parsed = await through(writeText, readText, questions);
        expect(byKind(parsed.map(asRead))).toEqual(byKind(questions.map(asWritten)));
      }),
      { numRuns: 300 },
    ));

  test('Word: everything but audio and directories', () =>
    fc.assert(
      fc.asyncProperty(papers(), async (questions) => {
        const parsed = await through(writeDocx, readDocx, questions);
        expect(byKind(parsed.map(asRead))).toEqual(byKind(questions.map(asWritten)));
      }),
      { numRuns: 40 },
    ));
});

test('without answers nothing tells them', async () => {
  const secret = '机密';
  const questions = fc
    .sample(outgoingQuestions(['single', 'cloze', 'short', 'written']), { numRuns: 200, seed: 20261121 })
    // A text that says an answer itself (letters in brackets, 答案：B) is no leak.
    .filter(({ title, bank, body }) => {
      const texts =
        bank === 'theory'
          ? [body.stem, ...body.options.map((each) => each.text)]
          : bank === 'written'
            ? [body.prompt]
            : [];
      return [title, ...texts].every((text) => !/[（([【:：]|答案|ans|key/i.test(text));
    })
    .map((question) => ({ ...question, keyPoints: [secret] }))
    .map((question) => {
      const { body } = question;
      if ('reference' in body)
        Object.assign(body, { analysis: secret, reference: secret, blanks: body.blanks.map(() => [secret]) });
      else Object.assign(body, { referenceAnswer: secret, markingPoints: [{ text: secret, points: 1 }] });
      return question;
    });
  expect(questions.length).toBeGreaterThan(20);
  for (const [write, read] of [
    [writeJson, readJson],
    [writeXlsx, readXlsx],
    [writeText, readText],
    [writeDocx, readDocx],
  ] as const) {
    const { bytes } = await write(questions, { title: '卷', withAnswers: false });
    const parsed = await read({ name: 'x', bytes });
    expect(JSON.stringify(parsed)).not.toContain(secret);
    const keys = parsed
      .filter(({ kind }) => kind === 'single')
      .flatMap((each) => (each.fields.answer ?? []) as string[]);
    expect(keys).toEqual([]);
  }
});

test('300 mixed questions through JSON, Moodle XML and QTI 2.2 are the same', async () => {
  const questions = fc.sample(markedQuestions({ files: true }), { numRuns: 300, seed: 17 });
  for (const [write, read] of [
    [writeJson, readJson],
    [writeMoodle, readMoodle],
    [writeQti, readQti],
  ] as const) {
    const { bytes, extension } = await write(questions, OPTIONS);
    const back = await read({ name: `题目.${extension}`, bytes });
    expect(back).toHaveLength(300);
    questions.forEach((question, index) => expectSameQuestion(question, back[index], true));
  }
});

test.each([[[['略']]], [[['无']]], [[['3.14（±0.01）']]], [[['甲；乙']]], [[['500g/0.5kg']]], [[['略'], ['无']]]])(
  'xlsx: a question whose answer is %j is as right as any other when it comes back',
  async (answer) => {
    const [made] = fc.sample(outgoingQuestions(['cloze']), { numRuns: 1, seed: 17 });
    const stem = `填空${answer.map(() => '____').join('，')}。`;
    const written = { ...made, body: { ...made?.body, stem, blanks: answer } } as OutgoingQuestion;
    const [read] = await through(writeXlsx, readXlsx, [written]);
    expect([read?.isDoubtful ?? false, read?.fields.stem, read?.fields.answer]).toEqual([false, stem, answer]);
  },
);

import fc from 'fast-check';
import { expect } from 'vitest';
import type { OutgoingQuestion, ParsedQuestion } from '~/domain/question-bank/formats/format.rules';
import { outgoingQuestions } from '~tests/factories/question-arbitraries';
import { asRead, asWritten } from './question-files';

/** Questions whose texts are full of what the exchange formats use as signs, and what comes back of them. */

const SIGNS = [
  ...[
    '{',
    '}',
    '=',
    '~',
    '#',
    '::',
    '\\',
    '\\n',
    '%',
    '%50%',
    '%50%a',
    '[html]',
    '[图1]',
    '[图2]',
    '  ',
    '\t',
    '//',
    '->',
    '*',
    '"',
  ],
  ...[
    '$',
    '$$',
    '\\$',
    '$x^2$',
    '$\\frac{a}{b}$',
    '$_{2}$',
    '$^{a+b}$',
    '$a\\)b$',
    '\\(',
    '\\)',
    '\\[',
    '####',
    '{=a}',
    '{1:SA:=a}',
  ],
  ...[
    '<b>',
    '</p>',
    '<br>',
    '<',
    '&',
    '&lt;',
    '&amp;lt;',
    '&#36;',
    '&nbsp;',
    ']]>',
    '<![CDATA[',
    '</span>',
    "'",
    'TRUE',
    '\u3000',
  ],
];

const sign = fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 5, arbitrary: fc.constantFrom(...SIGNS) });

/** Valid questions of every kind with such signs at both ends of all their texts; `files`: with pictures and sound. */
export function markedQuestions({ files }: { files: boolean }): fc.Arbitrary<OutgoingQuestion> {
  return fc
    .record({ question: outgoingQuestions(undefined, { files }), before: sign, after: sign })
    .map(({ question, before, after }) => {
      const mark = (text: string) => (text === '' ? '' : (before + text + after).trim());
      const { pictures, audio, directories } = question;
      return {
        ...question,
        title: mark(question.title).replace(/\s+/g, ' ') || '题',
        body: markTexts(question.body, mark),
        imageIds: pictures.map((_, index) => `picture-${index}`),
        audio: audio && { ...audio, name: '听力.mp3' },
        // A slash at its end is lost in the paths of categories.
        directories: directories.map((name) => `甲${name.replace(/^\/+|\/+$/g, '')}乙`),
      } as OutgoingQuestion;
    });
}

/** Every text of a body; a stem with blanks is marked on both sides of each. */
function markTexts(value: unknown, mark: (text: string) => string, name = ''): unknown {
  if (typeof value === 'string') {
    if (['answerBy', 'key', 'keys'].includes(name)) return value;
    return name === 'stem' ? value.split('____').map(mark).join('____') : mark(value);
  }
  if (Array.isArray(value)) return value.map((each) => markTexts(each, mark, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, markTexts(each, mark, key)]));
}

/** Checks that a question came back as it went out; `files`: with its pictures and sound, and without a remark. */
export function expectSameQuestion(sent: OutgoingQuestion, back: ParsedQuestion | undefined, files: boolean): void {
  if (!back) throw new Error('the question is missing');
  expect(back.problems).toEqual([]);
  expect(asRead(back)).toEqual(asWritten(sent));
  expect(back.directories).toEqual(sent.directories);
  if (!files) return;
  expect(back.notes).toEqual([]);
  const bytesOf = (file: { bytes: Uint8Array } | null) => file && [...file.bytes];
  expect(back.pictures.map(bytesOf)).toEqual(sent.pictures.map(bytesOf));
  expect(bytesOf(back.audio)).toEqual(bytesOf(sent.audio));
}

/** A file as a reader takes it. */
export function incoming(content: string | Uint8Array, fileName = 'questions'): { name: string; bytes: Buffer } {
  return { name: fileName, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content) };
}

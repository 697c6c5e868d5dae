import fc from 'fast-check';
import { expect } from 'vitest';
import {
  bankOfKind,
  fieldsForBank,
  type FilePicture,
  type OutgoingQuestion,
  type ParsedQuestion,
} from '~/domain/question-bank/formats/format.rules';
import { oralQuestionSchema } from '~/domain/question-bank/oral-question.schema';
import { optionKey } from '~/domain/question-bank/question.rules';
import { ANSWER_BY, type BankedBody } from '~/domain/question-bank/question.schema';
import { theoryQuestionSchema } from '~/domain/question-bank/theory-question.schema';
import { writtenQuestionSchema } from '~/domain/question-bank/written-question.schema';

/** Questions as a bank may hold them, full of what the exchange formats use as signs, and what comes back of them. */

const PIECES = [
  ...['汉', '字', '题', 'a', 'Z', '7', '，', '。', '？', '（', '）', '𠮷', '😀', '\u3000', ' ', ' ', '\n'],
  ...[
    '{',
    '}',
    '=',
    '~',
    '#',
    ':',
    '::',
    '\\',
    '\\n',
    '%',
    '%50%',
    '[',
    ']',
    '<',
    '>',
    '&',
    '"',
    "'",
    '|',
    '_',
    '*',
    '/',
    '//',
    ';',
  ],
  ...[
    '$',
    '$$',
    '\\$',
    '$x^2$',
    '$\\frac{a}{b}$',
    '$H_{2}$',
    '$_{2}$',
    '$^{a+b}$',
    '\\(',
    '\\)',
    '\\[',
    '->',
    '####',
    '{=a}',
  ],
  ...[
    '<b>',
    '</p>',
    '<br>',
    '&lt;',
    '&amp;lt;',
    '&#36;',
    '&nbsp;',
    ']]>',
    '<![CDATA[',
    '{1:SA:=a}',
    '[图1]',
    '[图2]',
    '[html]',
    '  ',
  ],
  ...['1. ', 'A. ', 'ANSWER: A', '答案：', 'T', 'TRUE', '\t'],
];

function textOf(pieces: string[], max: number) {
  return fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: max })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '');
}

const longText = textOf(PIECES, 14);
const line = textOf(
  PIECES.filter((piece) => !piece.includes('\n')),
  8,
);
const optionalLong = fc.oneof(fc.constant(''), longText);
/** Key words and names: short, of one line. */
const word = textOf(['汉', '字', 'a', '-', '(', ')', '<', '&', '"', ':', '=', '[', ']', '/', '1'], 5);
const name = word.filter((text) => !/^[/]|[/]$/.test(text));
const halves = (max: number) => fc.integer({ min: 1, max: max * 2 }).map((value) => value / 2);

const choice = fc
  .record({ options: fc.uniqueArray(line, { minLength: 2, maxLength: 6 }), seed: fc.nat() })
  .map(({ options, seed }) => ({ options: options.map((text, index) => ({ key: optionKey(index), text })), seed }));

const NO_KEY = { options: [], keys: [], blanks: [] as string[][], reference: '' };
const theory = { analysis: optionalLong, musicUrl: fc.constant(null) };

const single = fc.record({ choice, stem: longText, ...theory }).map(({ choice: { options, seed }, ...rest }) => ({
  bank: 'theory' as const,
  kind: 'single' as const,
  body: { ...NO_KEY, ...rest, options, keys: [optionKey(seed % options.length)] },
}));

const multiple = fc.record({ choice, stem: longText, ...theory }).map(({ choice: { options, seed }, ...rest }) => {
  const right = options.filter((_, index) => (seed >> index) % 2 === 1).map((option) => option.key);
  return {
    bank: 'theory' as const,
    kind: 'multiple' as const,
    body: { ...NO_KEY, ...rest, options, keys: right.length > 0 ? right : ['B'] },
  };
});

const judge = fc.record({ stem: longText, key: fc.constantFrom('T', 'F'), ...theory }).map(({ key, ...rest }) => ({
  bank: 'theory' as const,
  kind: 'judge' as const,
  body: { ...NO_KEY, ...rest, keys: [key] },
}));

const unblanked = longText.map((text) => text.replace(/[_＿]/g, '-').replace(/\$/g, '元'));

const cloze = fc
  .record({
    texts: fc.array(unblanked, { minLength: 1, maxLength: 3 }),
    blanks: fc.array(fc.uniqueArray(line, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    ...theory,
  })
  .map(({ texts, blanks, ...rest }) => ({
    bank: 'theory' as const,
    kind: 'cloze' as const,
    body: {
      ...NO_KEY,
      ...rest,
      stem: texts.map((text) => `${text}____`).join('') + '完',
      blanks: blanks.slice(0, texts.length),
    },
  }));

const short = fc.record({ stem: longText, reference: optionalLong, ...theory }).map((body) => ({
  bank: 'theory' as const,
  kind: 'short' as const,
  body: { ...NO_KEY, ...body },
}));

const written = fc
  .record({
    prompt: longText,
    referenceAnswer: optionalLong,
    markingPoints: fc.array(fc.record({ text: line, points: halves(10) }), { maxLength: 3 }),
    answerBy: fc.constantFrom(...ANSWER_BY),
    musicUrl: fc.constant(null),
  })
  .map((body) => ({ bank: 'written' as const, kind: '' as const, body }));

const oral = fc
  .record({
    examContent: longText,
    musicUrl: fc.constant(null),
    isPlay: fc.boolean(),
    prepSeconds: fc.integer({ min: 0, max: 3600 }),
    answerSeconds: fc.integer({ min: 5, max: 3600 }),
  })
  .map((body) => ({ bank: 'oral' as const, kind: '' as const, body }));

const banked: fc.Arbitrary<BankedBody> = fc.oneof(single, multiple, judge, cloze, short, written, oral);

const file = (extension: string) =>
  fc.record({
    name: fc.constantFrom('图', 'a b', 'x&y', 'p1', '100%').map((base) => `${base}.${extension}`),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
  });

/** `hasMedia`: with pictures and sound. */
export function outgoingQuestion({ hasMedia }: { hasMedia: boolean }): fc.Arbitrary<OutgoingQuestion> {
  const pictures: fc.Arbitrary<FilePicture[]> = hasMedia
    ? fc.uniqueArray(file('png'), { maxLength: 3, selector: (each) => Buffer.from(each.bytes).toString('hex') })
    : fc.constant([]);
  return fc
    .record({
      banked,
      title: line,
      level: fc.constantFrom(1, 2, 3),
      keyPoints: fc.uniqueArray(word, { maxLength: 3 }),
      points: halves(200),
      directories: fc.array(name, { maxLength: 4 }),
      sceneTypeName: fc.oneof(fc.constant(''), word),
      examTypeName: fc.oneof(fc.constant(''), word),
      pictures,
      audio: hasMedia ? fc.option(file('mp3')) : fc.constant(null),
    })
    .map(({ banked: content, ...rest }) => {
      const marks = content.bank === 'written' ? content.body.markingPoints : [];
      const total = marks.reduce((sum, mark) => sum + mark.points, 0);
      return {
        id: 1,
        ownerId: 1,
        directoryId: null,
        sceneTypeId: null,
        examTypeId: null,
        createdAt: 0,
        updatedAt: 0,
        ...rest,
        ...content,
        // A written question with marking points is worth what they come to.
        points: total > 0 ? total : rest.points,
        imageIds: rest.pictures.map((_, index) => `00000000-0000-0000-0000-00000000000${index}`),
      };
    });
}

const SCHEMAS = { oral: oralQuestionSchema, written: writtenQuestionSchema, theory: theoryQuestionSchema };

/** Checks that a question came back as it went out, through the schema of its bank. `hasMedia`: with its files. */
export function expectSameQuestion(
  sent: OutgoingQuestion,
  parsed: ParsedQuestion | undefined,
  hasMedia: boolean,
): void {
  if (!parsed) throw new Error('the question is missing');
  expect(parsed.problems).toEqual([]);
  const kind = parsed.kind;
  expect(kind).toBe(sent.bank === 'theory' ? sent.kind : sent.bank);
  if (!kind) return;
  expect(bankOfKind(kind, 'theory')).toBe(sent.bank);
  const read = SCHEMAS[sent.bank].parse({ ...fieldsForBank(parsed, sent.bank), kind });
  const { musicUrl: _musicUrl, isPlay, ...body } = sent.body as Record<string, unknown>;
  expect(read).toMatchObject({
    ...body,
    title: sent.title,
    level: sent.level,
    points: sent.points,
    ...(sent.keyPoints.length > 0 ? { keyPoint: sent.keyPoints } : {}),
  });
  expect(parsed.fields.isPlay ?? false).toBe(isPlay ?? false);
  expect(parsed.fields.sceneTypeName ?? '').toBe(sent.sceneTypeName);
  expect(parsed.fields.examTypeName ?? '').toBe(sent.examTypeName);
  expect(parsed.directories).toEqual(sent.directories);
  if (!hasMedia) return;
  expect(parsed.notes).toEqual([]);
  expect(parsed.pictures.map((picture) => Buffer.from(picture.bytes))).toEqual(
    sent.pictures.map((picture) => Buffer.from(picture.bytes)),
  );
  expect(parsed.audio && Buffer.from(parsed.audio.bytes)).toEqual(sent.audio && Buffer.from(sent.audio.bytes));
}

/** A file as a reader takes it. */
export function incoming(content: string | Uint8Array, fileName = 'questions'): { name: string; bytes: Buffer } {
  return { name: fileName, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content) };
}

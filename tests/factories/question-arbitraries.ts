import fc from 'fast-check';
import type { FilePicture, OutgoingQuestion, ParsedKind } from '~/domain/question-bank/formats/format.rules';
import { derivedTitle } from '~/domain/question-bank/question-name.rules';
import type { MarkingPoint, TheoryKind } from '~/domain/question-bank/question.schema';

/** Valid questions of every kind, with texts that look like the grammars' own signs. */

const PIECES = [
  ...'的是在中国学习水山大小红黄蓝，。；：、？！“”（）《》—…',
  ...'abcxyzABCDTF0123456789 .,:;!?()[]{}<>&"\'/\\|=~#%*+-^@`',
  '（ B ）',
  '(√)',
  '[图1]',
  '1. ',
  '2、',
  'A. ',
  ' B. ',
  '答案：',
  '【解析】',
  '一、单选题',
  '或',
  '／',
  '\n',
  '\n\n',
  '\t',
  '😀',
  '𠀀',
  'é',
  '$x^{2}$',
  '_x000D_',
  '&amp;',
  '<b>',
  ']]>',
];

const line = (max: number, pieces = PIECES.filter((piece) => !/\n/.test(piece))) =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: max })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '');
const text = (max: number) => line(max, PIECES);
const word = line(
  6,
  PIECES.filter((piece) => !/[\s,，、;；|]/.test(piece)),
);
// A single alternative has no separator of alternatives in it.
const alternative = line(
  5,
  PIECES.filter((piece) => !/[\n|／]/.test(piece)),
);
const half = (max: number) => fc.integer({ min: 1, max: max * 2 }).map((value) => value / 2);

const common = fc.record({
  level: fc.constantFrom(1, 2, 3),
  keyPoints: fc.uniqueArray(word, { maxLength: 3 }),
  points: half(200),
  directories: fc.array(line(5), { maxLength: 3 }),
  sceneTypeName: fc.oneof(fc.constant(''), word),
  examTypeName: fc.oneof(fc.constant(''), word),
  ownTitle: fc.option(line(8), { nil: '' }),
});

const attachment: fc.Arbitrary<FilePicture> = fc.record({
  name: fc.constantFrom('图.png', 'a b.jpg'),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

type Core = Pick<OutgoingQuestion, 'bank' | 'kind' | 'body'> & { main: string; points?: number };

const noKey = { options: [], keys: [], blanks: [], reference: '', musicUrl: null };
const theory = (kind: TheoryKind, stem: string, analysis: string, more: object): Core => ({
  bank: 'theory',
  kind,
  main: stem,
  body: { ...noKey, stem, analysis, ...more },
});
const analysis = fc.oneof(fc.constant(''), text(10));
// A choice or a judgement whose stem has no blanks; a cloze stem gets them.
const stem = text(12);

const choice = (kind: 'single' | 'multiple') =>
  fc
    .record({
      stem,
      analysis,
      texts: fc.uniqueArray(text(6), { minLength: 2, maxLength: 10 }),
      picks: fc.array(fc.nat(9), { minLength: 1, maxLength: kind === 'single' ? 1 : 4 }),
    })
    .map(({ stem: main, analysis: reason, texts, picks }) => {
      const options = texts.map((each, index) => ({ key: String.fromCharCode(65 + index), text: each }));
      const keys = [...new Set(picks.map((pick) => options[pick % options.length]!.key))].sort();
      return theory(kind, main, reason, { options, keys });
    });

const cores: Record<Exclude<ParsedKind, 'essay'>, fc.Arbitrary<Core>> = {
  single: choice('single'),
  multiple: choice('multiple'),
  judge: fc
    .record({ stem, analysis, key: fc.constantFrom('T', 'F') })
    .map((each) => theory('judge', each.stem, each.analysis, { keys: [each.key] })),
  cloze: fc
    .record({
      parts: fc.array(
        line(
          5,
          PIECES.filter((piece) => !/[\n_]/.test(piece)),
        ),
        { minLength: 2, maxLength: 5 },
      ),
      analysis,
      answers: fc.array(fc.uniqueArray(alternative, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
    })
    .map((each) =>
      theory('cloze', each.parts.join('____'), each.analysis, { blanks: each.answers.slice(0, each.parts.length - 1) }),
    ),
  short: fc
    .record({ stem, analysis, reference: fc.oneof(fc.constant(''), text(10)) })
    .map((each) => theory('short', each.stem, each.analysis, { reference: each.reference })),
  written: fc
    .record({
      prompt: stem,
      referenceAnswer: fc.oneof(fc.constant(''), text(10)),
      markingPoints: fc.array(fc.record({ text: line(6), points: half(10) }), { maxLength: 4 }),
      answerBy: fc.constantFrom('both', 'photo', 'text'),
    })
    .map((body) => {
      const total = body.markingPoints.reduce((sum: number, point: MarkingPoint) => sum + point.points, 0);
      const points = total > 0 ? { points: total } : {};
      return { bank: 'written', kind: '', main: body.prompt, body: { ...body, musicUrl: null }, ...points };
    }),
  oral: fc
    .record({
      examContent: stem,
      isPlay: fc.boolean(),
      prepSeconds: fc.integer({ min: 0, max: 3600 }),
      answerSeconds: fc.integer({ min: 5, max: 3600 }),
    })
    .map((body) => ({ bank: 'oral', kind: '', main: body.examContent, body: { ...body, musicUrl: null } })),
};

/** Questions of these kinds, each as an export hands it to a writer. */
export function outgoingQuestions(
  kinds = Object.keys(cores) as (keyof typeof cores)[],
  { files = false } = {},
): fc.Arbitrary<OutgoingQuestion> {
  return fc
    .record({
      core: fc.oneof(...kinds.map((kind) => cores[kind])),
      common,
      pictures: files ? fc.array(attachment, { maxLength: 3 }) : fc.constant([]),
      audio: files ? fc.option(attachment) : fc.constant(null),
    })
    .map(({ core: { main, ...core }, common: { ownTitle, ...rest }, pictures, audio }) => {
      const title = ownTitle || derivedTitle(main) || '看图说话';
      const ids = {
        id: 1,
        ownerId: 1,
        directoryId: null,
        sceneTypeId: null,
        examTypeId: null,
        createdAt: 0,
        updatedAt: 0,
        version: 1,
      };
      return { ...ids, ...rest, ...core, title, imageIds: [], pictures, audio } as OutgoingQuestion;
    });
}

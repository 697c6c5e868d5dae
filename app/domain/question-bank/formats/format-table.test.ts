import fc from 'fast-check';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { outgoingQuestions } from '~tests/factories/question-arbitraries';
import { asWord } from '~tests/support/paper-writer';
import { asRead, asWritten } from '~tests/support/question-files';
import { FORMAT_INFO, FORMAT_ORDER } from './format-info.rules';
import {
  bankOfKind,
  outgoingFields,
  parsedKindOf,
  type FormatName,
  type OutgoingQuestion,
  type ParsedKind,
  type ParsedQuestion,
} from './format.rules';
import { readableFormats, readerOf, writableFormats, writerOf } from './formats.server';

/**
 * docs/formats.md: what goes out and comes in, each format and each kind, found by writing and reading files. After a
 * change of a reader or writer: npx vitest run --project unit format-table -u
 */

const KINDS = ['single', 'multiple', 'judge', 'cloze', 'short', 'written', 'oral'] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Record<ParsedKind, string> = {
  ...{ single: '单选', multiple: '多选', judge: '判断', cloze: '填空', short: '简答', written: '笔试', oral: '口语' },
  essay: '简答或笔试',
};

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const OPTIONS = { title: '题目', withAnswers: true };
const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const table = (head: string[], rows: string[][]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

// ---------------------------------------------------------------- out and back

/** Questions full of the formats' own signs, with everything a question may have. */
const samples = (kind: Kind) =>
  fc.sample(outgoingQuestions([kind], { files: true }), { numRuns: 25, seed: 17 }).map((question) => ({
    ...question,
    pictures: question.pictures.map(({ name }, index) => ({ name, bytes: Buffer.concat([PNG, Buffer.from([index])]) })),
    imageIds: question.pictures.map((_picture, index) => `picture-${index}`),
    audio: question.audio && { ...question.audio, name: '听力.mp3' },
    // A slash at its end is lost in the paths of categories.
    directories: question.directories.map((name) => `甲${name.replace(/^\/+|\/+$/g, '')}乙`),
  }));

async function there(format: FormatName, questions: OutgoingQuestion[]): Promise<ParsedQuestion[]> {
  const { bytes, extension } = await writerOf(format)(questions, OPTIONS);
  return readerOf(format)({ name: `题目.${extension}`, bytes });
}

type Part = '文字' | '图片' | '音频' | '目录';

function same(read: unknown, written: unknown): boolean {
  try {
    expect(read).toEqual(written);
    return true;
  } catch {
    return false;
  }
}

/** Pictures that no text places stand behind the stem: on paper they have their place, and their numbers go by it. */
const look = (row: object) => JSON.parse(JSON.stringify(row).replace(/(?:\\n)?\[图\d\]/g, '')) as unknown;

/** What did not come back. */
function lost(sent: OutgoingQuestion, back: ParsedQuestion | undefined): Part[] {
  if (!back || back.problems.length > 0) return ['文字'];
  const parts: [Part, boolean][] = [
    ['文字', same(look(asRead(back)), look(asWritten(sent)))],
    ['图片', back.pictures.length === sent.pictures.length],
    ['音频', (back.audio === null) === (sent.audio === null)],
    ['目录', same(back.directories, sent.directories)],
  ];
  return parts.flatMap(([name, isSame]) => (isSame ? [] : [name]));
}

/** What the page of the export says that the format leaves out. */
function told(format: FormatName): Part[] {
  const { hasMedia, hasAudio, hasDirectories } = FORMAT_INFO[format];
  return [
    ...(hasMedia ? [] : ['图片' as const]),
    ...(hasAudio ? [] : ['音频' as const]),
    ...(hasDirectories ? [] : ['目录' as const]),
  ];
}

async function outCell(format: FormatName, kind: Kind): Promise<string> {
  const { banks, hasMedia } = FORMAT_INFO[format];
  if (!writableFormats().includes(format) || !banks.includes(bankOfKind(kind, 'theory'))) return '拒绝';
  const questions = samples(kind);
  // A format without pictures is given none.
  const given = hasMedia ? questions : questions.map((each) => ({ ...each, pictures: [], audio: null }));
  const back = await there(format, given);
  const parts = new Set(questions.flatMap((question, index) => lost(question, back[index])));
  const silent = [...parts].filter((part) => !told(format).includes(part));
  expect({ format, kind, silent }).toEqual({ format, kind, silent: [] });
  return parts.size === 0
    ? '无损'
    : `有提示：不带${told(format)
        .filter((part) => parts.has(part))
        .join('、')}`;
}

/** What comes back of a blank whose key has a line break, which no student can type: our own files keep it or refuse it. */
async function brokenRow(format: FormatName): Promise<string[]> {
  const question = { ...plain('cloze'), body: { ...empty, stem: '中国的首都是____。', blanks: [['北\n京']] } };
  const [read] = await there(format, [question as OutgoingQuestion]);
  const isKept = read?.problems.length === 0 && same(read.fields.answer, [['北\n京']]);
  const told = [...(read?.problems ?? []), ...(read?.notes ?? [])];
  if (!isKept) expect({ format, told }).not.toEqual({ format, told: [] });
  return [FORMAT_INFO[format].label, isKept ? '无损' : `拒绝：${told.join('')}`];
}

// ---------------------------------------------------------------- in, from others

const base = {
  ...{
    id: 1,
    ownerId: 1,
    directoryId: null,
    sceneTypeId: null,
    examTypeId: null,
    createdAt: 0,
    updatedAt: 0,
    version: 1,
  },
  ...{ level: 1, points: 2, keyPoints: [], imageIds: [], pictures: [], audio: null, directories: [] },
  ...{ sceneTypeName: '', examTypeName: '' },
};
const empty = { options: [], keys: [], blanks: [], reference: '', musicUrl: null, analysis: '' };
const cities = ['上海', '北京', '广州', '重庆'].map((text, index) => ({ key: 'ABCD'.charAt(index), text }));

/** One plain question of each kind. */
const PLAIN: Record<Kind, object> = {
  single: { stem: '中国的首都是哪里？', options: cities, keys: ['B'] },
  multiple: { stem: '下列哪些是直辖市？', options: cities, keys: ['A', 'B', 'D'] },
  judge: { stem: '地球绕着太阳转。', keys: ['T'] },
  cloze: { stem: '中国的首都是____。', blanks: [['北京']] },
  short: { stem: '简述光合作用的意义。', reference: '提供氧气和有机物。' },
  written: { prompt: '写一段话介绍家乡。', referenceAnswer: '言之有理即可。', markingPoints: [], answerBy: 'both' },
  oral: { examContent: '介绍你的学校。', isPlay: false, prepSeconds: 30, answerSeconds: 60 },
};

function plain(kind: Kind): OutgoingQuestion {
  const bank = bankOfKind(kind, 'theory');
  const body = bank === 'theory' ? { ...empty, ...PLAIN[kind] } : { ...PLAIN[kind], musicUrl: null };
  return { ...base, title: '题', bank, kind: bank === 'theory' ? kind : '', body } as unknown as OutgoingQuestion;
}

/** The same file as another program, or a person, writes it: without any sign of ours. */
const FOREIGN: Partial<Record<FormatName, (bytes: Buffer) => Promise<Buffer> | Buffer>> = {
  text: (bytes) => withoutSigns(bytes),
  moodle: (bytes) =>
    Buffer.from(bytes.toString('utf8').replace(/<tag>\s*<text>(?:(?!<\/text>)[^])*?考评:[^]*?<\/text>\s*<\/tag>/g, '')),
  gift: (bytes) => Buffer.from(bytes.toString('utf8').replace(/ ?\[tag:考评[^\]]*\]/g, '')),
  qti: (bytes) => {
    const parts = unzipSync(bytes);
    const manifest = strFromU8(parts['imsmanifest.xml']!);
    const bare = manifest.replace(/<kp:kaoping[^]*?<\/kp:kaoping>/g, '');
    expect(bare).not.toBe(manifest);
    return Buffer.from(zipSync({ ...parts, 'imsmanifest.xml': strToU8(bare) }));
  },
};

const withoutSigns = (bytes: Buffer) => Buffer.from(bytes.toString('utf8').replaceAll('\u2060', ''));

async function foreignFile(format: FormatName, kind: Kind): Promise<{ name: string; bytes: Buffer } | null> {
  const question = plain(kind);
  if (format === 'aiken') {
    const text = '中国的首都是哪里？\nA. 上海\nB. 北京\nC. 广州\nD. 重庆\nANSWER: B\n';
    return kind === 'single' ? { name: '题.txt', bytes: Buffer.from(text) } : null;
  }
  if (!FORMAT_INFO[format].banks.includes(question.bank)) return null;
  if (format === 'docx') {
    const text = withoutSigns((await writerOf('text')([question], OPTIONS)).bytes).toString('utf8');
    const paper = { blocks: text.split('\r\n'), questions: [], layout: '', hasColumns: false };
    return { name: '题.docx', bytes: await asWord(paper) };
  }
  const change = FOREIGN[format];
  if (!change) return null;
  const { bytes, extension } = await writerOf(format)([question], OPTIONS);
  return { name: `题.${extension}`, bytes: await change(bytes) };
}

/** What a person sees of it: the text, the options and the answer, whatever the kind calls them. */
function core(fields: Record<string, unknown>) {
  const { stem, prompt, examContent, options, answer, referenceAnswer } = fields;
  return JSON.stringify([stem ?? prompt ?? examContent, options ?? [], answer ?? referenceAnswer ?? '']);
}

async function inCell(format: FormatName, kind: Kind): Promise<string> {
  if (!readableFormats().includes(format)) return '拒绝';
  const file = await foreignFile(format, kind);
  if (!file) return '—';
  const back = await readerOf(format)(file);
  expect({ format, kind, count: back.length }).toEqual({ format, kind, count: 1 });
  const [read] = back;
  const sent = plain(kind);
  if (!read || read.problems.length > 0 || read.kind === null) return `拒绝：${read?.problems.join('') ?? ''}`;
  expect({ format, kind, core: core(read.fields) }).toEqual({ format, kind, core: core(outgoingFields(sent, true)) });
  const as = read.kind === parsedKindOf(sent) ? '' : `，当作${NAMES[read.kind]}`;
  return (read.notes.length > 0 ? `有提示：${read.notes.join('')}` : '无损') + as;
}

// ---------------------------------------------------------------- kinds that no bank has

const STRANGE: [FormatName, string, string][] = [
  ['text', '连线题', '一、连线题\n1. 把国家和首都连起来。\n中国 东京\n日本 北京\n'],
  ['text', '改错题', '1.（改错题）改正下面的错字。\n答案：略\n'],
  [
    'moodle',
    'matching',
    '<quiz><question type="matching"><name><text>连线</text></name><questiontext format="html"><text>连起来</text></questiontext><subquestion format="html"><text>中国</text><answer><text>北京</text></answer></subquestion></question></quiz>',
  ],
  [
    'moodle',
    'ordering',
    '<quiz><question type="ordering"><name><text>排序</text></name><questiontext format="html"><text>排一排</text></questiontext></question></quiz>',
  ],
  ['gift', '配对 =甲 -> 乙', '::连线:: 连起来 {=中国 -> 北京 =日本 -> 东京 =韩国 -> 首尔}\n'],
  [
    'qti',
    'orderInteraction',
    '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p2" identifier="a" title="排序" adaptive="false" timeDependent="false"><responseDeclaration identifier="RESPONSE" cardinality="ordered" baseType="identifier"/><itemBody><orderInteraction responseIdentifier="RESPONSE"><prompt>排一排</prompt><simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙</simpleChoice></orderInteraction></itemBody></assessmentItem>',
  ],
  ['aiken', '多个答案', '下列哪些是直辖市？\nA. 上海\nB. 广州\nC. 北京\nANSWER: A, C\n'],
];

async function strangeRow([format, kind, content]: (typeof STRANGE)[number]): Promise<string[]> {
  const extension = FORMAT_INFO[format].extensions.at(-1) ?? '';
  const [read] = await readerOf(format)({ name: `题.${extension}`, bytes: Buffer.from(content) });
  expect(read?.problems).not.toEqual([]);
  return [FORMAT_INFO[format].label, kind, `拒绝：${read?.problems[0]}`];
}

// ---------------------------------------------------------------- the page

const cells = (formats: readonly FormatName[], cell: (format: FormatName, kind: Kind) => Promise<string>) =>
  Promise.all(
    formats.map(async (format) => {
      const kinds: string[] = [];
      for (const kind of KINDS) kinds.push(await cell(format, kind));
      return [FORMAT_INFO[format].label, ...kinds];
    }),
  );

describe('docs/formats.md', () => {
  test('says what every format does with every kind, as files written and read show', async () => {
    const head = ['', ...KINDS.map((kind) => NAMES[kind])];
    const others = FORMAT_ORDER.filter((format) => format === 'aiken' || format === 'docx' || FOREIGN[format]);
    const page = `# 各种格式带得走什么

这一页是算出来的：\`app/domain/question-bank/formats/format-table.test.ts\` 真的写出文件、再读回来，然后和这一页比。改了读写的代码以后运行 \`npx vitest run --project unit format-table -u\`，看看哪一格变了。

- **无损**：题目和答案、难度、分值、关键词、标题、类型，以及图片、音频、目录，样样原样；只有填空题里空格的长度从 Moodle XML 和 QTI 回来一律是 ____。
- **有提示**：少了什么、改了什么，导出页（“不会导出：……”）或导入的预览里有一句话。
- **拒绝**：不写，或在预览里列出来，说明原因和怎么改，不存。
- **—**：这种格式没有这种题，没有这样的文件。

## 写出去，再读回来

每格 25 道，文字里满是各格式自己的记号，有图片、音频和目录。

${table(head, await cells(FORMAT_ORDER, outCell))}

填空题的答案里有换行的（学生打不出换行，这样的答案多半来自别的系统），写出去再读回来：

${table(['格式', '填空'], await Promise.all(FORMAT_ORDER.filter((format) => writableFormats().includes(format)).map(brokenRow)))}

## 别的程序或人写的文件读进来

同样的题，没有考评自己的任何标记（JSON 只有考评自己的；别人的 Excel 按列名读，单元格上面的浮动图片一起读进来，写成 Excel 时不带图片）。格式里没有的题型按最近的读，题目和答案的文字一样。

${table(head, await cells(others, inCell))}

## 题库里没有的题型

${table(['格式', '题型', '读进来'], await Promise.all(STRANGE.map(strangeRow)))}
`;
    await expect(page).toMatchFileSnapshot('../../../../docs/formats.md');
  });
});

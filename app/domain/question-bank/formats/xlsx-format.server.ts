import { AppError } from '~/lib/errors';
import {
  XLSX_MIME,
  readEverySheet,
  writeSheet,
  type NamedSheet,
  type SheetColumn,
  type SheetRow,
} from '~/lib/spreadsheet.server';
import { countBlanks, optionKey } from '../question.rules';
import { ANSWER_BY_LABELS, KIND_LABELS, LEVEL_LABELS, type Level } from '../question.schema';
import { MAX_OPTIONS } from '../theory-question.schema';
import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import type { OutgoingQuestion, ParsedQuestion, ReadQuestions, WriteQuestions, WrittenFile } from './format.rules';
import { finishQuestion } from './text-finish';
import { VERBATIM, optionsOf } from './text-lines';
import { newRaw, type RawQuestion } from './text-raw';
import { KIND_NAME, formatBlanks, formatMarkingPoints, kindOfWord, narrow } from './words.rules';

/** A question a row. Columns are known by their headers, in any order and by other usual names. */

const FIRST_HEADER_ROWS = 10;

type Column =
  | 'kind'
  | 'stem'
  | `option${number}`
  | 'options'
  | 'answer'
  | 'analysis'
  | 'level'
  | 'points'
  | 'keyPoint'
  | 'title'
  | 'directories'
  | 'sceneTypeName'
  | 'examTypeName'
  | 'marking'
  | 'answerBy'
  | 'prepSeconds'
  | 'answerSeconds'
  | 'isPlay';

/** Header, width, what else it may be called, and what the instructions say of it. */
const COLUMNS: { column: Column; header: string; width: number; names: string; help: string }[] = [
  {
    column: 'kind',
    header: '题型',
    width: 10,
    names: '题目类型|试题类型|类型',
    help: '单选题、多选题、判断题、填空题、简答题、笔试题、口语题',
  },
  {
    column: 'stem',
    header: '题干',
    width: 50,
    names: '题目|题目内容|试题内容|试题|问题|内容|题目题干|朗读内容',
    help: '必填。填空题用 ____ 标出要填的空；口语题填朗读或口述的内容',
  },
  ...Array.from({ length: MAX_OPTIONS }, (_, index) => {
    const key = optionKey(index);
    const help = index === 0 ? '单选题、多选题的选项，从选项A起依次填写，至少两个' : '';
    const names = `${key}|${key}选项|选项${index + 1}|答案选项${key}`;
    return { column: `option${index}` as const, header: `选项${key}`, width: 16, names, help };
  }),
  {
    column: 'answer',
    header: '答案',
    width: 16,
    names: '正确答案|参考答案|标准答案|参考范文|正确选项',
    help: '选择题填字母（AC）；判断题填正确或错误；填空题每空一行，同一空的几种答案用 | 分开；简答题、笔试题填参考答案',
  },
  { column: 'analysis', header: '解析', width: 30, names: '答案解析|试题解析|题目解析|分析', help: '可不填' },
  {
    column: 'level',
    header: '难度',
    width: 8,
    names: '难易度|难度等级|难度系数|难易程度',
    help: '初级、中级或高级；可不填',
  },
  { column: 'points', header: '分值', width: 8, names: '分数|分|题目分值', help: '可不填' },
  {
    column: 'keyPoint',
    header: '关键词',
    width: 16,
    names: '知识点|考点|标签|关键字',
    help: '几个之间用逗号分开；可不填',
  },
  { column: 'title', header: '标题', width: 16, names: '题目标题|名称', help: '可不填，会取题干的开头' },
  { column: 'directories', header: '目录', width: 16, names: '分类|章节|所属目录|目录路径', help: '一级/二级；可不填' },
  { column: 'sceneTypeName', header: '场景类型', width: 12, names: '场景', help: '可不填' },
  { column: 'examTypeName', header: '考试类型', width: 12, names: '', help: '可不填' },
  {
    column: 'marking',
    header: '评分要点',
    width: 30,
    names: '评分标准|评分细则',
    help: '笔试题：每行一条，行末写分数，如：立意明确（3 分）',
  },
  {
    column: 'answerBy',
    header: '作答方式',
    width: 12,
    names: '答题方式',
    help: '笔试题：拍照或打字、拍照上传、在线打字',
  },
  {
    column: 'prepSeconds',
    header: '准备秒数',
    width: 10,
    names: '准备时间|准备时长',
    help: '口语题；可不填，按内容长短计算',
  },
  {
    column: 'answerSeconds',
    header: '录音秒数',
    width: 10,
    names: '录音时长|录音时间|答题时间',
    help: '口语题；可不填，按内容长短计算',
  },
  { column: 'isPlay', header: '自动播放', width: 10, names: '播放', help: '口语题的背景音频是否自动播放：是、否' },
];

const COLUMN_OF = new Map(
  COLUMNS.flatMap(({ column, header, names }) => [header, ...names.split('|')].map((name) => [name, column] as const)),
);
COLUMN_OF.delete('');
for (const name of ['选项', '备选项', '全部选项', '备选答案', '选项内容', '题目选项']) COLUMN_OF.set(name, 'options');

// ---------------------------------------------------------------- reading

/** Reads every sheet with a header row, and names those without one; `line` is the row's number. */
export const readXlsx: ReadQuestions = async (file, onProgress) => {
  const sheets = await readEverySheet(oneChunk(file.bytes), { maxRows: MAX_IMPORT_QUESTIONS + FIRST_HEADER_ROWS });
  const tables = sheets.flatMap(({ name, rows }) => {
    const found = rows && findHeader(rows);
    return found ? [{ name, ...found }] : [];
  });
  if (tables.length === 0) {
    throw new AppError('invalid', '表格里没有找到“题干”这一列。请下载模板，按它的标题行填写后再上传。');
  }
  const all = tables.reduce((sum, { body }) => sum + body.length, 0);
  if (all === 0) throw new AppError('invalid', '表格里没有题目，请从标题行的下一行起填写，每行一题。');
  if (all > MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
  const isSeveral = tables.filter(({ body }) => body.length > 0).length > 1;
  const questions: ParsedQuestion[] = [];
  for (const { name, columns, isNumbered, body } of tables) {
    for (const row of body) {
      if (questions.length % 100 === 0) onProgress?.(questions.length, all);
      const question = readRow(row, { columns, isNumbered, sheet: name });
      // A row's number says little where there are several sheets.
      if (isSeveral) question.problems = question.problems.map((text) => `工作表“${name}”：${text}`);
      questions.push(question);
    }
  }
  const unread = unreadSheets(sheets, new Set(tables.map(({ name }) => name)));
  if (unread !== '') questions[0]?.notes.push(unread);
  return questions;
};

/** Names the sheets with something in them that are no tables of questions; our own instructions are none. */
function unreadSheets(sheets: NamedSheet[], read: Set<string>): string {
  const names = sheets
    .filter(({ name, rows }) => !read.has(name) && name !== HELP_SHEET.name && (rows === null || rows.length > 0))
    .map(({ name }) => `“${name}”`);
  if (names.length === 0) return '';
  const shown = names.slice(0, 5).join('、') + (names.length > 5 ? ` 等 ${names.length} 个` : '');
  return `工作表${shown}没有读取：没有找到“题干”这一列，或内容太多。`;
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** `*选项A（必填）` is 选项A. */
function headerName(text: string): string {
  return narrow(text)
    .slice(0, 60)
    .replace(/\([^()]*\)|\[[^\]]*\]|[\s*:：]/g, '')
    .toUpperCase();
}

/** What the cells of a row are; `isNumbered`: the options' columns are called 选项1, 选项2 …, and the answers may be. */
type Table = { columns: (Column | undefined)[]; isNumbered: boolean; sheet: string };

/** The columns of a table and the rows below its header; null for a sheet without one. */
function findHeader(rows: SheetRow[]): (Omit<Table, 'sheet'> & { body: SheetRow[] }) | null {
  for (const [index, row] of rows.slice(0, FIRST_HEADER_ROWS).entries()) {
    const names = Array.from(row.cells, (text) => headerName(text ?? ''));
    const columns = names.map((name) => COLUMN_OF.get(name));
    const known = new Set(columns.filter((column) => column !== undefined));
    const isNumbered = names.some((name) => /^选项\d/.test(name));
    if (known.has('stem') && known.size > 1) return { columns, isNumbered, body: rows.slice(index + 1) };
  }
  return null;
}

const SHEET_OF_KIND = new RegExp(`^${KIND_NAME}$`);
/** 雨课堂 marks a blank so. */
const MARKED_BLANK = /[[【]填空\s?\d{1,2}[\]】]/g;
const KIND_AT_END = new RegExp(`\\s*[[【]\\s?(${KIND_NAME})\\s?[\\]】]$`);

/** The stem of a row as it is meant; the kind that stands behind it goes to the column of its own. */
function readStemCell(raw: RawQuestion, text: string): string {
  const behind = KIND_AT_END.exec(text.slice(-40));
  if (behind) raw.kindWord ||= behind[1] ?? '';
  const stem = behind ? text.slice(0, text.length - behind[0].length) : text;
  return stem.replace(MARKED_BLANK, '____');
}

/** 1,3 as the letters of the options so numbered; as it is where an option's own text is such a number. */
function numbersAsLetters(answer: string, raw: RawQuestion): string {
  if (!/^[1-9](?:\s?[,，、;；|\s]\s?[1-9])*$/.test(answer)) return answer;
  const numbers = (answer.match(/\d/g) ?? []).map(Number);
  const texts = raw.options.map(({ lines }) => lines.join('').replaceAll(VERBATIM, ''));
  if (numbers.some((number) => number > texts.length || texts.includes(String(number)))) return answer;
  const letters = numbers.map((number) => raw.options[number - 1]?.key ?? '').join('');
  raw.notes.push(`答案“${answer}”已读作第 ${numbers.join('、')} 个选项：${letters}。`);
  return letters;
}

function readRow(row: SheetRow, { columns, isNumbered, sheet }: Table): ParsedQuestion {
  const cells = new Map<Column, string>();
  columns.forEach((column, index) => {
    const text = row.cells[index] ?? '';
    if (column && text !== '' && !cells.has(column)) cells.set(column, text);
  });
  const cell = (column: Column) => cells.get(column) ?? '';
  const raw = newRaw(row.number, null, { index: 0, heading: null });
  raw.isRow = true;
  raw.kindWord = cell('kind');
  raw.options = readOptions(cells);
  const stem = readStemCell(raw, cell('stem'));
  // A sheet that is named for a kind holds that kind.
  if (SHEET_OF_KIND.test(sheet.trim())) raw.kindWord ||= sheet.trim();
  const word = kindOfWord(raw.kindWord);
  const kind = word && 'kind' in word ? word.kind : null;
  const isCloze = kind === 'cloze';
  // A stem may hold its answer in brackets, （B）, or blanks as brackets, unless cells of their own have said it.
  const mayHold = kind === null || ['choice', 'single', 'multiple', 'judge', 'cloze'].includes(kind);
  const isSaid = cell('answer') !== '' && !(isCloze && countBlanks(stem) === 0);
  raw.stem = mayHold && !isSaid ? stem.split('\n') : verbatim(stem);
  const answer = isNumbered ? numbersAsLetters(cell('answer'), raw) : cell('answer');
  if (answer !== '') raw.answer = isCloze || kind === null ? answer.split('\n') : verbatim(answer);
  raw.analysis = verbatim(cell('analysis'));
  raw.marking = cell('marking') === '' ? [] : cell('marking').split('\n');
  raw.level = cell('level');
  raw.keyPoint = cell('keyPoint');
  for (const name of MORE) if (cells.has(name)) raw.more[name] = cell(name);
  const parsed = finishQuestion(raw);
  parsed.directories = splitPath(cell('directories'));
  return parsed;
}

const MORE = [
  'title',
  'points',
  'sceneTypeName',
  'examTypeName',
  'answerBy',
  'prepSeconds',
  'answerSeconds',
  'isPlay',
] as const;

const verbatim = (text: string) => (text === '' ? [] : text.split('\n').map((line) => VERBATIM + line));

/** One column each, or all of them in one cell: a line each, lettered or not, or separated by |. */
function readOptions(cells: Map<Column, string>): RawQuestion['options'] {
  const options: RawQuestion['options'] = [];
  for (let index = 0; index < MAX_OPTIONS; index += 1) {
    const text = cells.get(`option${index}`);
    if (text !== undefined) options.push({ key: optionKey(index), lines: verbatim(text) });
  }
  const all = cells.get('options');
  if (options.length > 0 || all === undefined) return options;
  const between = all.split(/[|｜]/);
  const isBetween = between.length > 1 && between.every((text) => optionsOf(text.trim(), '', false).length === 1);
  const lines = (isBetween ? between : all.split('\n')).filter((line) => line.trim() !== '');
  const lettered = lines.flatMap((line) => optionsOf(line.trim(), '', false));
  if (lettered.length > 1) return lettered.map(({ key, text }) => ({ key, lines: [text] }));
  const parts = lines.length > 1 ? lines : all.split(/[|｜]/);
  return parts.map((text, index) => ({ key: optionKey(index), lines: [text.trim()] }));
}

/** `一年级/语文`; a / or \ inside of a name is written \/ or \\. */
function splitPath(text: string): string[] {
  const names = [''];
  for (const [part, escaped] of text.matchAll(/\\([\\/])|\/|\\|[^\\/]{1,200}/g)) {
    if (part === '/') names.push('');
    else names[names.length - 1] += escaped ?? part;
  }
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

const joinPath = (names: string[]) => names.map((name) => name.replace(/[\\/]/g, '\\$&')).join('/');

// ---------------------------------------------------------------- writing

/** Writes a sheet that readXlsx reads back, all but pictures and audio. */
export const writeXlsx: WriteQuestions = async (questions, { withAnswers }) => {
  const rows = questions.map((question) => {
    const cells = cellsOf(question, withAnswers);
    return COLUMNS.map(({ column }) => cells[column] ?? '');
  });
  return asFile(await writeSheet([{ name: '题目', columns: SHEET_COLUMNS, rows }, HELP_SHEET]));
};

/** The empty sheet that teachers fill in, with an example of each kind on its second page. */
export async function xlsxTemplate(): Promise<WrittenFile> {
  return asFile(await writeSheet([{ name: '题目', columns: SHEET_COLUMNS, rows: [], blankRows: 200 }, HELP_SHEET]));
}

const asFile = (bytes: Buffer): WrittenFile => ({ bytes, extension: 'xlsx', mime: XLSX_MIME });

function cellsOf(question: OutgoingQuestion, withAnswers: boolean): Partial<Record<Column, string>> {
  const cells: Partial<Record<Column, string>> = {
    kind: kindName(question),
    level: LEVEL_LABELS[question.level as Level] ?? '',
    points: String(question.points),
    title: question.title,
    directories: joinPath(question.directories),
    sceneTypeName: question.sceneTypeName,
    examTypeName: question.examTypeName,
  };
  if (withAnswers) cells.keyPoint = question.keyPoints.join('，');
  switch (question.bank) {
    case 'oral':
      cells.stem = question.body.examContent;
      cells.prepSeconds = String(question.body.prepSeconds);
      cells.answerSeconds = String(question.body.answerSeconds);
      cells.isPlay = question.body.isPlay ? '是' : '否';
      break;
    case 'written':
      cells.stem = question.body.prompt;
      cells.answerBy = ANSWER_BY_LABELS[question.body.answerBy];
      if (!withAnswers) break;
      cells.answer = question.body.referenceAnswer;
      cells.marking = formatMarkingPoints(question.body.markingPoints);
      break;
    case 'theory':
      cells.stem = question.body.stem;
      question.body.options.forEach(({ text }, index) => (cells[`option${index}`] = text));
      if (!withAnswers) break;
      cells.answer = answerCell(question);
      cells.analysis = question.body.analysis;
  }
  return cells;
}

/** 单选题 … 笔试题, 口语题. */
export function kindName(question: OutgoingQuestion): string {
  if (question.bank === 'theory') return `${KIND_LABELS[question.kind]}题`;
  return question.bank === 'oral' ? '口语题' : '笔试题';
}

function answerCell(question: Extract<OutgoingQuestion, { bank: 'theory' }>): string {
  const { options, keys, blanks, reference } = question.body;
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return options.flatMap(({ key }, index) => (keys.includes(key) ? [optionKey(index)] : [])).join('');
    case 'judge':
      return keys[0] === 'T' ? '正确' : '错误';
    case 'cloze':
      return formatBlanks(blanks);
    case 'short':
      return reference;
  }
}

const SHEET_COLUMNS: SheetColumn[] = COLUMNS.map(({ header, width }) => ({ header, width }));

const EXAMPLES: [string, Partial<Record<Column, string>>][] = [
  [
    '单选题',
    {
      stem: '中国的首都是哪座城市？',
      option0: '北京',
      option1: '上海',
      option2: '广州',
      answer: 'A',
      analysis: '北京是中国的首都。',
      level: '初级',
      points: '2',
      keyPoint: '地理，首都',
      directories: '七年级/地理',
    },
  ],
  [
    '多选题',
    {
      stem: '下列哪些是直辖市？',
      option0: '北京',
      option1: '天津',
      option2: '南京',
      option3: '重庆',
      answer: 'ABD',
      points: '3',
    },
  ],
  ['判断题', { stem: '地球绕着太阳转。', answer: '正确', points: '1' }],
  ['填空题', { stem: '____是中国第一位皇帝，定都____。', answer: '秦始皇|嬴政\n咸阳', points: '2' }],
  ['简答题', { stem: '简述光合作用的意义。', answer: '制造有机物，释放氧气，转化能量。', points: '5' }],
  [
    '笔试题',
    {
      stem: '以“春天”为题写一篇作文，不少于 400 字。',
      marking: '立意明确（10 分）\n语言流畅（10 分）',
      answerBy: '拍照或打字',
      points: '20',
    },
  ],
  [
    '口语题',
    {
      stem: '春天来了，小草从地里探出头来。',
      title: '朗读：春天',
      prepSeconds: '30',
      answerSeconds: '60',
      isPlay: '否',
    },
  ],
];

const HELP_SHEET = {
  name: '填写说明',
  columns: [
    { header: '列', width: 12 },
    { header: '怎么填', width: 60 },
    ...EXAMPLES.map(([kind]) => ({ header: `例：${kind}`, width: 24 })),
  ],
  rows: COLUMNS.map(({ column, header, help }) => [
    header,
    help,
    ...EXAMPLES.map(([kind, cells]) => (column === 'kind' ? kind : (cells[column] ?? ''))),
  ]),
};

import { MAX_OPTIONS } from '../kinds/shared/choice.rules';
import { optionKey } from '../question.rules';
import { chineseNumeral, narrow, simplified } from './words.rules';

/** The columns of questions in a table of any kind of file: known by their headers, in any order and by other usual names. */

/** So many rows may stand above a header. */
export const FIRST_HEADER_ROWS = 10;

export type Column =
  | 'kind'
  | 'stem'
  /** Of a group of questions: the one of this row, below the text that they share. */
  | 'part'
  | 'partKind'
  | `option${number}`
  | 'options'
  | 'answer'
  | `answer${number}`
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
export const COLUMNS: { column: Column; header: string; width: number; names: string; help: string }[] = [
  {
    column: 'kind',
    header: '题型',
    width: 10,
    names: '题目类型|试题类型|类型|大题题型|题目题型|试题题型',
    help: '单选题、多选题、判断题、填空题、简答题、笔试题、口语题',
  },
  {
    column: 'stem',
    header: '题干',
    width: 50,
    names:
      '题目|题目内容|试题内容|试题|问题|内容|题目题干|试题题干|大题题干|题干内容|题目描述|试题题目|题目名称|试题名称|试题描述|问题内容|题面|朗读内容',
    help: '必填。填空题用 ____ 标出要填的空；口语题填朗读或口述的内容',
  },
  ...Array.from({ length: MAX_OPTIONS }, (_, index) => {
    const key = optionKey(index);
    const help = index === 0 ? '单选题、多选题的选项，从选项A起依次填写，至少两个' : '';
    const names = `${key}|${key}选项|${key}项|${key}项目|选择${key}|选项${index + 1}|选项${chineseNumeral(index + 1)}|答案选项${key}`;
    return { column: `option${index}` as const, header: `选项${key}`, width: 16, names, help };
  }),
  {
    column: 'answer',
    header: '答案',
    width: 16,
    names:
      '正确答案|参考答案|标准答案|试题答案|题目答案|答案内容|参考范文|正确选项|答案要点|参考答案要点|答题要点|参考要点',
    help: '选择题填字母（AC）；判断题填正确或错误；填空题每空一行，同一空的几种答案用 | 分开；简答题、笔试题填参考答案',
  },
  {
    column: 'analysis',
    header: '解析',
    width: 30,
    names: '答案解析|试题解析|题目解析|试题分析|题目分析|分析',
    help: '可不填',
  },
  {
    column: 'level',
    header: '难度',
    width: 8,
    names: '难易度|难度等级|难度系数|难易程度|题目难度|试题难度',
    help: '初级、中级或高级；可不填',
  },
  {
    column: 'points',
    header: '分值',
    width: 8,
    names: '分数|分|每题分数|每题分值|题目分值|试题分值|题目分数|试题分数',
    help: '可不填',
  },
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
COLUMN_OF.set('小题题干', 'part').set('小题题型', 'partKind');
for (const name of [
  '选项',
  '备选项',
  '全部选项',
  '备选答案',
  '选项内容',
  '题目选项',
  '试题选项',
  '答案选项',
  '候选项',
  '小题选项',
])
  COLUMN_OF.set(name, 'options');

/** The usual names of the columns that matter most, to tell which are known. */
export const KNOWN_HEADINGS =
  '题干（题目、试题内容、试题题干、大题题干和小题题干）、题型、选项A（A、选项1）、选项（试题选项）、答案（正确答案、试题答案）、解析、难度、分值、知识点、目录';

/** The columns of a table and the rows below its header. */
export type QuestionTable = {
  columns: (Column | undefined)[];
  /** The options' columns are called 选项1, 选项2 …, and the answers may be. */
  isNumbered: boolean;
  /** The column of the questions' numbers; -1 for none. */
  numberAt: number;
  /** Columns that nobody knows, as they are called. */
  foreign: { at: number; name: string }[];
};

const TRADITIONAL = '難數識點類級內幹節錄場時間長動確號編備關鍵詞稱範則評';
const SIMPLIFIED = '难数识点类级内干节录场时间长动确号编备关键词称范则评';

/** 題目, 選項A and 難度 in the signs that headers are known by. */
const inOurSigns = (text: string) =>
  simplified(text).replace(/[^\u0000-\u00ff]/g, (sign) => {
    const at = TRADITIONAL.indexOf(sign);
    return at < 0 ? sign : SIMPLIFIED.charAt(at);
  });

/** `*选项A（必填）` is 选项A. */
function headerName(text: string): string {
  return (
    inOurSigns(narrow(text.slice(0, 200)))
      .slice(0, 120)
      // Question - max 120 characters
      .replace(/\s[-–—]\s[^]*$/, '')
      .slice(0, 60)
      .replace(/\([^()]*\)|\[[^\]]*\]|[\s*:：]/g, '')
      .toUpperCase()
  );
}

/** Whether a cell is the name of a column, or of the questions' numbers. */
export const isColumnName = (text: string) => COLUMN_OF.has(headerName(text)) || NUMBER_NAMES.has(headerName(text));

const NUMBER_NAMES = new Set('题号 序号 编号 题目编号 试题编号 ID NO NO. #'.split(' '));

/** As tables in English are headed, without spaces. */
const ENGLISH: [Column, string][] = [
  ['kind', 'TYPE|QUESTIONTYPE|TYPEOFQUESTION'],
  ['stem', 'QUESTION|QUESTIONTEXT|STEM|QSTEM|PROMPT'],
  ['options', 'OPTIONS|CHOICES|ANSWEROPTIONS'],
  ['answer', 'ANSWER|CORRECTANSWER|CORRECTANSWERS|RIGHTANSWER|CORRECTOPTION|ANSWERKEY|CORRECT|KEY'],
  ['analysis', 'EXPLANATION|ANALYSIS|RATIONALE'],
  ['level', 'DIFFICULTY|LEVEL'],
  ['points', 'SCORE|POINTS|POINT|MARKS|MARK'],
  ['keyPoint', 'TAG|TAGS|KEYWORD|KEYWORDS|TOPIC'],
  ['directories', 'CATEGORY'],
];
for (const [column, names] of ENGLISH) for (const name of names.split('|')) COLUMN_OF.set(name, column);
for (let index = 0; index < MAX_OPTIONS; index += 1)
  for (const name of ['OPTION', 'CHOICE'])
    for (const key of [optionKey(index), String(index + 1)]) COLUMN_OF.set(`${name}${key}`, `option${index}`);

/** 答案1, Answer 2: options where another column has the answer, else what goes into each blank. */
const NUMBERED_ANSWER = /^(?:答案|ANSWER)([1-9]|10)$/;

function numberedAnswer(name: string, isOption: boolean): Column | undefined {
  const number = NUMBERED_ANSWER.exec(name)?.[1];
  if (number === undefined) return undefined;
  return isOption ? `option${Number(number) - 1}` : `answer${Number(number)}`;
}

/** What is told by the row itself. */
const COUNTS = new Set(['选项数', '选项个数', '选项数量', '空数', '填空数']);

/** What a row is the header of; null for one that heads no questions. */
function headerOf(cells: string[]): QuestionTable | null {
  const names = Array.from(cells, (text) => headerName(text ?? ''));
  const isAnswered = names.some((name) => COLUMN_OF.get(name) === 'answer');
  const given = names.map((name) => COLUMN_OF.get(name) ?? numberedAnswer(name, isAnswered));
  // Without the text that they share, its questions are questions.
  const alone: Partial<Record<Column, Column>> = given.includes('stem') ? {} : { part: 'stem', partKind: 'kind' };
  // 题目标题 above options or answers is what is asked, where nothing else is.
  const isAsked = !given.includes('part') && isAnswered && given.some((column) => /^option/.test(column ?? ''));
  if (!given.includes('stem') && isAsked) alone.title = 'stem';
  const columns = given.map((column) => column && (alone[column] ?? column));
  const known = new Set(columns.filter((column) => column !== undefined));
  if (!known.has('stem') || known.size < 2) return null;
  const foreign = names.flatMap((name, at) =>
    name === '' || columns[at] !== undefined || NUMBER_NAMES.has(name) || COUNTS.has(name)
      ? []
      : [{ at, name: (cells[at] ?? '').trim() }],
  );
  const numberAt = names.findIndex((name) => NUMBER_NAMES.has(name));
  return {
    columns,
    isNumbered: names.some((name) => /^(?:(?:选项|OPTION|CHOICE|答案|ANSWER)\d|选项[一二三四五六七八九十])/.test(name)),
    numberAt,
    foreign,
  };
}

/** The header of a table with the rows above it and those below, without the header where it comes again; null without. */
export function findHeader<T extends { cells: string[] }>(
  rows: T[],
): { above: T[]; header: string[]; table: QuestionTable; body: T[] } | null {
  for (const [index, { cells }] of rows.slice(0, FIRST_HEADER_ROWS).entries()) {
    let table = headerOf(cells);
    if (!table) continue;
    // 选项 above A, B, C, D: the row below says more.
    const below = rows[index + 1];
    const more = below && below.cells.length >= cells.length ? headerOf(below.cells) : null;
    if (more) table = more;
    const header = more && below ? below.cells : cells;
    const same = header.join('\t');
    const body = rows.slice(index + (more ? 2 : 1)).filter((row) => row.cells.join('\t') !== same);
    return { above: rows.slice(0, index), header, table, body };
  }
  return null;
}

/** What a sheet without a header has for one: the column of the questions, with none beside it that they need. */
export function loneStem(rows: { cells: string[] }[]): string | null {
  for (const { cells } of rows.slice(0, FIRST_HEADER_ROWS)) {
    const stem = cells.find((cell) => COLUMN_OF.get(headerName(cell ?? '')) === 'stem');
    if (stem !== undefined && cells.filter((cell) => (cell ?? '') !== '').length > 1) return stem.trim();
  }
  return null;
}

/** What was not read of a table, as one sentence: the columns without a meaning that hold something; '' for none. */
export function unreadColumns({ foreign }: QuestionTable, rows: { cells: string[] }[]): string {
  const names = foreign.filter(({ at }) => rows.some(({ cells }) => (cells[at] ?? '').trim() !== ''));
  if (names.length === 0) return '';
  const shown = names.slice(0, 5).map(({ name }) => `“${name.slice(0, 20)}”`);
  return `表格里有 ${names.length} 列不认识，没有导入：${shown.join('、')}${names.length > 5 ? ' 等' : ''}。`;
}

import { AppError } from '~/lib/errors';
import { XLSX_MIME, readEverySheet, writeSheet, type NamedSheet, type SheetColumn } from '~/lib/spreadsheet.server';
import { theoryRules } from '../kinds/kinds.rules';
import { ANSWER_BY_LABELS, LEVEL_LABELS, questionKindLabel, type Level } from '../question.schema';
import { MAX_IMPORT_QUESTIONS, tooManyQuestions } from './format-info.rules';
import { FILE_NOTE } from './format.rules';
import type { OutgoingQuestion, ParsedQuestion, ReadQuestions, WriteQuestions, WrittenFile } from './format.rules';
import { withPictures } from './docx-pictures';
import { COLUMNS, FIRST_HEADER_ROWS, KNOWN_HEADINGS, findHeader, unreadColumns, type Column } from './question-columns';
import { mergedRead, withMerged } from './xlsx-merged';
import { hiddenRead, leftOutRows, rowsToRead, unreadSheets } from './xlsx-left';
import { rawOfRow, withGroups, withOptionRows } from './question-row';
import { finishQuestion } from './text-finish';
import { formatMarkingPoints } from './words.rules';
import { ShownRows } from './xlsx-cells.server';

/** A question a row. */

// ---------------------------------------------------------------- reading

/** Reads every sheet with a header row, and names those without one; `line` is the row's number. */
export const readXlsx: ReadQuestions = async (file, onProgress) => {
  const sheets = await readEverySheet(oneChunk(file.bytes), {
    maxRows: MAX_IMPORT_QUESTIONS + FIRST_HEADER_ROWS,
    headerRows: FIRST_HEADER_ROWS,
  });
  const tables = sheets.flatMap(({ name, rows, pictures = [], hiddenColumns = [], merged = [] }) => {
    const found = rows && findHeader(rows);
    if (!found) return [];
    const { rows: whole, columns: mergedColumns } = withMerged(found.body, found.table, merged);
    const { kept, left } = rowsToRead(whole, found.table);
    const body = withGroups(withOptionRows(kept, found.table), found.table);
    return [{ name, ...found, pictures, body, left, hiddenColumns, mergedColumns }];
  });
  if (tables.length === 0) throw new AppError('invalid', withoutHeader(sheets));
  const all = tables.reduce((sum, { body }) => sum + body.length, 0);
  if (all === 0) throw new AppError('invalid', '表格里没有题目，请从标题行的下一行起填写，每行一题。');
  if (all > MAX_IMPORT_QUESTIONS) throw tooManyQuestions();
  const isSeveral = tables.filter(({ body }) => body.length > 0).length > 1;
  const questions: ParsedQuestion[] = [];
  for (const { name, table, body, pictures } of tables) {
    const lost = unreadColumns(table, body);
    const shown = new ShownRows(pictures);
    const first = questions.length;
    for (const [index, row] of body.entries()) {
      if (questions.length % 100 === 0) onProgress?.(questions.length, all);
      const question = await shown.read(row, table, (cells) =>
        withPictures(finishQuestion(rawOfRow({ ...row, cells }, table, { sheet: name })), shown.pictures),
      );
      if (index === 0 && lost !== '') question.notes.push(lost);
      // A row's number says little where there are several sheets.
      if (isSeveral) question.problems = question.problems.map((text) => `工作表“${name}”：${text}`);
      questions.push(question);
    }
    const left = shown.left();
    if (left !== '') questions[first]?.notes.push(left);
  }
  const read = new Set([...tables.map(({ name }) => name), HELP_SHEET.name]);
  const notes = [unreadSheets(sheets, read), leftOutRows(tables), hiddenRead(tables), mergedRead(tables)].filter(
    (note) => note !== '',
  );
  questions[0]?.notes.push(...notes.map((note) => FILE_NOTE + note));
  return questions;
};

/** Why there are no questions: which headings are known, and what stands there instead. */
function withoutHeader(sheets: NamedSheet[]): string {
  const cells = sheets.find(({ rows }) => rows !== null && rows.length > 0)?.rows?.[0]?.cells ?? [];
  const found = cells.filter((cell) => cell !== '').map((cell) => clip(cell));
  const said = found.length === 0 ? '' : `这份表格的第一行是“${found.slice(0, 8).join('、')}”。`;
  return `表格里没有找到“题干”这一列。${said}标题行认得的名称有：${KNOWN_HEADINGS}。请改好标题行，或下载模板填写后再上传。`;
}

const clip = (text: string) => (text.length > 12 ? `${text.slice(0, 12)}…` : text).replace(/\s+/g, ' ');

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const joinPath = (names: string[]) => names.map((name) => name.replace(/[\\/]/g, '\\$&')).join('/');

// ---------------------------------------------------------------- writing

/** Writes a sheet that readXlsx reads back, all but pictures and audio. */
export const writeXlsx: WriteQuestions = async (questions, { withAnswers }) => {
  const rows = questions.map((question) => {
    const cells = cellsOf(question, withAnswers);
    return meant(COLUMNS.map(({ column }) => cells[column] ?? ''));
  });
  return asFile(await writeSheet([{ name: '题目', columns: SHEET_COLUMNS, rows }, HELP_SHEET]));
};

const OWN_TABLE = findHeader([{ number: 1, cells: COLUMNS.map(({ header }) => header) }])?.table;
const ANSWER_AT = COLUMNS.findIndex(({ column }) => column === 'answer');

/** What our own reader would take for a remark among the answers of blanks (略, 3~5都可) is marked as meant: 略| */
function meant(cells: string[]): string[] {
  const read = OWN_TABLE && finishQuestion(rawOfRow({ number: 2, cells }, OWN_TABLE));
  if (read?.kind !== 'cloze' || !read.isDoubtful) return cells;
  const answer = (cells[ANSWER_AT] ?? '').split('\n').map((line) => (line.endsWith('|') ? line : `${line}|`));
  return cells.map((cell, at) => (at === ANSWER_AT ? answer.join('\n') : cell));
}

/** The empty sheet that teachers fill in, with an example of each kind on its second page. */
export async function xlsxTemplate(): Promise<WrittenFile> {
  return asFile(await writeSheet([{ name: '题目', columns: SHEET_COLUMNS, rows: [], blankRows: 200 }, HELP_SHEET]));
}

const asFile = (bytes: Buffer): WrittenFile => ({ bytes, extension: 'xlsx', mime: XLSX_MIME });

function cellsOf(question: OutgoingQuestion, withAnswers: boolean): Partial<Record<Column, string>> {
  const cells: Partial<Record<Column, string>> = {
    kind: `${questionKindLabel(question)}题`,
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
      cells.answer = theoryRules(question.kind).typedKey(question.body);
      cells.analysis = question.body.analysis;
  }
  return cells;
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

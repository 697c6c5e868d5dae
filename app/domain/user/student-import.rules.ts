import { isSameName } from '~/lib/names';
import { TEACHER } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';
import { studentFields } from './student.schema';

/** From the rows of a spreadsheet to students, with a sentence for every cell that will not do. Pure. */

export const IMPORT_COLUMNS = [
  { field: 'account', header: '学号', aliases: ['学号账号', '账号', '学籍号', '考号'], width: 18, isRequired: true },
  { field: 'name', header: '姓名', aliases: ['学生姓名', '名字'], width: 16, isRequired: true },
  { field: 'className', header: '班级', aliases: ['班级名称', '所在班级'], width: 22, isRequired: false },
  { field: 'gender', header: '性别', aliases: [], width: 8, isRequired: false },
  { field: 'phone', header: '手机号', aliases: ['手机', '电话', '联系电话', '手机号码'], width: 16, isRequired: false },
  { field: 'email', header: '邮箱', aliases: ['电子邮箱', '电子邮件', 'email'], width: 24, isRequired: false },
  { field: 'consent', header: '监护人同意', aliases: ['监护人是否同意'], width: 12, isRequired: false },
  { field: 'password', header: '初始密码', aliases: ['密码'], width: 16, isRequired: false },
] as const;

export type ImportField = (typeof IMPORT_COLUMNS)[number]['field'];

/** How many students one file may bring. */
export const MAX_IMPORT_ROWS = 2000;

export type SheetRow = { number: number; cells: string[] };

export type ImportProblem = {
  /** The row's number in the spreadsheet. */
  row: number;
  /** The column's letter, '' when the whole row is meant. */
  column: string;
  /** The column's heading. */
  label: string;
  message: string;
};

export type ImportedStudent = {
  row: number;
  account: string;
  name: string;
  gender: string;
  phone: string;
  email: string;
  consent: boolean;
  classId: number | null;
  className: string;
  /** '' when one is to be made up. */
  password: string;
};

export type ImportReport = { students: ImportedStudent[]; problems: ImportProblem[] };

export type ImportContext = {
  classrooms: readonly { id: number; name: string; canChange: boolean }[];
  /** For rows that name no class. */
  defaultClassId: number | null;
  /** Why a password will not do; undefined when it will. */
  passwordProblem: (password: string, account: string) => string | undefined;
};

/** A for 0, Z for 25, AA for 26: the letter above a column. */
export function columnLetter(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return (rest < 0 ? '' : columnLetter(rest)) + String.fromCharCode(65 + (index % 26));
}

const plainHeader = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s*()（）:：[\]【】]/g, '')
    .toLowerCase();

type Columns = Partial<Record<ImportField, number>>;

/** The heading row: the first one (among the first ten) that names both the number and the name. */
function findColumns(rows: SheetRow[]): { columns: Columns; at: number } | undefined {
  for (const [at, row] of rows.slice(0, 10).entries()) {
    const columns: Columns = {};
    row.cells.forEach((cell, index) => {
      const text = plainHeader(cell);
      const found = IMPORT_COLUMNS.find(
        ({ header, aliases }) => text === header || (aliases as readonly string[]).includes(text),
      );
      if (found && columns[found.field] === undefined) columns[found.field] = index;
    });
    if (columns.account !== undefined && columns.name !== undefined) return { columns, at };
  }
  return undefined;
}

const YES = /^(是|同意|已同意|√|✓|y|yes|1|true)$/i;
const NO = /^(|否|不同意|未同意|未|n|no|0|false)$/i;

/** What a cell of a date is read as. */
const A_DATE = /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}(:\d{2})?)?$/;

/**
 * Reads the rows of a sheet as students. Everything that can be said without the database is said: missing
 * and unreadable values, classes that are unknown or not the teacher's, numbers that stand twice.
 */
export function parseImport(rows: SheetRow[], context: ImportContext): ImportReport {
  const heading = findColumns(rows);
  if (!heading) return wholeFile('找不到表头。第一行应有「学号」和「姓名」两列，请下载模板后按模板填写。');
  const body = rows.slice(heading.at + 1).filter((row) => row.cells.some((cell) => cell !== ''));
  if (body.length === 0) return wholeFile('表格里还没有学生。请在表头下面每行填写一名学生。');
  if (body.length > MAX_IMPORT_ROWS) return wholeFile(`一次最多导入 ${MAX_IMPORT_ROWS} 名学生，请分成几个文件导入。`);
  const report: ImportReport = { students: [], problems: [] };
  const seen = new Map<string, number>();
  for (const row of body) parseRow(row, heading.columns, context, seen, report);
  return report;
}

function wholeFile(message: string): ImportReport {
  return { students: [], problems: [{ row: 0, column: '', label: '', message }] };
}

function parseRow(
  row: SheetRow,
  columns: Columns,
  context: ImportContext,
  seen: Map<string, number>,
  report: ImportReport,
): void {
  const text = (field: ImportField) => {
    const index = columns[field];
    return index === undefined ? '' : (row.cells[index] ?? '');
  };
  const fail = (field: ImportField, message: string) => {
    const index = columns[field];
    const label = IMPORT_COLUMNS.find((column) => column.field === field)?.header ?? '';
    report.problems.push({ row: row.number, column: index === undefined ? '' : columnLetter(index), label, message });
  };
  const read = (field: 'account' | 'name' | 'gender' | 'phone' | 'email'): string => {
    const raw = field === 'gender' ? text(field).replace(/生$/, '') : text(field);
    if ((field === 'account' || field === 'name') && A_DATE.test(raw)) {
      fail(field, `${raw} 是日期：Excel 会把 11-1 这样的内容变成日期，请把这一列设为“文本”再填`);
      return raw;
    }
    const parsed = studentFields[field].safeParse(raw);
    if (parsed.success) return parsed.data;
    const message = parsed.error.issues[0]?.message ?? '内容有误';
    fail(field, field === 'gender' ? '性别应填 男 或 女，也可以不填' : message);
    return text(field);
  };

  const account = read('account');
  const earlier = seen.get(accountKey(account));
  if (account !== '' && earlier !== undefined) fail('account', `学号 ${account} 与第 ${earlier} 行重复`);
  else if (account !== '') seen.set(accountKey(account), row.number);

  const consent = text('consent');
  if (!YES.test(consent) && !NO.test(consent)) fail('consent', '监护人同意应填 是 或 否，也可以不填');

  const password = text('password');
  const wrong = password === '' ? undefined : context.passwordProblem(password, account);
  if (wrong) fail('password', wrong);

  const classroom = findClass(text('className'), context);
  if (typeof classroom === 'string') fail('className', classroom);

  report.students.push({
    row: row.number,
    account,
    name: read('name'),
    gender: read('gender'),
    phone: read('phone'),
    email: read('email'),
    consent: YES.test(consent),
    classId: typeof classroom === 'string' ? null : classroom.id,
    className: typeof classroom === 'string' ? text('className') : classroom.name,
    password,
  });
}

/** The class a row means, or the sentence why there is none. */
function findClass(name: string, context: ImportContext): { id: number; name: string } | string {
  if (name === '') {
    const chosen = context.classrooms.find((classroom) => classroom.id === context.defaultClassId);
    if (chosen && !chosen.canChange) return notYours(chosen.name);
    return chosen ?? '请填写班级，或在上传时选择一个班级';
  }
  const named = context.classrooms.filter((classroom) => isSameName(classroom.name, name));
  const own = named.filter((classroom) => classroom.canChange);
  if (named.length === 0) return `没有名为「${name}」的班级，请先在班级管理中新增`;
  if (own.length === 0) return notYours(name);
  if (own.length === 1 && own[0]) return own[0];
  // The same name in several years: the class chosen with the upload settles it.
  const chosen = own.find((classroom) => classroom.id === context.defaultClassId);
  return chosen ?? `有多个名为「${name}」的班级，请把这一列留空并在上传时选择班级`;
}

function notYours(name: string): string {
  return `您不是「${name}」的创建者或任课教师，不能导入学生到这个班级`;
}

/** What to say when a number is taken already. */
export function takenMessage(account: string, holder: { name: string; userType: number; className: string }): string {
  if (holder.userType === TEACHER) return `学号 ${account} 与一位教师的账号相同，请换一个`;
  const where = holder.className === '' ? '' : `，${holder.className}`;
  return `学号 ${account} 已存在（${holder.name}${where}）`;
}

/** Adds a problem for every student whose number is taken and puts all in order. */
export function withTakenAccounts(
  report: ImportReport,
  accountColumn: string,
  holders: ReadonlyMap<string, { name: string; userType: number; className: string }>,
): ImportReport {
  const taken = report.students.flatMap((student) => {
    const holder = holders.get(accountKey(student.account));
    if (!holder) return [];
    const message = takenMessage(student.account, holder);
    return [{ row: student.row, column: accountColumn, label: '学号', message }];
  });
  // In the order in which one goes through the sheet: rows, then columns (Z before AA).
  const problems = [...report.problems, ...taken].sort(
    (a, b) => a.row - b.row || a.column.length - b.column.length || (a.column < b.column ? -1 : 1),
  );
  return { ...report, problems };
}

/** The letter of the column that holds the numbers. */
export function accountColumnOf(rows: SheetRow[]): string {
  const index = findColumns(rows)?.columns.account;
  return index === undefined ? '' : columnLetter(index);
}

/** `第 5 行 A 列（学号）：…` */
export function problemText(problem: ImportProblem): string {
  if (problem.row === 0) return problem.message;
  const column = problem.column === '' ? '' : ` ${problem.column} 列`;
  const label = problem.label === '' ? '' : `（${problem.label}）`;
  return `第 ${problem.row} 行${column}${label}：${problem.message}`;
}

/** A report for the outside: a line per row, no passwords. */
export function importReport({ students, problems }: ImportReport) {
  return {
    count: students.length,
    problems: problems.map((problem) => ({ ...problem, text: problemText(problem) })),
    rows: students.map(({ password, ...student }) => ({
      ...student,
      hasPassword: password !== '',
      problems: problems.filter((problem) => problem.row === student.row).map(problemText),
    })),
  };
}

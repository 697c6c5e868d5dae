import { describe, expect, test } from 'vitest';
import {
  MAX_IMPORT_ROWS,
  columnLetter,
  parseImport,
  problemText,
  withTakenAccounts,
  type ImportContext,
} from './student-import.rules';
import { STUDENT, TEACHER } from '~/domain/actor/actor.rules';

const context: ImportContext = {
  classrooms: [
    { id: 1, name: '旅游2601班', canChange: true },
    { id: 2, name: '旅游2602班', canChange: true },
    { id: 3, name: '酒店2601班', canChange: false },
    { id: 4, name: '同名班', canChange: true },
    { id: 5, name: '同名班', canChange: true },
  ],
  defaultClassId: 1,
  passwordProblem: (password, account) =>
    password.length < 8 || password === account ? '密码至少 8 个字符' : undefined,
};

const HEADER = ['学号', '姓名', '班级', '性别', '手机号', '邮箱', '监护人同意', '初始密码'];
const sheet = (...rows: string[][]) => [HEADER, ...rows].map((cells, index) => ({ number: index + 1, cells }));
const problems = (...rows: string[][]) => parseImport(sheet(...rows), context).problems.map(problemText);

test('a full row', () => {
  const row = ['0020260101', '欧阳晓雨', '旅游2602班', '女', '13800000001', 'a@b.cn', '是', 'secret-pass'];
  expect(parseImport(sheet(row), context)).toEqual({
    problems: [],
    students: [
      {
        row: 2,
        account: '0020260101',
        name: '欧阳晓雨',
        className: '旅游2602班',
        classId: 2,
        gender: '女',
        phone: '13800000001',
        email: 'a@b.cn',
        consent: true,
        password: 'secret-pass',
      },
    ],
  });
});

test('only number and name are needed; the class chosen with the upload takes the rest', () => {
  const { students, problems: found } = parseImport(sheet(['007', '甲']), context);
  expect(found).toEqual([]);
  expect(students[0]).toMatchObject({
    account: '007',
    classId: 1,
    className: '旅游2601班',
    consent: false,
    password: '',
  });
});

test('a name that looks like a formula is a name', () => {
  expect(parseImport(sheet(['1', '=HYPERLINK("x")']), context).students[0]?.name).toBe('=HYPERLINK("x")');
});

describe('a sentence with row and column for', () => {
  test.each<[string, string[], string]>([
    ['a missing number', ['', '甲'], '第 2 行 A 列（学号）：请填写学号'],
    ['a missing name', ['1', ''], '第 2 行 B 列（姓名）：请填写姓名'],
    ['a number with blanks', ['1 2', '甲'], '第 2 行 A 列（学号）：学号只能用字母、数字和 - _ . @，并以字母或数字开头'],
    [
      'a number like a formula',
      ['=1', '甲'],
      '第 2 行 A 列（学号）：学号只能用字母、数字和 - _ . @，并以字母或数字开头',
    ],
    ['a long number', ['1'.repeat(33), '甲'], '第 2 行 A 列（学号）：学号最多 32 个字'],
    ['an unknown class', ['1', '甲', '无此班'], '第 2 行 C 列（班级）：没有名为「无此班」的班级，请先在班级管理中新增'],
    [
      'a class of others',
      ['1', '甲', '酒店2601班'],
      '第 2 行 C 列（班级）：您不是「酒店2601班」的创建者或任课教师，不能导入学生到这个班级',
    ],
    [
      'a class name that stands twice',
      ['1', '甲', '同名班'],
      '第 2 行 C 列（班级）：有多个名为「同名班」的班级，请把这一列留空并在上传时选择班级',
    ],
    ['a gender', ['1', '甲', '', '?'], '第 2 行 D 列（性别）：性别应填 男 或 女，也可以不填'],
    ['a phone', ['1', '甲', '', '', 'abc'], '第 2 行 E 列（手机号）：电话只能包含数字、空格和 -，例如 13800000000'],
    ['an e-mail', ['1', '甲', '', '', '', 'x'], '第 2 行 F 列（邮箱）：邮箱格式应如 name@example.com'],
    [
      'a consent',
      ['1', '甲', '', '', '', '', '也许'],
      '第 2 行 G 列（监护人同意）：监护人同意应填 是 或 否，也可以不填',
    ],
    [
      'a number that Excel made a date of',
      ['2026-11-01', '甲'],
      '第 2 行 A 列（学号）：2026-11-01 是日期：Excel 会把 11-1 这样的内容变成日期，请把这一列设为“文本”再填',
    ],
    [
      'a name that Excel made a date of',
      ['1', '2026-11-01'],
      '第 2 行 B 列（姓名）：2026-11-01 是日期：Excel 会把 11-1 这样的内容变成日期，请把这一列设为“文本”再填',
    ],
    ['a short password', ['1', '甲', '', '', '', '', '', 'abc'], '第 2 行 H 列（初始密码）：密码至少 8 个字符'],
  ])('%s', (_name, row, sentence) => {
    expect(problems(row)).toEqual([sentence]);
  });

  test('a number that stands twice, whatever its width and case', () => {
    expect(problems(['A01', '甲'], ['002', '乙'], ['ａ01', '丙'])).toEqual([
      '第 4 行 A 列（学号）：学号 a01 与第 2 行重复',
    ]);
  });

  test('several problems in several rows, in order', () => {
    expect(problems(['', '', '旅游2601班'], ['1', '甲', '', '外'])).toHaveLength(3);
  });

  test('numbers that are taken', () => {
    const report = withTakenAccounts(
      parseImport(sheet(['001', '甲'], ['002', '乙'], ['003', '']), context),
      'A',
      new Map([
        ['001', { name: '张三', userType: STUDENT, className: '旅游2601班' }],
        ['002', { name: '李老师', userType: TEACHER, className: '' }],
      ]),
    );
    expect(report.problems.map(problemText)).toEqual([
      '第 2 行 A 列（学号）：学号 001 已存在（张三，旅游2601班）',
      '第 3 行 A 列（学号）：学号 002 与一位教师的账号相同，请换一个',
      '第 4 行 B 列（姓名）：请填写姓名',
    ]);
  });
});

describe('the table in the file', () => {
  const parse = (rows: string[][]) =>
    parseImport(
      rows.map((cells, index) => ({ number: index + 1, cells })),
      context,
    );

  test.each([
    [
      'in another order, with marks',
      [
        ['姓名*', '学号（账号）', '性 别'],
        ['甲', '1', '男生'],
      ],
    ],
    ['below a title', [['旅游系学生名单'], ['账号', '姓名'], ['1', '甲']]],
    [
      'with other columns',
      [
        ['序号', '学号', '备注', '姓名'],
        ['1', '1', 'x', '甲'],
      ],
    ],
  ])('%s', (_name, rows) => {
    expect(parse(rows)).toMatchObject({ problems: [], students: [{ account: '1', name: '甲' }] });
  });

  test.each([
    ['no heading', [['甲', '1']], '找不到表头'],
    ['nothing at all', [], '找不到表头'],
    ['a heading only', [HEADER], '还没有学生'],
    [
      'too many students',
      [HEADER, ...Array.from({ length: MAX_IMPORT_ROWS + 1 }, (_, i) => [`${i}`, '甲'])],
      '一次最多',
    ],
  ])('%s: one sentence for the whole file', (_name, rows, sentence) => {
    const { students, problems: found } = parse(rows);
    expect(students).toEqual([]);
    expect(found.map(problemText)).toEqual([expect.stringContaining(sentence)]);
  });

  test('columns have letters', () => {
    expect([0, 25, 26, 51, 701, 702].map(columnLetter)).toEqual(['A', 'Z', 'AA', 'AZ', 'ZZ', 'AAA']);
  });
});

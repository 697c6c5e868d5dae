import { transaction } from '~/db/db.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getClassroom } from '~/domain/classroom/classroom.queries.server';
import { AppError, notFound } from '~/lib/errors';
import { makeSheet } from '~/lib/sheets.server';
import { IMPORT_COLUMNS } from './student-import.rules';
import type { IssuedPassword } from './issued-password.server';
import { findStudents, listAllStudents, type Student } from './student.queries.server';
import type { StudentExport } from './student.schema';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';

const COLUMNS = IMPORT_COLUMNS.filter((column) => column.field !== 'password');

/**
 * The chosen students, or those the list's filters show, as an .xlsx file in the template's columns. Only
 * students of classes the teacher created or teaches: the file carries phone and e-mail.
 */
export async function exportStudents(actor: Actor, input: StudentExport, now: number): Promise<Buffer> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以导出学生。');
  const students = input.ids.length > 0 ? await chosen(actor, input.ids) : await shown(actor, input);
  const file = await makeSheet([
    {
      name: '学生',
      columns: COLUMNS.map(({ header, width }) => ({ header, width })),
      rows: students.map((student) => COLUMNS.map(({ field }) => cellText(student, field))),
    },
  ]);
  await transaction(async () => {
    const detail = { count: students.length, classId: input.classId, keyword: input.keyword, ids: input.ids };
    await recordAudit(actor, { action: 'student.export', entity: 'user', entityId: '', detail }, now);
  });
  return file;
}

async function chosen(actor: Actor, ids: number[]): Promise<Student[]> {
  const students = await findStudents(actor, ids);
  if (students.length < ids.length) throw notFound('学生');
  const foreign = students.find((student) => !student.canChange);
  if (foreign) throw notYours(`${foreign.name}（${foreign.className}）`);
  return students;
}

async function shown(actor: Actor, { classId, keyword }: StudentExport): Promise<Student[]> {
  if (classId !== null) {
    const classroom = await getClassroom(actor, classId);
    if (!classroom.canChange) throw notYours(`「${classroom.name}」`);
  }
  return listAllStudents(actor, { keyword, classId, scope: 'mine' });
}

function notYours(whom: string): AppError {
  return new AppError('forbidden', `只能导出您创建或任教的班级的学生，${whom}不在其中。`);
}

function cellText(student: Student, field: (typeof COLUMNS)[number]['field']): string {
  if (field === 'consent') return student.consent ? '是' : '否';
  return student[field];
}

/** One-time passwords as an .xlsx file in base64, for a link on the page that shows them; '' when there are none. */
export async function issuedSheet(given: Omit<IssuedPassword, 'standing'>[]): Promise<string> {
  const issued = given.filter(({ password }) => password !== '');
  if (issued.length === 0) return '';
  const file = await makeSheet([
    {
      name: '初始密码',
      columns: [
        { header: '姓名', width: 16 },
        { header: '账号（学号）', width: 18 },
        { header: '班级', width: 22 },
        { header: '初始密码', width: 16 },
      ],
      rows: issued.map(({ name, account, className, password }) => [name, account, className, password]),
    },
  ]);
  return file.toString('base64');
}

const GUIDE: [string, string, string][] = [
  ['学号', '必填', '就是登录账号。字母、数字和 - _ . @，前面的 0 会保留，例如 0020260101'],
  ['姓名', '必填', '例如 欧阳晓雨'],
  ['班级', '选填', '与班级管理里的名称一致。留空的学生进入上传时选择的班级'],
  ['性别', '选填', '男 或 女'],
  ['手机号', '选填', '例如 13800000000'],
  ['邮箱', '选填', '例如 name@example.com'],
  ['监护人同意', '选填', '监护人同意发布该生的作品时填 是，否则填 否 或留空'],
  ['初始密码', '选填', '8–72 个字符，不能与学号相同。留空由系统生成，导入后显示一次。学生首次登录须修改'],
];

const TEMPLATE_ROWS = 300;

/** The spreadsheet to fill in: headings over cells that are text already, so that leading zeros stay. */
export function importTemplate(): Promise<Buffer> {
  return makeSheet([
    {
      name: '学生名单',
      columns: IMPORT_COLUMNS.map(({ header, width }) => ({ header, width })),
      rows: [],
      blankRows: TEMPLATE_ROWS,
    },
    {
      name: '填写说明',
      columns: [
        { header: '列', width: 14 },
        { header: '是否必填', width: 10 },
        { header: '怎么填', width: 90 },
      ],
      rows: GUIDE,
    },
  ]);
}

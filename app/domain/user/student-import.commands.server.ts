import { tellOfClassChanges } from '~/domain/classroom/class-changes.server';
import { keepOutOfPastExams } from '~/domain/classroom/keep-memberships.server';
import { db } from '~/db/db.server';
import { findOnce, once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { holdClassrooms } from '~/domain/classroom/classroom.commands.server';
import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { openFile, requireOwnFiles } from '~/domain/file/file.queries.server';
import { AppError } from '~/lib/errors';
import { readSheet } from '~/lib/sheets.server';
import { oneTimePassword } from './one-time-password.server';
import { hashPassword, hashRandomPassword, passwordProblem } from './password.server';
import {
  MAX_IMPORT_ROWS,
  accountColumnOf,
  importReport,
  parseImport,
  problemText,
  withTakenAccounts,
  type ImportReport,
  type ImportedStudent,
} from './student-import.rules';
import { asCurrent, asOfNow, type IssuedPassword } from './issued-password.server';
import { hashAll, newStudentRow } from './student.commands.server';
import { findAccountHolders } from './student.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { accountKey } from './account-key.rules';

export type ImportInput = {
  /** The uploaded spreadsheet, a stored file of the actor's own. */
  fileId: string;
  /** For rows that name no class. */
  classId: number | null;
  /** The same key again answers as the first confirmation did, whichever file came with it. */
  requestId?: string;
};

export type ImportedStudents = {
  /** The spreadsheet they came from. */
  fileId: string;
  students: IssuedPassword[];
};

/** What an uploaded spreadsheet would bring, with every problem in it. Stores nothing. */
export async function previewImport(actor: Actor, input: ImportInput): Promise<ImportReport> {
  const [file] = await requireOwnFiles(actor, [input.fileId], 'xlsx', 'file');
  if (!file) throw new AppError('invalid', '找不到这个文件，请重新上传。');
  // Room for headings above the table; the exact limit is the rules' to say.
  const rows = await readSheet(openFile(file), { maxRows: MAX_IMPORT_ROWS + 20, headerRows: 20 });
  const report = parseImport(rows, {
    classrooms: await listClassroomOptions(actor),
    defaultClassId: input.classId,
    passwordProblem,
  });
  const holders = await findAccountHolders(report.students.map((student) => accountKey(student.account)));
  return withTakenAccounts(report, accountColumnOf(rows), holders);
}

/**
 * Adds every student of an uploaded spreadsheet, or none if anything is wrong with one. A second
 * confirmation of the same file answers as the first did.
 * @throws AppError conflict, with the report as `extra`
 */
export async function importStudents(actor: Actor, input: ImportInput, now: number): Promise<ImportedStudents> {
  if (!isTeacher(actor)) throw new AppError('forbidden', '只有教师可以导入学生。');
  const earlier = await findEarlier(actor, input);
  if (earlier) return earlier;

  const report = await previewImport(actor, input);
  const [first] = report.problems;
  if (first) {
    // Of two confirmations at once the slower one finds the accounts taken, by the faster one.
    const meanwhile = await findEarlier(actor, input);
    if (meanwhile) return meanwhile;
    const more = report.problems.length > 1 ? `（共 ${report.problems.length} 处问题）` : '';
    throw new AppError('conflict', `${problemText(first)}${more}。没有导入任何学生。`, undefined, importReport(report));
  }
  const hashes = await hashAll(
    report.students.map((student) => {
      const password = passwordOf(actor, input.fileId, student);
      return () => (student.password === '' ? hashRandomPassword(password) : hashPassword(password));
    }),
  );
  let isFirst = false;
  const imported = await once(actor.id, fileKey(input.fileId), now, async () => {
    isFirst = true;
    if (input.requestId) {
      const source: Source = { fileId: input.fileId, classId: input.classId };
      await once(actor.id, requestKey(input.requestId), now, () => Promise.resolve(source));
    }
    return insertAll(actor, input, report.students, hashes, now);
  });
  const students = given(actor, input.fileId, imported, report);
  return { fileId: input.fileId, students: isFirst ? students.map(asCurrent) : await asOfNow(students) };
}

const fileKey = (fileId: string) => `stu.import:${fileId}`;
const requestKey = (requestId: string) => `stu.import.request:${requestId}`;

/** What a request's key stands for. */
type Source = Pick<ImportInput, 'fileId' | 'classId'>;

/** Ids by comparable account: what the first confirmation stored. */
type Imported = Record<string, number>;

/** What the same request, or the same file, was answered before. */
async function findEarlier(actor: Actor, input: ImportInput): Promise<ImportedStudents | undefined> {
  const source = input.requestId ? await findOnce<Source>(actor.id, requestKey(input.requestId)) : undefined;
  const { fileId, classId } = source ?? input;
  const imported = await findOnce<Imported>(actor.id, fileKey(fileId));
  if (!imported) return undefined;
  return {
    fileId,
    students: await asOfNow(given(actor, fileId, imported, await previewImport(actor, { fileId, classId }))),
  };
}

/** How many students came with this spreadsheet when it was confirmed; null while it was not. */
export async function countImported(actor: Actor, fileId: string): Promise<number | null> {
  const imported = await findOnce<Imported>(actor.id, fileKey(fileId));
  return imported ? Object.keys(imported).length : null;
}

async function insertAll(
  actor: Actor,
  input: ImportInput,
  students: ImportedStudent[],
  hashes: string[],
  now: number,
): Promise<Imported> {
  await holdClassrooms(actor, students.map(classOf));
  const imported: Imported = {};
  // In slices: both databases limit the number of bound values in one statement.
  for (let start = 0; start < students.length; start += 50) {
    const rows = students
      .slice(start, start + 50)
      .map((student, index) =>
        newStudentRow({ ...student, classId: classOf(student), passwordHash: hashes[start + index] ?? '' }, now),
      );
    const inserted = await db()
      .insertInto('users')
      .values(rows)
      .onConflict((conflict) => conflict.column('account_key').doNothing())
      .returning(['id', 'account_key'])
      .execute();
    for (const row of inserted) imported[row.account_key] = row.id;
    const missing = rows.find((row) => imported[row.account_key] === undefined);
    if (missing) {
      throw new AppError(
        'conflict',
        `学号 ${missing.account} 刚刚被别人使用了。没有导入任何学生，请重新核对后再导入。`,
      );
    }
  }
  await keepOutOfPastExams(Object.values(imported), now);
  const added = students.map((one) => ({
    studentId: imported[accountKey(one.account)] ?? 0,
    from: null,
    to: classOf(one),
  }));
  await tellOfClassChanges(added, now);
  const detail = { count: students.length, fileId: input.fileId, ids: Object.values(imported) };
  await recordAudit(actor, { action: 'student.import', entity: 'user', entityId: input.fileId, detail }, now);
  return imported;
}

function classOf(student: ImportedStudent): number {
  if (student.classId === null) throw new AppError('conflict', `第 ${student.row} 行没有班级。`);
  return student.classId;
}

function passwordOf(actor: Actor, fileId: string, student: ImportedStudent): string {
  return student.password || oneTimePassword(`${actor.id}:${fileId}`, accountKey(student.account));
}

function given(actor: Actor, fileId: string, imported: Imported, report: ImportReport) {
  return report.students.flatMap((student) => {
    const id = imported[accountKey(student.account)];
    if (id === undefined) return [];
    const { account, name, className } = student;
    return [{ id, account, name, className, password: passwordOf(actor, fileId, student) }];
  });
}

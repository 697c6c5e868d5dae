import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { db } from '~/db/db.server';
import { storeFile } from '~/domain/file/file.commands.server';
import type { AppError } from '~/lib/errors';
import { actorOf, makeClassroom, makeStudent, makeTeacher } from '~tests/factories';
import { useDatabase } from '~tests/support/db';
import { verifyPassword } from './password.server';
import { exportStudents, importTemplate } from './student-export.server';
import { importStudents, previewImport } from './student-import.commands.server';
import { problemText, type importReport } from './student-import.rules';
import { findUserByAccount } from './user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';

useDatabase();

const NOW = Date.UTC(2026, 10, 21, 1);
const HEADER = ['学号', '姓名', '班级', '手机号', '初始密码'];
let teacher: Actor;
let own: { id: number; name: string };

beforeEach(async () => {
  teacher = actorOf(await makeTeacher());
  own = await makeClassroom({ teacher, name: '旅游2601班' });
});

type Cell = string | number | null | { value: number; format: string };

/** A real spreadsheet, uploaded by `actor`. */
async function upload(rows: Cell[][], actor = teacher): Promise<string> {
  const data = rows.map((row) =>
    row.map((cell) => (cell !== null && typeof cell === 'object' ? { ...cell, type: Number } : cell)),
  );
  return store(await writeExcelFile(data).toBuffer(), actor);
}

async function store(bytes: Buffer, actor = teacher): Promise<string> {
  // Where uploads arrive too: a file is moved to its place, which goes within one file system only.
  const file = path.join(mkdtempSync(path.join(process.env.DATA_DIR ?? '', 'import-')), '名单.xlsx');
  writeFileSync(file, bytes);
  return (await storeFile(actor, { kind: 'xlsx', path: file, name: '名单.xlsx' }, NOW)).id;
}

const studentCount = async () =>
  (await db().selectFrom('users').select('id').where('user_type', '=', 2).execute()).length;

describe('import', () => {
  test('zeros stay, numbers keep their digits, formula-like names are names, every password works', async () => {
    const fileId = await upload([
      HEADER,
      ['0020260101', '欧阳晓雨', '旅游2601班', 13800000001, 'given-pass-1'],
      [{ value: 12, format: '000000' }, '=cmd|calc!A1', null, null, null],
      [20260103, '阿'.repeat(40), null, null, null],
    ]);
    const input = { fileId, classId: own.id };
    const preview = await previewImport(teacher, input);
    expect(preview.problems).toEqual([]);
    expect(await studentCount()).toBe(0);

    const { students: issued } = await importStudents(teacher, input, NOW);
    expect(issued.map(({ account, name }) => [account, name])).toEqual([
      ['0020260101', '欧阳晓雨'],
      ['000012', '=cmd|calc!A1'],
      ['20260103', '阿'.repeat(40)],
    ]);
    expect(issued[0]?.password).toBe('given-pass-1');
    for (const { account, password } of issued) {
      const row = await findUserByAccount(account);
      expect(row).toMatchObject({ must_change_password: 1, classroom_id: own.id });
      expect(await verifyPassword(row?.password_hash, password)).toBe(true);
    }
    expect((await findUserByAccount('0020260101'))?.phone).toBe('13800000001');

    // The confirmation sent twice answers the same and adds nobody.
    expect((await importStudents(teacher, input, NOW)).students).toEqual(issued);
    expect(await studentCount()).toBe(3);
    const audits = await db().selectFrom('audit_entries').selectAll().where('action', '=', 'student.import').execute();
    expect(audits).toHaveLength(1);
    const stored = JSON.stringify(await db().selectFrom('idempotency_keys').selectAll().execute());
    for (const { password } of issued) expect(stored + JSON.stringify(audits)).not.toContain(password);
  });

  test('two confirmations at once import once', async () => {
    const fileId = await upload([HEADER, ['1', '甲', null, null, null], ['2', '乙', null, null, null]]);
    const input = { fileId, classId: own.id };
    const [first, second] = await Promise.all([
      importStudents(teacher, input, NOW),
      importStudents(teacher, input, NOW),
    ]);
    expect(second).toEqual(first);
    expect(await studentCount()).toBe(2);
  });

  test('one bad row: nothing is stored, and the report says row and column', async () => {
    await makeStudent({ account: 'taken', name: '张三', classroom_id: own.id });
    const foreign = await makeClassroom({ teacher: await makeTeacher(), name: '酒店2601班' });
    const fileId = await upload([
      HEADER,
      ['001', '甲', null, null, null],
      ['001', '乙', null, null, null],
      ['TAKEN', '丙', null, null, null],
      ['004', '丁', foreign.name, null, null],
      ['005', null, '无此班', null, '12345678'],
    ]);
    const error = (await importStudents(teacher, { fileId, classId: own.id }, NOW).catch(
      (thrown: unknown) => thrown,
    )) as AppError;
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('没有导入任何学生') as string });
    const report = error.data.extra as ReturnType<typeof importReport>;
    expect(report.problems.map(({ text }) => text)).toEqual([
      '第 3 行 A 列（学号）：学号 001 与第 2 行重复',
      '第 4 行 A 列（学号）：学号 TAKEN 已存在（张三，旅游2601班）',
      '第 5 行 C 列（班级）：您不是「酒店2601班」的创建者或任课教师，不能导入学生到这个班级',
      '第 6 行 B 列（姓名）：请填写姓名',
      '第 6 行 C 列（班级）：没有名为「无此班」的班级，请先在班级管理中新增',
      '第 6 行 E 列（初始密码）：这个密码太常见，容易被猜到，请换一个',
    ]);
    expect(await studentCount()).toBe(1);
  });

  test('a number taken between preview and confirmation: nothing is stored', async () => {
    const fileId = await upload([HEADER, ['1', '甲', null, null, null], ['2', '乙', null, null, null]]);
    const input = { fileId, classId: own.id };
    expect((await previewImport(teacher, input)).problems).toEqual([]);
    await makeStudent({ account: '2' });
    await expect(importStudents(teacher, input, NOW)).rejects.toMatchObject({ code: 'conflict' });
    expect(await studentCount()).toBe(1);
  });

  test('the template, filled in, imports; what was exported reads like the template', async () => {
    const empty = await previewImport(teacher, { fileId: await store(await importTemplate()), classId: own.id });
    expect(empty.problems.map(problemText)).toEqual(['表格里还没有学生。请在表头下面每行填写一名学生。']);
    await importStudents(
      teacher,
      { fileId: await upload([HEADER, ['007', '甲', null, null, null]]), classId: own.id },
      NOW,
    );
    const exported = await exportStudents(teacher, { ids: [], classId: null, keyword: '' }, NOW);
    expect((await readSheet(exported))[1]?.slice(0, 3)).toEqual(['007', '甲', '旅游2601班']);
    const again = await previewImport(teacher, { fileId: await store(exported), classId: null });
    expect(again.problems.map(problemText)).toEqual(['第 2 行 A 列（学号）：学号 007 已存在（甲，旅游2601班）']);
  });

  test('another’s file, a student, a class that is not the teacher’s', async () => {
    const other = actorOf(await makeTeacher());
    const fileId = await upload([HEADER, ['1', '甲', null, null, null]]);
    await expect(previewImport(other, { fileId, classId: null })).rejects.toMatchObject({ code: 'invalid' });
    await expect(importStudents(other, { fileId, classId: null }, NOW)).rejects.toMatchObject({ code: 'invalid' });
    const student = actorOf(await makeStudent());
    await expect(importStudents(student, { fileId, classId: null }, NOW)).rejects.toMatchObject({ code: 'forbidden' });
    const foreign = await makeClassroom({ teacher: other });
    await expect(importStudents(teacher, { fileId, classId: foreign.id }, NOW)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await studentCount()).toBe(1);
  });

  test('500 students leave the event loop free', async () => {
    const rows = Array.from({ length: 500 }, (_, index) => [
      `S${String(index).padStart(4, '0')}`,
      `学生${index}`,
      null,
      null,
      null,
    ]);
    const fileId = await upload([HEADER, ...rows]);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    const { students: issued } = await importStudents(teacher, { fileId, classId: own.id }, NOW);
    clearInterval(timer);
    expect(issued).toHaveLength(500);
    expect(new Set(issued.map(({ password }) => password)).size).toBe(500);
    // Hashing on the loop would let no timer through until all is done.
    expect(turns).toBeGreaterThan(20);
  }, 60_000);
});

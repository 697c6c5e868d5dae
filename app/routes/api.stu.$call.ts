import { z } from 'zod';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { eraseStudent } from '~/domain/retention/erase.commands.server';
import { listDeletedStudents } from '~/domain/retention/erase.queries.server';
import { eraseSchema } from '~/domain/retention/erase.schema';
import { exportStudents, importTemplate } from '~/domain/user/student-export.server';
import { importStudents, previewImport } from '~/domain/user/student-import.commands.server';
import { importReport } from '~/domain/user/student-import.rules';
import { changeStudent, removeStudents, resetStudentPasswords } from '~/domain/room/reset-password.commands.server';
import { addStudent } from '~/domain/user/student.commands.server';
import { moveStudents } from '~/domain/user/student-move.commands.server';
import { listStudents } from '~/domain/user/student.queries.server';
import {
  addStudentSchema,
  changeStudentSchema,
  exportStudentsSchema,
  importStudentsSchema,
  moveStudentsSchema,
  resetPasswordSchema,
  studentIdsSchema,
} from '~/domain/user/student.schema';
import { count, idName, issuedPassword } from '~/http/answers/common';
import { newStudent, student, studentImport } from '~/http/answers/people';
import { deletedStudent } from '~/http/answers/school';
import { blob, call, defineApi, multipart, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { invalid } from '~/lib/errors';
import { formatSecond } from '~/lib/time';
import { optionalId, optionalText } from '~/lib/zod';

const listInput = apiList({ classId: optionalId('班级'), keyword: optionalText('关键词', 100) });

const { loader, action } = defineApi('stu', {
  list: call('GET', 'teacher', listInput, pageOf(student), async ({ actor, input }) =>
    paged(await listStudents(actor, { ...input, scope: 'all' })),
  ),
  add: call('POST', 'teacher', addStudentSchema, newStudent, async ({ actor, input, now }) => {
    const added = await addStudent(actor, input, now);
    const { password, standing } = added.issued;
    return { ...added.student, password, standing };
  }),
  edit: call('POST', 'teacher', changeStudentSchema, student, ({ actor, input, now }) =>
    changeStudent(actor, input, now),
  ),
  delete: call('POST', 'teacher', studentIdsSchema, count, ({ actor, input, now }) =>
    removeStudents(actor, input, now),
  ),
  deleted: call('GET', 'teacher', z.object({}), z.array(deletedStudent), async ({ actor }) =>
    (await listDeletedStudents(actor)).map(({ deletedAt, dueAt, ...one }) => ({
      ...one,
      deleteTime: formatSecond(deletedAt),
      dueTime: formatSecond(dueAt),
    })),
  ),
  // 彻底删除; the name is what the student is called from now on.
  erase: call('POST', 'teacher', eraseSchema, idName, async ({ actor, input, now }) => ({
    id: input.id,
    name: (await eraseStudent(actor, input, now)).called,
  })),
  move: call('POST', 'teacher', moveStudentsSchema, count, async ({ actor, input, now }) => {
    const { moved } = await moveStudents(actor, input, now);
    return moved;
  }),
  resetPassword: call('POST', 'teacher', resetPasswordSchema, z.array(issuedPassword), ({ actor, input, now }) =>
    resetStudentPasswords(actor, input, now),
  ),
  export: call('POST', 'teacher', exportStudentsSchema, blob(), async ({ actor, input, now }) =>
    spreadsheetResponse(await exportStudents(actor, input, now)),
  ),
  template: call('GET', 'teacher', z.object({}), blob(), async () =>
    spreadsheetResponse(await importTemplate(), '学生导入模板.xlsx'),
  ),
  import: call(
    'POST',
    'teacher',
    // The confirmation may name the file of the preview instead.
    multipart(importStudentsSchema, MAX_FILE_BYTES.xlsx, { isFileOptional: true }),
    studentImport,
    async ({ actor, input: { classId, confirm, requestId, ...input }, file, now }) => {
      // The confirmation may name the file of the preview, or bring it again.
      const fileId = file
        ? (await storeFile(actor, { kind: 'xlsx', path: file.path, name: file.name }, now)).id
        : input.fileId;
      if (!fileId) throw invalid({ file: '请选择要导入的表格。' });
      if (!confirm) return { fileId, ...importReport(await previewImport(actor, { fileId, classId })) };
      const imported = await importStudents(actor, { fileId, classId, requestId }, now);
      return { fileId: imported.fileId, count: imported.students.length, students: imported.students };
    },
  ),
});

export { loader, action };

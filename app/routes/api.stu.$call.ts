import { z } from 'zod';
import { storeFile } from '~/domain/file/file.commands.server';
import { MAX_FILE_BYTES } from '~/domain/file/file.rules';
import { exportStudents, importTemplate } from '~/domain/user/student-export.server';
import { importStudents, previewImport } from '~/domain/user/student-import.commands.server';
import { importReport } from '~/domain/user/student-import.rules';
import { addStudent, deleteStudents, editStudent, resetPasswords } from '~/domain/user/student.commands.server';
import { listStudents } from '~/domain/user/student.queries.server';
import {
  addStudentSchema,
  editStudentSchema,
  exportStudentsSchema,
  importStudentsSchema,
  resetPasswordSchema,
  studentIdsSchema,
} from '~/domain/user/student.schema';
import { assertOwnUid, blob, call, defineApi, multipart, paged, pageOf } from '~/http/api.server';
import { apiList } from '~/http/api-list';
import { fieldErrorsOf, formDataToObject } from '~/http/forms.server';
import { spreadsheetResponse } from '~/http/spreadsheet-response.server';
import { readMultipart } from '~/http/uploads.server';
import { invalid } from '~/lib/errors';
import { optionalId, optionalText } from '~/lib/zod';

const listInput = apiList({ classId: optionalId('班级'), keyword: optionalText('关键词', 100) });

/** The same key from the same person gets the first answer, whether it came as a field or as a header. */
function withKey<T extends { requestId: string }>(input: T, request: Request): T {
  return { ...input, requestId: input.requestId || (request.headers.get('Idempotency-Key') ?? '') };
}

const { loader, action } = defineApi('stu', {
  list: call('GET', 'teacher', listInput, pageOf(z.unknown()), async ({ actor, input }) =>
    paged(await listStudents(actor, { ...input, scope: 'all' })),
  ),
  add: call('POST', 'teacher', addStudentSchema, z.unknown(), async ({ actor, input, now, request }) => {
    const { student, issued } = await addStudent(actor, withKey(input, request), now);
    return { ...student, password: issued.password };
  }),
  edit: call('POST', 'teacher', editStudentSchema, z.unknown(), ({ actor, input, now }) =>
    editStudent(actor, input, now),
  ),
  delete: call('POST', 'teacher', studentIdsSchema, z.unknown(), ({ actor, input, now }) =>
    deleteStudents(actor, input, now),
  ),
  resetPassword: call('POST', 'teacher', resetPasswordSchema, z.unknown(), ({ actor, input, now, request }) =>
    resetPasswords(actor, withKey(input, request), now),
  ),
  export: call('POST', 'teacher', exportStudentsSchema, blob(), async ({ actor, input, now }) =>
    spreadsheetResponse(await exportStudents(actor, input, now)),
  ),
  template: call('GET', 'teacher', z.object({}), blob(), async () =>
    spreadsheetResponse(await importTemplate(), '学生导入模板.xlsx'),
  ),
  import: call('POST', 'teacher', multipart(z.object({})), z.unknown(), async ({ actor, request, now }) => {
    const uploads = await readMultipart(request, { maxFileBytes: MAX_FILE_BYTES.xlsx, maxFiles: 1, maxFields: 20 });
    try {
      const fields = formDataToObject(uploads.form);
      assertOwnUid(actor, request, fields);
      const parsed = importStudentsSchema.safeParse(fields);
      if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
      const { classId, confirm } = parsed.data;
      const [file] = uploads.files;
      // The confirmation may name the file of the preview, or bring it again.
      const fileId = file
        ? (await storeFile(actor, { kind: 'xlsx', path: file.path, name: file.name }, now)).id
        : parsed.data.fileId;
      if (!fileId) throw invalid({ file: '请选择要导入的表格。' });
      if (!confirm) return { fileId, ...importReport(await previewImport(actor, { fileId, classId })) };
      const students = await importStudents(actor, { fileId, classId }, now);
      return { fileId, count: students.length, students };
    } finally {
      await uploads.discard();
    }
  }),
});

export { loader, action };

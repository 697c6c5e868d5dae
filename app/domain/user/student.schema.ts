import { z } from 'zod';
import { nameField, checkbox, idField, idList, optionalId, requestIdField, textField } from '~/lib/zod';
import { profileSchema } from './account.schema';

/** Letters, digits and a few marks: what can be typed at sign-in on every keyboard. */
const ACCOUNT = /^[A-Za-z0-9][A-Za-z0-9_.@-]*$/;

/** A student number: full-width characters are folded, leading zeros stay. */
export const studentAccount = textField('学号', { max: 32 })
  .transform((text) => text.normalize('NFKC'))
  .refine((text) => ACCOUNT.test(text), { message: '学号只能用字母、数字和 - _ . @，并以字母或数字开头' });

export const studentFields = {
  account: studentAccount,
  name: nameField('姓名', { max: 40 }),
  gender: profileSchema.shape.gender,
  phone: profileSchema.shape.phone,
  email: profileSchema.shape.email,
  consent: checkbox(),
};

const requestId = requestIdField;

const classId = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number({ invalid_type_error: '请选择班级', required_error: '请选择班级' }).pipe(idField('班级')),
);

export const addStudentSchema = z.object({ ...studentFields, classId, requestId });

export const editStudentSchema = z.object({ ...studentFields, classId, id: idField('学生编号') });

/** What the form of a student asks for. */
export const studentFormSchema = z.discriminatedUnion('_intent', [
  addStudentSchema.extend({ _intent: z.literal('add') }),
  editStudentSchema.extend({ _intent: z.literal('edit') }),
]);

/** The API's edit: what is left out stays. */
export const changeStudentSchema = z
  .object({ ...studentFields, classId })
  .partial()
  .extend({
    id: idField('学生编号'),
    /** Whoever has no class is answered with null. */
    classId: classId
      .nullable()
      .optional()
      .transform((id) => id ?? undefined)
      .describe('不给或 null 则保持不变'),
  });

export const studentIdsSchema = z.object({ ids: idList('请先勾选学生', { max: 2000 }) });

export const resetPasswordSchema = z.object({ ids: idList('请先勾选学生', { max: 500 }), requestId });

/** Account slips of a class: whose one-time passwords are made anew. */
export const classSlipsSchema = resetPasswordSchema.extend({ id: idField('班级') });

export const moveStudentsSchema = z.object({ ids: idList('请先勾选学生', { max: 500 }), classId });

export type StudentScope = 'mine' | 'all';

/** What the page's list and GET /api/stu/list ask for. */
export type StudentFilter = { keyword: string; classId: number | null; scope: StudentScope };

/** What is exported: the chosen students, or what the list's filters show. */
export const exportStudentsSchema = z.object({
  ids: idList('请先勾选学生', { min: 0, max: 2000 }),
  classId: optionalId('班级'),
  keyword: z.preprocess(
    (value) => value ?? '',
    z.string({ invalid_type_error: '关键词应为文字' }).transform((text) => text.trim().slice(0, 100)),
  ),
});

/** The plain fields that go with an uploaded spreadsheet. */
export const importStudentsSchema = z.object({
  classId: optionalId('班级'),
  fileId: z.preprocess((value) => (value === '' ? undefined : value), z.string().uuid('文件编号有误').optional()),
  confirm: checkbox(),
  requestId,
});

export type StudentInput = z.output<typeof addStudentSchema>;
export type StudentEdit = z.output<typeof changeStudentSchema>;
export type StudentExport = z.output<typeof exportStudentsSchema>;

import { z } from 'zod';
import { nameField, idField, idList, optionalId, optionalText, requestIdField, typedNumber } from '~/lib/zod';

const fields = {
  name: nameField('班级名称', { max: 40 }),
  grade: optionalText('年级', 20),
  year: typedNumber(
    z.coerce
      .number({ invalid_type_error: '入学年份应为四位数字，例如 2026' })
      .int('入学年份应为四位数字，例如 2026')
      .min(1990, '入学年份应在 1990 到 2100 之间')
      .max(2100, '入学年份应在 1990 到 2100 之间'),
  ),
  teacherIds: idList('请选择教师', { min: 0, max: 50 }),
};

export const addClassroomSchema = z.object({ ...fields, requestId: requestIdField });

export const editClassroomSchema = z.object({ ...fields, id: idField('班级编号') });

/** The API's edit: what is left out stays. */
export const changeClassroomSchema = z
  .object(fields)
  .partial()
  .extend({ id: idField('班级编号') });

export const deleteClassroomsSchema = z.object({
  ids: idList('请先勾选要删除的班级', { max: 100 }),
  moveTo: optionalId('转入的班级'),
});

/** What the page's list and GET /api/class/list ask for. */
export type ClassroomFilter = { keyword: string; grade: string; currentPage: number; pageSize: number };

export type ClassroomInput = z.output<typeof addClassroomSchema>;
export type ClassroomEdit = z.output<typeof changeClassroomSchema>;
export type ClassroomDeletion = z.output<typeof deleteClassroomsSchema>;

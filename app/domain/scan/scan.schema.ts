import { z } from 'zod';
import { idField, idList } from '~/lib/zod';

const fileField = z.string({ required_error: '请选择一页' }).regex(/^[0-9a-f-]{36}$/, '请选择一页');

/** A heap is begun: its files come beside it. */
export const scanUploadSchema = z.object({ id: idField('考试') });

/** Whose a page is, by its teacher's word. */
export const assignSchema = z.object({
  id: idField('考试'),
  fileId: fileField,
  studentId: z.coerce
    .number({ invalid_type_error: '请选择学生' })
    .int()
    .min(1, '请选择学生')
    .max(2_147_483_647, '请选择学生'),
  page: z.coerce.number({ invalid_type_error: '请选择第几页' }).int().min(1, '请选择第几页').max(999, '请选择第几页'),
});

/** What else is done with a page. */
export const PAGE_DEEDS = ['left', 'right', 'discard', 'restore', 'free', 'only'] as const;
export const pageDeedSchema = z.object({
  id: idField('考试'),
  fileId: fileField,
  deed: z.enum(PAGE_DEEDS, { message: '请选择要做什么' }),
});

/** 放入答卷 */
export const placeSchema = z.object({ id: idField('考试'), studentIds: idList('请至少勾选一名学生', { max: 400 }) });

/** 撤销放入 */
export const undoPlaceSchema = z.object({ id: idField('考试'), studentId: idField('学生') });

import { z } from 'zod';
import { idField, requestIdField } from '~/lib/zod';
import { FILE_KINDS } from './file.rules';

/** What is said beside an uploaded file. */
export const uploadSchema = z.object({
  /** Left out or empty, the file's content says it. */
  type: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.enum(FILE_KINDS, { message: '文件的种类应为 image、audio、resource 或 xlsx。' }).optional(),
  ),
  requestId: requestIdField,
  /** For which attempt it is made, if for one. */
  attemptId: idField('答卷').optional(),
});

/** A stored file as the API shows it to who uploaded it. */
export const storedFileSchema = z.object({
  id: z.string().uuid(),
  url: z.string(),
  name: z.string(),
  size: z.number().int(),
  mime: z.string(),
  durationMs: z.number().int().nullable().describe('录音的时长，其他为 null'),
  promisedMs: z.number().int().nullable().describe('文件标明的时长，仅当能听到的（durationMs）明显更短；其他为 null'),
  width: z.number().int().nullable().describe('图片的宽，其他为 null'),
  height: z.number().int().nullable().describe('图片的高，其他为 null'),
});

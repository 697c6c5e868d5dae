import { z } from 'zod';
import { requestIdField } from '~/lib/zod';
import { FILE_KINDS } from './file.rules';

/** What is said beside an uploaded file. */
export const uploadSchema = z.object({
  type: z.enum(FILE_KINDS, { message: '请说明文件的种类（image、audio、resource 或 xlsx）。' }),
  requestId: requestIdField,
});

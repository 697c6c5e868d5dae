import { z } from 'zod';
import { idField, optionalId, requestIdField, textField } from '~/lib/zod';
import { MAX_DIRECTORY_NAME } from './directory.rules';
import { BANKS } from './question.schema';

const name = textField('目录名称', { max: MAX_DIRECTORY_NAME });

/** The directories of a bank; exam categories unless said otherwise. */
export const directoryBankSchema = z.object({
  bank: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z.enum([...BANKS, 'exam'], { errorMap: () => ({ message: 'bank 应为 exam、oral、written 或 theory' }) }),
    )
    .default('exam'),
});

/** A new directory; without a parent it stands at the top. */
export const addDirectorySchema = directoryBankSchema.extend({
  parentId: optionalId('上级目录'),
  name,
  requestId: requestIdField,
});
export const renameDirectorySchema = z.object({ id: idField('目录'), name });
/** Without a parent: to the top. */
export const moveDirectorySchema = z.object({ id: idField('目录'), parentId: optionalId('上级目录') });
export const directoryIdSchema = z.object({ id: idField('目录') });

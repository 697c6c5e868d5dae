import 'zod-openapi/extend';
import { z } from 'zod';
import { count } from './common';

/** Directories of a bank and categories of exams, as the API answers them. */

export const directory = z.object({
  id: z.number().int(),
  name: z.string(),
  parentId: z.number().int().nullable(),
});

type Tree = z.infer<typeof directory> & { depth: number; count: number; isShared: boolean; children: Tree[] };

const branch: z.ZodType<Tree> = directory
  .extend({
    depth: z.number().int().describe('第几级，最上面为 1'),
    count: count.describe('其中（含下级）有多少'),
    isShared: z.boolean().describe('它或上级目录共享给了老师，放进来的题随之共享'),
    children: z.lazy(() => z.array(branch)),
  })
  .openapi({ ref: 'Directory' });

/** The directories at the top, each with those under it. */
export const directoryTree = z.array(branch);

import { z } from 'zod';
import { idField } from '~/lib/zod';

/** Why a student's data goes for good. */
export const eraseSchema = z
  .object({
    id: idField('学生编号'),
    reason: z.enum(['term', 'guardian'], { message: '请选择原因' }),
    note: z.string().trim().max(200, '说明最多 200 个字').default(''),
  })
  .superRefine(({ reason, note }, context) => {
    if (reason === 'guardian' && note.length < 2) {
      context.addIssue({ code: 'custom', path: ['note'], message: '请写明是谁、什么时候提出的' });
    }
  });

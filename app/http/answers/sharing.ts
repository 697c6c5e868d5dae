import { z } from 'zod';
import { idName, time } from './common';
import { id, natural } from './exam-words';

/** Teaching groups, who has a question and who changed it, as the API answers them. */

export const teachingGroup = z.object({
  id,
  name: z.string(),
  maker: idName,
  members: z.array(z.object({ id, name: z.string(), account: z.string() })),
  canManage: z.boolean().describe('能否改名、选成员和删除'),
  isMember: z.boolean(),
});

const right = z.enum(['view', 'edit']);

/** What the reader may do with a question; with whom it is shared is told to its owner. */
export const questionRight = z.object({
  id,
  owner: idName,
  right: z.enum(['own', 'view', 'edit']),
  shares: z
    .array(
      z.object({
        audience: z.enum(['teachers', 'teacher', 'group', 'students', 'class']),
        classId: id.nullable(),
        teacherId: id.nullable(),
        groupId: id.nullable(),
        dirId: id.nullable().describe('随哪个目录共享；单独共享的为空'),
        right,
        label: z.string(),
        createTime: time,
      }),
    )
    .describe('共享给了谁；别人的题为空'),
});

export const questionEdit = z.object({
  id,
  version: natural,
  editor: z.string(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
  editTime: time,
});

import { z } from 'zod';

/** Shapes that the answers of several groups share. */

/** How many things a call changed. */
export const count = z.number().int().describe('处理的数量');

/** A time in the school's zone. */
export const time = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .describe('学校时区的时间，YYYY-MM-DD HH:mm:ss');

/** Several texts in one, as the specification has them. */
export const commaString = z.string().describe('用逗号分开的文本');

export const idName = z.object({ id: z.number().int(), name: z.string() });

/** Whether a password that a repeated request gave is still the one to use. */
export const passwordStanding = z
  .enum(['current', 'replaced', 'changed', 'deleted'])
  .describe(
    'current 可以用；同一请求编号再来时，replaced 此后又重置过，changed 学生已自己改过，deleted 账号已删除，这三种 password 为空',
  );

/** A password made by the system, shown this once. */
export const issuedPassword = z.object({
  id: z.number().int(),
  account: z.string(),
  name: z.string(),
  className: z.string(),
  password: z.string(),
  standing: passwordStanding,
});

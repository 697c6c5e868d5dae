import { z } from 'zod';

/**
 * What a student gave for one item. `keys`: chosen options (judge: T or F); `blanks`: one text per cloze
 * blank; `text`: short answers and written questions. Photos and takes are rows of their own.
 */
export const answerValueSchema = z.object({
  keys: z.array(z.string().max(4, '没有这个选项')).max(26).optional(),
  blanks: z.array(z.string().max(500, '每空最多 500 字，多出的请删去')).max(50).optional(),
  text: z.string().max(20_000, '答案最多 20000 字，多出的请删去').optional(),
});

export type AnswerValue = z.infer<typeof answerValueSchema>;

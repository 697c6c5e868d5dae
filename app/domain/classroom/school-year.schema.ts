import { z } from 'zod';
import { idList, optionalText, textField } from '~/lib/zod';

export const classroomIdsSchema = z.object({ ids: idList('请先勾选班级', { max: 100 }) });

/** 毕业: what becomes of the students' accounts. */
export const graduateSchema = classroomIdsSchema.extend({
  accounts: z.enum(['keep', 'disable'], { errorMap: () => ({ message: '请选择学生账号怎么办' }) }),
});

/** One class as 升级 shows and sends it. */
export type PromotionRow = { id: number; wasGrade: string; wasName: string; grade: string; name: string };

const grade = optionalText('年级', 20);
const name = textField('班级名称', { max: 40 });

/** 升级: `ids` are the ticked classes; of each the fields grade.ID and name.ID, and what they were as seen. */
export const promoteSchema = z
  .object({ ids: idList('请至少勾选一个要升级的班级', { max: 100 }) })
  .passthrough()
  .transform(({ ids, ...fields }, context) =>
    ids.map((id): PromotionRow => {
      const read = (schema: typeof grade | typeof name, field: string) => {
        const parsed = schema.safeParse(fields[field]);
        if (parsed.success) return parsed.data;
        const message = parsed.error.issues[0]?.message ?? '填写有误';
        context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
        return '';
      };
      return {
        id,
        wasGrade: read(grade, `wasGrade.${id}`),
        wasName: read(name, `wasName.${id}`),
        grade: read(grade, `grade.${id}`),
        name: read(name, `name.${id}`),
      };
    }),
  );

import { z } from 'zod';
import { parsePoints, POINTS_RULE } from '~/domain/exam/exam.schema';
import { listedParts } from '~/lib/listed-parts';
import { checkbox, idField, idList, optionalId, optionalText, requestIdField } from '~/lib/zod';

/** A basket holds what a paper can: more would not fit into one. */
export const MAX_BASKET = 200;

const points = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z
    .union([z.string(), z.number()])
    .optional()
    .transform((value, context) => {
      if (value === undefined) return undefined;
      const parsed = parsePoints(value);
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: z.ZodIssueCode.custom, message: POINTS_RULE });
      return z.NEVER;
    }),
);

/** Numbers as `1,2.5` or an array; absent stays absent. */
function numberList(label: string) {
  const rule = `${label} 应为最多 50 个数，用逗号分开`;
  return z.preprocess(
    (value, context) => {
      if (value === undefined || value === null) return undefined;
      const parts = listedParts(value, context, /[,，]/).filter((part) => part !== '');
      const numbers = parts.map((part) => (typeof part === 'number' || typeof part === 'string' ? Number(part) : NaN));
      // The rule is said of the list as a whole: a form has one field for it.
      return numbers.every(Number.isFinite) ? numbers : NaN;
    },
    z.array(z.number(), { invalid_type_error: rule }).max(50, rule).optional(),
  );
}

const details = { quantity: points, size: numberList('size'), length: numberList('length') };

/** POST, PUT /api/cart/add. Without a quantity the question's own points are taken. */
export const cartAddSchema = z.object({ questionId: idField('题目'), ...details, requestId: requestIdField });

/** POST, PUT /api/cart/update; what is left out stays. */
export const cartUpdateSchema = z.object({ id: idField('试题篮中的题'), ...details });
export type CartUpdateInput = z.output<typeof cartUpdateSchema>;

/** POST, DELETE /api/cart/delete. */
export const cartDeleteSchema = z
  .object({ ids: idList('', { min: 0 }), clear: checkbox() })
  .refine(({ ids, clear }) => clear || ids.length > 0, {
    path: ['ids'],
    message: '请选择要移出的题，或用 clear=1 清空',
  });

/** What the forms of the basket's page ask for. */
export const basketIntentSchema = z.discriminatedUnion('_intent', [
  z.object({ _intent: z.literal('add'), ids: idList('请先勾选要加入试题篮的题目'), back: z.string().optional() }),
  // The basket as it stands on the page, and what it is to be put into.
  z.object({
    _intent: z.literal('arrange'),
    order: idList('', { min: 0 }),
    examId: optionalId('考试'),
    name: optionalText('考试名称', 40),
    requestId: z.string().max(100).default(''),
    empty: checkbox(),
  }),
  z.object({ _intent: z.literal('clear') }),
]);

import { z } from 'zod';
import { checkbox, idField, optionalText, requestKey, textField } from '~/lib/zod';
import { CORRECTION_KINDS } from '~/domain/exam/correction.rules';

const texts = (max: number, maxLength: number) =>
  z.preprocess(
    (value) => (value === undefined || value === '' ? [] : Array.isArray(value) ? (value as unknown[]) : [value]),
    z.array(z.coerce.string().max(maxLength, '答案太长')).max(max, '答案太多'),
  );

const shape = {
  kind: z.enum(CORRECTION_KINDS, { errorMap: () => ({ message: '请选择怎样更正' }) }),
  keys: texts(20, 10),
  sets: texts(50, 50),
  blanks: texts(50, 5000),
  more: texts(200, 250),
};

/** Which item and how it is put right; what the preview is made from. */
export const remarkSchema = z.object({ examId: idField('考试'), itemId: idField('题目'), ...shape });

/** The same with the reason, against the state the preview was made from. */
export const applyRemarkSchema = remarkSchema.extend({
  reason: textField('原因', { max: 200 }),
  expected: optionalText('预览', 50).transform((text) => (text === '' ? null : text)),
  requestId: requestKey(),
});
export type ApplyRemarkInput = z.output<typeof applyRemarkSchema>;

const answers = z.union([z.string(), z.array(z.union([z.string(), z.array(z.string())]))]).optional();

/**
 * The API's form: `answer` is the new key, `accept` a further right answer (options as `A,C` or a list, of a cloze one
 * line or list of alternatives per blank), `credit` gives everybody the full mark, `undo` takes a correction back.
 */
export const remarkCallSchema = z
  .object({
    id: idField('考试'),
    itemId: idField('题目'),
    answer: answers,
    accept: answers,
    credit: checkbox(),
    undo: checkbox(),
    reason: optionalText('原因', 200),
    expected: optionalText('预览', 50).describe('预览里的 expected，原样；不给就不比较'),
    requestId: requestKey(),
    /** Absent it only shows what would change: nothing is corrected by a word that was misspelt. */
    preview: checkbox(true),
  })
  .superRefine((input, context) => {
    const asked = [input.answer !== undefined, input.accept !== undefined, input.credit, input.undo].filter(Boolean);
    if (asked.length !== 1) {
      context.addIssue({
        code: z.ZodIssueCode.custom,
        path: ['answer'],
        message: '请只给出 answer、accept、credit、undo 中的一项',
      });
    }
    if (!input.preview && input.reason === '') {
      context.addIssue({ code: z.ZodIssueCode.custom, path: ['reason'], message: '请填写原因' });
    }
  })
  .transform(({ id, answer, accept, credit, undo, expected, ...input }) => {
    const given = answer ?? accept ?? [];
    const list = Array.isArray(given) ? given : given.split('\n');
    const lines = list.map((line) => (Array.isArray(line) ? line.join('|') : line));
    const kind: (typeof CORRECTION_KINDS)[number] =
      answer !== undefined ? 'key' : accept !== undefined ? 'accept' : credit ? 'credit' : 'none';
    void undo;
    return {
      ...input,
      examId: id,
      kind,
      keys: lines
        .flatMap((line) => line.split(','))
        .map((key) => key.trim())
        .filter((key) => key !== ''),
      sets: [],
      blanks: lines,
      more: [],
      expected: expected === '' ? null : expected,
    };
  });

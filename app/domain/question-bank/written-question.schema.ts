import { z } from 'zod';
import { optionalText, textField } from '~/lib/zod';
import {
  asList,
  audioReference,
  MAX_POINTS,
  optionalPoints,
  optionalTitle,
  pointsField,
  questionFields,
} from './question-fields.schema';
import { markingPointsTotal } from './question.rules';
import { ANSWER_BY, type MarkingPoint } from './question.schema';

const MAX_MARKING_POINTS = 10;

const isBlank = (value: unknown) => value === undefined || value === null || String(value).trim() === '';

// A row left blank in the form is no marking point; errors name the row as it was sent.
const markingPoints = z
  .array(z.object({ text: z.unknown(), points: z.unknown() }).passthrough())
  .max(MAX_MARKING_POINTS, `评分要点最多 ${MAX_MARKING_POINTS} 条`)
  .transform((rows, context) => {
    const list: MarkingPoint[] = [];
    rows.forEach((row, index) => {
      if (isBlank(row.text) && isBlank(row.points)) return;
      const text = textField('要点', { max: 200 }).safeParse(row.text);
      const points = isBlank(row.points) ? undefined : pointsField('要点分值').safeParse(row.points);
      if (!text.success) addIssue(context, [index, 'text'], text.error.issues[0]?.message);
      if (!points?.success) addIssue(context, [index, 'points'], points?.error.issues[0]?.message ?? '请填写要点分值');
      if (text.success && points?.success) list.push({ text: text.data, points: points.data });
    });
    return list;
  });

function addIssue(context: z.RefinementCtx, path: (string | number)[], message = '输入有误') {
  context.addIssue({ code: z.ZodIssueCode.custom, path, message });
}

/** A written question as its form and the API send it. Without points it has what its marking points come to. */
export const writtenQuestionSchema = z
  .object({
    ...questionFields,
    title: optionalTitle,
    prompt: textField('题目内容', { max: 10_000 }),
    referenceAnswer: optionalText('参考答案', 10_000),
    markingPoints: z.preprocess((value) => (value === '' ? [] : (value ?? [])), markingPoints),
    answerBy: z.enum(ANSWER_BY, { errorMap: () => ({ message: '请选择作答方式' }) }).default('both'),
    points: optionalPoints(),
    musicUrl: audioReference(),
  })
  .superRefine(({ points, markingPoints: rows }, context) => {
    const total = markingPointsTotal(rows);
    if (total > MAX_POINTS) addIssue(context, ['markingPoints'], `评分要点合计最多 ${MAX_POINTS} 分`);
    if (rows.length > 0 && points !== undefined && points !== total) {
      addIssue(
        context,
        ['markingPoints'],
        `评分要点合计 ${total} 分，与题目分值 ${points} 分不相等。请改要点的分值，或把题目分值改为 ${total}。`,
      );
    }
  });

export type WrittenQuestionInput = z.output<typeof writtenQuestionSchema>;

/** The same as the page's form sends it: the texts and the points of the rows as two repeated fields. */
export const writtenFormSchema = z.preprocess((raw) => {
  const fields = raw as Record<string, unknown>;
  const points = asList(fields.markPoints);
  return { ...fields, markingPoints: asList(fields.markText).map((text, index) => ({ text, points: points[index] })) };
}, writtenQuestionSchema);

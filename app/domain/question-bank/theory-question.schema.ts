import { z } from 'zod';
import { optionalText, textField } from '~/lib/zod';
import { asList, audioReference, optionalPoints, optionalTitle, questionFields } from './question-fields.schema';
import type { AnswerKey, Refuse } from './kinds/kind.schema';
import { theoryRules } from './kinds/kinds.rules';
import { THEORY_KINDS } from './question.schema';

const NO_KEY: AnswerKey = { options: [], keys: [], blanks: [], reference: '' };

const baseSchema = z.object({
  ...questionFields,
  kind: z.enum(THEORY_KINDS, { errorMap: () => ({ message: '请选择题型' }) }),
  title: optionalTitle,
  stem: textField('题干', { max: 5000 }),
  analysis: optionalText('解析', 5000),
  points: optionalPoints(),
  musicUrl: audioReference(),
});

/**
 * A theory question as its form and the API send it. `options`: [{text}] or texts; `answer` by kind:
 * option letters, T or F, one line of alternatives per blank, or a reference text. Without `stem` the title
 * is the stem. Everything wrong is said at once.
 */
export const theoryQuestionSchema = z.unknown().transform((raw, context) => {
  const fields = withStem(raw);
  const base = baseSchema.safeParse(fields);
  let refused = !base.success;
  for (const issue of base.error?.issues ?? []) context.addIssue(issue);
  const refuse: Refuse = (field, message) => {
    refused = true;
    context.addIssue({ code: z.ZodIssueCode.custom, path: field.split('.'), message });
  };
  const kind = THEORY_KINDS.find((each) => each === fields.kind);
  const key = kind ? theoryRules(kind).readKey(fields, refuse) : NO_KEY;
  if (refused || !base.success) return z.NEVER;
  return { ...base.data, ...key };
});

export type TheoryQuestionInput = z.output<typeof theoryQuestionSchema>;

/** The same as the page's form sends it: the options as one repeated field. */
export const theoryFormSchema = z.preprocess((raw) => {
  const fields = raw as Record<string, unknown>;
  return { ...fields, options: asList(fields.optionText) };
}, theoryQuestionSchema);

function withStem(raw: unknown): Record<string, unknown> {
  const fields = { ...(raw as Record<string, unknown> | null) };
  if (fields.stem === undefined) {
    fields.stem = fields.title;
    fields.title = '';
  }
  return fields;
}

import { z } from 'zod';
import { answerValueSchema, type AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { isFileId, MAX_PHOTOS_PER_ANSWER } from '~/domain/file/file.rules';
import { questionPageFilters } from '~/domain/question-bank/question-fields.schema';
import { BANKS } from '~/domain/question-bank/question.schema';
import { listedParts } from '~/lib/listed-parts';
import { idField, optionalId, optionalText, typedNumber } from '~/lib/zod';
import { MAX_RUN, type Target } from './practice.rules';

const emptyIsNull = <S extends z.ZodTypeAny>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());

const rating = typedNumber(
  z.coerce
    .number({ invalid_type_error: '请选择 1 到 5' })
    .int('请选择 1 到 5')
    .min(1, '请选择 1 到 5')
    .max(5, '请选择 1 到 5'),
);

const note = optionalText('备注', 500);

/** Stored files as a comma string or an array of ids or addresses. */
const fileIds = z.preprocess(
  (value, context) => {
    const parts = listedParts(value ?? '', context);
    return [...new Set(parts.map((part) => String(part).replace(/^\/api\/file\//, '')))].filter((part) => part !== '');
  },
  z
    .array(z.string().refine(isFileId, '文件有误，请重新上传'))
    .max(MAX_PHOTOS_PER_ANSWER, `照片最多 ${MAX_PHOTOS_PER_ANSWER} 张`),
);

/**
 * An answer as pages send it ({keys, blanks, text}) or in short: letters `A,C`, one line per blank, or the text
 * itself. What the question does not ask for is dropped later.
 */
const answer = z.unknown().transform((raw, context): AnswerValue => {
  const value = typeof raw === 'string' ? fromText(raw) : Array.isArray(raw) ? fromList(raw as unknown[]) : (raw ?? {});
  const parsed = answerValueSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) context.addIssue({ ...issue, path: [] });
  return z.NEVER;
});

/** More than all letters with what may stand between them. */
const MAX_LETTERS_TEXT = 200;

function fromText(text: string): AnswerValue {
  const isLetters = text.length <= MAX_LETTERS_TEXT && /^[A-Za-z](\s*[,，、]?\s*[A-Za-z])*$/.test(text.trim());
  const letters = isLetters ? (text.toUpperCase().match(/[A-Z]/g) ?? []) : [];
  return {
    text,
    keys: letters.slice(0, 26),
    blanks: text
      .split('\n')
      .slice(0, 50)
      .map((line) => line.slice(0, 500)),
  };
}

function fromList(list: unknown[]): AnswerValue {
  const texts = list.map((part) => String(part));
  return { keys: texts.filter((text) => text.length <= 4), blanks: texts };
}

/** One try. `requestId` makes a repeat harmless; `begunAt` is when its page was opened. */
export const practiceSchema = z
  .object({
    questionId: optionalId('题目').optional(),
    itemId: optionalId('题目').optional(),
    runId: optionalId('练习').optional(),
    answer: answer.default({}),
    fileIds,
    selfRating: emptyIsNull(rating).optional(),
    note,
    requestId: optionalText('请求编号', 100),
    begunAt: z.coerce.number().int().min(0).catch(0),
  })
  .transform(({ questionId, itemId, ...rest }, context) => {
    const target: Target | null = questionId ? { questionId } : itemId ? { itemId } : null;
    if (target !== null) return { ...rest, target };
    context.addIssue({ code: z.ZodIssueCode.custom, path: ['questionId'], message: '请指明要练习的题目' });
    return z.NEVER;
  });

export type PracticeInput = z.output<typeof practiceSchema>;

export const ratePracticeSchema = z.object({ id: idField('练习'), rating, note });
export const deletePracticeSchema = z.object({ id: idField('练习') });
/** `met`: the indexes of the ticked marking points. */
export const markPracticeSchema = z.object({
  id: idField('练习'),
  met: z.preprocess(
    (value) => (value === undefined ? [] : [value].flat()),
    z.array(z.coerce.number().int().min(0).max(100)).max(100),
  ),
});

/** What a practice page's URL names: a question or an item, the run it belongs to, the try to look at. */
export const practiceSearchSchema = z
  .object({
    id: idField().nullable().catch(null),
    item: idField().nullable().catch(null),
    run: idField().nullable().catch(null),
    done: idField().nullable().catch(null),
  })
  .transform(({ id, item, run, done }) => ({
    target: (item ? { itemId: item } : { questionId: id ?? 0 }) as Target,
    runId: run,
    doneId: done,
  }));

// ---- Runs -------------------------------------------------------------------------------------------------------

export const ORDERS = ['random', 'sequence'] as const;
export const ONLY = ['', 'wrong', 'new'] as const;

/** What the practice hub narrows to. `from`: '' all, mine, shared, or a directory's id. */
export const hubFields = {
  bank: z.enum(BANKS).catch('theory'),
  from: z.union([z.enum(['', 'mine', 'shared']), idField('目录')]).catch(''),
  level: questionPageFilters.level,
  kind: questionPageFilters.kind,
  only: z.enum(ONLY).catch(''),
  count: typedNumber(z.coerce.number().int().min(1).max(MAX_RUN)).catch(10),
  order: z.enum(ORDERS).catch('random'),
};
export const hubSchema = z.object(hubFields);
export type HubInput = z.output<typeof hubSchema>;

const COUNT = `请填写 1 到 ${MAX_RUN} 的整数`;
export const startRunSchema = hubSchema.extend({
  count: typedNumber(z.coerce.number({ invalid_type_error: COUNT }).int(COUNT).min(1, COUNT).max(MAX_RUN, COUNT)),
  requestId: optionalText('请求编号', 100),
});

/** What is wrong with the number that the address of the hub names. */
export function countProblem(typed: string | null): string {
  if (typed === null) return '';
  return startRunSchema.shape.count.safeParse(typed).error?.issues[0]?.message ?? '';
}

export const runIdSchema = z.object({ runId: idField('练习') });

/** Entries of the wrong-question book by their keys (q12, i34). */
export const wrongKeysSchema = z.object({
  keys: z.preprocess(
    (value, context) => {
      return listedParts(value ?? '', context).filter((part) => part !== '');
    },
    z.array(z.string().regex(/^[qi]\d{1,10}$/, '题目有误')).max(1000),
  ),
});
/** Whether the page of the book shows what stands in it, or what has left it. */
export const wrongPageFields = { tab: z.enum(['', 'left']).catch('') };

/** What the page of the book can do; a run without keys is over all that can be practised. */
export const wrongIntentSchema = z.discriminatedUnion('_intent', [
  wrongKeysSchema.extend({ _intent: z.literal('practise'), requestId: optionalText('请求编号', 100) }),
  wrongKeysSchema.extend({ _intent: z.literal('remove') }),
  wrongKeysSchema.extend({ _intent: z.literal('putBack') }),
]);

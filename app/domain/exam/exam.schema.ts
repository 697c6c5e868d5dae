import { z } from 'zod';
import { audioReference, imageList } from '~/domain/question-bank/question-fields.schema';
import { listedParts } from '~/lib/listed-parts';
import { formatMinute } from '~/lib/time';
import { checkbox, idList, optionalId, optionalText, textField, textList, timeField } from '~/lib/zod';
import { MEASURES } from './exam-settings.schema';
import { timeProblems, timesAsSaved } from './times.rules';
import { toSavePayload } from './save-payload.rules';
import type { TestType } from './parts.rules';

/**
 * One schema per wizard step; the API's add and edit read the same three. Fields never abort the parse, so
 * that every broken rule is said at once.
 */

/** A whole number as typed, empty allowed (null). */
function wholeNumber(label: string, { min, max }: { min: number; max: number }) {
  return z
    .union([z.string(), z.number(), z.null()])
    .optional()
    .transform((value, context) => {
      const text = String(value ?? '')
        .normalize('NFKC')
        .trim();
      if (text === '') return null;
      const number = Number(text);
      if (!/^\d+$/.test(text) || number < min || number > max) {
        context.addIssue({ code: z.ZodIssueCode.custom, message: `${label}应为 ${min} 到 ${max} 的整数` });
        return z.NEVER;
      }
      return number;
    });
}

const numberOr = (label: string, limits: { min: number; max: number }, fallback: number) =>
  wholeNumber(label, limits).transform((value) => value ?? fallback);

/** 0, 1 or 2, or the parts that are ticked as a list or a comma string; nothing ticked is refused. */
const testType = z
  .union([z.string(), z.number(), z.array(z.union([z.string(), z.number()]))])
  .optional()
  .transform((value, context): TestType => {
    const ticked = new Set(listedParts(value ?? '', context).map(String));
    const [only] = ticked;
    if (ticked.size === 2 && ticked.has('0') && ticked.has('1')) return 2;
    if (ticked.size === 1 && (only === '0' || only === '1' || only === '2')) return Number(only) as TestType;
    context.addIssue({ code: z.ZodIssueCode.custom, message: '选择考试部分：口语、笔试，或两者都选' });
    return z.NEVER;
  })
  .describe('0 口语，1 笔试，2 两部分都有；也可以是勾选的部分，如 [0,1]');

const isTime = (value: unknown): value is number | null => value === null || typeof value === 'number';
const TIMES = ['oralBeginTime', 'oralEndTime', 'beginTime', 'endTime', 'uploadEndTime'] as const;

/** The times that were typed but are none: they have their sentence. */
export const unreadableTimes = (value: Partial<Record<(typeof TIMES)[number], unknown>>): string[] =>
  TIMES.filter((field) => !isTime(value[field]));

/** The fields of step 1. */
export const basicsFields = {
  name: textField('考试名称', { max: 40 }),
  categoryName: optionalText('考试类别', 20),
  clazzIds: idList('选择至少一个班级', { max: 200 }),
  testType,
  oralBeginTime: timeField('口语开始时间'),
  oralEndTime: timeField('口语结束时间'),
  oralMinutes: wholeNumber('口语限时', { min: 1, max: 600 }),
  beginTime: timeField('笔试开始时间'),
  endTime: timeField('笔试结束时间'),
  uploadEndTime: timeField('上传截止时间').describe('照片上传截止时间；不写就是笔试结束时间'),
  writtenMinutes: wholeNumber('笔试限时', { min: 1, max: 600 }),
  oralWeight: numberOr('口语占比', { min: 0, max: 100 }, 50),
  writtenWeight: numberOr('笔试占比', { min: 0, max: 100 }, 50),
  instructions: optionalText('考试须知', 2000),
};

/** Why the weights of two parts are refused. */
export const weightsText = (sum: number) => `口语和笔试的占比之和应为 100，现在是 ${sum}`;

/** Step 1 as the API takes it: name, parts, classes and times. */
export const basicsSchema = z
  .object(basicsFields)
  .superRefine((value, context) => {
    const add = (field: string, message: string) =>
      context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
    if (value.testType !== 0 && value.testType !== 1 && value.testType !== 2) return;
    const unreadable = unreadableTimes(value);
    const problems = timeProblems(timesAsSaved(value), formatMinute, unreadable);
    for (const [field, message] of Object.entries(problems)) add(field, message);
    const sum = value.oralWeight + value.writtenWeight;
    if (value.testType === 2 && sum !== 100) add('writtenWeight', weightsText(sum));
  })
  .transform(timesAsSaved);

export type Basics = z.output<typeof basicsSchema>;

/** Step 2 as the API takes it: the oral question with its material, the examiners, how it is recorded and measured. */
export const oralStepSchema = z.object({
  oralId: optionalId('口语题'),
  keyPoint: textList('关键词', { maxItems: 50, maxLength: 30 }),
  imageUrl: imageList(),
  musicUrl: audioReference().transform((value) => value ?? null),
  oralExaminerIds: idList('', { min: 0, max: 50 }),
  writtenExaminerIds: idList('', { min: 0, max: 50 }),
  /** Left out, it stays as it is. */
  markedBy: z
    .union([z.enum(['all', 'one'], { errorMap: () => ({ message: '选择几位老师怎么评' }) }), z.literal('')])
    .optional()
    .transform((value) => value || undefined),
  prepSeconds: numberOr('准备时间', { min: 0, max: 3600 }, 0),
  recordSeconds: numberOr('录音时间', { min: 0, max: 3600 }, 0),
  maxTakes: numberOr('可录次数', { min: 0, max: 50 }, 0),
  zqd: numberOr('准确度权重', { min: 0, max: 100 }, 30),
  lld: numberOr('流利度权重', { min: 0, max: 100 }, 30),
  wzd: numberOr('完整度权重', { min: 0, max: 100 }, 20),
  gjc: numberOr('关键词权重', { min: 0, max: 100 }, 20),
});

export type OralStep = z.output<typeof oralStepSchema>;

/** What the exam's parts demand of step 2, a sentence per field. */
export function oralStepProblems(step: OralStep, type: TestType): Record<string, string> {
  const problems: Record<string, string> = {};
  if (type === 1) return problems;
  if (step.oralId === null) problems.oralId = '选择一道口语题';
  if (MEASURES.every((measure) => step[measure] === 0)) problems.zqd = '四项权重不能都是 0';
  return problems;
}

/** The points of one item: above 0, at most 1000, in steps of 0.5. Undefined when the text is none. */
export function parsePoints(text: string | number): number | undefined {
  const value = Number(String(text).normalize('NFKC').trim() || 'none');
  return value > 0 && value <= 1000 && Number.isInteger(value * 2) ? value : undefined;
}

export const POINTS_RULE = '分值应大于 0，不超过 1000，最小到 0.5 分';

/** The points of one item as typed. */
export const points = z.union([z.string(), z.number()]).transform((value, context) => {
  const parsed = parsePoints(value);
  if (parsed === undefined) {
    context.addIssue({ code: z.ZodIssueCode.custom, message: POINTS_RULE });
    return z.NEVER;
  }
  return parsed;
});

/** Left out it stays as it is; emptied it is off again. */
const flag = z.preprocess((value) => (value === '' || value === null ? false : value), checkbox().optional());

/** The written paper as the API takes it, in order; `writtenIds` alone gives every question its own points. */
export const paperSchema = z.object({
  writtenIds: idList('', { min: 0, max: 200 }),
  /** Left out, they stay as they are. */
  shuffleItems: flag,
  shuffleOptions: flag,
});

/** What the exam's parts demand of step 3. */
export function paperProblems(itemCount: number, type: TestType): Record<string, string> {
  return type !== 0 && itemCount === 0 ? { items: '笔试部分至少要有一道题' } : {};
}

// ---------------------------------------------------------------- the wizard's forms

export type FormValues = Record<string, string | string[]>;

const asList = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : value === undefined || value === '' ? [] : [value]).map(String);

/** A step's form as it came, through the save conversion; an empty testType is left for the schema to refuse. */
export function toStepPayload(raw: unknown): Record<string, unknown> {
  const values = (raw ?? {}) as Record<string, unknown>;
  const types = asList(values.testType).filter((type) => type === '0' || type === '1');
  const { body } = toSavePayload({
    ...values,
    testType: types.map(Number),
    clazzIds: asList(values.clazzIds),
    keyPoint: asList(values.keyPoint),
    imageUrl: asList(values.imageUrl),
    oralExaminerIds: asList(values.oralExaminerIds),
    writtenExaminerIds: asList(values.writtenExaminerIds),
    writtenIds: asList(values.writtenIds),
  });
  return { ...body, testType: types.length === 0 ? [] : body.testType };
}

/** Step 1 as its form sends it; the page checks with it at once, the server again. */
export const basicsFormSchema = z.preprocess(toStepPayload, basicsSchema);

/** A step's problems in the order of its fields, as a person reads the form; one sentence a field. */
export function inFieldOrder(problems: Record<string, string>): Record<string, string> {
  const order = [...Object.keys(basicsFields), ...Object.keys(oralStepSchema.shape)];
  return Object.fromEntries(Object.entries(problems).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)));
}

/** The first sentence per field of a failed parse, in the order of the fields. */
export function problemsOf(issues: { path: (string | number)[]; message: string }[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[String(issue.path[0] ?? '')] ??= issue.message;
  return inFieldOrder(fields);
}

/** Step 2 as its form sends it. */
export const oralStepFormSchema = z.preprocess(toStepPayload, oralStepSchema);

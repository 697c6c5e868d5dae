import { z } from 'zod';
import { MAX_DRAWS, type DrawRule } from '~/domain/question-bank/draw.rules';
import { LEVELS, THEORY_KINDS } from '~/domain/question-bank/question.schema';
import { listedParts } from '~/lib/listed-parts';
import { formatMinute } from '~/lib/time';
import { checkbox, idField, optionalId, optionalText, typedNumber, asTyped } from '~/lib/zod';
import { examSettingsSchema, MEASURES, type ExamSettings } from './exam-settings.schema';
import { timeProblems, timesAsSaved } from './times.rules';
import { sectionsField } from './paper-sections.schema';
import {
  basicsFields,
  inFieldOrder,
  oralStepProblems,
  oralStepSchema,
  paperSchema,
  points,
  unreadableTimes,
  type Basics,
  type OralStep,
  weightsText,
} from './exam.schema';

/**
 * POST /api/exam/add and /edit: the three steps of the wizard, the settings and the draw rules at once. What a call
 * leaves out is absent from what its schema gives: add fills it with what an exam begins with, edit leaves it as it is.
 */

/** '' and null: back to what an exam begins with (null then). */
const emptiable = <S extends z.ZodTypeAny>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable());

const number = (label: string, min: number, max: number, digits: 0 | 1 = 0) =>
  emptiable(
    typedNumber(
      z.coerce
        .number({ invalid_type_error: `${label}应为数字` })
        .min(min, `${label}应为 ${min} 到 ${max} 的数`)
        .max(max, `${label}应为 ${min} 到 ${max} 的数`)
        .refine((value) => Number.isInteger(value * 10 ** digits), `${label}${digits ? '最多一位小数' : '应为整数'}`),
    ),
  );
const choice = <T extends [string, ...string[]]>(values: T, message: string) =>
  emptiable(z.enum(values, { errorMap: () => ({ message }) }));

/** What 评分设置 holds beside the steps. */
export const pageFields = {
  countedAttempt: choice(['last', 'best'], '请选择计哪一次（last 或 best）'),
  arbitrationLimit: number('仲裁分差', 0, 100, 1),
  isBlind: emptiable(checkbox()),
  /** As a text they stand line by line, or apart by commas. */
  quickComments: z.preprocess(
    (value, context) =>
      value === ''
        ? null
        : typeof value === 'string'
          ? listedParts(value, context, /[\n,]/).filter((line) => String(line).trim())
          : value,
    z
      .array(z.string({ invalid_type_error: '评语应为文字' }).trim().max(100, '每条评语最多 100 个字'), {
        invalid_type_error: '评语应为列表',
      })
      .max(50, '评语最多 50 条')
      .nullable(),
  ),
  rowsPerPage: number('每页行数', 1, 200),
  releaseMode: choice(['manual', 'auto'], '请选择公布方式（manual 或 auto）'),
  excellentFrom: number('优秀线', 0, 100, 1),
  passFrom: number('及格线', 0, 100, 1),
  goodFrom: number('良好线', 0, 100, 1),
  lowFrom: number('低分线', 0, 100, 1),
  showsRank: emptiable(checkbox()),
  resultDisplay: choice(['points', 'grade'], '请选择成绩显示方式（points 或 grade）'),
};
const PAGE_FIELDS = Object.keys(pageFields) as (keyof typeof pageFields)[];

const { prepSeconds, recordSeconds, maxTakes, markedBy, zqd, lld, wzd, gjc } = oralStepSchema.shape;
const { shuffleItems, shuffleOptions } = paperSchema.shape;
const { oralMinutes, writtenMinutes, oralWeight, writtenWeight, instructions } = basicsFields;

const measureWeights = z.object({ zqd, lld, wzd, gjc }).partial();

/** Everything that `settings` knows. */
const settingsShape = {
  measureWeights: measureWeights.optional(),
  ...z
    .object({ prepSeconds, recordSeconds, maxTakes, markedBy, shuffleItems, shuffleOptions })
    .extend({ oralMinutes, writtenMinutes, oralWeight, writtenWeight, instructions })
    .extend(pageFields)
    .partial().shape,
};

/** What is not known is refused by its name: nobody is to believe in a setting that there is none of. */
export const onlyKnown = (names: readonly string[]) => (value: unknown, context: z.RefinementCtx) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value === '' ? undefined : value;
  for (const name of Object.keys(value)) {
    if (names.includes(name)) continue;
    context.addIssue({ code: z.ZodIssueCode.custom, path: [name], message: `没有 ${name} 这个设置` });
  }
  return value;
};
const settings = z.preprocess(
  onlyKnown(Object.keys(settingsShape)),
  z
    .object({
      ...settingsShape,
      measureWeights: z.preprocess(onlyKnown([...MEASURES]), measureWeights.optional()),
    })
    .optional(),
);

/** Settings of an exam that stand elsewhere than in `known` are refused by their names where they are sent all the same. */
export const onlyThese = (known: readonly string[]) => (value: unknown, context: z.RefinementCtx) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const others = [...Object.keys(settingsShape), ...MEASURES].filter((name) => !known.includes(name));
  for (const name of Object.keys(value).filter((one) => others.includes(one))) {
    context.addIssue({ code: z.ZodIssueCode.custom, path: [name], message: `评分设置里没有 ${name} 这个设置` });
  }
  return value;
};

/** A draw rule of a call, with the section it stands in. */
export type CalledDraw = DrawRule & { section: number | null };

/** A draw rule; what get answers of one is taken as it came. */
const draw = z
  .object({
    bank: z.enum(['written', 'theory'], { errorMap: () => ({ message: 'bank 应为 written 或 theory' }) }),
    kind: z.enum(['', ...THEORY_KINDS], { errorMap: () => ({ message: '题型有误' }) }).default(''),
    level: z.preprocess(
      (value) => (value === '' || value === undefined ? null : asTyped(value)),
      z.coerce
        .number({ invalid_type_error: '请选择难度' })
        .refine((value) => LEVELS.some((level) => level === value), '请选择难度')
        .nullable(),
    ),
    dirId: optionalId('目录'),
    scope: z.enum(['mine', 'all'], { errorMap: () => ({ message: 'scope 应为 mine 或 all' }) }).default('mine'),
    section: optionalId('大题').optional(),
    count: typedNumber(
      z.coerce
        .number({ invalid_type_error: '题数应为 1 到 100 的整数', required_error: '请填写题数' })
        .int('题数应为 1 到 100 的整数')
        .min(1, '题数应为 1 到 100 的整数')
        .max(100, '题数应为 1 到 100 的整数'),
    ),
    points,
  })
  .transform(({ dirId, section, ...rule }): CalledDraw => ({ ...rule, directoryId: dirId, section: section ?? null }));

/** Draw rules as a call sends them. */
export const drawRules = z.preprocess(
  (value) => (value === '' || value === null ? [] : value),
  z.array(draw, { invalid_type_error: '抽题规则应为列表' }).max(MAX_DRAWS, `一份试卷最多 ${MAX_DRAWS} 条抽题规则`),
);

/** An item by its question, or by its own id where get answered one: its question may be gone. */
const item = z
  .object({
    id: optionalId('题目').optional(),
    questionId: optionalId('题目'),
    points,
    section: optionalId('大题').optional(),
  })
  .superRefine((value, context) => {
    if (value.questionId !== null || (value.id ?? null) !== null) return;
    context.addIssue({ code: z.ZodIssueCode.custom, path: ['questionId'], message: '题目有误' });
  });
/** An exam's own items sent back name the oral one, too; that is `oralId`'s to say. */
const isWritten = (one: unknown) => (one as { part?: unknown } | null)?.part !== 'oral';
const items = z.preprocess(
  (value) => (value === '' ? null : Array.isArray(value) ? value.filter(isWritten) : value),
  z.array(item, { invalid_type_error: '试题应为列表' }).max(200, '一份试卷最多 200 题').nullable().optional(),
);

const givenFields = {
  ...z.object(basicsFields).merge(oralStepSchema).merge(paperSchema).partial().shape,
  items,
  sections: sectionsField.optional(),
  draws: drawRules.optional(),
  settings,
  /** A category by its id goes before one by its name. */
  categoryId: optionalId('考试类别').optional(),
};

/** The same key again returns the exam of the first call. */
const requestId = optionalText('请求编号', 100);

/** A call that means an exam there is would make a second one. */
const noId = z
  .string({ errorMap: () => ({ message: '新建考试不填 id；要改已有的考试，请用 exam/edit' }) })
  .max(0)
  .optional()
  .describe('不填：要改已有的考试，请用 exam/edit');

const addFields = z.object({
  id: noId,
  ...givenFields,
  name: basicsFields.name,
  clazzIds: basicsFields.clazzIds,
  testType: basicsFields.testType,
  requestId,
});

type Given = z.output<z.ZodObject<typeof givenFields>>;
/** What `settings` holds of 评分设置; null: as an exam begins. */
export type PageChanges = { [name in keyof typeof pageFields]?: z.output<(typeof pageFields)[name]> | undefined };
/** The fields of a call, those of `settings` lifted out; what was left out is absent. */
export type ExamChanges = Partial<Basics & OralStep> &
  Pick<Given, 'writtenIds' | 'shuffleItems' | 'shuffleOptions' | 'draws' | 'sections' | 'categoryId'> & {
    items?: z.output<typeof item>[] | undefined;
    page: PageChanges;
  };

/** A setting that is said twice says the same. */
export function contradictions(
  { settings: nested, ...fields }: { settings?: { measureWeights?: object | undefined } | undefined },
  context: z.RefinementCtx,
): void {
  const { measureWeights: weights, ...others } = nested ?? {};
  const said: Record<string, unknown> = fields;
  const check = (within: object, path: string[]) => {
    for (const [name, value] of Object.entries(within)) {
      if (value === undefined || said[name] === undefined) continue;
      if (JSON.stringify(value) === JSON.stringify(said[name])) continue;
      const message = `和最外层的 ${name} 不一样，请只写一处`;
      context.addIssue({ code: z.ZodIssueCode.custom, path: [...path, name], message });
    }
  };
  check(others, ['settings']);
  check(weights ?? {}, ['settings', 'measureWeights']);
}

/** The same setting may stand in the call itself. */
function lifted({ settings: nested, ...fields }: Given): ExamChanges {
  const { measureWeights: weights, ...others } = nested ?? {};
  const page: Record<string, unknown> = {};
  const steps: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...others, ...weights })) {
    if (value === undefined) continue;
    if (PAGE_FIELDS.some((one) => one === name)) page[name] = value;
    else steps[name] = value;
  }
  const said: Record<string, unknown> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  // An empty text says that there are none, unless the other name of the paper says more.
  if (fields.items === null) said.items = fields.writtenIds === undefined ? [] : undefined;
  return { ...steps, ...said, page };
}

/** An exam of which nothing was said yet, but for what has no beginning: name, classes, parts and times. */
const BEGINNING = {
  categoryName: '',
  oralBeginTime: null,
  oralEndTime: null,
  oralMinutes: null,
  beginTime: null,
  endTime: null,
  uploadEndTime: null,
  writtenMinutes: null,
  oralWeight: 50,
  writtenWeight: 50,
  instructions: '',
  oralId: null,
  oralExaminerIds: [],
  writtenExaminerIds: [],
  markedBy: undefined,
  prepSeconds: 0,
  recordSeconds: 0,
  maxTakes: 0,
  ...examSettingsSchema.parse({}).measureWeights,
  writtenIds: [],
} satisfies Partial<Basics & OralStep & { writtenIds: number[] }>;

/** A whole exam as a call says it; material that it does not say is that of the oral question. */
export type ExamWhole = Basics &
  Omit<OralStep, 'keyPoint' | 'imageUrl' | 'musicUrl'> &
  Pick<ExamChanges, 'keyPoint' | 'imageUrl' | 'musicUrl' | 'page' | 'categoryId' | 'items' | 'draws' | 'sections'> &
  Pick<ExamChanges, 'shuffleItems' | 'shuffleOptions'> & { writtenIds?: number[] | undefined };

export type ExamInput = ExamWhole & { requestId: string };

/** What is wrong with an exam as a whole, a sentence a field. `unreadable`: times that already have theirs. */
export function wholeProblems(exam: ExamWhole, unreadable: readonly string[] = []): Record<string, string> {
  if (exam.testType !== 0 && exam.testType !== 1 && exam.testType !== 2) return {};
  const problems: Record<string, string> = {
    ...timeProblems(timesAsSaved(exam), formatMinute, unreadable),
    ...oralStepProblems({ ...exam, keyPoint: [], imageUrl: [], musicUrl: null }, exam.testType),
  };
  delete problems.oralId; // the question may be chosen later; publishing asks for it
  const sum = exam.oralWeight + exam.writtenWeight;
  if (exam.testType === 2 && sum !== 100) problems.writtenWeight = weightsText(sum);
  return inFieldOrder(problems);
}

/** What is wrong with the thresholds beside each other. */
export function thresholdProblems(
  settings: Pick<ExamSettings, 'lowFrom' | 'passFrom' | 'goodFrom' | 'excellentFrom'>,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (settings.lowFrom > settings.passFrom) problems.lowFrom = '低分线不能高于及格线';
  if (settings.goodFrom < settings.passFrom) problems.goodFrom = '良好线不能低于及格线';
  if (settings.excellentFrom < settings.goodFrom) problems.excellentFrom = '优秀线不能低于良好线';
  return problems;
}

/** POST /api/exam/add. */
export const examInputSchema = addFields
  .superRefine((value, context) => {
    contradictions(value, context);
    const whole = { ...BEGINNING, ...lifted(value) } as ExamWhole;
    for (const [field, message] of Object.entries(wholeProblems(whole, unreadableTimes(whole)))) {
      context.addIssue({ code: z.ZodIssueCode.custom, path: [field], message });
    }
  })
  .transform(({ requestId: key, id: _id, ...value }): ExamInput => {
    const whole = { ...BEGINNING, ...lifted(value) } as ExamWhole;
    return { ...timesAsSaved(whole), requestId: key };
  });

/** POST /api/exam/edit: what is left out stays, what is sent empty is emptied. */
export const examEditSchema = z
  .object({ id: idField('考试'), version: optionalId('版本').optional(), ...givenFields })
  .superRefine(contradictions)
  .transform(({ id, version, ...value }) => ({ id, version: version ?? null, changes: lifted(value) }));

export type ExamEdit = z.output<typeof examEditSchema>;

import { z } from 'zod';
import { codePointLength } from '~/lib/text';
import { contradictions, onlyKnown, onlyThese, pageFields } from '~/domain/exam/exam-call.schema';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import { checkbox, idField, optionalId, optionalText, timeField } from '~/lib/zod';

/** A number as typed, full width too, at most one decimal; absent where its field is locked. */
function number(label: string, min: number, max: number, digits: 0 | 1 = 0) {
  const rule = `${label}应为 ${min} 到 ${max} 的${digits === 0 ? '整数' : '数，最多一位小数'}`;
  const pattern = digits === 0 ? /^\d+$/ : /^\d+(\.\d)?$/;
  return z
    .union([z.string(), z.number()])
    .optional()
    .transform((typed, context) => {
      if (typed === undefined) return undefined;
      const text = String(typed).normalize('NFKC').trim();
      if (pattern.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
      context.addIssue({ code: z.ZodIssueCode.custom, message: rule });
      return z.NEVER;
    });
}

const lines = z
  .string()
  .default('')
  .transform((text) => [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== ''))
  .pipe(
    z
      .array(z.string().refine((line) => codePointLength(line) <= 100, '每条评语最多 100 个字'))
      .max(50, '评语最多 50 条'),
  );

/** 评分设置 as its form sends it. What decides results is absent where it is locked. */
export const pageSettingSchema = z.object({
  examId: idField('考试'),
  version: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  /** Names the changes of results that were shown before; see resultKey. */
  confirm: z.string().default(''),
  oralWeight: number('口语占比', 0, 100),
  writtenWeight: number('笔试占比', 0, 100),
  arbitrationLimit: number('仲裁分差', 0, 100, 1),
  countedAttempt: z.enum(['last', 'best'], { errorMap: () => ({ message: '请选择计哪一次' }) }).optional(),
  markedBy: z.enum(['all', 'one'], { errorMap: () => ({ message: '请选择几位老师怎么评' }) }).optional(),
  /** Empty: none. Left out, it stays. */
  markingDueAt: timeField('阅卷期限').optional(),
  isBlind: checkbox(),
  rowsPerPage: number('每页行数', 1, 200),
  releaseMode: z.enum(['manual', 'auto'], { errorMap: () => ({ message: '请选择公布方式' }) }),
  passFrom: number('及格线', 0, 100, 1),
  goodFrom: number('良好线', 0, 100, 1),
  excellentFrom: number('优秀线', 0, 100, 1),
  lowFrom: number('低分线', 0, 100, 1),
  showsRank: checkbox(),
  resultDisplay: z.enum(['points', 'grade'], { errorMap: () => ({ message: '请选择成绩显示方式' }) }),
  quickComments: lines,
});

export type PageSettingInput = z.output<typeof pageSettingSchema>;

const weight = z.preprocess((value) => (value === '' ? undefined : value), number('占比', 0, 100));

const settable = { ...pageFields, markedBy: pageSettingSchema.shape.markedBy };

/** What `settings` of an answer holds beside 评分设置: it may come back, and nothing else. */
const elsewhere = examSettingsSchema
  .pick({
    ...{ measureWeights: true, prepSeconds: true, recordSeconds: true, maxTakes: true },
    ...{ shuffleItems: true, shuffleOptions: true },
  })
  .partial();

/** Settings as they were answered. */
const answered = z.preprocess(
  onlyKnown(Object.keys(examSettingsSchema.shape)),
  z
    .object(settable)
    .partial()
    .merge(elsewhere)
    .optional()
    .describe('和应答里的 settings 一样的写法；不属于评分设置的（如 prepSeconds）只能和现在的相同'),
);

const callFields = z
  .object({ ...settable, oralWeight: weight, writtenWeight: weight })
  .partial()
  .extend({
    settings: answered,
    id: idField('考试'),
    version: optionalId('版本').optional(),
    markingDueAt: timeField('阅卷期限').optional(),
    confirm: optionalText('确认', 200).describe('409 应答里的 data.confirm，原样；没有问过时不给'),
  });

const ELSEWHERE = Object.keys(elsewhere.shape);

/**
 * The API's edit of 评分设置: what is left out stays, what is sent empty is as an exam begins. Gives what `settings`
 * said beside the rest, with its names, and what of it is set elsewhere.
 */
export const pageSettingCallSchema = z.preprocess(
  onlyThese(Object.keys(callFields.shape)),
  callFields.superRefine(contradictions).transform(({ settings = {}, ...fields }) => {
    const said = Object.entries(settings).filter(([, value]) => value !== undefined);
    const own = said.filter(([name]) => !ELSEWHERE.includes(name));
    return {
      ...(Object.fromEntries(own) as Omit<typeof settings, keyof typeof elsewhere.shape>),
      ...fields,
      elsewhere: Object.fromEntries(said.filter(([name]) => ELSEWHERE.includes(name))),
      nested: own.map(([name]) => name).filter((name) => !(name in fields)),
    };
  }),
);

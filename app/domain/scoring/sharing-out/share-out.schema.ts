import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { checkbox, givenIdList, idField, idList, optionalId, optionalText, textField, wholeField } from '~/lib/zod';
import { SHARE_SCOPES, SHARE_WAYS, type SharePlanInput } from './share-out-plan.rules';

const planShape = z.object({
  way: z.enum(SHARE_WAYS).catch('class'),
  scope: z.enum(SHARE_SCOPES).catch('open'),
  perPaper: z.coerce.number().int().min(1).max(2).catch(1),
  seed: z.coerce.number().int().min(0).max(4_294_967_295).catch(1),
  examinerIds: idList('', { min: 0 }).catch([]),
});

/** A plan as the page's form or its URL has it; the examiners of the classes come from `c1.<class>` and `c2.<class>`. */
export const sharePlanSchema = z.record(z.unknown()).transform((values): SharePlanInput => {
  const byClass: Record<number, number[]> = {};
  for (const [name, value] of Object.entries(values)) {
    const match = /^c[12]\.(\d{1,10})$/.exec(name);
    const id = Number(value);
    if (!match || !Number.isInteger(id) || id <= 0) continue;
    const ids = (byClass[Number(match[1])] ??= []);
    if (!ids.includes(id)) ids.push(id);
  }
  return { ...planShape.parse(values), byClass };
});

const paperOf = { examId: idField('考试'), part: z.enum(PARTS) };

/** 分卷: a plan and the mark of what was shown of it. */
export const shareOutSchema = z
  .record(z.unknown())
  .transform((values) => ({ ...values, plan: sharePlanSchema.parse(values) }))
  .pipe(z.object({ ...paperOf, plan: z.custom<SharePlanInput>(), mark: z.string().max(100).catch('') }));
export type ShareOutInput = z.output<typeof shareOutSchema>;

/** Who scores a part, and who of them only arbitrates. `isConfirmed`: yes, although somebody who has begun leaves. */
export const setExaminersSchema = z.object({
  ...paperOf,
  examinerIds: idList('', { min: 0, max: 200 }),
  arbiterIds: idList('', { min: 0, max: 200 }),
  isConfirmed: checkbox(),
});
/** Without `arbiterIds` who only arbitrates goes on doing so. */
export type SetExaminersInput = Omit<z.output<typeof setExaminersSchema>, 'arbiterIds'> & { arbiterIds?: number[] };

/** Whose paper it is, or where papers are marked without names which. */
const onePaper = { studentId: optionalId('学生'), attemptId: optionalId('答卷') };

function needsPaper(
  { studentId, attemptId }: { studentId: number | null; attemptId: number | null },
  context: z.RefinementCtx,
) {
  if ((studentId === null) !== (attemptId === null)) return;
  const message = '请给出学生；匿名评阅的考试给答卷，不给学生';
  context.addIssue({ code: z.ZodIssueCode.custom, path: ['studentId'], message });
}

/** One student's papers, or one by its code, to one or two examiners. */
export const setPaperExaminersSchema = z
  .object({
    ...{ ...paperOf, ...onePaper },
    first: optionalId('阅卷老师'),
    second: optionalId('阅卷老师'),
  })
  .superRefine(needsPaper);
export type SetPaperExaminersInput = Omit<z.output<typeof setPaperExaminersSchema>, 'attemptId'> & {
  attemptId?: number | null;
};

/** 仲裁: papers that differ too much to a third; the ids are the papers', never the students'. */
export const assignArbiterSchema = z.object({
  ...paperOf,
  ids: idList('请先勾选待仲裁的答卷', { max: 5000 }),
  arbiterId: idField('仲裁老师'),
});
export type AssignArbiterInput = z.output<typeof assignArbiterSchema>;

// ---- The same as the API takes them: what is wrong is refused, not passed over --------------------------------------

const partField = z.enum(PARTS, { errorMap: () => ({ message: '请选择口语或笔试' }) });
const partOfExam = { examId: idField('考试'), part: partField };

export const shareOfSchema = z.object(partOfExam);

const classExaminers = z.object({
  classId: wholeField('班级').transform((id) => id ?? 0),
  examinerIds: idList('', { min: 0, max: 2 }),
});

/** 分卷: with `preview` only what would become of it; done, it is what that showed, named by its mark. */
export const shareOutCallSchema = z
  .object({
    ...partOfExam,
    way: z.enum(SHARE_WAYS, { errorMap: () => ({ message: `way 应为 ${SHARE_WAYS.join('、')}` }) }),
    scope: z.enum(SHARE_SCOPES, { errorMap: () => ({ message: 'scope 应为 open 或 all' }) }).default('open'),
    perPaper: wholeField('perPaper', { min: 1, max: 2 }),
    seed: wholeField('seed', { max: 4_294_967_295 }),
    examinerIds: idList('', { min: 0, max: 200 }),
    byClass: z.array(classExaminers).max(1000, '一次最多 1000 个班').default([]),
    preview: checkbox(),
    mark: optionalText('mark', 100),
  })
  .superRefine(({ preview, mark }, context) => {
    if (preview || mark !== '') return;
    const message = '请先用 preview=1 看过分法，再送回应答里的 mark';
    context.addIssue({ code: z.ZodIssueCode.custom, path: ['mark'], message });
  })
  .transform(({ way, scope, perPaper, seed, examinerIds, byClass, ...rest }) => {
    const classes = Object.fromEntries(byClass.map((one): [number, number[]] => [one.classId, one.examinerIds]));
    const plan: SharePlanInput = {
      ...{ way, scope, examinerIds },
      perPaper: perPaper ?? 1,
      seed: seed ?? 1,
      byClass: classes,
    };
    return { ...rest, plan };
  });

export const setExaminersCallSchema = z.object({
  ...partOfExam,
  examinerIds: givenIdList('请给出阅卷老师；给空的表示没有', { max: 200 }),
  arbiterIds: idList('', { min: 0, max: 200 }).optional().describe('examinerIds 里只仲裁的；不给，原来只仲裁的照旧'),
  confirm: checkbox(),
});

export const setPaperExaminersCallSchema = z
  .object({
    ...partOfExam,
    studentId: onePaper.studentId.describe('谁的答卷；匿名评阅的考试不给它，给 attemptId'),
    attemptId: onePaper.attemptId.describe(
      '哪份答卷（exam/score/list）；匿名评阅的考试给它，有老师动手评了以后才能改派',
    ),
    examinerIds: givenIdList('请给出阅卷老师；给空的表示收回', { max: 2 }),
  })
  .superRefine(needsPaper);

export const assignArbiterCallSchema = z.object({
  ...partOfExam,
  attemptIds: idList('请给出待仲裁的答卷', { max: 5000 }),
  arbiterId: idField('仲裁老师'),
});

/** The owner's word on which scores count. */
export const decideSchema = z.object({
  attemptId: idField('答卷'),
  scoreIds: idList('请选择以谁的评分为准', { max: 3 }),
  reason: textField('理由', { min: 2, max: 500 }),
  /** What there was to decide about when it was read; left out, whatever there is. */
  mark: z.string().max(2000).optional().describe('exam/score/get 里的 decision.mark'),
});
export type DecideInput = z.output<typeof decideSchema>;

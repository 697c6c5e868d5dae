import { z } from 'zod';
import { PARTS } from '~/domain/exam/exam.rules';
import { checkbox, idField, idList, optionalText } from '~/lib/zod';
import { MEASURES } from '~/domain/exam/measures.rules';
import { appendComment } from './comments.rules';
import { readNoteFields, type RawNote } from './notes.rules';
import { readScoreFields, type RawMark } from './score-form.rules';

const typed = z.union([z.string().max(20), z.number(), z.null()]).optional();

/** null is 不适用, '' is not marked yet: a form cannot say the first but in one JSON text. */
const measure = typed.describe(
  "0 到 100；null 为不适用（这项不计），'' 或不给为还没有打分。表单里写成一段 JSON 文本才能给 null",
);
const measuresShape = z.object(
  Object.fromEntries(MEASURES.map((name) => [name, measure])) as Record<(typeof MEASURES)[number], typeof typed>,
);

/** What a rule of the rubric counted, took off or gave, by the rule's id. */
const detailsShape = z.object({ itemId: idField('题目').optional() }).catchall(typed);

/** What one examiner says of one attempt. Numbers are read against the paper's items by the command. */
export type SaveScoreInput = {
  attemptId: number;
  marks: RawMark[];
  /** Notes at a second of a recording; absent: those of the stored score stay. */
  notes?: RawNote[];
  comment: string;
  isFinal: boolean;
  /** The rubric it was filled in by (null: none was ever saved); absent: whichever is in force. */
  rubricId?: number | null;
  /** The version of the own score that was edited; 0 when there was none. */
  version: number;
};

const shared = {
  attemptId: idField('答卷'),
  comment: optionalText('评语', 2000),
  final: checkbox(),
  rubricId: z.preprocess((value) => (value === '' ? null : value), idField('评分标准').nullable()).optional(),
  version: z.coerce.number({ invalid_type_error: '版本号有误' }).int().min(0).max(1_000_000_000).catch(0),
};

/** The scoring page's form. */
export const scoreFormSchema = z
  .record(z.union([z.string(), z.array(z.string())]))
  .transform(({ quick = [], ...values }) => ({
    ...values,
    // Without script what is ticked is put after the comment here.
    comment: [quick].flat().reduce(appendComment, typeof values.comment === 'string' ? values.comment : ''),
    marks: readScoreFields(values),
    notes: readNoteFields(values),
  }))
  .pipe(z.object({ ...shared, marks: z.array(z.custom<RawMark>()), notes: z.array(z.custom<RawNote>()) }))
  .transform(({ final, ...input }): SaveScoreInput => ({ ...input, isFinal: final }));

/**
 * The API's form: `points` per item, `measures`, of the only oral item or per item (`[{itemId, zqd, …}]`), and
 * `details` by the rules of the rubric in the same way (`[{itemId, r1: 5, r2: 0.5}]`; without itemId: the oral item).
 * `itemId` null means the only oral item; the command finds it. `notes` replace the notes at seconds of recordings
 * (`[{takeId, at: "0:33", text}]`, or `atMs` as answered); without the field they stay.
 */
export const scoreCallSchema = z
  .object({
    ...shared,
    measures: z
      .union([measuresShape, z.array(measuresShape.extend({ itemId: idField('题目') }))])
      .optional()
      .transform((value) => (value === undefined || Array.isArray(value) ? (value ?? []) : [{ itemId: 0, ...value }])),
    details: z
      .union([detailsShape, z.array(detailsShape)])
      .optional()
      .transform((value) => (value === undefined ? [] : Array.isArray(value) ? value : [value])),
    points: z
      .array(
        z.object({
          itemId: idField('题目'),
          points: typed,
          pointMarks: z.array(typed).max(100).optional(),
          comment: z.string().max(2000).optional(),
        }),
      )
      .max(500)
      .default([]),
    notes: z
      .array(
        z.object({
          takeId: idField('录音'),
          at: z
            .union([z.string().max(20), z.number().int().min(0)])
            .transform(String)
            .optional()
            .describe('录音的第几秒：分:秒（如 0:33），或秒数'),
          atMs: z.number().int().min(0).optional().describe('同一时刻的毫秒数，和回答里一样；给了 at 就不用它'),
          text: z.string().max(2000),
        }),
      )
      .max(500)
      .optional()
      .transform((notes) =>
        notes?.map(({ takeId, text, at, atMs }, row): RawNote => {
          const moment = at ?? (atMs === undefined ? '' : String(Math.floor(atMs / 1000)));
          return { takeId, text, at: moment, row, field: `notes.${row}` };
        }),
      ),
  })
  .transform(({ final, measures, details, points, ...input }): SaveScoreInput => ({
    ...input,
    isFinal: final,
    marks: [
      ...points,
      ...measures.map(({ itemId, ...values }): RawMark => ({ itemId, measures: values })),
      ...details.map(({ itemId, ...values }): RawMark => ({ itemId: itemId ?? 0, details: values })),
    ],
  }));

/** Whose papers of which part; `state` is a ScoringState or '' for all. */
export const scoringListShape = {
  examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  part: z.enum(PARTS).nullable().catch(null),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  state: z
    .enum(['', 'mine', 'absent', 'not_started', 'in_progress', 'waiting', 'marking', 'arbitration', 'scored'])
    .catch(''),
};
export type ScoringFilter = z.output<z.ZodObject<typeof scoringListShape>>;

/**
 * 公布成绩, 撤回公布. `confirm`: yes, although some papers have no score. `classIds`: only these classes; the page's
 * form, where they are ticked, says so by `chooses`, so that none is not taken for all.
 */
export const releaseSchema = z.object({
  ids: idList('请选择考试'),
  confirm: checkbox(),
  classIds: idList('请选择班级', { min: 0 }),
  chooses: checkbox(),
});

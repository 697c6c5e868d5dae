import { z } from 'zod';
import { checkbox, idField, optionalText, wholeField } from '~/lib/zod';
import { MEASURES } from '~/domain/exam/measures.rules';
import { appendComment } from './comments.rules';
import { readNoteFields, type RawNote } from './notes.rules';
import type { SentMarks } from './score-call.rules';
import { readScoreFields, type RawMark } from './score-form.rules';

const typed = z.union([z.string().max(20), z.number(), z.null()]).optional();

/** null is 不适用, '' is not marked yet: a form cannot say the first but in one JSON text. */
const measure = typed.describe("0 到 100；'' 为还没有打分，不给则保持不变");
const measuresShape = z.object({
  ...(Object.fromEntries(MEASURES.map((name) => [name, measure])) as Record<(typeof MEASURES)[number], typeof typed>),
  gjc: typed.describe(
    "0 到 100；'' 为还没有打分，不给则保持不变；null 为不适用（这项不计），只用于没有关键词的题。表单里写成一段 JSON 文本才能给 null",
  ),
});

/** What a rule of the rubric counted, took off or gave, by the rule's id. */
const detailsShape = z.object({ itemId: idField('题目').optional() }).catchall(typed);

/** What one examiner says of one attempt. Numbers are read against the paper's items by the command. */
export type SaveScoreInput = {
  attemptId: number;
  marks: RawMark[];
  /** Notes at a second of a recording; absent: those of the stored score stay. */
  notes?: RawNote[];
  /** Absent: what is stored stays, as its state does. */
  comment?: string | undefined;
  isFinal?: boolean | undefined;
  /** The rubric it was filled in by (null: none was ever saved); absent: whichever is in force. */
  rubricId?: number | null;
  /** The version of the own score that was edited; 0 when there was none; null: a call did not say. */
  version: number | null;
  /** Of a call: where its marks stood. What it leaves out of them stays as it is stored. */
  sent?: SentMarks;
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
 * (`[{takeId, at: "0:33", text}]`, or `atMs` as answered). Whatever is left out stays, also of an item; what is sent
 * empty is emptied.
 */
export const scoreCallSchema = z
  .object({
    ...shared,
    comment: shared.comment.optional().describe('不给则保持不变，给空的清空'),
    final: shared.final.optional().describe('1 为提交，0 为存成草稿（提交过的也收回成草稿）；不给则保持现在的状态'),
    version: wholeField('version')
      .describe('读到的自己的评分的版本（exam/score/get 里 score.version）；还没有评过就给 0 或不给')
      .optional()
      .transform((version) => version ?? null),
    measures: z
      .union([measuresShape, z.array(measuresShape.extend({ itemId: idField('题目') }))])
      .nullish()
      .describe('没有写到的题和项保持不变'),
    details: z
      .union([detailsShape, z.array(detailsShape)])
      .nullish()
      .describe('按评分标准的各项；没有写到的题和项保持不变'),
    points: z
      .array(
        z.object({
          itemId: idField('题目'),
          points: typed.describe("'' 或 null 为还没有给分；和 pointMarks 都不给，则保持不变"),
          pointMarks: z
            .array(typed)
            .max(100)
            .nullish()
            .transform((marks) => (marks === null ? [] : marks))
            .describe('各评分要点的得分，要写就写全；null 为不按要点给分'),
          comment: z.string().max(2000).optional().describe('不给则保持不变，给空的清空'),
        }),
      )
      .max(500)
      .default([])
      .describe('没有写到的题保持不变'),
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
    sent: {
      points: points.map((one) => one.itemId),
      measures: Array.isArray(measures) ? measures.map((one) => one.itemId) : null,
      details: Array.isArray(details) ? details.map((one) => one.itemId ?? 0) : null,
    },
    marks: [
      ...points,
      ...[measures ?? []].flat().map((given): RawMark => {
        const { itemId = 0, ...values } = { itemId: undefined, ...given };
        return { itemId, measures: values };
      }),
      ...[details ?? []].flat().map(({ itemId, ...values }): RawMark => ({ itemId: itemId ?? 0, details: values })),
    ],
  }));

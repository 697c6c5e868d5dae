import { z } from 'zod';
import { PARTS } from '~/domain/exam/parts.rules';
import { idField } from '~/lib/zod';
import { readScoreFields, type RawMark } from './score-form.rules';

/** One item of a part, or (itemId 0) the list of its items. */
export const itemMarkingShape = {
  examId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  part: z.enum(PARTS).nullable().catch(null),
  itemId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
  classId: z.coerce.number().int().min(0).max(2_147_483_647).catch(0),
};

/** Marks of one item on several papers; `itemId` of a mark is the paper's attempt. */
export type SaveItemMarksInput = {
  examId: number;
  itemId: number;
  rubricId?: number | null;
  papers: { attemptId: number; version: number; mark: RawMark }[];
};

const VERSION = /^v\.(\d{1,10})$/;

/** The form of one item across papers: the scoring form's fields with the paper's attempt in the place of the item. */
export const itemMarksSchema = z
  .record(z.union([z.string(), z.array(z.string())]))
  .transform((values) => {
    const marks = readScoreFields(values);
    const papers = Object.entries(values).flatMap(([name, version]) => {
      const attemptId = Number(VERSION.exec(name)?.[1] ?? 0);
      if (attemptId === 0) return [];
      const mark = marks.find((one) => one.itemId === attemptId) ?? { itemId: attemptId };
      return [{ attemptId, version: Number(version) || 0, mark }];
    });
    return { ...values, papers };
  })
  .pipe(
    z.object({
      examId: idField('考试'),
      itemId: idField('题目'),
      rubricId: z.preprocess((value) => (value === '' ? null : value), idField('评分标准').nullable()).optional(),
      papers: z.array(z.custom<SaveItemMarksInput['papers'][number]>()).max(100),
    }),
  );

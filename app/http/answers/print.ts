import { z } from 'zod';
import { examStatus, id, natural, part } from './exam-words';
import { openQuestion, wholeQuestion } from './question';

/** What of an exam comes on paper. */

const head = { examId: id, name: z.string(), status: examStatus, schoolName: z.string() };
const timeText = z.string().describe('考试时间的文字；没有定时为空');

const paperWith = <Q extends z.ZodTypeAny>(question: Q) =>
  z.object({
    ...head,
    papers: z.array(
      z.object({
        part,
        title: z.string(),
        time: timeText,
        instructions: z.string(),
        count: natural.describe('每个学生答的题数'),
        points: z.number(),
        sections: z.array(z.object({ key: id, title: z.string(), instructions: z.string() })),
        questions: z.array(z.object({ itemId: id.nullable(), points: z.number(), section: id.nullable(), question })),
        pools: z
          .array(
            z.object({
              id,
              text: z.string(),
              count: natural,
              points: z.number(),
              section: id.nullable(),
              questions: z.array(question),
            }),
          )
          .describe('抽题：整个题池，每个学生抽 count 道'),
      }),
    ),
  });

export const printedPaper = paperWith(openQuestion);
export const printedKey = paperWith(wholeQuestion);

const roll = { part, time: timeText, classId: id, className: z.string() };
const student = { id, name: z.string(), account: z.string() };

/** 考场签到表, one for every part and class. */
export const attendance = z.object({
  ...head,
  rolls: z.array(z.object({ ...roll, students: z.array(z.object(student)) })),
});

/** 门贴. */
export const doors = z.object({
  ...head,
  instructions: z.string(),
  doors: z.array(z.object({ ...roll, count: natural, firstAccount: z.string(), lastAccount: z.string() })),
});

/** 答题纸 of a class: the pages are the same for all, each with a code of its own for every student. */
export const writingSheets = z.object({
  ...head,
  classId: natural.describe('0 为没有班级'),
  pages: z.array(
    z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('heading'), text: z.string() }),
        z.object({ type: z.literal('lines'), number: natural.nullable(), points: z.number(), lines: z.number() }),
      ]),
    ),
  ),
  keyed: z.array(natural).describe('由答案判分、不印在答题纸上的题号'),
  isDrawn: z.boolean().describe('有抽题：各人的题目不同'),
  students: z.array(
    z.object({
      ...student,
      codes: z.array(z.object({ size: natural, path: z.string() })).describe('每页的二维码：size×size 格的 SVG 路径'),
    }),
  ),
});

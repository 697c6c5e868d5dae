import { z } from 'zod';
import { time } from './common';
import { id, natural } from './exam-words';

/** Scanned sheets, as the API answers them. */

const person = z.object({ id, name: z.string(), account: z.string(), classroomName: z.string() });

const scanPage = z.object({
  fileId: z.string(),
  url: z.string(),
  source: z.string().describe('来自哪个文件的第几页'),
  note: z.string().describe('没有读出来时为什么'),
  studentId: id.nullable(),
  page: z.number().int().nullable().describe('这名学生的答题纸第几页'),
  rotation: z.number().int(),
  state: z.enum(['open', 'placed', 'discarded']),
});

const placedPage = scanPage.extend({
  fileId: z.string().nullable().describe('匿名评阅时为空：图片只在答卷号下看'),
  url: z.string().nullable().describe('同 fileId'),
});

/** What was found in the sheets of an exam. */
export const scanView = z.object({
  examId: id,
  name: z.string(),
  obstacle: z.string().nullable().describe('现在为什么不能放入；能放入时为空'),
  pageCount: natural.describe('每名学生的答题纸有几页'),
  keyed: z.array(z.number().int()).describe('由答案自动判分的题号：照片里的作答不计，没有在系统里作答就是 0 分'),
  pages: natural.describe('找到、没有丢弃的页数'),
  students: z.array(
    person.extend({
      paper: z.enum(['none', 'open', 'handed_in', 'scored']),
      open: z.array(scanPage),
      placed: z.array(placedPage),
      doubles: z.array(z.number().int()).describe('不止一份的页'),
      missing: z.array(z.number().int()).describe('没有找到的页'),
    }),
  ),
  absent: z.array(person),
  unknown: z.array(scanPage),
  discarded: z.array(scanPage),
  heaps: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['reading', 'read', 'died']),
      done: natural,
      total: natural,
      notes: z.array(z.object({ name: z.string(), text: z.string() })),
      createTime: time,
    }),
  ),
});

export const sheetsPlaced = z.object({
  students: natural.describe('放入了几名学生的答卷'),
  refusals: z.array(z.string()).describe('没有放入的，各为什么'),
});

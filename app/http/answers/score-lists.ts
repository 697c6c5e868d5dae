import { z } from 'zod';
import { idName, time } from './common';
import { examStatus, id, natural, part, percent } from './exam-words';
import { totalRow } from './score';

const summary = z.object({
  count: natural.describe('有总分的人数'),
  absent: natural,
  open: natural.describe('既不缺考也还没有总分的'),
  mean: z.number().nullable(),
  max: z.number().nullable(),
  min: z.number().nullable(),
  passRate: percent,
  excellentRate: percent,
});

/** 班级成绩: the score list of one class, with its neighbours. */
export const classScores = z.object({
  examId: id,
  name: z.string(),
  status: examStatus,
  classId: id,
  className: z.string(),
  previous: idName.nullable(),
  next: idName.nullable(),
  classes: z.array(z.object({ id, name: z.string(), count: natural, mean: z.number().nullable() })),
  rows: z.array(totalRow),
  summary,
  everybody: summary.describe('整场考试的'),
  blindLeft: natural.describe('匿名评阅中还没有评完的份数：全部评完以前各人的得分和进展不列出'),
  isBlindMarker: z.boolean().describe('匿名评阅，出题老师自己也评：公布以前各人的得分和进展不列出'),
});

/** 作答记录: one version of an answer as it arrived. */
export const journalRow = z.object({
  id,
  itemId: id,
  position: z.number().int(),
  title: z.string(),
  receivedAt: time.nullable().describe('匿名评阅中为 null，见 sinceBeginMs'),
  sinceBeginMs: z.number().int().nullable().describe('匿名评阅中：开始作答以后多少毫秒；否则为 null'),
  revision: natural,
  outcome: z.enum(['saved', 'grace', 'accepted', 'conflict', 'refused']),
  text: z.string(),
  cutFrom: natural.nullable().describe('文字太长只给开头时的总字数；给 versionId 时是全文'),
  isCurrent: z.boolean().describe('现在算数的一版'),
  leftOut: natural.describe('这一版以前去掉了几版：一份答卷存过的文字太多时，中间的版本不留'),
});

/** A comment of an examiner, or (has=without) a score that has none; in a blind exam what would name its student is empty. */
export const commentRow = z.object({
  key: z.string(),
  kind: z.enum(['overall', 'item', 'note']),
  scoreId: id,
  place: z.number().int().describe('题目评语是题目编号，录音处的评语是它的次序，否则为 0'),
  version: natural,
  attemptId: id,
  part,
  name: z.string(),
  className: z.string(),
  examinerName: z.string(),
  isOwn: z.boolean(),
  where: z.string(),
  text: z.string(),
  updatedAt: time,
  isLocked: z.boolean().describe('已公布，不能再改'),
});

const toldPaper = { attemptId: id, name: z.string().describe('匿名评阅的答卷是它的代号') };

/** 公布成绩 before it is done: what is scored, what is not, and what stands in the way. */
export const releaseCounts = z.object({
  id,
  name: z.string(),
  obstacle: z.string().nullable().describe('现在还不能公布的原因；null 为可以'),
  studentCount: natural.describe('没有公布的全部公布时会收到通知的人数'),
  resittingCount: natural.describe('补考还没评完、要等评完才收到通知的人数，不在 studentCount 里'),
  unscoredCount: natural.describe('没有成绩的答卷份数，各部分相加'),
  parts: z.array(
    z.object({
      part,
      scored: natural.describe('评完的答卷份数，补考另算一份'),
      inProgress: natural.describe('还在作答的答卷份数'),
      absent: natural.describe('这一部分没有答卷的学生人数'),
      unscored: z
        .array(z.object({ ...toldPaper, isInArbitration: z.boolean() }))
        .describe('交了还没有成绩的答卷，一份一项'),
      resits: z.array(z.object({ ...toldPaper, isInArbitration: z.boolean() })).describe('没评完的补考，不妨碍公布'),
      toSit: z
        .object({ count: natural, until: time.nullable() })
        .describe('还没有补考、也还能补考的，和交了补考但照片还在收的人数和最晚的时间：公布以后，他们也可能知道答案'),
      late: z.array(z.object({ ...toldPaper, count: natural })).describe('有收卷后才到、还没有决定是否计入的内容'),
    }),
  ),
  classes: z.array(
    z.object({
      id,
      name: z.string(),
      releasedAt: time.nullable(),
      students: natural.describe('学生人数'),
      scored: natural
        .nullable()
        .describe(
          '评完的答卷份数：有口语和笔试的，一名学生两份；补考另算一份。匿名评阅还有没评完的为 null，后两个也一样',
        ),
      unscored: natural.nullable().describe('没有成绩的答卷份数'),
      inArbitration: natural.nullable().describe('其中待仲裁或待裁定的份数'),
      absent: natural.describe('什么也没有考的学生人数'),
    }),
  ),
});

const resitStudent = z.object({
  studentId: id,
  account: z.string(),
  name: z.string(),
  className: z.string(),
  due: z.enum(['absent', 'failed']).nullable().describe('该补考的原因：缺考、不及格；null 为不用'),
  percent,
  obstacle: z.string().nullable().describe('不能安排补考的原因'),
  hasBegun: z.boolean(),
  isRunning: z.boolean().describe('正在补考，或照片还在收：可以用 exam/endResit 提前结束'),
  resit: z
    .object({
      beginTime: time,
      endTime: time,
      uploadEndTime: time.nullable(),
      extraMinutes: natural,
      state: z.enum(['open', 'done', 'missed']),
      reason: z.string(),
    })
    .nullable(),
});

/** 补考: who might sit a part again, and who is to. */
export const resits = z.object({
  examId: id,
  name: z.string(),
  status: examStatus,
  part,
  parts: z.array(part),
  passFrom: z.number(),
  countedAttempt: z.enum(['last', 'best']),
  counts: z.object({ absent: natural, failed: natural, all: natural }),
  students: z.array(resitStudent).describe('还没有补考的，依 who'),
  granted: z.array(resitStudent).describe('已经安排补考的'),
});

const remarkedItem = z.object({
  itemId: id,
  part,
  number: natural.nullable().describe('题号；抽题为 null'),
  title: z.string(),
  points: z.number(),
  share: z.number().nullable().describe('得分率 0–1；还没有定下的得分时为 null'),
  papers: natural,
  correction: z
    .object({ kind: z.enum(['key', 'accept', 'credit']), reason: z.string(), at: time })
    .nullable()
    .describe('现在算数的更正'),
});

/** 复核改分: the items to choose from, and of one that is named what was answered and what was put right. */
export const remarkItems = z.object({
  id,
  name: z.string(),
  status: examStatus,
  obstacle: z.string().nullable().describe('现在不能改分的原因；null 为可以'),
  items: z.array(remarkedItem),
  item: z
    .object({
      itemId: id,
      kinds: z.array(z.enum(['key', 'accept', 'credit', 'none'])).describe('可以怎样更正'),
      papers: natural,
      frequent: z
        .object({
          sets: z.array(z.object({ keys: z.array(z.string()), count: natural })),
          blanks: z.array(z.array(z.object({ text: z.string(), count: natural }))),
        })
        .describe('答得最多而没有算对的'),
      history: z.array(
        z.object({
          id,
          kind: z.enum(['key', 'accept', 'credit', 'none']),
          reason: z.string(),
          by: z.string(),
          at: time,
        }),
      ),
      bankQuestionId: id.nullable(),
    })
    .nullable()
    .describe('给了 itemId 时，那道题'),
});

import { z } from 'zod';
import { idName, time } from './common';
import { examStatus, id, natural, part, percent } from './exam-words';

/** The school, its teachers, its recordings and its record, as the API answers them. */

export const colleague = z.object({
  id,
  account: z.string(),
  name: z.string(),
  isAdmin: z.boolean(),
  isDisabled: z.boolean(),
  hasEmail: z.boolean(),
  classCount: natural,
});

export const invitation = z.object({
  id,
  note: z.string(),
  createdBy: z.string(),
  createTime: time,
  until: time,
  canRevoke: z.boolean(),
});

/** A link of one's own: its token is told this once. */
export const issuedLink = z.object({
  token: z.string().describe('只在这个应答里，别处不保存'),
  url: z.string(),
  usableFrom: time.nullable(),
});

export const school = z.object({
  name: z.string(),
  timeZone: z.string(),
  siteUrl: z.string(),
  logoUrl: z.string(),
  excellentFrom: z.number(),
  goodFrom: z.number(),
  passFrom: z.number(),
  lowFrom: z.number(),
  retentionDays: natural,
  words: z.array(z.string()).describe('敏感词'),
});

const sum = { count: natural, bytes: z.number().min(0), oldest: time.nullable() };

/** What is over the school's term, and what becomes of it. */
export const retention = z.object({
  retentionDays: natural,
  before: z.number().int().describe('删除时以 before 送回'),
  isAutomatic: z.boolean(),
  exams: z.array(
    z.object({
      examId: id,
      name: z.string(),
      ownerName: z.string(),
      releasedAt: time.nullable(),
      kept: z.string().nullable().describe('为什么保留；null 为会删除'),
      hold: z.object({ reason: z.string(), byName: z.string(), at: time }).nullable(),
      ...sum,
    }),
  ),
  practice: z.object(sum),
  interact: z.object(sum),
  total: z.object(sum).describe('会删除的；数量删除时以 expected 送回'),
  kept: z.object(sum),
  runs: z.array(z.object({ id, at: time, byName: z.string().nullable(), count: natural, bytes: z.number().min(0) })),
});

export const auditRow = z.object({
  id,
  at: time,
  who: z.string(),
  account: z.string(),
  kind: z.string(),
  sentence: z.string(),
  target: z.string(),
  href: z.string().nullable(),
  remark: z.string(),
  address: z.string(),
});

/** A figure, or the sentence why there is none. */
const figure = z.union([z.object({ value: z.number() }), z.object({ why: z.string() })]);

/** How alike the examiners of a part score. */
export const consistency = z.object({
  examId: id,
  name: z.string(),
  status: examStatus,
  part,
  limit: z.number(),
  teachers: z.array(idName),
  examiners: z.array(
    z.object({
      examinerId: id,
      papers: natural,
      mean: figure,
      spread: figure,
      severity: figure,
      shared: natural,
      contestedRate: figure,
      upheldRate: figure,
    }),
  ),
  pairs: z.array(
    z.object({ ids: z.array(id), papers: natural, distance: figure, difference: figure, correlation: figure }),
  ),
  remarks: z.array(z.string()),
  papers: natural,
  shared: natural,
});

/** 逐份对照: every paper of a part with what everybody gave it. */
export const markedPapers = z.object({
  looked: natural.describe('这次看过之后不能再由自己仲裁的份数'),
  papers: z.array(
    z.object({
      attemptId: id,
      name: z.string(),
      settlement: z.string(),
      percent,
      scores: z.array(
        z.object({
          id,
          examinerName: z.string(),
          kind: z.enum(['examiner', 'arbiter']),
          percent,
          comment: z.string(),
        }),
      ),
    }),
  ),
});

const handed = {
  oral: natural,
  written: natural,
  theory: natural,
  directories: natural,
  exams: natural,
  runningExams: natural,
  examinerParts: natural,
  openPapers: natural,
  classes: natural,
  resources: natural,
};

/** 移交: what a teacher would leave to another. */
export const handOverPreview = z.object({
  from: colleague,
  counts: z.object(handed),
  examNames: z.array(z.string()),
  classNames: z.array(z.string()),
  mark: z.string().describe('移交时送回；内容有变化就拒绝'),
});
export const handOverDone = z.object({ from: z.string(), to: z.string(), counts: z.object(handed) });

/** A deleted student whose data is still there. */
export const deletedStudent = z.object({
  id,
  account: z.string(),
  name: z.string(),
  className: z.string(),
  deleteTime: time,
  dueTime: time.describe('保留期到这时为止'),
});

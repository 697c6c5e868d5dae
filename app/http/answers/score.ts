import { z } from 'zod';
import { idName, time } from './common';
import {
  answerValue,
  attemptState,
  examStatus,
  grade,
  id,
  natural,
  part,
  perMeasure,
  percent,
  phase,
  testType,
} from './exam-words';
import { photo, take } from './attempt';
import { wholeQuestion } from './question';

const scoringState = z.enum(['absent', 'not_started', 'in_progress', 'waiting', 'marking', 'arbitration', 'scored']);
const ownState = z.enum(['none', 'draft', 'final']);
const scoreKind = z.enum(['examiner', 'arbiter']);
const pile = z
  .object({ done: natural, total: natural })
  .nullable()
  .describe('这位老师自己的那些：done 是不再等他评的；null 表示不特别等他');

/** An exam to score, with how far it has come. */
export const scoreExam = z.object({
  id,
  name: z.string(),
  status: examStatus,
  testType,
  phase,
  endTime: time.nullable(),
  releasedAt: time.nullable(),
  /** When the marking is to be done, as its owner set it. */
  markingDueAt: time.nullable(),
  isOwner: z.boolean(),
  ownerName: z.string(),
  done: natural.describe('已评分的答卷：该评的老师都评了，有了得分'),
  total: natural.describe('交来的答卷里这位老师有份的：分卷以后是分给他的，只仲裁的是请他仲裁的；出题老师是全部'),
  awaitsMe: natural,
  parts: z.array(
    z.object({
      part,
      done: natural,
      total: natural,
      inProgress: natural,
      mine: pile,
      awaitsMe: natural,
      toArbitrate: natural,
      /** Nobody was asked to arbitrate, or only the owner can decide; for the owner. */
      toDecide: natural,
      contested: natural,
      unshared: natural,
      left: natural.describe('成绩已经公布、还没有评完的份数：要先撤回公布才能再评；只有出题老师看到'),
    }),
  ),
});

/** A paper of one part; in a blind exam what would name its student is empty. */
export const scoringRow = z.object({
  studentId: id,
  studentName: z.string(),
  account: z.string(),
  classId: id.nullable(),
  className: z.string(),
  /** The results are out for this student. */
  isReleased: z.boolean(),
  attemptId: id.nullable(),
  number: natural,
  state: scoringState,
  submittedAt: time.nullable(),
  closedBy: z.string().nullable(),
  closedHow: z
    .string()
    .describe(
      '交卷方式的文字：本人交卷、到时自动交卷、老师代交（带原因），或出题老师提前结束考试时的提前结束收卷；匿名评阅时为空',
    ),
  receiptCode: z.string().nullable(),
  ownScore: ownState,
  finals: natural,
  settlement: z.enum(['', 'waiting', 'arbitration', 'agreed', 'arbitrated', 'owner', 'decided']),
  percent,
  task: scoreKind.nullable(),
  awaitsMe: z.boolean(),
  isTaken: z.boolean().describe('每份由一位老师评的部分里，已有别的老师评完：只能看'),
  examiners: z.array(z.object({ id, name: z.string(), kind: scoreKind, score: ownState })),
  recordings: z
    .array(z.string())
    .describe('计分的录音要留意的：超时几秒、不完整、几乎没有声音（匿名时不说）；没有则为空'),
});

/** A student with rank and total, for the owner (part=total). */
export const totalRow = z.object({
  studentId: id,
  account: z.string(),
  name: z.string(),
  classId: id.nullable(),
  className: z.string(),
  parts: z.array(
    z.object({
      part,
      state: scoringState,
      attemptId: id.nullable(),
      number: natural,
      percent,
      receiptCode: z.string().nullable(),
      closedBy: z.string().nullable(),
      /** Of a part that was sat again: both marks and which counts; else ''. */
      resit: z.string(),
    }),
  ),
  total: percent,
  grade: grade.nullable(),
  state: scoringState,
  rank: natural.nullable(),
  classRank: natural.nullable(),
  remarks: z.array(z.string()),
});

/** A share of the unturned picture. */
const point = z.tuple([z.number(), z.number()]);
/** A mark on a photo. */
export const shape = z.union([
  z.object({ kind: z.enum(['tick', 'cross']), at: point }),
  z.object({ kind: z.enum(['circle', 'line']), from: point, to: point }),
  z.object({ kind: z.literal('pen'), points: z.array(point) }),
  z.object({ kind: z.literal('text'), at: point, text: z.string() }),
]);

export const photoMarks = z.object({ shapes: z.array(shape), version: natural });

const handedInAt = time.nullable().describe('匿名评阅、成绩公布以前为 null；迟到的只对出题老师例外，他要凭它裁定');
const markedTake = take.extend({ receivedAt: handedInAt });
const scoredPhoto = photo.extend({ receivedAt: handedInAt });

export const markedPhoto = scoredPhoto.extend({
  marks: z.array(shape),
  marksVersion: natural,
  otherMarks: z.array(z.object({ examinerId: id, examinerName: z.string(), shapes: z.array(shape), version: natural })),
});

const rubricHead = { id: id.nullable(), version: natural, name: z.string() };
const ruleHead = { id: z.string(), name: z.string(), hint: z.string() };
/** A version of a part's rubric; id null and version 0 where none was ever saved. */
export const rubric = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('measures'), ...rubricHead, weights: perMeasure(z.number()) }),
  z.object({
    kind: z.literal('deductions'),
    ...rubricHead,
    full: z.number(),
    rules: z.array(
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('count'),
          ...ruleHead,
          points: z.number(),
          unit: z.string(),
          maximum: z.number().nullable(),
        }),
        z.object({ kind: z.literal('choice'), ...ruleHead, choices: z.array(z.number()) }),
      ]),
    ),
  }),
  z.object({
    kind: z.literal('criteria'),
    ...rubricHead,
    criteria: z.array(z.object({ ...ruleHead, points: z.number() })),
  }),
  z.object({ kind: z.literal('points'), ...rubricHead }),
]);

/** One examiner's score of a paper. */
export const score = z.object({
  id,
  examinerId: id,
  examinerName: z.string(),
  kind: scoreKind,
  rubricId: id.nullable(),
  state: z.enum(['draft', 'final']),
  comment: z.string(),
  percent,
  version: natural,
  updatedAt: time,
  finalisedAt: time.nullable(),
  marks: z.array(
    z.object({
      itemId: id,
      measures: perMeasure(z.number().nullable()).partial().nullable(),
      points: z.number().nullable(),
      pointMarks: z.array(z.number().nullable()).nullable(),
      details: z.record(z.number().nullable()).nullable(),
      handPoints: z.number().nullable().optional(),
      comment: z.string(),
    }),
  ),
  notes: z.array(z.object({ itemId: id, takeId: id, atMs: natural, text: z.string() })),
});

const item = z.object({
  id,
  part,
  position: z.number().int(),
  questionId: id.nullable(),
  drawId: id.nullable(),
  points: z.number(),
  question: wholeQuestion,
  /** How the item was put right after the exam. */
  correction: z
    .object({
      id,
      kind: z.enum(['key', 'accept', 'credit']),
      key: z
        .object({
          keys: z.array(z.string()),
          alsoRight: z.array(z.array(z.string())),
          blanks: z.array(z.array(z.string())),
        })
        .nullable(),
      reason: z.string(),
      at: time,
    })
    .nullable(),
  keyWords: z.array(z.string()),
  /** What the key says; null where a teacher marks. */
  auto: z
    .object({
      points: z.number(),
      isRight: z.boolean(),
      blanks: z.array(z.boolean()),
      isCredited: z.literal(true).optional(),
    })
    .nullable(),
  isBlank: z.boolean(),
  mayAcceptLate: z.boolean(),
  answer: z.object({ value: answerValue, revision: natural, savedAt: handedInAt, isInGrace: z.boolean() }).nullable(),
  takes: z.array(markedTake),
  photos: z.array(markedPhoto),
  lateTakes: z.array(markedTake),
  latePhotos: z.array(scoredPhoto),
  lateAnswers: z.array(
    z.object({
      ...{ id, itemId: id, value: answerValue, outcome: z.enum(['refused', 'conflict']), receivedAt: handedInAt },
      /** It came while the session had ended. */
      isSignedOut: z.boolean(),
    }),
  ),
  acceptances: z.array(
    z.object({
      kind: z.enum(['answer', 'take', 'photo']),
      refId: id,
      reason: z.string(),
      acceptedBy: z.string(),
      acceptedAt: time,
    }),
  ),
});

/** A paper as the one who scores it sees it. */
export const paper = z.object({
  attemptId: id,
  examId: id,
  examName: z.string(),
  part,
  state: attemptState,
  submittedAt: time.nullable(),
  receiptCode: z.string().nullable(),
  student: z.object({ id, name: z.string(), account: z.string(), className: z.string() }),
  rubric,
  items: z.array(item),
  score: score.nullable(),
  otherScores: z.array(score),
  decision: z
    .object({
      scores: z.array(z.object({ id, examinerName: z.string(), kind: scoreKind, percent })),
      decided: z.object({ scoreIds: z.array(id), reason: z.string(), decidedAt: time, isKept: z.boolean() }).nullable(),
      mark: z.string().describe('裁定时送回，其间有变化就会拒绝'),
    })
    .nullable()
    .describe('出题老师可以裁定的评分（exam/score/decide）；null 表示没有要裁定的，或不由这位老师裁定'),
  done: natural.describe('已评分的答卷：该评的老师都评了，有了得分'),
  total: natural,
  mine: pile,
});

/** A part's rubric with its versions. */
export const partRubric = z.object({
  examId: id,
  part,
  rubric: rubric.describe('现在所用的；id 在重算时以 rubricId 送回'),
  preset: rubric.nullable().describe('给了 preset 时，那个样例'),
  olderVersion: rubric.nullable().describe('给了 olderVersion 时，那一版'),
  presets: z.array(z.object({ key: z.string(), label: z.string(), about: z.string() })),
  versions: z.array(
    z.object({
      id,
      version: natural,
      name: z.string(),
      kind: z.string(),
      scores: natural,
      createdBy: z.string(),
      createTime: time,
    }),
  ),
  unversioned: natural,
  outdated: natural.describe('按别的版本定稿的评分'),
  reapply: z
    .array(
      z.object({
        scoreId: id,
        attemptId: id,
        name: z.string(),
        className: z.string(),
        rubricVersion: natural,
        examinerName: z.string(),
        before: percent,
        after: percent,
        isLeft: z.boolean().describe('要重新评'),
        isHeldBack: z.boolean().describe('自己评过才能看'),
      }),
    )
    .nullable()
    .describe('给了 reapply=1 时，重算会改变什么；只对出题老师'),
});

const load = z.object({
  id,
  name: z.string(),
  isNamed: z.boolean(),
  left: z.enum(['', '已离开', '账号已停用']).describe('不再分给他答卷的原因；空表示没有'),
  total: natural,
  done: natural,
  byClass: z.array(z.object({ classId: natural, papers: natural })),
});

/** How the papers of a part are shared out. */
export const shareOut = z.object({
  examId: id,
  name: z.string(),
  status: examStatus,
  part,
  isLocked: z.boolean(),
  mayName: z.boolean().describe('还能换阅卷老师：没有公布，或公布以后还有补考'),
  isSharedOut: z.boolean(),
  papers: natural,
  open: natural.describe('没分出去的份数'),
  examiners: z.array(idName),
  arbiterIds: z.array(id).describe('examiners 里只仲裁的'),
  classes: z.array(
    z.object({
      id: natural.describe('0 为没有班级'),
      name: z.string(),
      papers: natural,
      open: natural,
      examinerIds: z.array(id),
    }),
  ),
  loads: z.array(load),
  contested: z.array(z.object({ attemptId: id, markedIds: z.array(id).describe('不能请来仲裁的老师') })),
});

/** What would become of a share-out, and its mark, by which it is done. */
export const sharePreview = z.object({
  isDone: z.literal(false),
  mark: z.string(),
  changed: natural,
  given: natural,
  taken: natural,
  kept: natural,
  left: natural,
  reopened: natural,
  loads: z.array(load),
});
export const shareDone = z.object({ isDone: z.literal(true), changed: natural });
export const arbiterAsked = z.object({
  given: natural,
  own: natural.describe('这位老师评过或看过分数，没有交给他的'),
  left: natural.describe('不在待仲裁的'),
});

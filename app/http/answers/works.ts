import { z } from 'zod';
import { time } from './common';
import { address, id, natural, part } from './exam-words';

/** A work of the gallery; an anonymous author is nobody to students. */
export const work = z.object({
  id,
  title: z.string(),
  description: z.string(),
  part,
  state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
  score: z.number().nullable(),
  grade: z.string().nullable(),
  isSelfRated: z.boolean(),
  author: z.string(),
  /** Only for those who may know it. */
  realName: z.string().nullable(),
  className: z.string(),
  anonymous: z.boolean(),
  items: z.array(
    z.object({
      title: z.string(),
      text: z.string(),
      recordings: z.array(z.object({ url: address, durationMs: natural })),
      photos: z.array(z.object({ url: address })),
    }),
  ),
  likes: natural,
  liked: z.boolean(),
  comments: natural,
  pinned: z.boolean(),
  isOwn: z.boolean(),
  time,
});

/** A comment; what was taken away keeps its place with an empty text. */
export const comment = z.object({
  id,
  text: z.string(),
  audioUrl: z.string().nullable(),
  name: z.string(),
  className: z.string().nullable(),
  isTeacher: z.boolean(),
  isAuthor: z.boolean(),
  isOwn: z.boolean(),
  state: z.enum(['pending', 'approved', 'rejected']),
  reason: z.string(),
  isGone: z.boolean(),
  canReply: z.boolean(),
  canDelete: z.boolean(),
  createTime: time,
});

export const thread = comment.extend({ replies: z.array(comment) });

/** An own work with what only its author knows. */
export const ownWork = work.extend({
  reason: z.string().describe('退回或撤下的理由'),
  hidden: z
    .enum(['consent', 'practice', 'release', 'score'])
    .nullable()
    .describe('通过了而没有展示的原因；null 为没有'),
  attemptId: id.nullable(),
  practiceId: id.nullable(),
  sourceName: z.string(),
  mayPublishAgain: z.boolean(),
  mayWithdraw: z.boolean(),
});

const target = { kind: z.enum(['work', 'comment']), id, workId: id };

/** A work or a comment as who decides on it needs it. */
export const moderated = z.object({
  ...target,
  title: z.string(),
  text: z.string(),
  flagged: z.array(z.string()).describe('里面的敏感词'),
  photos: z.array(z.object({ url: address })),
  recordings: z.array(z.object({ url: address, durationMs: natural.nullable() })),
  content: z.string(),
  author: z.string(),
  className: z.string(),
  isAnonymous: z.boolean(),
  part,
  score: z.number().nullable(),
  grade: z.string().nullable(),
  examName: z.string(),
  answers: z.string().describe('留言回复的那一条'),
  state: z.string(),
  reason: z.string(),
  decider: z.string(),
  decideTime: time.nullable(),
  createTime: time,
});

/** One decision that was taken. */
export const decisionRow = z.object({
  ...target,
  title: z.string(),
  comment: z.string(),
  author: z.string(),
  decision: z.string(),
  reason: z.string(),
  decider: z.string(),
  decideTime: time,
});

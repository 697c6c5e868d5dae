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

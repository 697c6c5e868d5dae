import { z } from 'zod';
import { time } from './common';
import { id } from './exam-words';

/** 师生互动: questions to the teachers with their answers. */

const subject = z.enum(['score', 'work', 'practice', 'other']);
const state = z.enum(['waiting', 'answered', 'closed']);
const file = z.object({ id: z.string(), url: z.string(), durationMs: z.number().nullable() });

export const threadRow = z.object({
  id,
  title: z.string(),
  subject,
  about: z.string(),
  studentName: z.string(),
  className: z.string(),
  state,
  isUnread: z.boolean(),
  lastPostAt: time,
  lastAuthorName: z.string(),
  isLastOwn: z.boolean(),
});

export const thread = z.object({
  id,
  title: z.string(),
  subject,
  about: z.string(),
  studentId: id,
  studentName: z.string(),
  className: z.string(),
  state,
  lastPostAt: time,
  posts: z.array(
    z.object({
      id,
      authorId: id,
      authorName: z.string(),
      isTeacher: z.boolean(),
      text: z.string(),
      photos: z.array(file),
      recording: file.nullable(),
      createTime: time,
      canDelete: z.boolean(),
    }),
  ),
});

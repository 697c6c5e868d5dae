import { z } from 'zod';
import { idField, optionalId, optionalText, textField } from '~/lib/zod';
import {
  MAX_POST_PHOTOS,
  MAX_POST_TEXT,
  MAX_THREAD_TITLE,
  parseAbout,
  SUBJECTS,
  THREAD_STATES,
  type Subject,
  type ThreadState,
} from './thread.rules';

/** The filters of the list, in its URL. */
export const threadFilterFields = {
  state: z.enum(['', ...(Object.keys(THREAD_STATES) as ThreadState[])]).catch(''),
  subject: z.enum(['', ...(Object.keys(SUBJECTS) as Subject[])]).catch(''),
  classId: optionalId().catch(null).default(null),
};

const fileIds = z
  .preprocess((value) => [value ?? []].flat().filter((id) => id !== ''), z.array(z.string()))
  .pipe(z.array(z.string()).max(MAX_POST_PHOTOS, `最多 ${MAX_POST_PHOTOS} 张照片`));

const requestId = z.string().max(100).catch('');

/** A post: text, a recording or photos, at least one of them. */
const postFields = {
  text: optionalText('内容', MAX_POST_TEXT),
  /** Ids of the photos, in order. */
  imageUrl: fileIds,
  /** Id of the recording, or ''. */
  musicUrl: z.string().max(50).catch('').default(''),
  requestId,
};

type Post = { text: string; imageUrl: string[]; musicUrl: string };
const hasContent = (post: Post) => post.text !== '' || post.imageUrl.length > 0 || post.musicUrl !== '';
const EMPTY = { message: '请写点什么，或者附上录音、照片。', path: ['text'] };

export const replySchema = z.object({ threadId: idField('问题'), ...postFields }).refine(hasContent, EMPTY);
export type ReplyInput = z.output<typeof replySchema>;

export const askSchema = z
  .object({
    about: z.string().transform((text, context) => {
      const about = parseAbout(text);
      if (about) return about;
      context.addIssue({ code: z.ZodIssueCode.custom, message: '请选择要问的是什么' });
      return z.NEVER;
    }),
    title: textField('标题', { max: MAX_THREAD_TITLE }),
    ...postFields,
  })
  .refine(hasContent, EMPTY);
export type AskInput = z.output<typeof askSchema>;

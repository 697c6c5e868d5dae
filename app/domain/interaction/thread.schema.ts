import { z } from 'zod';
import { audioReference, imageList } from '~/domain/question-bank/question-fields.schema';
import { hasSeen } from '~/lib/names';
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

const refuse = (message: string) => ({ errorMap: () => ({ message }) });
/** The same as the API takes them: what makes no sense is refused. */
export const threadListFields = {
  state: z.enum(['', 'waiting', 'answered', 'closed'], refuse('state 应为 waiting、answered 或 closed')).default(''),
  subject: z
    .enum(['', 'score', 'work', 'practice', 'other'], refuse('subject 应为 score、work、practice 或 other'))
    .default(''),
  classId: optionalId('班级'),
  keyword: optionalText('关键词', 100),
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
const hasContent = (post: Post) => hasSeen(post.text) || post.imageUrl.length > 0 || post.musicUrl !== '';
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

/** A post of the API: files as ids or addresses, in a list or a comma string. */
const callFields = {
  text: optionalText('内容', MAX_POST_TEXT),
  imageUrl: imageList().pipe(z.array(z.string()).max(MAX_POST_PHOTOS, `最多 ${MAX_POST_PHOTOS} 张照片`)),
  musicUrl: audioReference().transform((id) => id ?? ''),
  requestId: optionalText('请求编号', 100),
};

export const replyCallSchema = z.object({ threadId: idField('提问'), ...callFields }).refine(hasContent, EMPTY);

export const askCallSchema = z
  .object({
    about: z
      .string({ required_error: '请选择要问的是什么', invalid_type_error: '请选择要问的是什么' })
      .describe('other，或 score:考试编号、work:作品编号、practice:练习编号')
      .transform((text, context) => {
        const about = parseAbout(text);
        if (about) return about;
        context.addIssue({ code: z.ZodIssueCode.custom, message: '请选择要问的是什么' });
        return z.NEVER;
      }),
    title: textField('标题', { max: MAX_THREAD_TITLE }),
    ...callFields,
  })
  .refine(hasContent, EMPTY);

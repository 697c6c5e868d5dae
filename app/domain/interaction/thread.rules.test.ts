import { describe, expect, it } from 'vitest';
import {
  aboutOf,
  aboutValue,
  askPath,
  isDeletable,
  isUnread,
  parseAbout,
  threadState,
  type About,
} from './thread.rules';
import { askSchema, replySchema } from './thread.schema';

const student = { id: 7 };
const teacher = { id: 3 };

describe('what a question is about', () => {
  it.each<About>([
    { subject: 'other', id: 0 },
    { subject: 'score', id: 12 },
    { subject: 'work', id: 3 },
    { subject: 'practice', id: 2_147_483_647 },
  ])('$subject goes through a form and a URL', (about) => {
    expect(parseAbout(aboutValue(about))).toEqual(about);
    expect(aboutOf(Object.fromEntries(new URL(askPath(about), 'http://x').searchParams))).toEqual(about);
  });

  it.each(['', 'score', 'score:', 'score:0', 'score:-1', 'score:2147483648', 'exam:1', 'score:1 or 1'])(
    '%j is nothing',
    (text) => expect(parseAbout(text)).toBeNull(),
  );

  it('a URL without a subject, or without its thing, names nothing', () => {
    for (const search of ['', 'subject=score', 'subject=score&workId=3', 'subject=x&examId=1']) {
      expect(aboutOf(Object.fromEntries(new URLSearchParams(search)))).toBeNull();
    }
  });
});

it('awaits an answer while the student wrote last and it is open', () => {
  const thread = { studentId: 7, lastAuthorId: 7, closedAt: null };
  expect(threadState(thread)).toBe('waiting');
  expect(threadState({ ...thread, lastAuthorId: 3 })).toBe('answered');
  expect(threadState({ ...thread, closedAt: 1 })).toBe('closed');
});

it('is new to the other side only, until it was read', () => {
  const asked = { studentId: 7, lastAuthorId: 7, lastPostAt: 100 };
  const answered = { ...asked, lastAuthorId: 3 };
  expect(isUnread(asked, teacher, null)).toBe(true);
  expect(isUnread(asked, teacher, 99)).toBe(true);
  expect(isUnread(asked, teacher, 100)).toBe(false);
  expect(isUnread(asked, student, null)).toBe(false);
  expect(isUnread(answered, student, 99)).toBe(true);
  expect(isUnread(answered, { id: 4 }, null)).toBe(false);
});

it('a post can be taken back by its author until somebody else wrote after it', () => {
  const first = { id: 1, authorId: 7 };
  const more = { id: 2, authorId: 7 };
  const answer = { id: 3, authorId: 3 };
  expect(isDeletable(first, [first, more], student)).toBe(true);
  expect(isDeletable(first, [first, more], teacher)).toBe(false);
  expect(isDeletable(more, [first, more, answer], student)).toBe(false);
  expect(isDeletable(answer, [first, more, answer], teacher)).toBe(true);
});

describe('a post', () => {
  const reply = { threadId: '4', text: '', imageUrl: '', musicUrl: '', requestId: 'a' };

  it('needs words, a recording or a photo', () => {
    const refused = replySchema.safeParse({ ...reply, text: ' \n ' });
    expect(refused.error?.issues[0]).toMatchObject({ path: ['text'], message: '请写点什么，或者附上录音、照片。' });
    expect(replySchema.parse({ ...reply, musicUrl: 'f1' })).toMatchObject({
      threadId: 4,
      musicUrl: 'f1',
      imageUrl: [],
    });
    expect(replySchema.parse({ ...reply, imageUrl: ['', 'f1', 'f2'] }).imageUrl).toEqual(['f1', 'f2']);
    expect(replySchema.parse({ threadId: 4, text: '好' })).toMatchObject({ imageUrl: [], musicUrl: '', requestId: '' });
  });

  it('takes nine photos and 2000 characters at most', () => {
    const photos = Array.from({ length: 10 }, (_, index) => `f${index}`);
    expect(replySchema.safeParse({ ...reply, imageUrl: photos }).success).toBe(false);
    expect(replySchema.safeParse({ ...reply, imageUrl: photos.slice(1) }).success).toBe(true);
    expect(replySchema.safeParse({ ...reply, text: '字'.repeat(2001) }).success).toBe(false);
  });

  it('of a new question names a title and what it is about', () => {
    const ask = { ...reply, text: '为什么扣分？', about: 'score:3', title: '第二题' };
    expect(askSchema.parse(ask)).toMatchObject({ about: { subject: 'score', id: 3 }, title: '第二题' });
    expect(askSchema.safeParse({ ...ask, title: ' ' }).error?.issues[0]?.message).toBe('请填写标题');
    expect(askSchema.safeParse({ ...ask, about: 'x' }).error?.issues[0]?.message).toBe('请选择要问的是什么');
  });
});

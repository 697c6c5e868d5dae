import { toThreads } from '~/lib/addresses/works';

/** Questions of a student to the teachers: what they are about, where they stand. Safe to import in the browser. */

export const SUBJECTS = { score: '成绩', work: '作品', practice: '练习', other: '其他' } as const;

export type Subject = keyof typeof SUBJECTS;

/** What a question is about; `id` is the exam, the work or the practice, 0 of 其他. */
export type About = { subject: Subject; id: number };

/** What the list calls a stored subject. */
export function subjectLabel(subject: string): string {
  return SUBJECTS[subject as Subject] ?? SUBJECTS.other;
}

/** About as one form value: `score:12`, `other`. */
export function aboutValue({ subject, id }: About): string {
  return subject === 'other' ? subject : `${subject}:${id}`;
}

/** Reads a form value back; null when it is none. */
export function parseAbout(text: string): About | null {
  if (text === 'other') return { subject: 'other', id: 0 };
  const [, subject, id] = /^(score|work|practice):([1-9]\d{0,9})$/.exec(text) ?? [];
  if (subject === undefined || Number(id) > 2_147_483_647) return null;
  return { subject: subject as Subject, id: Number(id) };
}

const ID_NAMES = { score: 'examId', work: 'workId', practice: 'practiceId' } as const;

/** The page that asks the teachers about something. */
export function askPath({ subject, id }: About) {
  const what = subject === 'other' ? {} : { [ID_NAMES[subject]]: id };
  return toThreads({ ask: 1, subject, ...what });
}

/** What the page that asks is told to be about; null where it is told nothing. */
export function aboutOf(asked: Readonly<Record<string, string | undefined>>): About | null {
  const { subject } = asked;
  if (subject === 'other') return { subject, id: 0 };
  if (subject !== 'score' && subject !== 'work' && subject !== 'practice') return null;
  return parseAbout(`${subject}:${asked[ID_NAMES[subject]] ?? ''}`);
}

/** `waiting`: for a teacher's answer. */
export const THREAD_STATES = { waiting: '待回复', answered: '已回复', closed: '已结束' } as const;

export type ThreadState = keyof typeof THREAD_STATES;

/** Who wrote last decides whether an open question awaits an answer. */
export function threadState(thread: { studentId: number; lastAuthorId: number; closedAt: number | null }): ThreadState {
  if (thread.closedAt !== null) return 'closed';
  return thread.lastAuthorId === thread.studentId ? 'waiting' : 'answered';
}

/**
 * Whether something of the other side is new to the reader: for the student what a teacher wrote, for teachers what
 * the student wrote (a colleague's answer calls nobody).
 */
export function isUnread(
  thread: { studentId: number; lastAuthorId: number; lastPostAt: number },
  reader: { id: number },
  readAt: number | null,
): boolean {
  const isOwn = reader.id === thread.studentId;
  return isOwn !== (thread.lastAuthorId === thread.studentId) && thread.lastPostAt > (readAt ?? 0);
}

/** Whether a post may be taken back: its author's, while nobody else wrote after it and the question is open. */
export function isDeletable(
  post: { id: number; authorId: number },
  posts: readonly { id: number; authorId: number }[],
  reader: { id: number },
): boolean {
  return post.authorId === reader.id && !posts.some((other) => other.id > post.id && other.authorId !== reader.id);
}

export const MAX_POST_PHOTOS = 9;
export const MAX_POST_TEXT = 2000;
export const MAX_THREAD_TITLE = 60;
/** Longest recording made in the page. */
export const MAX_POST_SECONDS = 300;

import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Database } from '~/db/schema';
import { listFiles } from '~/domain/file/file.queries.server';
import type { StoredFile } from '~/domain/file/file.rules';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { describeSubject, type ThreadSubject } from './subject.queries.server';
import { isVisibleTo, listClosedThreadIds, threadsWithStudent } from './thread-rights.queries.server';
import { isDeletable, isUnread, threadState, type Subject, type ThreadState } from './thread.rules';

export type ThreadFilter = PageInput & {
  state: '' | ThreadState;
  subject: '' | Subject;
  classId: number | null;
  keyword: string;
};

export type ThreadRow = {
  id: number;
  title: string;
  subject: Subject;
  about: Pick<ThreadSubject, 'label' | 'links'>;
  studentName: string;
  className: string;
  state: ThreadState;
  isUnread: boolean;
  lastPostAt: number;
  lastAuthorName: string;
  /** The reader wrote last. */
  isLastOwn: boolean;
};

type Columns = ExpressionBuilder<Database & { student: Database['users'] }, 'threads' | 'student'>;

/** Condition: an open question whose student wrote last. */
const isAwaiting = (eb: Columns) =>
  eb.and([eb('threads.closed_at', 'is', null), eb('threads.last_author_id', '=', eb.ref('threads.student_id'))]);

/** Condition: something of the other side is new to the actor; the same as isUnread (thread.rules). */
const isNewTo = (actor: Actor) => (eb: Columns) =>
  eb.and([
    eb('threads.last_author_id', isTeacher(actor) ? '=' : '!=', eb.ref('threads.student_id')),
    eb.not(
      eb.exists(
        eb
          .selectFrom('thread_reads')
          .select('thread_reads.user_id')
          .whereRef('thread_reads.thread_id', '=', 'threads.id')
          .where('thread_reads.user_id', '=', actor.id)
          .whereRef('thread_reads.read_at', '>=', 'threads.last_post_at'),
      ),
    ),
  ]);

/** The questions the actor may read now. */
async function visibleThreads(actor: Actor, now: number) {
  const closed = await listClosedThreadIds(actor, now);
  return withStudentVisibleTo(actor).$if(closed.length > 0, (query) => query.where('threads.id', 'not in', closed));
}

function withStudentVisibleTo(actor: Actor) {
  return threadsWithStudent().where(isVisibleTo(actor));
}

type Threads = ReturnType<typeof withStudentVisibleTo>;

function filtered(threads: Threads, { state, subject, classId, keyword }: ThreadFilter) {
  let query = threads;
  if (state === 'waiting') query = query.where(isAwaiting);
  if (state === 'answered') query = query.where('closed_at', 'is', null).where((eb) => eb.not(isAwaiting(eb)));
  if (state === 'closed') query = query.where('closed_at', 'is not', null);
  if (subject !== '') query = query.where('subject', '=', subject);
  if (classId !== null) query = query.where('student.classroom_id', '=', classId);
  if (keyword !== '') {
    const pattern = likePattern(keyword.toLowerCase());
    const has = (text: string) => sql<boolean>`lower(${sql.ref(text)}) like ${pattern} escape '\\'`;
    query = query.where((eb) =>
      eb.or([
        has('threads.title'),
        has('student.name'),
        eb.exists(
          eb
            .selectFrom('posts')
            .select('posts.id')
            .whereRef('posts.thread_id', '=', 'threads.id')
            .where('posts.deleted_at', 'is', null)
            .where(has('posts.text')),
        ),
      ]),
    );
  }
  return query;
}

function withColumns(query: Threads, actor: Actor) {
  return query
    .innerJoin('users as last', 'last.id', 'threads.last_author_id')
    .leftJoin('classrooms', 'classrooms.id', 'student.classroom_id')
    .leftJoin('thread_reads', (join) =>
      join.onRef('thread_reads.thread_id', '=', 'threads.id').on('thread_reads.user_id', '=', actor.id),
    )
    .selectAll('threads')
    .select([
      'student.name as student_name',
      'classrooms.name as class_name',
      'last.name as last_name',
      'thread_reads.read_at',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;

async function toThreadRow(actor: Actor, row: Row, now: number): Promise<ThreadRow> {
  const thread = headOf(row);
  const { label, links } = await describeSubject(actor, thread, now);
  return {
    id: row.id,
    title: row.title,
    subject: thread.subject,
    about: { label, links },
    studentName: row.student_name,
    className: row.class_name ?? '',
    state: threadState(thread),
    isUnread: isUnread(thread, actor, row.read_at),
    lastPostAt: row.last_post_at,
    lastAuthorName: row.last_name,
    isLastOwn: row.last_author_id === actor.id,
  };
}

function headOf(row: Row) {
  return {
    subject: row.subject as Subject,
    studentId: row.student_id,
    workId: row.work_id,
    examId: row.exam_id,
    practiceId: row.practice_id,
    lastAuthorId: row.last_author_id,
    lastPostAt: row.last_post_at,
    closedAt: row.closed_at,
  };
}

/** The questions the actor sees, last written first; those that await an answer with the longest waiting first. */
export async function listThreads(actor: Actor, filter: ThreadFilter, now: number): Promise<Page<ThreadRow>> {
  const found = filtered(await visibleThreads(actor, now), filter);
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const order = filter.state === 'waiting' ? 'asc' : 'desc';
  const rows = await withColumns(found, actor)
    .orderBy('threads.last_post_at', order)
    .orderBy('threads.id', order)
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: await Promise.all(rows.map((row) => toThreadRow(actor, row, now))),
    totalCount: Number(total),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

async function countOf(query: Threads): Promise<number> {
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/** How many questions have something new for the actor: the count on the tab. */
export async function countUnreadThreads(actor: Actor, now: number): Promise<number> {
  return countOf((await visibleThreads(actor, now)).where(isNewTo(actor)));
}

/** How many questions await an answer of a teacher (or, for a student, are not answered yet). */
export async function countAwaiting(actor: Actor, now: number): Promise<number> {
  return countOf((await visibleThreads(actor, now)).where(isAwaiting));
}

/** How many questions of each class await an answer of this teacher. */
export async function countAwaitingByClass(actor: Actor, now: number): Promise<Map<number, number>> {
  const rows = await (
    await visibleThreads(actor, now)
  )
    .where(isAwaiting)
    .select((eb) => ['student.classroom_id', eb.fn.countAll<number>().as('count')])
    .groupBy('student.classroom_id')
    .execute();
  return new Map(rows.map((row) => [row.classroom_id ?? 0, Number(row.count)]));
}

/** The questions that await an answer, the longest waiting first: for the dashboard. */
export async function listAwaitingThreads(actor: Actor, limit: number, now: number): Promise<ThreadRow[]> {
  const filter = {
    state: 'waiting',
    subject: '',
    classId: null,
    keyword: '',
    currentPage: 1,
    pageSize: limit,
  } as const;
  return (await listThreads(actor, filter, now)).rows;
}

export type PostView = {
  id: number;
  authorId: number;
  authorName: string;
  isTeacher: boolean;
  text: string;
  photos: StoredFile[];
  recording: StoredFile | null;
  createdAt: number;
  canDelete: boolean;
};

export type ThreadView = {
  id: number;
  title: string;
  subject: ThreadSubject;
  studentId: number;
  studentName: string;
  className: string;
  state: ThreadState;
  lastPostAt: number;
  posts: PostView[];
};

/**
 * A question with its answers in order.
 * @throws AppError not_found for somebody who may not read it; forbidden to its student while it is about a question
 * of an exam that they are to sit
 */
export async function getThread(actor: Actor, id: number, now: number): Promise<ThreadView> {
  const row = await withColumns(withStudentVisibleTo(actor), actor).where('threads.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('提问');
  if ((await listClosedThreadIds(actor, now)).includes(id)) throw inUse();
  const thread = headOf(row);
  return {
    id: row.id,
    title: row.title,
    subject: await describeSubject(actor, thread, now),
    studentId: row.student_id,
    studentName: row.student_name,
    className: row.class_name ?? '',
    state: threadState(thread),
    lastPostAt: row.last_post_at,
    posts: await listPosts(actor, id),
  };
}

async function listPosts(actor: Actor, threadId: number): Promise<PostView[]> {
  const rows = await db()
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .selectAll('posts')
    .select(['users.name', 'users.user_type'])
    .where('thread_id', '=', threadId)
    .where('posts.deleted_at', 'is', null)
    .orderBy('posts.id')
    .execute();
  const posts = rows.map((row) => ({ ...row, authorId: row.author_id, fileIds: fromJson<string[]>(row.file_ids) }));
  const files = await listFiles(posts.flatMap((post) => post.fileIds));
  return posts.map((post) => {
    const own = files.filter((file) => post.fileIds.includes(file.id));
    return {
      id: post.id,
      authorId: post.authorId,
      authorName: post.name,
      isTeacher: isTeacher({ userType: post.user_type }),
      text: post.text,
      photos: own.filter((file) => file.kind === 'image'),
      recording: own.find((file) => file.kind === 'audio') ?? null,
      createdAt: post.created_at,
      canDelete: isDeletable(post, posts, actor),
    };
  });
}

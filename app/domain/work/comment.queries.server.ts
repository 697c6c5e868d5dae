import type { ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { listFiles } from '~/domain/file/file.queries.server';
import type { StoredFile } from '~/domain/file/file.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { newUuid } from '~/lib/ids.server';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { COMMENTS_PER_PAGE, commenterName, type CommentState } from './comment.rules';
import { mayModerate, mayReadWork } from './work-rights.queries.server';

/** A comment as its reader sees it. */
export type CommentView = {
  id: number;
  text: string;
  audio: StoredFile | null;
  name: string;
  /** Of a student who is named. */
  className: string | null;
  isTeacher: boolean;
  /** Written by the work's author. */
  isAuthor: boolean;
  isOwn: boolean;
  state: CommentState;
  /** Why it was rejected; its author alone sees it. */
  reason: string;
  createdAt: number;
  /** Deleted or taken back, and shown as an empty place because answers stand under it. */
  isGone: boolean;
  canReply: boolean;
  canDelete: boolean;
};

export type CommentThread = CommentView & { replies: CommentView[] };

export type WorkComments = {
  workId: number;
  page: Page<CommentThread>;
  /** Comments and answers that everybody sees: what the list of works says too. */
  count: number;
  /** Comments open with the work's approval. */
  canComment: boolean;
  /** For who moderates: how many comments here wait for a decision. */
  pendingCount: number;
  isStudent: boolean;
  timeZone: string;
  /** Of the next comment: sent twice it is one. */
  requestId: string;
};

type Work = {
  id: number;
  studentId: number;
  isAnonymous: boolean;
  state: string;
  classroomId: number | null;
  comments: number;
};

async function getWork(actor: Actor, workId: number, now: number): Promise<Work> {
  const row = await db()
    .selectFrom('works')
    .select(['id', 'student_id', 'is_anonymous', 'state', 'classroom_id', 'comment_count'])
    .where('id', '=', workId)
    .executeTakeFirst();
  if (!row || !(await mayReadWork(actor, workId, now))) throw notFound('作品');
  return {
    id: row.id,
    studentId: row.student_id,
    isAnonymous: row.is_anonymous === 1,
    state: row.state,
    classroomId: row.classroom_id,
    comments: row.comment_count,
  };
}

/** Condition: everybody who sees the work sees the comment, or it is the actor's own. */
function isVisible(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'comments'>) =>
    eb.and([
      eb('comments.deleted_at', 'is', null),
      eb.or([eb('comments.state', '=', 'approved'), eb('comments.author_id', '=', actor.id)]),
    ]);
}

/**
 * A page of the comments on a work, newest first, each with its answers in order: approved ones, and the reader's
 * own in any state.
 * @throws AppError not_found when the work is not the actor's to see
 */
export async function getWorkComments(
  actor: Actor,
  workId: number,
  input: Partial<PageInput>,
  now: number,
): Promise<WorkComments> {
  const work = await getWork(actor, workId, now);
  const page = { currentPage: input.currentPage || 1, pageSize: input.pageSize ?? COMMENTS_PER_PAGE };
  const roots = db()
    .selectFrom('comments')
    .where('comments.work_id', '=', workId)
    .where('comments.parent_id', 'is', null)
    .where((eb) =>
      eb.or([
        isVisible(actor)(eb),
        // Answers keep the place of what they answer.
        eb.exists(
          eb
            .selectFrom('comments as reply')
            .select('reply.id')
            .whereRef('reply.parent_id', '=', 'comments.id')
            .where('reply.state', '=', 'approved')
            .where('reply.deleted_at', 'is', null),
        ),
      ]),
    );
  const { total } = await roots.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const shown = await roots
    .select('comments.id')
    .orderBy('comments.created_at', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(page.pageSize)
    .offset(pageOffset(page))
    .execute();
  const ids = shown.map(({ id }) => id);
  const [isModerator, { timeZone }] = await Promise.all([mayModerate(actor, work.classroomId), getSchool()]);
  const views = await listViews(actor, work, ids, isModerator);
  const rows = ids.flatMap((id) => {
    const root = views.find((view) => view.id === id);
    return root ? [{ ...root, replies: views.filter((view) => view.parentId === id) }] : [];
  });
  return {
    workId,
    page: { rows, totalCount: Number(total), ...page },
    count: work.comments,
    canComment: work.state === 'approved',
    pendingCount: isModerator ? await countPendingOf(workId) : 0,
    isStudent: !isTeacher(actor),
    timeZone,
    requestId: newUuid(),
  };
}

/** These comments and the answers under them, in the order they were written. */
async function listViews(
  actor: Actor,
  work: Work,
  rootIds: number[],
  isModerator: boolean,
): Promise<(CommentView & { parentId: number | null })[]> {
  if (rootIds.length === 0) return [];
  const rows = await db()
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .selectAll('comments')
    .select(['users.name', 'users.user_type', 'classrooms.name as class_name'])
    .where((eb) =>
      eb.or([
        eb('comments.id', 'in', rootIds),
        eb.and([
          eb('comments.parent_id', 'in', rootIds),
          eb('comments.deleted_at', 'is', null),
          eb.or([eb('comments.state', '=', 'approved'), eb('comments.author_id', '=', actor.id)]),
        ]),
      ]),
    )
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute();
  const files = await listFiles(rows.flatMap((row) => (row.file_id === null ? [] : [row.file_id])));
  return rows.map((row) => {
    const isOwn = row.author_id === actor.id;
    const isGone = row.deleted_at !== null || (row.state !== 'approved' && !isOwn);
    const commenter = { id: row.author_id, name: row.name, isTeacher: isTeacher({ userType: row.user_type }) };
    const name = commenterName(commenter, work, { id: actor.id, isTeacher: isTeacher(actor) });
    const isNamed = name === row.name;
    const parentId = row.parent_id;
    const place = { id: row.id, parentId, createdAt: row.created_at, isGone };
    if (isGone) return { ...place, ...GONE };
    return {
      ...place,
      text: row.text,
      audio: files.find((file) => file.id === row.file_id) ?? null,
      name: isOwn ? '我' : name,
      className: isNamed && !isOwn ? row.class_name : null,
      isTeacher: commenter.isTeacher,
      isAuthor: row.author_id === work.studentId,
      isOwn,
      state: row.state as CommentState,
      reason: isOwn ? row.reason : '',
      canReply: parentId === null && row.state === 'approved' && work.state === 'approved',
      canDelete: isOwn || isModerator,
    };
  });
}

const GONE = {
  text: '',
  audio: null,
  name: '',
  className: null,
  isTeacher: false,
  isAuthor: false,
  isOwn: false,
  state: 'approved' as const,
  reason: '',
  canReply: false,
  canDelete: false,
};

async function countPendingOf(workId: number): Promise<number> {
  const { total } = await db()
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('work_id', '=', workId)
    .where('state', '=', 'pending')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function findOne(actor: Actor, work: Work, id: number): Promise<CommentView> {
  const stands = await db()
    .selectFrom('comments')
    .select('id')
    .where('id', '=', id)
    .where('work_id', '=', work.id)
    .executeTakeFirst();
  const views = stands ? await listViews(actor, work, [id], await mayModerate(actor, work.classroomId)) : [];
  const view = views.find((one) => one.id === id);
  if (!view || view.isGone) throw notFound('评论');
  return view;
}

/**
 * One comment as the actor sees it.
 * @throws AppError not_found
 */
export async function getComment(actor: Actor, workId: number, id: number, now: number): Promise<CommentView> {
  return findOne(actor, await getWork(actor, workId, now), id);
}

/**
 * What the page of writing, answering or deleting a comment is about: the work's title, the comment answered, or
 * the comment to delete.
 * @throws AppError not_found
 */
export async function getCommentPlace(
  actor: Actor,
  { workId, parentId, deleteId }: { workId: number; parentId: number | null; deleteId: number | null },
  now: number,
) {
  const work = await getWork(actor, workId, now);
  const { title } = await db().selectFrom('works').select('title').where('id', '=', workId).executeTakeFirstOrThrow();
  const find = (id: number) => findOne(actor, work, id);
  const answered = parentId === null ? null : await find(parentId);
  const toDelete = deleteId === null ? null : await find(deleteId);
  if (toDelete && !toDelete.canDelete) throw notFound('评论');
  return {
    workId,
    title,
    canComment: work.state === 'approved',
    answered,
    toDelete,
    isStudent: !isTeacher(actor),
    requestId: newUuid(),
  };
}

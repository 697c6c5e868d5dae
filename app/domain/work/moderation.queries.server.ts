import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { Database } from '~/db/schema';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import type { Part } from '~/domain/exam/parts.rules';
import { listFiles } from '~/domain/file/file.queries.server';
import type { StoredFile } from '~/domain/file/file.rules';
import { getSensitiveWords } from '~/domain/school/school.queries.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import type { Target, TargetKind } from './comment.rules';
import { excerpt } from './comment-tell.server';
import { markedParts, type TextPart } from './words.rules';
import { currentScore, isSourceReleased, worksWithSources } from './work-rights.queries.server';
import { scoreOf, type WorkScore } from './work.queries.server';
import type { WorkContent } from './work.rules';

export type QueueTab = '' | 'approved' | 'rejected' | 'history';

export type QueueFilter = PageInput & {
  tab: QueueTab;
  kind: '' | TargetKind;
  classId: number | null;
  /** Only what contains a word of the school's list. */
  flagged: '' | '1';
  keyword: string;
};

/** A work or a comment as who decides on it needs it: everything at once. */
export type QueueRow = Target & {
  workId: number;
  /** Of the work. */
  title: TextPart[];
  text: TextPart[];
  flagged: string[];
  photos: StoredFile[];
  recordings: StoredFile[];
  /** What a pen work says in words. */
  content: string;
  author: string;
  className: string;
  /** For students the author is not named. */
  isAnonymous: boolean;
  part: Part;
  /** As the work's page says it; null of a comment. */
  score: WorkScore | null;
  /** The exam it was made in; '' of a practice. */
  examName: string;
  /** What a comment answers. */
  answers: string;
  state: string;
  reason: string;
  decider: string;
  decidedAt: number | null;
  createdAt: number;
};

/** Condition: the works whose class the actor teaches or created; all of them for an administrator. */
function isModerated(actor: Actor) {
  return (eb: ExpressionBuilder<Database, 'works'>) =>
    actor.isAdmin
      ? eb.lit(true)
      : eb(
          'works.classroom_id',
          'in',
          db().selectFrom('classrooms').select('classrooms.id').where(isOwnClassroom(actor.id)),
        );
}

function like(column: string, keyword: string) {
  return sql<boolean>`lower(${sql.ref(column)}) like ${likePattern(keyword.toLowerCase())} escape '\\'`;
}

function works(actor: Actor, filter: QueueFilter) {
  let query = db()
    .selectFrom('works')
    .innerJoin('users as author', 'author.id', 'works.student_id')
    .where(isModerated(actor));
  if (filter.tab === '') query = query.where('works.state', '=', 'pending');
  if (filter.tab === 'approved') query = query.where('works.state', '=', 'approved');
  if (filter.tab === 'rejected') {
    query = query.where((eb) =>
      eb.or([
        eb('works.state', '=', 'rejected'),
        // What its own author took back needs nobody's attention.
        eb.and([eb('works.state', '=', 'withdrawn'), eb('works.decided_by', '!=', eb.ref('works.student_id'))]),
      ]),
    );
  }
  if (filter.classId !== null) query = query.where('works.classroom_id', '=', filter.classId);
  if (filter.flagged === '1') query = query.where('works.flagged', '!=', '[]');
  if (filter.keyword !== '') {
    query = query.where((eb) =>
      eb.or(['works.title', 'works.description', 'author.name'].map((column) => like(column, filter.keyword))),
    );
  }
  return query;
}

function comments(actor: Actor, filter: QueueFilter) {
  let query = db()
    .selectFrom('comments')
    .innerJoin('works', 'works.id', 'comments.work_id')
    .innerJoin('users as author', 'author.id', 'comments.author_id')
    .where('comments.deleted_at', 'is', null)
    // Teachers' comments need no approval.
    .where('author.user_type', '=', STUDENT)
    .where(isModerated(actor))
    .where('comments.state', '=', filter.tab === '' ? 'pending' : filter.tab);
  if (filter.classId !== null) query = query.where('works.classroom_id', '=', filter.classId);
  if (filter.flagged === '1') query = query.where('comments.flagged', '!=', '[]');
  if (filter.keyword !== '') {
    query = query.where((eb) =>
      eb.or(['comments.text', 'works.title', 'author.name'].map((column) => like(column, filter.keyword))),
    );
  }
  return query;
}

type Counted = { executeTakeFirstOrThrow: () => Promise<{ total: number | string | bigint }> };

async function countOf(query: Counted): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).total);
}

async function countQueue(actor: Actor, filter: QueueFilter): Promise<number> {
  const total = sql<number>`count(*)`.as('total');
  const [workCount, commentCount] = await Promise.all([
    filter.kind === 'comment' ? 0 : countOf(works(actor, filter).select(total)),
    filter.kind === 'work' ? 0 : countOf(comments(actor, filter).select(total)),
  ]);
  return workCount + commentCount;
}

const NO_FILTER = { kind: '', classId: null, flagged: '', keyword: '', currentPage: 1, pageSize: 1 } as const;

/** How many works and comments wait for the actor's decision. */
export function countPending(actor: Actor): Promise<number> {
  return countQueue(actor, { ...NO_FILTER, tab: '' });
}

/** How many things stand on each tab, whatever the filters. */
export async function countByTab(actor: Actor): Promise<{ pending: number; approved: number; rejected: number }> {
  const [pending, approved, rejected] = await Promise.all(
    (['', 'approved', 'rejected'] as const).map((tab) => countQueue(actor, { ...NO_FILTER, tab })),
  );
  return { pending: pending ?? 0, approved: approved ?? 0, rejected: rejected ?? 0 };
}

/**
 * A page of works and comments together: what waits longest first, what was decided last first. Its marks are those of
 * the last bringFlagsUpToDate.
 */
export async function listQueue(actor: Actor, filter: QueueFilter): Promise<Page<QueueRow>> {
  const isWaiting = filter.tab === '';
  const ofWorks = works(actor, filter).select([
    sql<TargetKind>`'work'`.as('kind'),
    'works.id as id',
    (isWaiting ? sql<number>`works.created_at` : sql<number>`coalesce(works.decided_at, works.created_at)`).as('at'),
  ]);
  const ofComments = comments(actor, filter).select([
    sql<TargetKind>`'comment'`.as('kind'),
    'comments.id as id',
    (isWaiting ? sql<number>`comments.created_at` : sql<number>`coalesce(comments.decided_at, comments.created_at)`).as(
      'at',
    ),
  ]);
  const all = filter.kind === 'work' ? ofWorks : filter.kind === 'comment' ? ofComments : ofWorks.unionAll(ofComments);
  const order = isWaiting ? 'asc' : 'desc';
  const targets = await db()
    .selectFrom(all.as('queue'))
    .select(['queue.kind', 'queue.id'])
    .orderBy('queue.at', order)
    .orderBy('queue.kind')
    .orderBy('queue.id', order)
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: await findQueueRows(actor, targets),
    totalCount: await countQueue(actor, filter),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

/** These works and comments, those left out that are not the actor's to decide; in the order given. */
export async function findQueueRows(actor: Actor, targets: Target[]): Promise<QueueRow[]> {
  const idsOf = (kind: TargetKind) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const words = await getSensitiveWords();
  const rows = [
    ...(await workRows(actor, idsOf('work'), words)),
    ...(await commentRows(actor, idsOf('comment'), words)),
  ];
  return targets.flatMap((target) => rows.filter((row) => row.kind === target.kind && row.id === target.id));
}

async function workRows(actor: Actor, ids: number[], words: string[]): Promise<QueueRow[]> {
  if (ids.length === 0) return [];
  const rows = await worksWithSources()
    .leftJoin('classrooms', 'classrooms.id', 'works.classroom_id')
    .leftJoin('users as decider', 'decider.id', 'works.decided_by')
    .selectAll('works')
    .select([
      'author.name as author_name',
      'classrooms.name as class_name',
      'decider.name as decider_name',
      'exams.name as exam_name',
      'exams.settings',
    ])
    .select(currentScore().as('percent'))
    .select((eb) => eb.case().when(isSourceReleased(eb)).then(1).else(0).end().as('is_released'))
    .where('works.id', 'in', ids)
    .where(isModerated(actor))
    .execute();
  const contents = new Map(rows.map((row) => [row.id, fromJson<WorkContent>(row.content)]));
  const files = await listFiles([...contents.values()].flatMap((content) => content.fileIds));
  return rows.map((row) => {
    const content = contents.get(row.id);
    const own = files.filter((file) => content?.fileIds.includes(file.id));
    return {
      kind: 'work',
      id: row.id,
      workId: row.id,
      title: markedParts(row.title, words),
      text: markedParts(row.description, words),
      flagged: fromJson<string[]>(row.flagged),
      photos: own.filter((file) => file.kind === 'image'),
      recordings: own.filter((file) => file.kind === 'audio'),
      content: content?.text ?? '',
      author: row.author_name,
      className: row.class_name ?? '',
      isAnonymous: row.is_anonymous === 1,
      part: row.part as Part,
      score: scoreOf(row),
      examName: row.exam_name ?? '',
      answers: '',
      state: row.state,
      reason: row.reason,
      decider: row.decider_name ?? '',
      decidedAt: row.decided_at,
      createdAt: row.created_at,
    };
  });
}

async function commentRows(actor: Actor, ids: number[], words: string[]): Promise<QueueRow[]> {
  if (ids.length === 0) return [];
  const rows = await db()
    .selectFrom('comments')
    .innerJoin('works', 'works.id', 'comments.work_id')
    .innerJoin('users as author', 'author.id', 'comments.author_id')
    .leftJoin('classrooms', 'classrooms.id', 'author.classroom_id')
    .leftJoin('users as decider', 'decider.id', 'comments.decided_by')
    .leftJoin('comments as parent', 'parent.id', 'comments.parent_id')
    .selectAll('comments')
    .select([
      'works.title',
      'works.part',
      'author.name as author_name',
      'classrooms.name as class_name',
      'decider.name as decider_name',
      'parent.text as parent_text',
      'parent.file_id as parent_file_id',
    ])
    .where('comments.id', 'in', ids)
    .where('comments.deleted_at', 'is', null)
    .where(isModerated(actor))
    .execute();
  const files = await listFiles(rows.flatMap((row) => (row.file_id === null ? [] : [row.file_id])));
  return rows.map((row) => ({
    kind: 'comment',
    id: row.id,
    workId: row.work_id,
    title: [{ text: row.title, word: null }],
    text: markedParts(row.text, words),
    flagged: fromJson<string[]>(row.flagged),
    photos: [],
    recordings: files.filter((file) => file.id === row.file_id),
    content: '',
    author: row.author_name,
    className: row.class_name ?? '',
    isAnonymous: false,
    part: row.part as Part,
    score: null,
    examName: '',
    answers: row.parent_text === null ? '' : excerpt({ text: row.parent_text, file_id: row.parent_file_id }),
    state: row.state,
    reason: row.reason,
    decider: row.decider_name ?? '',
    decidedAt: row.decided_at,
    createdAt: row.created_at,
  }));
}

/** One decision that was taken. */
export type HistoryRow = {
  id: number;
  kind: TargetKind;
  workId: number;
  /** The work's title, and of a comment its beginning. */
  title: string;
  comment: string;
  author: string;
  decision: string;
  reason: string;
  decider: string;
  decidedAt: number;
};

/** A page of the decisions on the actor's classes' works and comments, the last first. */
export async function listHistory(actor: Actor, filter: QueueFilter): Promise<Page<HistoryRow>> {
  let query = db()
    .selectFrom('moderations')
    .innerJoin('works', 'works.id', 'moderations.work_id')
    .innerJoin('users as decider', 'decider.id', 'moderations.decided_by')
    .leftJoin('comments', 'comments.id', 'moderations.comment_id')
    .innerJoin('users as author', (join) =>
      join.on(sql<boolean>`author.id = coalesce(comments.author_id, works.student_id)`),
    )
    .where(isModerated(actor));
  if (filter.kind !== '') query = query.where('moderations.comment_id', filter.kind === 'work' ? 'is' : 'is not', null);
  if (filter.classId !== null) query = query.where('works.classroom_id', '=', filter.classId);
  if (filter.keyword !== '') {
    const columns = ['works.title', 'comments.text', 'author.name', 'decider.name', 'moderations.reason'];
    query = query.where((eb) => eb.or(columns.map((column) => like(column, filter.keyword))));
  }
  const totalCount = await countOf(query.select(sql<number>`count(*)`.as('total')));
  const rows = await query
    .select([
      'moderations.id',
      'moderations.work_id',
      'moderations.comment_id',
      'moderations.decision',
      'moderations.reason',
      'moderations.decided_at',
      'works.title',
      'comments.text',
      'comments.file_id',
      'author.name as author_name',
      'decider.name as decider_name',
    ])
    .orderBy('moderations.decided_at', 'desc')
    .orderBy('moderations.id', 'desc')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.comment_id === null ? 'work' : 'comment',
      workId: row.work_id,
      title: row.title,
      comment: row.text === null ? '' : excerpt({ text: row.text, file_id: row.file_id }),
      author: row.author_name,
      decision: row.decision,
      reason: row.reason,
      decider: row.decider_name,
      decidedAt: row.decided_at,
    })),
    totalCount,
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

import { dayStart } from '~/lib/time';
import { thresholdsOf, USUAL_THRESHOLDS, type GradeThresholds } from '~/lib/bands';
import { sql } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { inUse } from '~/domain/question-bank/closed-questions.server';
import { CLOSED_TITLE } from '~/domain/practice/practice.rules';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { Part } from '~/domain/exam/parts.rules';
import { shownScore, type ShownScore } from '~/domain/scoring/result/result-display.rules';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { showContents, type ShownItem } from './work-content.queries.server';
import {
  currentScore,
  isShown,
  isSourceClosed,
  isSourceReleased,
  mayModerate,
  worksWithSources,
} from './work-rights.queries.server';
import {
  ANONYMOUS_NAME,
  isHighScore,
  mayPublishAgain,
  mayWithdraw,
  periodStart,
  WORK_MIN_SCORE,
  type HiddenReason,
  type WorkContent,
  type WorkSource,
  type WorkState,
} from './work.rules';
import type { GalleryFilter } from './work.schema';

const DAY_MS = 24 * 3_600_000;

/** A score as everybody may see it: points, or the grade alone where the exam shows grades only. */
export type WorkScore = ShownScore & {
  /** What its word means: of the exam, or the usual ones of a practice. */
  thresholds: GradeThresholds;
  /** Of a practice: the student's own judgement, never a teacher's. */
  isSelfRated: boolean;
  /** The release was taken back, or a re-sit is open: neither points nor a grade. */
  isHeldBack: boolean;
};

/** Who made it, as the reader may know it. */
export type WorkAuthor = {
  /** The name, or 匿名同学. */
  label: string;
  className: string;
  isAnonymous: boolean;
  /** The name behind 匿名同学: for teachers. */
  realName: string | null;
};

/** A work as it is listed and drawn. Nothing in it tells a student who an anonymous author is. */
export type WorkView = {
  id: number;
  title: string;
  description: string;
  part: Part;
  score: WorkScore;
  author: WorkAuthor;
  items: ShownItem[];
  likes: number;
  hasLiked: boolean;
  comments: number;
  isPinned: boolean;
  isOwn: boolean;
  state: WorkState;
  /** When it was approved; before that when it was handed in. */
  shownAt: number;
};

/** What only the author and who moderates it know. */
export type WorkInside = {
  reason: string;
  /** Why an approved one is in nobody's gallery. */
  hidden: HiddenReason | null;
  source: WorkSource;
  /** The exam or practice it is of. */
  sourceName: string;
  mayPublishAgain: boolean;
  mayWithdraw: boolean;
};

function selectWorks(actor: Pick<Actor, 'id'>, closed: ReadonlySet<number>) {
  const flag = (alias: string) => sql<number>`case when ${sql.raw(alias)} then 1 else 0 end`;
  return worksWithSources()
    .leftJoin('classrooms', 'classrooms.id', 'works.classroom_id')
    .leftJoin('work_likes as own_like', (join) =>
      join.onRef('own_like.work_id', '=', 'works.id').on('own_like.user_id', '=', actor.id),
    )
    .selectAll('works')
    .select([
      'author.name as author_name',
      'author.has_consent',
      'classrooms.name as class_name',
      'exams.name as exam_name',
      'exams.settings',
      'own_like.user_id as liked_by',
    ])
    .select(currentScore().as('percent'))
    .select((eb) => [
      eb.case().when(isShown(eb)).then(1).else(0).end().as('is_shown'),
      eb.case().when(isSourceClosed(eb, closed)).then(1).else(0).end().as('is_closed'),
      eb.case().when(isSourceReleased(eb)).then(1).else(0).end().as('is_released'),
      flag('practices.deleted_at is not null').as('is_practice_gone'),
    ]);
}

type WorkRow = Awaited<ReturnType<ReturnType<typeof selectWorks>['execute']>>[number];

/** The score of a work as it stands now, wherever it is read. */
export function scoreOf(
  row: Pick<WorkRow, 'attempt_id' | 'percent' | 'score' | 'settings' | 'is_released'>,
): WorkScore {
  const isSelfRated = row.attempt_id === null;
  const isHeldBack = row.is_released !== 1;
  const percent = isHeldBack ? null : roundHalfUp(row.percent ?? row.score);
  if (row.settings === null) return { percent, grade: null, thresholds: USUAL_THRESHOLDS, isSelfRated, isHeldBack };
  const settings = examSettingsSchema.parse(fromJson(row.settings));
  return { ...shownScore(percent, settings), thresholds: thresholdsOf(settings), isSelfRated, isHeldBack };
}

function toView(actor: Actor, row: WorkRow, items: ShownItem[]): WorkView {
  const isAnonymous = row.is_anonymous === 1;
  const isOwn = row.student_id === actor.id;
  return {
    id: row.id,
    title: row.is_closed === 1 ? CLOSED_TITLE : row.title,
    description: row.is_closed === 1 ? '' : row.description,
    part: row.part as Part,
    score: scoreOf(row),
    author: {
      label: isAnonymous ? ANONYMOUS_NAME : row.author_name,
      className: row.class_name ?? '',
      isAnonymous,
      realName: isAnonymous && (isTeacher(actor) || isOwn) ? row.author_name : null,
    },
    items,
    likes: row.like_count,
    hasLiked: row.liked_by !== null,
    comments: row.comment_count,
    isPinned: row.pinned_at !== null,
    isOwn,
    state: row.state as WorkState,
    shownAt: row.state === 'approved' ? (row.decided_at ?? row.created_at) : row.created_at,
  };
}

async function toViews(actor: Actor, rows: WorkRow[]): Promise<WorkView[]> {
  const contents = await showContents(
    rows.map((row) => (row.is_closed === 1 ? { items: [] } : fromJson<WorkContent>(row.content))),
  );
  return rows.map((row, index) => toView(actor, row, contents[index] ?? []));
}

function insideOf(row: WorkRow): WorkInside {
  const decided = { state: row.state, studentId: row.student_id, decidedBy: row.decided_by };
  const source = { attemptId: row.attempt_id, practiceId: row.practice_id } as WorkSource;
  return {
    reason: row.reason,
    hidden: hiddenReason(row),
    source,
    sourceName: row.exam_name ?? '练习',
    mayPublishAgain: mayPublishAgain(decided),
    mayWithdraw: mayWithdraw(decided),
  };
}

function hiddenReason(row: WorkRow): HiddenReason | null {
  if (row.is_shown === 1 || row.state !== 'approved') return null;
  if (row.has_consent !== 1) return 'consent';
  if (row.is_practice_gone === 1) return 'practice';
  return row.is_released === 1 && row.percent !== null && !isHighScore(row.percent) ? 'score' : 'release';
}

/** Why an approved work is in nobody's gallery; null while it is in. */
export async function findHiddenReason(workId: number): Promise<HiddenReason | null> {
  const row = await selectWorks({ id: 0 }, new Set()).where('works.id', '=', workId).executeTakeFirst();
  return row ? hiddenReason(row) : null;
}

// ---- The gallery -------------------------------------------------------------------------------------------------

/** Approved works of the filter: pinned ones first, a teacher's scores before own ratings when sorted by score. */
export async function listGallery(
  actor: Actor,
  filter: GalleryFilter & PageInput,
  now: number,
): Promise<Page<WorkView>> {
  const { timeZone } = await getSchool();
  const closed = await closedQuestionIds(actor, now);
  const query = filtered(
    selectWorks(actor, closed).where((eb) => eb.and([isShown(eb), eb.not(isSourceClosed(eb, closed))])),
    actor,
    filter,
    { now, timeZone },
  );
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.count<number>('works.id').as('total'))
    .executeTakeFirstOrThrow();
  const score = sql`case when exams.settings like ${likePattern('"resultDisplay":"grade"')} escape '\\'
    then ${WORK_MIN_SCORE} else ${currentScore()} end`;
  const rows = await query
    .orderBy(sql`case when works.pinned_at is null then 1 else 0 end`)
    .$if(filter.sort === 'score', (sorted) =>
      sorted.orderBy(sql`case when works.attempt_id is null then 1 else 0 end`).orderBy(score, 'desc'),
    )
    .$if(filter.sort === 'likes', (sorted) => sorted.orderBy('works.like_count', 'desc'))
    .orderBy(sql`coalesce(works.decided_at, works.created_at)`, 'desc')
    .orderBy('works.id', 'desc')
    .limit(filter.pageSize)
    .offset(pageOffset(filter))
    .execute();
  return {
    rows: await toViews(actor, rows),
    totalCount: Number(total),
    pageSize: filter.pageSize,
    currentPage: filter.currentPage,
  };
}

type Works = ReturnType<typeof selectWorks>;

function filtered(
  query: Works,
  actor: Actor,
  filter: GalleryFilter,
  { now, timeZone }: { now: number; timeZone: string },
): Works {
  const shownAt = sql<number>`coalesce(works.decided_at, works.created_at)`;
  const from = dayStart(filter.from, timeZone);
  const to = dayStart(filter.to, timeZone);
  let found = query;
  if (filter.classId > 0) found = found.where('works.classroom_id', '=', filter.classId);
  if (filter.part !== '') found = found.where('works.part', '=', filter.part);
  if (filter.period !== '') found = found.where(shownAt, '>=', periodStart(filter.period, now, timeZone));
  if (filter.rating === 'teacher') found = found.where('works.attempt_id', 'is not', null);
  if (filter.rating === 'self') found = found.where('works.attempt_id', 'is', null);
  if (from !== null) found = found.where(shownAt, '>=', from);
  if (to !== null) found = found.where(shownAt, '<', to + DAY_MS);
  if (filter.keyword === '') return found;
  const pattern = likePattern(filter.keyword.toLowerCase());
  // A student finds an author by name only where the name is shown.
  const mayKnow = isTeacher(actor) ? sql`1 = 1` : sql`works.is_anonymous = 0`;
  return found.where(
    sql<boolean>`(lower(works.title) like ${pattern} escape '\\'
      or lower(works.description) like ${pattern} escape '\\'
      or (${mayKnow} and lower(author.name) like ${pattern} escape '\\'))`,
  );
}

/** The classes whose works stand in the gallery, for its filter. */
export async function listGalleryClasses(): Promise<{ id: number; name: string }[]> {
  return worksWithSources()
    .innerJoin('classrooms', 'classrooms.id', 'works.classroom_id')
    .where((eb) => isShown(eb))
    .select(['classrooms.id', 'classrooms.name'])
    .distinct()
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
}

// ---- One work, own works -----------------------------------------------------------------------------------------

export type OneWork = {
  work: WorkView;
  isShown: boolean;
  mayModerate: boolean;
  classroomId: number | null;
  /** For the author and who moderates it. */
  inside: WorkInside | null;
};

/**
 * One work for who may see it (see mayReadWork).
 * @throws AppError not_found: that it exists is private while it is not shown; forbidden while it shows a question of an
 * exam that the student is to sit
 */
export async function getWork(actor: Actor, id: number, now: number): Promise<OneWork> {
  const closed = await closedQuestionIds(actor, now);
  const row = Number.isInteger(id)
    ? await selectWorks(actor, closed).where('works.id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound('作品');
  if (row.is_closed === 1) throw inUse();
  const isModerator = await mayModerate(actor, row.classroom_id);
  const isOwn = row.student_id === actor.id;
  if (row.is_shown !== 1 && !isOwn && !isModerator) throw notFound('作品');
  const [work] = await toViews(actor, [row]);
  if (!work) throw notFound('作品');
  return {
    work,
    isShown: row.is_shown === 1,
    mayModerate: isModerator,
    classroomId: row.classroom_id,
    inside: isOwn || isModerator ? insideOf(row) : null,
  };
}

/** A student's own works with what became of them, newest first. */
export async function listOwnWorks(
  actor: Actor,
  page: PageInput,
  now: number,
): Promise<Page<{ work: WorkView; inside: WorkInside }>> {
  const query = selectWorks(actor, await closedQuestionIds(actor, now)).where('works.student_id', '=', actor.id);
  const { total } = await db()
    .selectFrom('works')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('student_id', '=', actor.id)
    .executeTakeFirstOrThrow();
  const rows = await query
    .orderBy('works.updated_at', 'desc')
    .orderBy('works.id', 'desc')
    .limit(page.pageSize)
    .offset(pageOffset(page))
    .execute();
  const views = await toViews(actor, rows);
  return {
    rows: rows.flatMap((row, index) => {
      const work = views[index];
      return work ? [{ work, inside: insideOf(row) }] : [];
    }),
    totalCount: Number(total),
    pageSize: page.pageSize,
    currentPage: page.currentPage,
  };
}

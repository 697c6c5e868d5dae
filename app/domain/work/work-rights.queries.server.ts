import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { isOutForAttempt } from '~/domain/exam/released.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { listTeacherIdsOfClassroom } from '~/domain/user/user.queries.server';
import { WORK_MIN_SCORE } from './work.rules';

/** Works beside what decides whether they may be seen: the author, the attempt with its exam, the practice. */
export function worksWithSources() {
  return db()
    .selectFrom('works')
    .innerJoin('users as author', 'author.id', 'works.student_id')
    .leftJoin('attempts', 'attempts.id', 'works.attempt_id')
    .leftJoin('exams', 'exams.id', 'attempts.exam_id')
    .leftJoin('practices', 'practices.id', 'works.practice_id');
}

type Sources = Database & {
  author: Database['users'];
};
type Columns = ExpressionBuilder<Sources, 'works' | 'author' | 'attempts' | 'exams' | 'practices'>;

/** The score as it stands now: of the attempt after every re-marking, or practicePercent of the practice. */
export function currentScore() {
  return sql<number | null>`case when works.attempt_id is null
    then coalesce(practices.score * 100, practices.self_rating * 20.0) else attempts.percent end`;
}

/** Condition: the result behind the work is out for its author (released, or its class's results are). */
export function isSourceReleased(eb: Columns) {
  return eb.or([eb('works.attempt_id', 'is', null), isOutForAttempt()]);
}

/** Condition: the work shows a question that is closed to a student (closedQuestionIds). */
export function isSourceClosed(eb: Columns, closed: ReadonlySet<number>) {
  if (closed.size === 0) return sql<boolean>`1 = 0`;
  const ids = [...closed];
  return eb.or([
    // A work of an exam is of no practice: null is neither in a list nor not in it.
    eb.and([eb('practices.question_id', 'is not', null), eb('practices.question_id', 'in', ids)]),
    eb.exists(
      eb
        .selectFrom('exam_items as practised')
        .select('practised.id')
        .whereRef('practised.id', '=', 'practices.item_id')
        .where('practised.question_id', 'in', ids),
    ),
    eb.exists(
      eb
        .selectFrom('exam_items as given')
        .select('given.id')
        .whereRef('given.exam_id', '=', 'attempts.exam_id')
        .whereRef('given.part', '=', 'attempts.part')
        .where('given.question_id', 'in', ids),
    ),
  ]);
}

/**
 * Condition: everybody may see the work now: approved, the guardian's consent stands, the result is released and still
 * high enough, the take was not deleted. Asked at every read, so that nothing has to be told of a change.
 */
export function isShown(eb: Columns) {
  return eb.and([
    eb('works.state', '=', 'approved'),
    eb('author.has_consent', '=', 1),
    eb('author.deleted_at', 'is', null),
    eb('practices.deleted_at', 'is', null),
    // Half up, as it is shown.
    eb(currentScore(), '>=', WORK_MIN_SCORE - 0.5),
    isSourceReleased(eb),
  ]);
}

/** Whether the actor decides on the works and comments of a class: its teachers and its creator, and administrators. */
export async function mayModerate(actor: Actor, classroomId: number | null): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  if (actor.isAdmin) return true;
  return classroomId !== null && (await listTeacherIdsOfClassroom(classroomId)).includes(actor.id);
}

/**
 * Whether the actor may see the work: its author and who moderates it always, everybody while it is shown; no student
 * while it shows a question of an exam that they are to sit.
 */
export async function mayReadWork(actor: Actor, workId: number, now: number): Promise<boolean> {
  const closed = await closedQuestionIds(actor, now);
  const work = await worksWithSources()
    .select(['works.student_id', 'works.classroom_id'])
    .select((eb) => eb.case().when(isShown(eb)).then(1).else(0).end().as('is_shown'))
    .select((eb) => eb.case().when(isSourceClosed(eb, closed)).then(1).else(0).end().as('is_closed'))
    .where('works.id', '=', workId)
    .executeTakeFirst();
  if (!work || work.is_closed === 1) return false;
  return work.student_id === actor.id || work.is_shown === 1 || (await mayModerate(actor, work.classroom_id));
}

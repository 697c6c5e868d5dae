import type { ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { listTeacherIdsOfClassroom } from '~/domain/user/user.queries.server';
import { closedQuestionIds } from '~/domain/exam/closed-questions.queries.server';
import { isTryClosed } from '~/domain/practice/closed-tries.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { isSourceClosed, worksWithSources } from '~/domain/work/work-rights.queries.server';

/**
 * Who sees a question: the student who asked; the teachers of the student's class; of one about a score the exam's
 * owner and examiners too. Every read goes through here.
 */

/** Questions with their student, for the condition below. */
export function threadsWithStudent() {
  return db().selectFrom('threads').innerJoin('users as student', 'student.id', 'threads.student_id');
}

type Columns = ExpressionBuilder<Database & { student: Database['users'] }, 'threads' | 'student'>;

/** Condition: the actor may read the question. */
export function isVisibleTo(actor: Actor) {
  return (eb: Columns) => {
    if (!isTeacher(actor)) return eb('threads.student_id', '=', actor.id);
    return eb.and([
      eb('student.deleted_at', 'is', null),
      eb.or([
        eb(
          'student.classroom_id',
          'in',
          db().selectFrom('classrooms').select('classrooms.id').where(isOwnClassroom(actor.id)),
        ),
        eb.and([
          eb('threads.subject', '=', 'score'),
          eb.or([
            eb('threads.exam_id', 'in', db().selectFrom('exams').select('exams.id').where('owner_id', '=', actor.id)),
            eb(
              'threads.exam_id',
              'in',
              db().selectFrom('exam_examiners').select('exam_id').where('teacher_id', '=', actor.id),
            ),
          ]),
        ]),
      ]),
    ]);
  };
}

/**
 * A student's own questions about practice or a work whose question is closed to them (closedQuestionIds): what was
 * asked and answered there waits until that exam has ended. None for teachers.
 */
export async function listClosedThreadIds(actor: Actor, now: number): Promise<number[]> {
  const closed = await closedQuestionIds(actor, now);
  if (closed.size === 0) return [];
  const rows = await db()
    .selectFrom('threads')
    .select('threads.id')
    .where('threads.student_id', '=', actor.id)
    .where((eb) =>
      eb.or([
        eb('threads.practice_id', 'in', db().selectFrom('practices').select('practices.id').where(isTryClosed(closed))),
        eb(
          'threads.work_id',
          'in',
          worksWithSources()
            .select('works.id')
            .where((work) => isSourceClosed(work, closed)),
        ),
      ]),
    )
    .execute();
  return rows.map((row) => row.id);
}

/** Whether the actor may read the question. */
export async function mayReadThread(actor: Actor, threadId: number): Promise<boolean> {
  const found = await threadsWithStudent()
    .select('threads.id')
    .where('threads.id', '=', threadId)
    .where(isVisibleTo(actor))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether the actor may open the files of a post: whoever reads the question now, until the post is taken back. */
export async function mayReadPost(actor: Actor, postId: number, now: number): Promise<boolean> {
  const post = await db()
    .selectFrom('posts')
    .select('thread_id')
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (post === undefined || (await listClosedThreadIds(actor, now)).includes(post.thread_id)) return false;
  return mayReadThread(actor, post.thread_id);
}

/** Whether a practice was shown to the actor by asking about it; one that its student deleted is nobody's. */
export async function mayReadAskedPractice(actor: Actor, practiceId: number): Promise<boolean> {
  if (!isTeacher(actor)) return false;
  const found = await threadsWithStudent()
    .innerJoin('practices', 'practices.id', 'threads.practice_id')
    .select('threads.id')
    .where('practices.id', '=', practiceId)
    .where('practices.deleted_at', 'is', null)
    .where(isVisibleTo(actor))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The teachers who see a question of this student: of the class, for a score also of the exam. Accounts in use only. */
export async function listRecipients(
  student: { classroomId: number | null },
  examId: number | null = null,
): Promise<{ id: number; name: string }[]> {
  const ofClass = student.classroomId === null ? [] : await listTeacherIdsOfClassroom(student.classroomId);
  return db()
    .selectFrom('users')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .where('is_disabled', '=', 0)
    .where((eb) =>
      eb.or([
        eb('id', 'in', ofClass),
        eb(
          'id',
          'in',
          db()
            .selectFrom('exams')
            .select('owner_id')
            .where('id', '=', examId ?? 0),
        ),
        eb(
          'id',
          'in',
          db()
            .selectFrom('exam_examiners')
            .select('teacher_id')
            .where('exam_id', '=', examId ?? 0),
        ),
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
}

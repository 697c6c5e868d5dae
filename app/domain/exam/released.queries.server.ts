import { classroomOf, classroomThen } from '~/domain/classroom/members-then.server';
import { sql, type ExpressionBuilder } from 'kysely';
import { db } from '~/db/db.server';
import type { Database } from '~/db/schema';
import { listResits } from './resit.queries.server';
import { RESIT_NUMBER } from './resit.rules';

type Student = { id: number; classroomId: number | null };

/**
 * Condition: the results of the exam are out for this student; the same as releasedAtFor (states.rules).
 * Every read of results for students goes through one of the two.
 */
export function isReleasedFor(student: Student) {
  return (eb: ExpressionBuilder<Database, 'exams'>) => eb.and([isOutFor(eb, student), eb.not(ownResit(eb, student))]);
}

/** Condition: the results of the exam are out, but not for this student, whose re-sit is to come or to be marked. */
export function isHeldForResit(student: Student) {
  return (eb: ExpressionBuilder<Database, 'exams'>) => eb.and([isOutFor(eb, student), ownResit(eb, student)]);
}

function isOutFor(eb: ExpressionBuilder<Database, 'exams'>, student: Student) {
  return eb.or([
    eb('exams.status', '=', 'released'),
    eb.and([eb('exams.status', '=', 'closed'), eb.exists(ownRelease(eb, student))]),
  ]);
}

function ownResit(eb: ExpressionBuilder<Database, 'exams'>, student: Student) {
  return eb.exists(
    eb
      .selectFrom('exam_resits as own_resit')
      .select('own_resit.exam_id')
      .whereRef('own_resit.exam_id', '=', 'exams.id')
      .where('own_resit.student_id', '=', student.id)
      .where('own_resit.state', '=', 'open'),
  );
}

/**
 * Condition for queries over `attempts`: the results are out for the attempt's student, so that its scores are locked
 * and it awaits nobody; the same as paperLock.
 */
export function isOutForAttempt() {
  return sql<boolean>`exists (
    select 1 from exams as out_exam
    inner join users as out_student on out_student.id = attempts.student_id
    where out_exam.id = attempts.exam_id
      and (out_exam.status = 'released' or (out_exam.status = 'closed' and exists (
        select 1 from exam_classrooms as out_class
        where out_class.exam_id = attempts.exam_id
          and out_class.released_at is not null
          and out_class.classroom_id = ${classroomThen('attempts.exam_id', 'out_student')}
      )))
      and not exists (
        select 1 from exam_resits as out_resit
        where out_resit.exam_id = attempts.exam_id
          and out_resit.student_id = attempts.student_id
          and out_resit.part = attempts.part
          and out_resit.state = 'open'
          and attempts.number >= ${RESIT_NUMBER}
      )
  )`;
}

/** When the results were released for a student of this class; null while they are not. */
export function releaseTimeFor(student: Student) {
  return (eb: ExpressionBuilder<Database, 'exams'>) =>
    eb.fn.coalesce(ownRelease(eb, student).clearSelect().select('own_class.released_at'), 'exams.released_at');
}

function ownRelease(eb: ExpressionBuilder<Database, 'exams'>, student: Student) {
  return eb
    .selectFrom('exam_classrooms as own_class')
    .select('own_class.exam_id')
    .whereRef('own_class.exam_id', '=', 'exams.id')
    .where('own_class.classroom_id', '=', classroomOf(student, 'exams.id'))
    .where('own_class.released_at', 'is not', null);
}

/** Whether the results of the exam are out for one student. */
export async function isReleasedForStudent(examId: number, studentId: number): Promise<boolean> {
  return (await listReleasedStudents(examId, [studentId])).size > 0;
}

/** For which of these students (all, when none are named) the results of the exam are out. */
export async function listReleasedStudents(examId: number, studentIds?: number[]): Promise<Set<number>> {
  const out = await listStudentsOut(examId, studentIds);
  const open = await listOpenResits(examId);
  return new Set([...out].filter((id) => !open.some(({ studentId }) => studentId === id)));
}

/** Who would be among listReleasedStudents, but for the open re-sit that keeps their result until it is marked. */
export async function listWaitingForResit(examId: number): Promise<Set<number>> {
  const out = await listStudentsOut(examId);
  return new Set((await listOpenResits(examId)).map(({ studentId }) => studentId).filter((id) => out.has(id)));
}

/** Of listReleasedStudents those who have an account, and read what they are told. */
export async function listReleasedReaders(examId: number): Promise<Set<number>> {
  const released = await listReleasedStudents(examId);
  const deleted = await db()
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('id', 'in', db().selectFrom('attempts').select('student_id').where('exam_id', '=', examId))
    .execute();
  const gone = new Set(deleted.map(({ id }) => id));
  return new Set([...released].filter((id) => !gone.has(id)));
}

/**
 * Which papers of an exam are locked: those of students whose results are out, until the release is taken back. Who is
 * to sit a part again has only the paper of that re-sit open; what was marked before stays as it was told.
 */
export async function paperLock(
  examId: number,
  studentIds?: number[],
): Promise<(paper: { studentId: number; part: string; number: number }) => boolean> {
  const out = await listStudentsOut(examId, studentIds);
  const open = await listOpenResits(examId);
  const isOpen = (paper: { studentId: number; part: string; number: number }) =>
    paper.number >= RESIT_NUMBER && open.some((one) => one.studentId === paper.studentId && one.part === paper.part);
  return (paper) => out.has(paper.studentId) && !isOpen(paper);
}

/** Whether the scores of one paper are locked; see paperLock. */
export async function isPaperLocked(
  examId: number,
  paper: { studentId: number; part: string; number: number },
): Promise<boolean> {
  return (await paperLock(examId, [paper.studentId]))(paper);
}

const listOpenResits = async (examId: number) => (await listResits(examId)).filter(({ state }) => state === 'open');

/** For whom the results are out or were, until a re-sit of theirs is scored. */
async function listStudentsOut(examId: number, studentIds?: number[]): Promise<Set<number>> {
  const exam = await db().selectFrom('exams').select('status').where('id', '=', examId).executeTakeFirst();
  if (!exam || (exam.status !== 'released' && exam.status !== 'closed')) return new Set();
  let query = db()
    .selectFrom('users')
    .select('users.id')
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom('exam_classrooms')
            .select('exam_classrooms.exam_id')
            .where('exam_classrooms.classroom_id', '=', classroomThen(examId))
            .where('exam_classrooms.exam_id', '=', examId)
            .$if(exam.status === 'closed', (own) => own.where('exam_classrooms.released_at', 'is not', null)),
        ),
        ...(exam.status === 'released'
          ? [
              where.exists(
                where
                  .selectFrom('attempts')
                  .select('attempts.id')
                  .whereRef('attempts.student_id', '=', 'users.id')
                  .where('attempts.exam_id', '=', examId),
              ),
            ]
          : []),
      ]),
    );
  if (studentIds) query = query.where('users.id', 'in', studentIds);
  return new Set((await query.execute()).map((row) => row.id));
}

import { classNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { listOpenResits } from '~/domain/attempt/open-resits.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER, type Resit } from '~/domain/exam/resit.rules';
import { openBlindList } from '~/domain/scoring/report/blind-list.queries.server';
import { getResultExam, listScoreRows } from '~/domain/scoring/report/score-list.queries.server';
import { roundHalfUp } from '~/domain/scoring/paper/scoring.rules';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import type { ResitWho } from './resit.schema';

/** A student of an ended exam as far as a re-sit of one part asks. */
export type ResitRow = {
  studentId: number;
  account: string;
  name: string;
  className: string;
  /** Why a re-sit is due; null: it is not. */
  due: 'absent' | 'failed' | null;
  /** Of the part; null where nothing is settled. */
  percent: number | null;
  /** Why none can be granted, a sentence's end; null when it can. */
  obstacle: string | null;
  resit: Resit | null;
  hasBegun: boolean;
  /** It is being sat, or its photos are still taken. */
  isRunning: boolean;
};

/**
 * Every student of an exam's part with what speaks for and against a re-sit, and whoever has come to its classes since:
 * for them none is due, but they may catch up. Asks no rights.
 */
export async function listResitRows(exam: ExamView, part: Part, now: number): Promise<ResitRow[]> {
  const scores = await listScoreRows(exam, now);
  const attempts = await db()
    .selectFrom('attempts')
    .select(['student_id', 'number', 'state'])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .execute();
  const inUse = await db()
    .selectFrom('users')
    .innerJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.account', 'users.name', 'users.classroom_id'])
    .select(classNameThen(exam.id).as('class_name'))
    .where('users.is_disabled', '=', 0)
    .where('users.deleted_at', 'is', null)
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .execute();
  const active = new Set(inUse.map((user) => user.id));
  const writing = new Set(attempts.filter((one) => one.state === 'in_progress').map((one) => one.student_id));
  const begun = new Set(attempts.filter((one) => one.number >= RESIT_NUMBER).map((one) => one.student_id));
  const open = await listOpenResits(exam.id, now, part);
  const running = new Set(open.filter((one) => one.isRunning).map((one) => one.studentId));
  const resits = new Map((await listResits(exam.id, part)).map((resit) => [resit.studentId, resit]));
  const rows = scores.flatMap((row): ResitRow[] => {
    const own = row.parts.find((one) => one.part === part);
    if (!own || !active.has(row.studentId)) return [];
    const isFailed = own.percent !== null && roundHalfUp(own.percent) < exam.settings.passFrom;
    return [
      {
        studentId: row.studentId,
        account: row.account,
        name: row.name,
        className: row.className,
        due: own.state === 'absent' ? 'absent' : isFailed ? 'failed' : null,
        percent: own.percent,
        obstacle: begun.has(row.studentId) ? '已经补考过' : writing.has(row.studentId) ? '还在作答' : null,
        resit: resits.get(row.studentId) ?? null,
        hasBegun: begun.has(row.studentId),
        isRunning: running.has(row.studentId),
      },
    ];
  });
  const listed = new Set(scores.map((row) => row.studentId));
  const newcomers = inUse.flatMap((user): ResitRow[] => {
    if (listed.has(user.id) || !exam.classroomIds.includes(user.classroom_id ?? 0)) return [];
    const { id, account, name, class_name: className } = user;
    const none = { due: null, percent: null, obstacle: null, hasBegun: false, isRunning: false };
    return [{ studentId: id, account, name, className: className ?? '', ...none, resit: resits.get(id) ?? null }];
  });
  return [...rows, ...newcomers];
}

/** As long as the owner may still mark or arbitrate blind what a paper came to stands beside no name. */
function unmarked(row: ResitRow): ResitRow {
  return { ...row, percent: null, due: row.due === 'failed' ? null : row.due };
}

/**
 * That each of these is a student.
 * @throws AppError not_found
 */
export async function requireStudents(ids: readonly number[]): Promise<void> {
  const students = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [...ids])
    .where('user_type', '=', STUDENT)
    .execute();
  if (students.length < ids.length) throw notFound('学生');
}

export type ResitPage = {
  exam: { id: number; name: string; status: ExamStatus; passFrom: number; countedAttempt: 'last' | 'best' };
  part: Part;
  parts: Part[];
  rows: ResitRow[];
  /** Those with a re-sit already. */
  granted: ResitRow[];
  counts: Record<'absent' | 'failed' | 'all', number>;
  /** Papers of a blind exam without a result: until there are none nobody is listed as failed. */
  blindLeft: number;
  /** The owner of a blind exam marks too: nobody is before the release. */
  isBlindMarker: boolean;
};

/**
 * Who might sit a part again, for the exam's owner.
 * @throws AppError not_found, forbidden for its examiners
 */
export async function getResitPage(
  actor: Actor,
  input: { examId: number; part: Part | null; who: ResitWho },
  now: number,
): Promise<ResitPage> {
  const exam = await getResultExam(actor, input.examId);
  const parts = partsOf(exam.testType);
  const part = input.part ?? parts[0];
  requirePart(exam, input.part);
  if (!part) throw notFound('考试');
  const { isHeldBack, blindLeft, isBlindMarker } = await openBlindList(exam);
  const all = (await listResitRows(exam, part, now)).map((row) => (isHeldBack(row.studentId) ? unmarked(row) : row));
  const open = all.filter((row) => row.resit === null || row.resit.state === 'missed');
  const isShown = (row: ResitRow) =>
    input.who === 'all' || (input.who === '' ? row.due !== null : row.due === input.who);
  const count = (due: ResitRow['due']) => open.filter((row) => row.due === due).length;
  const { passFrom, countedAttempt } = exam.settings;
  return {
    exam: { id: exam.id, name: exam.name, status: exam.status, passFrom, countedAttempt },
    part,
    parts,
    rows: open.filter(isShown),
    granted: all.filter((row) => row.resit !== null),
    counts: { absent: count('absent'), failed: count('failed'), all: open.length },
    blindLeft,
    isBlindMarker,
  };
}

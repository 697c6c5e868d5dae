import { grantOf, listAllGrants } from '~/domain/exam/grants.queries.server';
import { actorThen } from '~/domain/classroom/members-then.server';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { GRACE_MS, mayStartAt, ownDeadlines, windowOf } from '~/domain/exam/times.rules';
import { maySeeExam } from '~/domain/exam/people.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { findResit } from '~/domain/exam/resit.queries.server';
import { isPending, nextNumber, RESIT_NUMBER, termsOf, type Grant } from '~/domain/exam/resit.rules';
import { listHeldForms } from '~/domain/user/held-form.commands.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, examNotYours, notFound } from '~/lib/errors';
import { readableCode } from '~/lib/ids.server';
import { formatMinute } from '~/lib/time';
import {
  getAttemptView,
  listAttemptsOf,
  listWorkedItems,
  toAttemptView,
  type AttemptView,
} from './attempt.queries.server';
import { isOverdue, receiptFigures, type ClosedBy, type Receipt } from './attempt.rules';
import type { AttemptIdInput, StartInput } from './attempt.schema';
import { beginAttempt } from './begin-attempt.commands.server';
import { journalHeldAnswers } from './held-answers.commands.server';
import { tellOfResit } from './resit-told.commands.server';

/**
 * Locks the attempt until the end of the open transaction and returns it, so that everything about one
 * attempt happens one after the other on both databases.
 * @throws AppError not_found for teachers, conflict when it is another student's or there is none
 */
export async function lockOwnAttempt(actor: Actor, attemptId: number): Promise<AttemptView> {
  const attempt = await lockAttempt(attemptId);
  if (isTeacher(actor)) throw notFound('答卷');
  if (attempt?.studentId !== actor.id) throw notYours(actor);
  return attempt;
}

/**
 * What came from a page that another student had opened, under the account that is signed in now. The same of a paper
 * that there is not: nobody finds out which there are.
 */
export function notYours(actor: Actor): AppError {
  return new AppError(
    'conflict',
    `现在登录的是${actor.name}（${actor.account}），这个账号没有这份答卷，它可能是另一位同学的。内容没有保存，也没有记到${actor.name}名下，请用原来的账号重新登录。`,
    undefined,
    { outcome: 'not_yours' },
  );
}

/** The same of anybody's; null when there is none. Asks no rights. */
export async function lockAttempt(attemptId: number): Promise<AttemptView | null> {
  const row = await db()
    .updateTable('attempts')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', attemptId)
    .returningAll()
    .executeTakeFirst();
  return row ? toAttemptView(row) : null;
}

/** An exam that a student may begin a part of: of their class, or granted again to who has left it. */
async function getOwnExamToSit(actor: Actor, examId: number, part: Part): Promise<{ exam: ExamView; grant: Grant }> {
  const exam = await findExamView(examId);
  if (!exam) throw examNotYours();
  const grant = await grantOf(examId, actor.id, part);
  if (!maySeeExam(await actorThen(actor, examId), exam) && grant.resit === null) throw examNotYours();
  requirePart(exam, part);
  return { exam, grant };
}

/**
 * 开始考试: the student's own attempt begins now, and with it its own paper stands. Doing it twice, or in two tabs, gives the same attempt.
 * @throws AppError not_found for an exam that is not the student's, conflict outside the window or when
 * every attempt is used up
 */
export async function startAttempt(actor: Actor, input: StartInput, now: number): Promise<AttemptView> {
  if (isTeacher(actor)) throw new AppError('forbidden', '只有学生可以参加考试。');
  const { part } = input;
  return transaction(async () => {
    const { exam, grant } = await getOwnExamToSit(actor, input.examId, part);
    const earlier = await listAttemptsOf(exam.id, actor.id, part);
    const last = earlier[earlier.length - 1];
    if (last?.state === 'in_progress' && !isOverdue(last, now)) return last;
    if (last) await closeLocked(last.id, now);
    const isResit = isPending(grant.resit, earlier);
    if (!isResit && earlier.length >= grant.attempts) {
      throw new AppError('conflict', `这场考试的${PART_LABELS[part]}部分你已经交卷，不能再次作答。`);
    }
    const number = nextNumber(grant.resit, earlier);
    const terms = termsOf(exam, part, number, grant);
    assertWindow(terms.exam, part, terms.extraMinutes, now);
    const deadlines = ownDeadlines({ exam: terms.exam, part, startedAt: now, extraMinutes: terms.extraMinutes });
    if (!deadlines) throw notFound('考试');
    await holdStartable(exam.id, isResit);
    await holdAccount(actor.id);
    if (isResit && !isPending(await findResit(exam.id, actor.id, part), earlier)) throw changedMeanwhile();
    const created = await beginAttempt(
      actor,
      exam,
      { studentId: actor.id, part, number, startedAt: now, deadlines },
      now,
    );
    if (!created) {
      const winner = (await listAttemptsOf(exam.id, actor.id, part)).find((one) => one.number === number);
      if (!winner) throw new AppError('unavailable', '考试暂时没有开始成功，请再点一次“开始考试”。');
      return winner;
    }
    return created;
  });
}

/** Holds the exam's row until the attempt stands, so that it cannot be withdrawn or closed, or a re-sit taken back, in between. */
async function holdStartable(examId: number, isResit: boolean): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable('exams')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', examId)
    .where('status', 'in', isResit ? ['published', 'closed', 'released'] : ['published'])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw changedMeanwhile();
}

/** Holds the student's row too: whoever deletes the account meanwhile waits, and then sees the paper. */
async function holdAccount(studentId: number): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', studentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('conflict', '你的账号刚刚被删除，不能开始考试。请告诉老师。');
}

function changedMeanwhile(): AppError {
  return new AppError('conflict', '考试的安排刚刚变了，请刷新页面再看。');
}

function assertWindow(exam: ExamView, part: Part, extraMinutes: number, now: number): void {
  const window = windowOf(exam, part);
  if (exam.status === 'published' && window && now < window.beginsAt) {
    throw new AppError(
      'conflict',
      `考试还没有开始，${formatMinute(window.beginsAt)} 起可以进入，请到时再点“开始考试”。`,
    );
  }
  if (exam.status !== 'published' || !mayStartAt(exam, part, extraMinutes, now)) {
    throw new AppError('conflict', '考试已经结束，不能再开始作答。如有特殊情况请联系老师。');
  }
}

/**
 * 交卷: one hand-in and one receipt, however often it is asked for. After the grace it is the server's
 * closing that counts.
 */
export async function submitAttempt(actor: Actor, input: AttemptIdInput, now: number): Promise<Receipt> {
  return transaction(async () => {
    const attempt = await lockOwnAttempt(actor, input.attemptId);
    if (attempt.state !== 'in_progress' && attempt.receipt) return attempt.receipt;
    return isOverdue(attempt, now)
      ? close(null, attempt, { state: 'auto_submitted', closedBy: 'server', at: attempt.deadlineAt + GRACE_MS }, now)
      : close(actor, attempt, { state: 'submitted', closedBy: 'student', at: now }, now);
  });
}

type Closing = { state: 'submitted' | 'auto_submitted'; closedBy: ClosedBy; at: number; reason?: string };

/** Closes a locked attempt and makes its receipt. Asks no rights. */
export async function close(
  actor: Actor | null,
  attempt: AttemptView,
  closing: Closing,
  now: number,
): Promise<Receipt> {
  const receipt: Receipt = {
    code: newReceiptCode(),
    part: attempt.part,
    submittedAt: closing.at,
    revisedAt: closing.at,
    closedBy: closing.closedBy,
    ...(closing.reason === undefined ? {} : { reason: closing.reason }),
    ...receiptFigures(await listWorkedItems(attempt)),
  };
  const closed = await db()
    .updateTable('attempts')
    .set((eb) => ({
      state: closing.state,
      submitted_at: closing.at,
      closed_by: closing.closedBy,
      receipt_code: receipt.code,
      receipt_revision: 1,
      receipt: toJson(receipt),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', attempt.id)
    .where('state', '=', 'in_progress')
    .returning('id')
    .executeTakeFirst();
  if (!closed) throw new AppError('conflict', '答卷的状态刚刚变了，请刷新页面。');
  const ofTeacher = closing.reason === undefined ? 'attempt.auto_submit' : 'attempt.hand_in_for';
  const action = closing.closedBy === 'student' ? 'attempt.submit' : ofTeacher;
  const { reason } = closing;
  const detail = { code: receipt.code, closedBy: closing.closedBy, answered: receipt.answeredCount, reason };
  await recordAudit(actor, { action, entity: 'attempt', entityId: attempt.id, detail }, now);
  await journalHeldAnswers(attempt, now);
  if (attempt.number >= RESIT_NUMBER) await tellOfResit(attempt, now);
  return receipt;
}

/** Two groups of four, as it is read aloud: K7M2-9QXD. */
function newReceiptCode(): string {
  return `${readableCode(4)}-${readableCode(4)}`;
}

/**
 * Makes the next revision of a closed attempt's receipt after something was added or taken away; an open
 * attempt has none yet. Call it in the transaction that holds the attempt's lock.
 */
export async function reviseReceipt(attempt: AttemptView, now: number): Promise<void> {
  if (!attempt.receipt) return;
  const receipt: Receipt = { ...attempt.receipt, revisedAt: now, ...receiptFigures(await listWorkedItems(attempt)) };
  await db()
    .updateTable('attempts')
    .set((eb) => ({
      receipt: toJson(receipt),
      receipt_revision: eb('receipt_revision', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', attempt.id)
    .execute();
}

/**
 * What was sent for a closed paper while nobody was signed in, also after its end, is put before the teacher; of a re-sit
 * also what was sent for the sittings before it.
 */
export async function keepHeldAnswers(actor: Actor, attemptId: number, now: number): Promise<void> {
  if ((await listHeldForms(actor.id, now)).length === 0) return;
  await transaction(async () => {
    const attempt = await lockOwnAttempt(actor, attemptId);
    const sittings = await listAttemptsOf(attempt.examId, actor.id, attempt.part);
    for (const one of sittings) if (one.state !== 'in_progress') await journalHeldAnswers(one, now);
  });
}

/** Closes the attempt if its grace is over; called by every page that reads one, so nobody waits for the sweeper. */
export async function closeIfOverdue(attempt: AttemptView, now: number): Promise<AttemptView> {
  if (!isOverdue(attempt, now)) return attempt;
  await transaction(() => closeLocked(attempt.id, now));
  return getAttemptView(attempt.id);
}

async function closeLocked(attemptId: number, now: number): Promise<boolean> {
  const attempt = await lockAttempt(attemptId);
  if (!attempt || !isOverdue(attempt, now)) return false;
  const at = attempt.deadlineAt + GRACE_MS;
  await close(null, attempt, { state: 'auto_submitted', closedBy: 'server', at }, now);
  return true;
}

/**
 * Hands in every open attempt whose grace is over, with what was saved. The sweeper calls it every few
 * seconds; each attempt is its own transaction. Returns how many were closed.
 */
export async function closeOverdueAttempts(now: number): Promise<number> {
  const overdue = await db()
    .selectFrom('attempts')
    .select('id')
    .where('state', '=', 'in_progress')
    .where('deadline_at', '<', now - GRACE_MS)
    .orderBy('deadline_at')
    .execute();
  let closed = 0;
  for (const { id } of overdue) if (await transaction(() => closeLocked(id, now))) closed += 1;
  return closed;
}

/**
 * 代交: hands in an open attempt with what was saved, for its teacher's reason; join it to that transaction. False
 * when it is handed in already. Asks no rights.
 */
export async function handInFor(actor: Actor, attemptId: number, reason: string, now: number): Promise<boolean> {
  if (await closeLocked(attemptId, now)) return false;
  const attempt = await lockAttempt(attemptId);
  if (attempt?.state !== 'in_progress') return false;
  await close(actor, attempt, { state: 'auto_submitted', closedBy: 'teacher', at: now, reason }, now);
  return true;
}

/**
 * Hands in every open attempt of an exam because its owner ends it (`actor`) now; join it to that transaction.
 * Re-sits go on: they have times of their own.
 */
export async function closeAttemptsOfExam(actor: Actor, examId: number, now: number): Promise<number> {
  return transaction(async () => {
    const open = await db()
      .selectFrom('attempts')
      .select('id')
      .where('exam_id', '=', examId)
      .where('state', '=', 'in_progress')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('exam_resits')
              .select('exam_resits.exam_id')
              .whereRef('exam_resits.exam_id', '=', 'attempts.exam_id')
              .whereRef('exam_resits.student_id', '=', 'attempts.student_id')
              .whereRef('exam_resits.part', '=', 'attempts.part'),
          ),
        ),
      )
      .orderBy('id')
      .execute();
    for (const { id } of open) {
      if (await closeLocked(id, now)) continue;
      const attempt = await lockAttempt(id);
      if (attempt?.state !== 'in_progress') continue;
      await close(actor, attempt, { state: 'auto_submitted', closedBy: 'teacher', at: now }, now);
    }
    return open.length;
  });
}

/**
 * Brings the stored deadlines of an exam's open attempts, and the photo deadlines of the handed-in ones, up
 * to date after times were extended or minutes granted; join it to that transaction.
 */
export async function refreshDeadlines(exam: ExamView): Promise<void> {
  await transaction(async () => {
    const rows = await db().selectFrom('attempts').selectAll().where('exam_id', '=', exam.id).orderBy('id').execute();
    const grants = await listAllGrants(exam.id);
    for (const attempt of rows.map(toAttemptView)) {
      const { part, startedAt, number } = attempt;
      const terms = termsOf(exam, part, number, grants(attempt.studentId, part));
      const deadlines = ownDeadlines({ exam: terms.exam, part, startedAt, extraMinutes: terms.extraMinutes });
      if (!deadlines) continue;
      const answersAt = attempt.state === 'in_progress' ? deadlines.answersAt : attempt.deadlineAt;
      await db()
        .updateTable('attempts')
        .set({ deadline_at: answersAt, upload_deadline_at: deadlines.photosAt })
        .where('id', '=', attempt.id)
        .execute();
    }
  });
}

import { admitToExam } from '~/domain/classroom/keep-memberships.server';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { findExamView, getExamView, getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { GRACE_MS } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER, RESIT_RULES, type Resit } from '~/domain/exam/resit.rules';
import { rewriteMessages, sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { isAnyReleased } from '~/domain/exam/states.rules';
import { holdExam } from '~/domain/scoring/paper/exam-lock.server';
import { listPromised } from '~/domain/scoring/release/resit-rule.commands.server';
import { settleResults } from '~/domain/scoring/settling/result.commands.server';
import {
  markResitToCome,
  noteSeen,
  tellResitsUndone,
  tellResultsOut,
} from '~/domain/scoring/settling/tell-result.commands.server';
import { toExamPreview } from '~/lib/addresses/results';
import { AppError, invalid, notFound, type FieldErrors } from '~/lib/errors';
import { groupBy } from '~/lib/group-by';
import { formatMinute } from '~/lib/time';
import { listResitRows, requireStudents } from './resit.queries.server';
import type { ResitInput, UndoResitInput } from './resit.schema';

/** 补考 after an exam is over: a second attempt with times of its own for those who missed or failed it. */

const previewPath = (examId: number) => toExamPreview({ id: examId });

/**
 * 安排补考: all or nothing. Who has one already that is not begun gets the new times. Returns how many students sit
 * again. The earlier result stands until the second paper is scored.
 * @throws AppError not_found, forbidden, conflict while the exam runs, invalid for times and students
 */
export async function grantResits(actor: Actor, input: ResitInput, now: number): Promise<number> {
  return once(actor.id, { key: input.requestId, said: input }, now, async () => {
    await getOwnExam(actor, input.id);
    await holdExam(input.id);
    const exam = await getOwnExam(actor, input.id);
    const part = partFor(exam, input.part);
    if (exam.status !== 'closed' && exam.status !== 'released') {
      throw new AppError('conflict', '考试结束以后才能安排补考。还没有结束的考试可以补时。');
    }
    const times = timesFor(part, input, now);
    await assertMayResit(exam, part, input.studentIds, now);
    const mode = input.countedAttempt ?? exam.settings.countedAttempt;
    const open = (await listResits(exam.id, part)).filter((resit) => resit.state === 'open');
    const isArranged = (studentId: number) =>
      open.some((resit) => resit.studentId === studentId && isSameResit(resit, { ...times, reason: input.reason }));
    // The same from another tab: nothing happens, and nobody did anything.
    if (mode === exam.settings.countedAttempt && input.studentIds.every(isArranged)) return input.studentIds.length;
    await assertKeepsRule(exam, part, input.studentIds, mode);
    await noteSeen(exam.id, input.studentIds);
    await count(exam, mode, now);
    const values = {
      ...times,
      extra_minutes: 0,
      state: 'open',
      reason: input.reason,
      granted_by: actor.id,
      granted_at: now,
    };
    for (const studentId of input.studentIds) {
      await db()
        .insertInto('exam_resits')
        .values({ exam_id: exam.id, student_id: studentId, part, ...values })
        .onConflict((conflict) => conflict.columns(['exam_id', 'student_id', 'part']).doUpdateSet(values))
        .execute();
    }
    await admitToExam(exam.id, input.studentIds);
    await markResitToCome(exam.id, input.studentIds);
    const again = new Set(open.map((resit) => resit.studentId));
    await tellOfResit(exam, part, { ...input, ...times }, again, now);
    const detail = {
      part,
      count: input.studentIds.length,
      studentIds: input.studentIds,
      beginsAt: times.begins_at,
      endsAt: times.ends_at,
      countedAttempt: input.countedAttempt ?? exam.settings.countedAttempt,
      reason: input.reason,
    };
    await recordAudit(actor, { action: 'exam.grant_resit', entity: 'exam', entityId: exam.id, detail }, now);
    return input.studentIds.length;
  });
}

function isSameResit(resit: Resit, to: ReturnType<typeof timesFor> & { reason: string }): boolean {
  return (
    resit.beginsAt === to.begins_at &&
    resit.endsAt === to.ends_at &&
    resit.uploadEndsAt === to.upload_ends_at &&
    resit.reason === to.reason
  );
}

/** How 补考通知 of a part begins, and what is known of 补考已取消. */
const arrangedText = (part: Part) => `${PART_LABELS[part]}补考：`;
const undoneNotice = (exam: ExamView) => ({ title: `补考已取消：${exam.name}`, link: previewPath(exam.id) });

/** What these students were told of a re-sit's times holds no more: unread it goes, read it says so. */
async function takeBackNotices(exam: ExamView, part: Part, studentIds: number[]): Promise<void> {
  const about = { kind: 'exam' as const, link: previewPath(exam.id) };
  const only = `${arrangedText(part)}%`;
  await withdrawMessages(studentIds, { ...about, only });
  await rewriteMessages(studentIds, about, `这次${PART_LABELS[part]}补考后来取消了，通知里的时间不再有效。`, only);
}

/** 补考通知; who had one that is not begun (`again`) hears what is different now, and nothing where nothing is. */
async function tellOfResit(
  exam: ExamView,
  part: Part,
  resit: Pick<ResitInput, 'studentIds' | 'reason' | 'countedAttempt'> & ReturnType<typeof timesFor>,
  again: ReadonlySet<number>,
  now: number,
): Promise<void> {
  const { begins_at: from, ends_at: to, upload_ends_at: upload, reason } = resit;
  const photos = upload !== null && upload !== to ? `，照片在 ${formatMinute(upload)} 前上传` : '';
  const mode = resit.countedAttempt ?? exam.settings.countedAttempt;
  const counts = `考了两次的，${RESIT_RULES[mode]}；补考评完以前看不到这场考试的成绩。`;
  const body = `${arrangedText(part)}${formatMinute(from)} 至 ${formatMinute(to)}${photos}。${counts}\n${reason}`;
  const link = previewPath(exam.id);
  const knowing = await db()
    .selectFrom('messages')
    .select('user_id')
    .where('kind', '=', 'exam')
    .where('link', '=', link)
    .where('body', '=', body)
    .execute();
  const told = new Set(knowing.map((row) => row.user_id).filter((id) => again.has(id)));
  // It is arranged again before they read that it was called off.
  await withdrawMessages(resit.studentIds, { ...undoneNotice(exam), kind: 'exam', only: `${PART_LABELS[part]}部分%` });
  const send = (title: string, ids: number[]) => sendMessages(ids, { kind: 'exam', title, body, link }, now);
  await send(
    `补考通知：${exam.name}`,
    resit.studentIds.filter((id) => !again.has(id)),
  );
  await send(
    `补考安排有变：${exam.name}`,
    resit.studentIds.filter((id) => again.has(id) && !told.has(id)),
  );
}

/**
 * The part that a call is about; of an exam of one part it need not be said.
 * @throws AppError invalid
 */
export function partFor(exam: ExamView, wanted: Part | null): Part {
  const parts = partsOf(exam.testType);
  const [only] = parts;
  if (wanted === null && parts.length > 1) throw invalid({ part: '请选择补考口语还是笔试' });
  requirePart(exam, wanted);
  if (!only) throw notFound('考试');
  return wanted ?? only;
}

function timesFor(part: Part, input: ResitInput, now: number) {
  const { beginTime, endTime, uploadEndTime = null } = input;
  const problems: FieldErrors = {};
  if (beginTime === null) problems.beginTime = '填写补考开始时间';
  if (endTime === null) problems.endTime = '填写补考结束时间';
  else if (endTime <= now) problems.endTime = `补考结束时间 ${formatMinute(endTime)} 已经过去，请改到现在之后`;
  else if (beginTime !== null && endTime <= beginTime) {
    problems.endTime = `补考结束时间要晚于开始时间 ${formatMinute(beginTime)}`;
  }
  if (part === 'written' && uploadEndTime !== null && endTime !== null && uploadEndTime < endTime) {
    problems.uploadEndTime = `照片上传截止时间不能早于补考结束时间 ${formatMinute(endTime)}`;
  }
  if (beginTime === null || endTime === null || Object.keys(problems).length > 0) throw invalid(problems);
  return {
    begins_at: beginTime,
    ends_at: endTime,
    upload_ends_at: part === 'written' ? (uploadEndTime ?? endTime) : null,
  };
}

async function assertMayResit(exam: ExamView, part: Part, studentIds: number[], now: number): Promise<void> {
  const rows = new Map((await listResitRows(exam, part, now)).map((row) => [row.studentId, row]));
  for (const id of studentIds) {
    const row = rows.get(id);
    if (!row) throw invalid({ studentIds: '有学生不在这场考试里，或账号已停用，请重新勾选' });
    if (row.obstacle !== null) throw invalid({ studentIds: `${row.name}${row.obstacle}，不能安排补考` });
  }
}

/** Others who were told the rule in force are to sit, or have sat, by it: another one is 评分设置's to change, which tells. */
async function assertKeepsRule(exam: ExamView, part: Part, ids: number[], mode: 'last' | 'best'): Promise<void> {
  const { countedAttempt } = exam.settings;
  if (mode === countedAttempt) return;
  const others = (await listPromised(exam.id)).filter((one) => one.part !== part || !ids.includes(one.studentId));
  const count = new Set(others.map((one) => one.studentId)).size;
  if (count === 0) return;
  const told = `已经通知 ${count} 名学生“考了两次的，${RESIT_RULES[countedAttempt]}”，这次也要一样`;
  const how = `要改，请到评分设置改“同一部分考了几次时”，他们会收到消息${isAnyReleased(exam) ? '；成绩已公布的先撤回公布' : ''}`;
  throw invalid({ countedAttempt: `${told}。${how}` });
}

/** Which attempt counts, for the whole exam; results of those who have two follow at once. */
async function count(exam: ExamView, mode: 'last' | 'best', now: number): Promise<void> {
  if (mode === exam.settings.countedAttempt) return;
  const seconds = await db()
    .selectFrom('attempts')
    .select('student_id')
    .distinct()
    .where('exam_id', '=', exam.id)
    .where('number', '>=', RESIT_NUMBER)
    .where('percent', 'is not', null)
    .execute();
  if (seconds.length > 0 && isAnyReleased(exam)) {
    throw invalid({ countedAttempt: '已有补考成绩按现在的办法公布了，要改计分办法请先撤回公布' });
  }
  const settings = { ...exam.settings, countedAttempt: mode };
  await db()
    .updateTable('exams')
    .set((eb) => ({ settings: toJson(settings), updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', exam.id)
    .execute();
  const changed = await getExamView(exam.id);
  await settleResults(
    changed,
    seconds.map((row) => row.student_id),
    now,
  );
}

/**
 * 取消补考 that is not begun yet, also one that was missed; the students are told. Returns how many are taken back:
 * those without one stay as they are.
 * @throws AppError conflict when one of them has begun, not_found when one is no student
 */
export async function undoResits(actor: Actor, input: UndoResitInput, now: number): Promise<number> {
  return transaction(async () => {
    await getOwnExam(actor, input.id);
    await holdExam(input.id);
    const exam = await getOwnExam(actor, input.id);
    const part = partFor(exam, input.part);
    await requireStudents(input.studentIds);
    const resits = (await listResits(exam.id, part)).filter((resit) => input.studentIds.includes(resit.studentId));
    if (resits.length === 0) return 0;
    const ids = resits.map((resit) => resit.studentId);
    const begun = await db()
      .selectFrom('attempts')
      .innerJoin('users', 'users.id', 'attempts.student_id')
      .select('users.name')
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('number', '>=', RESIT_NUMBER)
      .where('student_id', 'in', ids)
      .executeTakeFirst();
    if (begun) throw new AppError('conflict', `${begun.name}已经开始补考，不能取消。`);
    await db()
      .deleteFrom('exam_resits')
      .where('exam_id', '=', exam.id)
      .where('part', '=', part)
      .where('student_id', 'in', ids)
      .execute();
    await takeBackNotices(exam, part, ids);
    const bodies = await undoneBodies(exam.id, part, resits);
    for (const [body, those] of groupBy(resits, (resit) => bodies(resit))) {
      const to = those.map((resit) => resit.studentId);
      await sendMessages(to, { kind: 'exam', ...undoneNotice(exam), body }, now);
    }
    // Of one that was missed the result is out already.
    const open = resits.filter((resit) => resit.state === 'open').map((resit) => resit.studentId);
    await tellResitsUndone(exam, open, now);
    const detail = { part, count: ids.length, studentIds: ids };
    await recordAudit(actor, { action: 'exam.undo_resit', entity: 'exam', entityId: exam.id, detail }, now);
    return ids.length;
  });
}

/** What is said of re-sits that are gone: whether there is a result without them, and whether it is to be seen. */
async function undoneBodies(examId: number, part: Part, resits: Resit[]): Promise<(resit: Resit) => string> {
  const others = (await listResits(examId)).filter((resit) => resit.part !== part && resit.state === 'open');
  const sat = await db()
    .selectFrom('attempts')
    .select('student_id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .where(
      'student_id',
      'in',
      resits.map((resit) => resit.studentId),
    )
    .execute();
  const label = PART_LABELS[part];
  return ({ studentId, state }) => {
    const other = others.find((resit) => resit.studentId === studentId);
    if (other) return `${label}部分不再补考。${PART_LABELS[other.part]}的补考评完以后再看成绩。`;
    if (state === 'missed') return `${label}部分没有参加的补考已由老师取消，成绩和原来一样。`;
    const isSat = sat.some((row) => row.student_id === studentId);
    return isSat ? `${label}部分不再补考，原来的结果有效。` : `${label}部分不再补考，仍是缺考。`;
  };
}

/**
 * Marks re-sits whose time went by without a beginning; what was sat before is out for these students then, and they
 * are told. For the server's sweeper; harmless twice. Returns how many.
 */
export async function closeMissedResits(now: number): Promise<number> {
  return transaction(async () => {
    const missed = await db()
      .updateTable('exam_resits')
      .set({ state: 'missed' })
      .where('state', '=', 'open')
      .where(({ eb }) => eb(eb('ends_at', '+', eb('extra_minutes', '*', 60_000)), '<', now - GRACE_MS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attempts')
              .select('attempts.id')
              .whereRef('attempts.exam_id', '=', 'exam_resits.exam_id')
              .whereRef('attempts.student_id', '=', 'exam_resits.student_id')
              .whereRef('attempts.part', '=', 'exam_resits.part')
              .where('attempts.number', '>=', RESIT_NUMBER),
          ),
        ),
      )
      .returning(['exam_id', 'student_id'])
      .execute();
    for (const examId of new Set(missed.map((row) => row.exam_id))) {
      const exam = await findExamView(examId);
      const own = missed.filter((row) => row.exam_id === examId).map((row) => row.student_id);
      if (exam) await tellResultsOut(exam, [...new Set(own)], now);
    }
    return missed.length;
  });
}

import { db, transaction } from '~/db/db.server';
import { once } from '~/db/once.server';
import { refreshDeadlines } from '~/domain/attempt/attempt.commands.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { sendMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toExamPreview } from '~/lib/addresses/results';
import { AppError, invalid } from '~/lib/errors';
import { assertUsableClassrooms, refreshFileUses } from '~/domain/exam/draft-write.commands.server';
import { getExamView, getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { ownDeadlines, phaseOf, scopeLabel, windowOf, type ExtendScope } from '~/domain/exam/times.rules';
import { hasPart, partsOf, type Part } from '~/domain/exam/parts.rules';
import type { AddClassroomsInput, ExtendInput } from './extend.schema';
import { listCandidateIds } from '~/domain/exam/people.queries.server';
import { listResits } from '~/domain/exam/resit.queries.server';
import { scheduleText } from '~/domain/exam/status.commands.server';
import { extendObstacle } from './extend.rules';
import { keepEarlyEnd, resumePapers, tellExtended } from './resume.commands.server';

/** What may still change once an exam is published: more time, more students. Everything is audited and told. */

const MINUTE_MS = 60_000;

/**
 * 补时: minutes for the whole room (windows and time limits move) or for single students (added to their own
 * deadlines). Running papers follow at once, papers that were taken in at their end or the exam's go on, a closed exam
 * opens again: for all, or, where it was ended before its time and the minutes are for some, for these alone.
 * Returns how many students it reaches.
 */
export async function extendExam(actor: Actor, input: ExtendInput, now: number): Promise<number> {
  const key = input.requestId ? `exam.extend:${input.requestId}` : '';
  const said = [input.scope, input.minutes, input.all, input.studentIds];
  return once(actor.id, { key, said }, now, async () => {
    const again = await extendResits(actor, input, now);
    if (again !== null) return again;
    const found = await getExtendable(actor, input.id);
    const scopes = scopesOf(found, input.scope, now);
    const exam = await keepEarlyEnd(found, input.all ? scopes : []);
    const reached = input.all
      ? await extendRoom(exam, scopes, input.minutes, now)
      : await extendStudents(exam, scopes, input, now);
    const after = await reopen(exam, now);
    const resumed = await resumePapers(after, now);
    await refreshDeadlines(after);
    await tellExtended(
      after,
      { reached, scopes, resumed, isResit: false },
      {
        title: `考试补时 ${input.minutes} 分钟：${exam.name}`,
        body: `${scopes.map(scopeLabel).join('、')}补时 ${input.minutes} 分钟。原因：${input.reason}${
          input.all ? `\n${scheduleText(after)}` : ''
        }`,
        link: toExamPreview({ id: exam.id }),
      },
      now,
    );
    const { minutes, reason, all, studentIds } = input;
    const detail = { scopes, minutes, reason, ...(all ? { all } : { studentIds }) };
    await recordAudit(actor, { action: 'exam.extend', entity: 'exam', entityId: exam.id, detail }, now);
    return reached.length;
  });
}

/**
 * More time for students in their re-sit, whose times are their own: nothing of the exam itself moves. Null when none
 * of those named sits again.
 */
async function extendResits(actor: Actor, input: ExtendInput, now: number): Promise<number | null> {
  if (input.all || input.scope === 'upload') return null;
  const exam = await getOwnExam(actor, input.id);
  const open = (await listResits(exam.id)).filter(
    (resit) =>
      resit.state === 'open' &&
      input.studentIds.includes(resit.studentId) &&
      (input.scope === undefined || resit.part === input.scope),
  );
  if (open.length === 0) return null;
  const ids = new Set(open.map((resit) => resit.studentId));
  if (input.studentIds.some((id) => !ids.has(id))) {
    throw invalid({ studentIds: '补考的学生和其他学生请分开补时' });
  }
  for (const resit of open) {
    const end = resit.endsAt + (resit.extraMinutes + input.minutes) * MINUTE_MS;
    assertAhead(end, resit.part, input.minutes, now);
    await db()
      .updateTable('exam_resits')
      .set({ extra_minutes: resit.extraMinutes + input.minutes })
      .where('exam_id', '=', exam.id)
      .where('student_id', '=', resit.studentId)
      .where('part', '=', resit.part)
      .execute();
  }
  const resumed = await resumePapers(exam, now);
  await refreshDeadlines(exam);
  const reached = [...ids];
  const { minutes, reason } = input;
  const scopes = [...new Set(open.map((resit) => resit.part))];
  const title = `补考补时 ${minutes} 分钟：${exam.name}`;
  const message = { title, body: `原因：${reason}`, link: toExamPreview({ id: exam.id }) };
  await tellExtended(exam, { reached, scopes, resumed, isResit: true }, message, now);
  const detail = { scopes, minutes, reason, studentIds: reached };
  await recordAudit(actor, { action: 'exam.extend', entity: 'exam', entityId: exam.id, detail }, now);
  return reached.length;
}

async function getExtendable(actor: Actor, id: number): Promise<ExamView> {
  const exam = await getOwnExam(actor, id);
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，直接修改时间就可以。');
  const obstacle = extendObstacle(exam);
  if (obstacle !== null) throw new AppError('conflict', obstacle);
  return exam;
}

function scopesOf(exam: ExamView, scope: ExtendScope | undefined, now: number): ExtendScope[] {
  if (scope !== undefined) {
    if (hasPart(exam, scope === 'oral' ? 'oral' : 'written')) return [scope];
    throw invalid({ scope: `这场考试没有${scopeLabel(scope)}` });
  }
  const open = partsOf(exam.testType).filter((part) => phaseOf(exam, part, now) !== 'ended');
  if (open.length === 0) throw invalid({ scope: '各部分都已结束，请选择给哪一部分补时' });
  return open;
}

async function extendRoom(exam: ExamView, scopes: ExtendScope[], minutes: number, now: number): Promise<number[]> {
  const more = minutes * MINUTE_MS;
  const later = (time: number | null) => (time === null ? null : time + more);
  const limit = (value: number | null) => (value === null ? null : value + minutes);
  const times = { ...exam };
  for (const scope of scopes) {
    if (scope === 'oral')
      Object.assign(times, { oralEndTime: later(exam.oralEndTime), oralMinutes: limit(exam.oralMinutes) });
    else times.uploadEndTime = later(exam.uploadEndTime);
    if (scope === 'written')
      Object.assign(times, { endTime: later(exam.endTime), writtenMinutes: limit(exam.writtenMinutes) });
    const end = scope === 'upload' ? times.uploadEndTime : (windowOf(times, scope)?.endsAt ?? null);
    assertAhead(end, scope, minutes, now);
  }
  await db()
    .updateTable('exams')
    .set((eb) => ({
      oral_end_time: times.oralEndTime,
      oral_minutes: times.oralMinutes,
      end_time: times.endTime,
      upload_end_time: times.uploadEndTime,
      written_minutes: times.writtenMinutes,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', exam.id)
    .execute();
  return listCandidateIds(exam);
}

async function extendStudents(
  exam: ExamView,
  scopes: ExtendScope[],
  input: ExtendInput,
  now: number,
): Promise<number[]> {
  const candidates = new Set(await listCandidateIds(exam));
  const ids = [...new Set(input.studentIds)];
  if (ids.some((id) => !candidates.has(id))) throw invalid({ studentIds: '有学生不在这场考试的班级里，请重新勾选' });
  for (const part of scopes.filter((scope): scope is Part => scope !== 'upload')) {
    for (const studentId of ids) {
      const { extra_minutes: extraMinutes } = await db()
        .insertInto('exam_grants')
        .values({ exam_id: exam.id, student_id: studentId, part, extra_minutes: input.minutes, attempts: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['exam_id', 'student_id', 'part'])
            .doUpdateSet((eb) => ({ extra_minutes: eb('exam_grants.extra_minutes', '+', input.minutes) })),
        )
        .returning('extra_minutes')
        .executeTakeFirstOrThrow();
      const deadlines = ownDeadlines({ exam, part, startedAt: null, extraMinutes });
      assertAhead(deadlines?.answersAt ?? null, part, input.minutes, now);
    }
  }
  return ids;
}

function assertAhead(end: number | null, scope: ExtendScope, minutes: number, now: number): void {
  if (end !== null && end > now) return;
  const missing = Math.ceil((now - (end ?? now)) / MINUTE_MS) + minutes + 1;
  throw invalid({ minutes: `加 ${minutes} 分钟后${scopeLabel(scope)}仍然是已结束，至少要加 ${missing} 分钟` });
}

/** More time after the end opens a closed exam again. */
async function reopen(exam: ExamView, now: number): Promise<ExamView> {
  if (exam.status === 'closed') {
    await db()
      .updateTable('exams')
      .set((eb) => ({
        status: 'published',
        closed_at: null,
        auto_release_checked_at: null,
        updated_at: now,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', exam.id)
      .where('status', '=', 'closed')
      .execute();
  }
  return getExamView(exam.id);
}

/** 增加班级 after publication; their students are told. Classes already in stay. Returns how many are new. */
export async function addClassrooms(actor: Actor, input: AddClassroomsInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await getExtendable(actor, input.id);
    const added = input.clazzIds.filter((id) => !exam.classroomIds.includes(id));
    if (added.length === 0) return 0;
    if (exam.status !== 'published') throw new AppError('conflict', '考试已经结束，请先补时，再增加班级。');
    await assertUsableClassrooms(actor, added, []);
    await db()
      .insertInto('exam_classrooms')
      .values(added.map((classroomId) => ({ exam_id: exam.id, classroom_id: classroomId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db()
      .updateTable('exams')
      .set((eb) => ({ updated_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', exam.id)
      .execute();
    await refreshFileUses(exam.id);
    const students = await listCandidateIds({ id: exam.id, classroomIds: added });
    const message = {
      kind: 'exam' as const,
      title: `新考试：${exam.name}`,
      body: scheduleText(exam),
      link: toExamPreview({ id: exam.id }),
    };
    await sendMessages(students, message, now);
    const detail = { classrooms: added, students: students.length };
    await recordAudit(actor, { action: 'exam.addClassrooms', entity: 'exam', entityId: exam.id, detail }, now);
    return added.length;
  });
}

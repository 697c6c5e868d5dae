import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { closeAttemptsOfExam } from '~/domain/attempt/attempt.commands.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { ActionOn } from '~/domain/audit/audit.rules';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, invalid } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { askNamedExaminers, correctAskedTimes, unaskExaminers } from './ask-examiners.commands.server';
import { refreshFileUses } from './draft.commands.server';
import { fixSections } from './compose-paper.commands.server';
import { dropPools, freezePools } from './draw.commands.server';
import { tellEarlyClose } from './early-close.commands.server';
import { getExamView, getOwnExam, type ExamView } from './exam.queries.server';
import {
  hasPart,
  lastDeadline,
  nextStatus,
  PART_LABELS,
  partsOf,
  PARTS,
  windowOf,
  type ExamStatus,
  type ExamTransition,
  type Part,
} from './exam.rules';
import { listCandidateIds } from './people.queries.server';
import { getWizardExam } from './wizard.queries.server';
import { publishProblems } from './wizard.rules';

/**
 * 发布: checks everything, freezes the paper and the pools it draws from as their questions are now, tells the
 * students and asks the examiners. Already published is fine. `version`, when given, is what the teacher saw in the preview.
 * @throws AppError invalid with every problem (`<step>.<field>`), conflict when it changed meanwhile
 */
export async function publishExam(
  actor: Actor,
  input: { id: number; version: number | null },
  now: number,
): Promise<ExamStatus> {
  return transaction(async () => {
    const exam = await getWizardExam(actor, input.id);
    if (exam.status !== 'draft') return exam.status;
    if (input.version !== null && input.version !== exam.version) {
      throw new AppError('conflict', '预览之后考试又改过，请核对下面的最新内容，再点“发布”。');
    }
    const problems = publishProblems(exam, now);
    if (problems.length > 0) {
      throw invalid(Object.fromEntries(problems.map(({ step, field, message }) => [`${step}.${field}`, message])));
    }
    await changeStatus(exam, 'publish', { published_at: now, draft: null }, now);
    await freezeItems(exam);
    if (hasPart(exam, 'written')) {
      await fixSections(exam);
      await freezePools(exam);
    }
    await dropUnusedParts(exam);
    await refreshFileUses(exam.id);
    const students = await listCandidateIds(exam);
    const message = {
      kind: 'exam' as const,
      title: `新考试：${exam.name}`,
      body: scheduleText(exam),
      link: previewPath(exam.id),
    };
    await sendMessages(students, message, now);
    await askNamedExaminers(exam, now);
    await record(actor, 'exam.publish', exam.id, { students: students.length, items: exam.items.length }, now);
    return 'published';
  });
}

/** Where a student reads about an exam before it begins. */
const previewPath = (examId: number) => `/examination/preview?id=${examId}`;

/** Publishes several, all or nothing. Returns how many are published now. */
export async function publishExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    for (const id of ids) await publishExam(actor, { id, version: null }, now);
    return ids.length;
  });
}

/** What is asked in the exam from here on, whatever happens to the questions. */
async function freezeItems(exam: Awaited<ReturnType<typeof getWizardExam>>): Promise<void> {
  for (const item of exam.items) {
    await db()
      .updateTable('exam_items')
      .set({ snapshot: toJson(item.snapshot) })
      .where('id', '=', item.id)
      .execute();
  }
}

async function dropUnusedParts(exam: ExamView): Promise<void> {
  const unused = PARTS.filter((part) => !hasPart(exam, part));
  for (const part of unused) {
    await db().deleteFrom('exam_items').where('exam_id', '=', exam.id).where('part', '=', part).execute();
    await db().deleteFrom('exam_examiners').where('exam_id', '=', exam.id).where('part', '=', part).execute();
    if (part === 'written') await db().deleteFrom('exam_draws').where('exam_id', '=', exam.id).execute();
  }
}

/** The windows in words, one line each: the body of messages about times. */
export function scheduleText(exam: ExamView): string {
  return partsOf(exam.testType)
    .flatMap((part) => {
      const window = windowOf(exam, part);
      if (!window) return [];
      const upload =
        part === 'written' && exam.uploadEndTime !== null && exam.uploadEndTime > window.endsAt
          ? `，照片可上传到 ${formatMinute(exam.uploadEndTime)}`
          : '';
      return [`${PART_LABELS[part]}：${formatMinute(window.beginsAt)} 至 ${formatMinute(window.endsAt)}${upload}`];
    })
    .join('\n');
}

/**
 * 撤回 to draft, only before the first attempt; the students are told. A draft stays one. Returns how many
 * are drafts now.
 */
export async function withdrawExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    for (const id of ids) await withdraw(actor, id, now);
    return ids.length;
  });
}

async function withdraw(actor: Actor, id: number, now: number): Promise<void> {
  const exam = await getOwnExam(actor, id);
  if (exam.status === 'draft') return;
  if (exam.status !== 'published') throw new AppError('conflict', `「${exam.name}」已经结束，不能撤回。`);
  // The status first: it holds the row, so that nobody starts between the counting and the change.
  await changeStatus(exam, 'withdraw', { published_at: null }, now);
  const started = await db().selectFrom('attempts').select('id').where('exam_id', '=', id).limit(1).executeTakeFirst();
  if (started) {
    throw new AppError('conflict', `「${exam.name}」已有学生开考，不能撤回。可以延长时间，或者结束考试。`);
  }
  await dropPools(id);
  await refreshFileUses(id);
  const students = await listCandidateIds(exam);
  // Published again it is another exam, for whoever is in its classes then.
  await db().deleteFrom('exam_memberships').where('exam_id', '=', id).execute();
  await withdrawMessages(students, { kind: 'exam', link: previewPath(id) });
  await unaskExaminers(exam);
  const message = { kind: 'exam' as const, title: `考试已撤回：${exam.name}`, body: '请等待老师重新发布后的时间。' };
  await sendMessages(students, message, now);
  await record(actor, 'exam.withdraw', id, {}, now);
}

/** 结束: published → closed at once; papers still open are handed in with what was saved. Returns how many are closed now. */
export async function closeExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    for (const id of ids) {
      const exam = await getOwnExam(actor, id);
      if (exam.status === 'draft') throw new AppError('conflict', `「${exam.name}」还没有发布，不用结束。`);
      if (exam.status !== 'published') continue;
      await changeStatus(exam, 'close', { closed_at: now }, now);
      const handedIn = await closeAttemptsOfExam(actor, id, now);
      await record(actor, 'exam.close', id, { handedIn }, now);
      await correctAskedTimes(exam, now);
      await tellEarlyClose(exam, now);
      // Who ends it knows.
      await tellOfPapers(exam, now, actor.id);
    }
    return ids.length;
  });
}

/** Removes drafts (also withdrawn exams). Those already removed stay so. Returns how many are gone now. */
export async function deleteExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    const gone = await db()
      .selectFrom('exams')
      .select('id')
      .where('id', 'in', ids)
      .where('owner_id', '=', actor.id)
      .where('deleted_at', 'is not', null)
      .execute();
    for (const id of ids) {
      if (gone.some((one) => one.id === id)) continue;
      const exam = await getOwnExam(actor, id);
      if (exam.status === 'published') {
        throw new AppError('conflict', `「${exam.name}」已经发布。没有学生开考时可以先撤回，再删除。`);
      }
      if (exam.status !== 'draft') throw new AppError('conflict', `「${exam.name}」已有答卷和成绩，不能删除。`);
      await write(exam, { deleted_at: now }, now);
      await record(actor, 'exam.delete', id, { name: exam.name }, now);
    }
    return ids.length;
  });
}

/**
 * Closes every exam whose last deadline, extra minutes and grace included, has passed. For the server's
 * sweeper; harmless twice. Returns how many were closed.
 */
export async function closeEndedExams(now: number): Promise<number> {
  const rows = await db()
    .selectFrom('exams')
    .select('id')
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('oral_end_time', '<', now), eb('end_time', '<', now)]))
    .execute();
  let closed = 0;
  for (const { id } of rows) {
    await transaction(async () => {
      const exam = await getExamView(id);
      const deadline = lastDeadline(exam, await longestExtraMinutes(id));
      if (deadline === null || now <= deadline) return;
      const { numUpdatedRows } = await db()
        .updateTable('exams')
        .set((eb) => ({ status: 'closed', closed_at: deadline, updated_at: now, version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .where('status', '=', 'published')
        .where('version', '=', exam.version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      await record(null, 'exam.close', id, { deadline }, now);
      await tellOfPapers(exam, now);
      closed += 1;
    });
  }
  return closed;
}

/**
 * The owner hears how many papers await marks, each examiner how many await theirs; of an automatic release its own step
 * speaks.
 */
async function tellOfPapers(exam: ExamView, now: number, exceptId?: number): Promise<void> {
  if (exam.settings.releaseMode === 'auto') return;
  const papers = await db()
    .selectFrom('attempts')
    .select((eb) => ['part', eb.fn.countAll<number>().as('count')])
    .where('exam_id', '=', exam.id)
    .where('state', 'in', ['submitted', 'auto_submitted'])
    .groupBy('part')
    .orderBy('part')
    .execute();
  if (papers.length === 0) return;
  const open = papers.map((row) => ({ part: row.part as Part, count: Number(row.count) }));
  const examiners = PARTS.flatMap((part) => exam.examinerIds[part]);
  for (const teacherId of new Set([exam.ownerId, ...examiners])) {
    if (teacherId === exceptId) continue;
    const own = teacherId === exam.ownerId ? open : await waitingFor(exam, teacherId, open);
    if (own.length === 0) continue;
    const message = {
      kind: 'exam' as const,
      title: `考试已结束，待评分：${exam.name}`,
      body: `${own.map(({ part, count }) => `${PART_LABELS[part]} ${count} 份`).join('、')}答卷等待评分。`,
      link: `/examination/scoreexamination/scorelist?examId=${exam.id}`,
    };
    await sendMessages([teacherId], message, now);
  }
}

type PartCount = { part: Part; count: number };
type CountAwaiting = (exam: ExamView, teacherId: number, open: PartCount[]) => Promise<PartCount[]>;
let countAwaiting: CountAwaiting = (_exam, _teacherId, open) => Promise.resolve(open);

/** Said by the area of scoring: how many of a part's open papers are an examiner's to mark. */
export function registerAwaiting(asked: CountAwaiting): void {
  countAwaiting = asked;
}

/** What an examiner has to mark, of the parts that are theirs; who has marked everything hears nothing. */
async function waitingFor(exam: ExamView, teacherId: number, open: PartCount[]): Promise<PartCount[]> {
  const own = open.filter(({ part }) => exam.examinerIds[part].includes(teacherId));
  return (await countAwaiting(exam, teacherId, own)).filter(({ count }) => count > 0);
}

async function longestExtraMinutes(examId: number): Promise<Partial<Record<Part, number>>> {
  const rows = await db()
    .selectFrom('exam_grants')
    .select((eb) => ['part', eb.fn.max<number>('extra_minutes').as('minutes')])
    .where('exam_id', '=', examId)
    .groupBy('part')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.part, row.minutes]));
}

type StatusColumns = Partial<{
  status: ExamStatus;
  published_at: number | null;
  closed_at: number | null;
  deleted_at: number;
  draft: null;
}>;

/** One step of the exam's states; whoever comes second is told. */
async function changeStatus(exam: ExamView, step: ExamTransition, columns: StatusColumns, now: number): Promise<void> {
  const status = nextStatus(exam.status, step);
  if (status === null) throw new Error(`${step} is no step from ${exam.status}`);
  await write(exam, { ...columns, status }, now);
}

async function write(exam: ExamView, columns: StatusColumns, now: number): Promise<void> {
  const { numUpdatedRows } = await db()
    .updateTable('exams')
    .set((eb) => ({ ...columns, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', exam.id)
    .where('status', '=', exam.status)
    .where('version', '=', exam.version)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new AppError('conflict', `「${exam.name}」的状态刚刚变了，请刷新页面核对后再操作。`);
  }
}

function record(
  actor: Actor | null,
  action: ActionOn<'exam'>,
  examId: number,
  detail: Record<string, unknown>,
  now: number,
) {
  return recordAudit(actor, { action, entity: 'exam', entityId: examId, detail }, now);
}

import { changeStatus, recordExam, writeStatus } from './status-change.server';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { sendMessages, withdrawMessages } from '~/domain/message/message.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { toExamPreview } from '~/lib/addresses/results';
import { AppError, invalid, type FieldErrors } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import { askNamedExaminers, unaskExaminers } from './ask-examiners.commands.server';
import { refreshFileUses } from './draft-write.commands.server';
import { fixSections } from './compose-paper.commands.server';
import { dropPools, freezePools } from './draw.commands.server';
import { getOwnExam, type ExamView } from './exam.queries.server';
import { windowOf } from './times.rules';
import type { ExamStatus } from './states.rules';
import { hasPart, PART_LABELS, partsOf, PARTS } from './parts.rules';
import { listCandidateIds } from './people.queries.server';
import { getWizardExam, type WizardView } from './wizard.queries.server';
import { calledField, publishProblems } from './wizard.rules';

/**
 * 发布: checks everything, freezes the paper and the pools it draws from as their questions are now, tells the
 * students and asks the examiners. Already published is fine. `version`, when given, is what the teacher saw in the preview.
 * @throws AppError invalid with every problem (`<step>.<field>`), conflict when it changed meanwhile or is over
 */
export async function publishExam(
  actor: Actor,
  input: { id: number; version: number | null },
  now: number,
): Promise<ExamStatus> {
  return transaction(async () => {
    const exam = await getWizardExam(actor, input.id);
    if (exam.status === 'published') return exam.status;
    if (exam.status !== 'draft') throw new AppError('conflict', `「${exam.name}」已经结束，不能再发布。`);
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
      await freezePools(actor, exam);
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
    await recordExam(actor, 'exam.publish', exam.id, { students: students.length, items: exam.items.length }, now);
    return 'published';
  });
}

/** Where a student reads about an exam before it begins. */
const previewPath = (examId: number) => toExamPreview({ id: examId });

/**
 * Publishes several, all or nothing. Returns how many are published now.
 * @throws AppError as publishExam; the fields are those of exam/edit, and of several exams it says which one is meant
 */
export async function publishExams(actor: Actor, ids: number[], now: number): Promise<number> {
  return transaction(async () => {
    for (const id of ids) {
      const exam = await getWizardExam(actor, id);
      const refused = (error: unknown): never => {
        throw error instanceof AppError ? asCalled(error, exam, ids.length > 1) : error;
      };
      await publishExam(actor, { id, version: null }, now).catch(refused);
    }
    return ids.length;
  });
}

/** A refusal as a call reads it, that knows neither the steps of the page nor the names of its fields. */
function asCalled(error: AppError, exam: WizardView, isOneOfSeveral: boolean): AppError {
  const said = (text: string) => (isOneOfSeveral && !text.includes(exam.name) ? `「${exam.name}」：${text}` : text);
  if (!error.fields) return new AppError(error.code, said(error.message), undefined, error.data.extra);
  const fields = Object.entries(error.fields).map(([field, text]) => [calledField(exam, field), said(text)]);
  return new AppError(error.code, said(error.message), Object.fromEntries(fields) as FieldErrors);
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
  await recordExam(actor, 'exam.withdraw', id, {}, now);
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
      await writeStatus(exam, { deleted_at: now }, now);
      await recordExam(actor, 'exam.delete', id, { name: exam.name }, now);
    }
    return ids.length;
  });
}

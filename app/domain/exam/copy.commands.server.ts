import { db } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { clip } from '~/lib/text';
import { createDraft } from './draft.commands.server';
import { refreshFileUses } from './draft-write.commands.server';
import { getOwnExam } from './exam.queries.server';
import type { ExamDraft } from './wizard.rules';

const BEHIND = '（副本）';
const LONGEST_NAME = 40;

/**
 * 复制: an own exam in any state once more, as a draft without times: paper with sections and draws, classes that are still
 * taught, examiners, settings, rubrics. Papers, results, grants and re-sits stay where they are. The same `requestId`
 * twice makes one. Returns the draft's id.
 * @throws AppError not_found for an exam that is not the actor's
 */
export async function copyExam(actor: Actor, input: { id: number; requestId: string }, now: number): Promise<number> {
  return once(actor.id, input.requestId && `exam.copy:${input.requestId}`, now, async () => {
    const { name } = await getOwnExam(actor, input.id);
    const copy = await createDraft(actor, '', now);
    await copyColumns(input.id, copy.id, clip(name, LONGEST_NAME - BEHIND.length) + BEHIND);
    await copyPeople(actor, input.id, copy.id);
    await copyPaper(input.id, copy.id);
    await copyRubrics(actor, input.id, copy.id, now);
    await refreshFileUses(copy.id);
    const detail = { from: input.id };
    await recordAudit(actor, { action: 'exam.copy', entity: 'exam', entityId: copy.id, detail }, now);
    return copy.id;
  });
}

/** A new draft has no times: none are taken along. */
async function copyColumns(from: number, to: number, name: string): Promise<void> {
  const { draft, ...columns } = await db()
    .selectFrom('exams')
    .select(['category_id', 'test_type', 'oral_minutes', 'written_minutes', 'key_points', 'image_ids', 'draft'])
    .select(['music_file_id', 'instructions', 'oral_weight', 'written_weight', 'settings', 'sections', 'sheet_lines'])
    .where('id', '=', from)
    .executeTakeFirstOrThrow();
  const steps = draft === null ? null : fromJson<ExamDraft>(draft);
  const typed = steps?.firstadd ? { ...steps, firstadd: { ...steps.firstadd, name } } : steps;
  await db()
    .updateTable('exams')
    .set({ ...columns, name, draft: typed && toJson(typed) })
    .where('id', '=', to)
    .execute();
}

async function copyPeople(actor: Actor, from: number, to: number): Promise<void> {
  const classrooms = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .select('classrooms.id')
    .where('exam_classrooms.exam_id', '=', from)
    .where('classrooms.deleted_at', 'is', null)
    .where('classrooms.is_archived', '=', 0)
    .where(isOwnClassroom(actor.id))
    .orderBy('classrooms.id')
    .execute();
  const classes = classrooms.map(({ id }) => ({ exam_id: to, classroom_id: id }));
  if (classes.length > 0) await db().insertInto('exam_classrooms').values(classes).execute();
  const named = await db()
    .selectFrom('exam_examiners')
    .innerJoin('users', 'users.id', 'exam_examiners.teacher_id')
    .select(['teacher_id', 'part', 'only_arbitrates'])
    .where('exam_id', '=', from)
    .where('users.is_disabled', '=', 0)
    .where('users.deleted_at', 'is', null)
    .orderBy('teacher_id')
    .execute();
  const examiners = named.map((one) => ({ ...one, exam_id: to }));
  if (examiners.length > 0) await db().insertInto('exam_examiners').values(examiners).execute();
}

/** What a draw took at publication stays behind: the copy draws anew. */
async function copyPaper(from: number, to: number): Promise<void> {
  const items = await db()
    .selectFrom('exam_items')
    .select(['part', 'position', 'question_id', 'points', 'snapshot', 'section'])
    .where('exam_id', '=', from)
    .where('draw_id', 'is', null)
    .orderBy('id')
    .execute();
  if (items.length > 0) {
    await db()
      .insertInto('exam_items')
      .values(items.map((one) => ({ ...one, exam_id: to })))
      .execute();
  }
  const draws = await db()
    .selectFrom('exam_draws')
    .select(['position', 'bank', 'kind', 'level', 'directory_id', 'scope', 'count', 'points', 'section'])
    .where('exam_id', '=', from)
    .orderBy('id')
    .execute();
  if (draws.length > 0) {
    await db()
      .insertInto('exam_draws')
      .values(draws.map((one) => ({ ...one, exam_id: to })))
      .execute();
  }
}

/** The newest of each part is the copy's first. */
async function copyRubrics(actor: Actor, from: number, to: number, now: number): Promise<void> {
  const rows = await db()
    .selectFrom('rubrics')
    .select(['part', 'body'])
    .where('exam_id', '=', from)
    .orderBy('version', 'desc')
    .execute();
  const newest = rows.filter(({ part }, index) => rows.findIndex((one) => one.part === part) === index);
  const copies = newest.map((one) => ({ ...one, exam_id: to, version: 1, created_by: actor.id, created_at: now }));
  if (copies.length > 0) await db().insertInto('rubrics').values(copies).execute();
}

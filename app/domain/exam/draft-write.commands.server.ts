import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { ensureDirectoryPath } from '~/domain/question-bank/directory.commands.server';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { areTeachers } from '~/domain/user/user.queries.server';
import { invalid } from '~/lib/errors';
import { type ExamSettings } from './exam-settings.schema';
import { PARTS, hasPart, type Part } from './parts.rules';
import { type Basics, type OralStep } from './exam.schema';
import { getExamView, listExamItems } from './exam.queries.server';
import { type WizardView } from './wizard.queries.server';
import { oralItem } from './wizard-steps.rules';

/** What saving a step and finishing an exam write: its columns, its oral item, its settings and the uses of its files. */

/** The full mark of the oral item; its measures are percentages. */
const ORAL_POINTS = 100;
/** Step 1 of an exam that is claimed; `category` says its own id where no name is to be looked up. */
export async function writeBasics(
  actor: Actor,
  exam: WizardView,
  basics: Basics,
  now: number,
  category?: { id: number | null },
): Promise<void> {
  await assertUsableClassrooms(actor, basics.clazzIds, exam.classroomIds);
  await db()
    .updateTable('exams')
    .set({
      name: basics.name,
      category_id: category ? category.id : await categoryId(actor, basics.categoryName, now),
      test_type: basics.testType,
      begin_time: basics.beginTime,
      end_time: basics.endTime,
      upload_end_time: basics.uploadEndTime,
      oral_begin_time: basics.oralBeginTime,
      oral_end_time: basics.oralEndTime,
      oral_minutes: hasPart(basics, 'oral') ? basics.oralMinutes : null,
      written_minutes: hasPart(basics, 'written') ? basics.writtenMinutes : null,
      oral_weight: basics.oralWeight,
      written_weight: basics.writtenWeight,
      instructions: basics.instructions,
    })
    .where('id', '=', exam.id)
    .execute();
  await db().deleteFrom('exam_classrooms').where('exam_id', '=', exam.id).execute();
  const rows = basics.clazzIds.map((classroomId) => ({ exam_id: exam.id, classroom_id: classroomId }));
  // A draft may have none yet.
  if (rows.length > 0) await db().insertInto('exam_classrooms').values(rows).execute();
}

/**
 * A teacher sets exams for classes they created or teach and that have not graduated; one that is already in the exam
 * may stay.
 * @throws AppError invalid at clazzIds
 */
export async function assertUsableClassrooms(actor: Actor, ids: number[], already: number[]): Promise<void> {
  const rows = await db()
    .selectFrom('classrooms')
    .select('classrooms.id')
    .where('classrooms.deleted_at', 'is', null)
    .where('classrooms.id', 'in', ids)
    .where((eb) => {
      const usable = eb.and([eb('classrooms.is_archived', '=', 0), isOwnClassroom(actor.id)(eb)]);
      return already.length === 0 ? usable : eb.or([usable, eb('classrooms.id', 'in', already)]);
    })
    .execute();
  if (rows.length !== new Set(ids).size) throw invalid({ clazzIds: '只能选择您创建或任教的班级，请重新勾选' });
}

/** The category of this name, made where there is none; null for ''. */
export async function categoryId(actor: Actor, name: string, now: number): Promise<number | null> {
  if (name === '') return null;
  const known = await db()
    .selectFrom('directories')
    .select('id')
    .where('bank', '=', 'exam')
    .where('owner_id', '=', actor.id)
    .where('name', '=', name)
    .executeTakeFirst();
  return known ? known.id : ensureDirectoryPath(actor, 'exam', [name], now);
}

/** Step 2 of an exam that is claimed. */
export async function writeOralStep(actor: Actor, exam: WizardView, step: OralStep): Promise<void> {
  await assertTeachers('oralExaminerIds', step.oralExaminerIds);
  await assertTeachers('writtenExaminerIds', step.writtenExaminerIds);
  await writeOralItem(actor, exam, step.oralId);
  await requireOwnFiles(actor, step.imageUrl, 'image', 'imageUrl');
  await requireOwnFiles(actor, step.musicUrl === null ? [] : [step.musicUrl], 'audio', 'musicUrl');
  const { zqd, lld, wzd, gjc, prepSeconds, recordSeconds, maxTakes } = step;
  await db()
    .updateTable('exams')
    .set({
      key_points: toJson(step.keyPoint),
      image_ids: toJson(step.imageUrl),
      music_file_id: step.musicUrl,
    })
    .where('id', '=', exam.id)
    .execute();
  const markedBy = step.markedBy ?? exam.settings.markedBy;
  await writeSettings(exam, { measureWeights: { zqd, lld, wzd, gjc }, prepSeconds, recordSeconds, maxTakes, markedBy });
  await nameExaminers(exam.id, { oral: step.oralExaminerIds, written: step.writtenExaminerIds });
  await refreshFileUses(exam.id);
}

/** Who was asked for decisions alone (只仲裁) still is, unless nobody would be left to mark the part. */
async function nameExaminers(examId: number, named: Record<Part, number[]>): Promise<void> {
  const arbiters = await db()
    .selectFrom('exam_examiners')
    .select(['part', 'teacher_id'])
    .where('exam_id', '=', examId)
    .where('only_arbitrates', '=', 1)
    .execute();
  await db().deleteFrom('exam_examiners').where('exam_id', '=', examId).execute();
  const rows = PARTS.flatMap((part) => {
    const isArbiter = (id: number) => arbiters.some((one) => one.part === part && one.teacher_id === id);
    const isMarked = !named[part].every(isArbiter);
    return named[part].map((id) => ({
      exam_id: examId,
      teacher_id: id,
      part,
      only_arbitrates: isMarked && isArbiter(id) ? (1 as const) : (0 as const),
    }));
  });
  if (rows.length > 0) await db().insertInto('exam_examiners').values(rows).execute();
}

/** Records which files the exam uses: its own pictures and audio and those of its questions. */
export async function refreshFileUses(examId: number): Promise<void> {
  const exam = await getExamView(examId);
  const items = await listExamItems(examId);
  const ofItems = items.flatMap(({ snapshot }) => [
    ...snapshot.imageIds,
    ...(snapshot.body.musicUrl ? [snapshot.body.musicUrl] : []),
  ]);
  const own = exam.musicFileId === null ? exam.imageIds : [...exam.imageIds, exam.musicFileId];
  await setFileUses('exam', examId, [...new Set([...own, ...ofItems])]);
}

async function writeOralItem(actor: Actor, exam: WizardView, questionId: number | null): Promise<void> {
  const stored = oralItem(exam);
  if (stored?.questionId === questionId) return;
  const questions = await getReadableQuestions(actor, ['oral'], questionId === null ? [] : [questionId]);
  await db().deleteFrom('exam_items').where('exam_id', '=', exam.id).where('part', '=', 'oral').execute();
  for (const question of questions) {
    await db()
      .insertInto('exam_items')
      .values({
        exam_id: exam.id,
        part: 'oral',
        position: 1,
        question_id: question.id,
        points: ORAL_POINTS,
        snapshot: toJson(toSnapshot(question)),
      })
      .execute();
  }
}

async function assertTeachers(field: string, ids: number[]): Promise<void> {
  if (!(await areTeachers(ids))) throw invalid({ [field]: '有阅卷老师的账号已停用或不存在，请重新勾选' });
}

/** Some settings of an exam that is claimed. */
export async function writeSettings(exam: WizardView, changes: Partial<ExamSettings>): Promise<void> {
  exam.settings = { ...exam.settings, ...changes };
  await db()
    .updateTable('exams')
    .set({ settings: toJson(exam.settings) })
    .where('id', '=', exam.id)
    .execute();
}

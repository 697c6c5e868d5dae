import { kindOf } from '~/domain/question-bank/question.schema';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { setFileUses } from '~/domain/file/file.commands.server';
import { requireOwnFiles } from '~/domain/file/file.queries.server';
import { ensureDirectoryPath } from '~/domain/question-bank/directory.commands.server';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { TEACHER, type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { clip, splitList } from '~/lib/text';
import { examSettingsSchema, type ExamSettings } from './exam-settings.schema';
import { hasPart, type Part, type TestType } from './parts.rules';
import {
  basicsFormSchema,
  oralStepFormSchema,
  oralStepProblems,
  problemsOf,
  type Basics,
  type FormValues,
  type OralStep,
} from './exam.schema';
import { getExamView, listExamItems } from './exam.queries.server';
import { insertedByKind } from './paper-mix.rules';
import { getWizardExam, type WizardView } from './wizard.queries.server';
import { MAX_PAPER, oralItem, paperSize, writtenItems, type Step } from './wizard-steps.rules';
import { EMPTY_BASICS, stepValues, type ExamDraft } from './wizard.rules';

/** What saving a step came to: where the exam stands, and what its form still lacks. */
export type SavedStep = { examId: number; version: number; problems: Record<string, string> };

/** The full mark of the oral item; its measures are percentages. */
const ORAL_POINTS = 100;
/** What a step's draft may hold at most, as JSON. */
const MAX_DRAFT_LENGTH = 60_000;

// ---------------------------------------------------------------- one step at a time (the wizard)

/**
 * Saves step 1 as typed: a form that passes the rules becomes the exam's, one that does not is kept as its
 * draft. Without an id it makes the exam; the same `requestId` twice makes one.
 */
export async function saveBasics(
  actor: Actor,
  input: { examId: number | null; version: number; requestId: string; values: FormValues },
  now: number,
): Promise<SavedStep> {
  return transaction(async () => {
    const values = known(input.values, Object.keys(EMPTY_BASICS));
    const parsed = basicsFormSchema.safeParse(values);
    const exam =
      input.examId === null
        ? await createDraft(actor, input.requestId, now)
        : await openStep(actor, input.examId, input.version, 'firstadd', values, now);
    if (exam.isRepeat && input.examId !== null)
      return saved(exam, parsed.success ? {} : problemsOf(parsed.error.issues));
    // The page of a new exam sent again, perhaps with other values after going back: they belong to the same exam.
    if (exam.isRepeat) await claim(exam, now);
    if (!parsed.success) {
      await keepDraft(exam, 'firstadd', values, {
        name: clip(String(values.name ?? '').trim(), 40) || exam.name,
      });
      return saved(exam, problemsOf(parsed.error.issues));
    }
    await writeBasics(actor, exam, parsed.data, now);
    await keepDraft(exam, 'firstadd', null);
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail: { step: 1 } }, now);
    return saved(exam, {});
  });
}

/** Saves step 2 as typed; like step 1. */
export async function saveOralStep(
  actor: Actor,
  input: { examId: number; version: number; values: FormValues; type: TestType },
  now: number,
): Promise<SavedStep> {
  return transaction(async () => {
    const values = known(input.values, Object.keys(oralStepFormSchema.innerType().shape));
    const parsed = oralStepFormSchema.safeParse(values);
    const problems = parsed.success ? oralStepProblems(parsed.data, input.type) : problemsOf(parsed.error.issues);
    const exam = await openStep(actor, input.examId, input.version, 'secondadd', values, now);
    if (exam.isRepeat) return saved(exam, problems);
    // A question that is not chosen yet is no reason to hold back everything else.
    const canStore = parsed.success && Object.keys(problems).every((field) => field === 'oralId');
    if (!canStore) {
      await keepDraft(exam, 'secondadd', values);
      return saved(exam, problems);
    }
    await writeOralStep(actor, exam, parsed.data);
    await keepDraft(exam, 'secondadd', null);
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail: { step: 2 } }, now);
    return saved(exam, problems);
  });
}

/**
 * Chooses the oral question and takes over its key points, pictures and audio. What was typed or uploaded for this exam
 * stays beside them; what came with the question chosen before goes with it.
 */
export async function chooseOralQuestion(
  actor: Actor,
  input: { examId: number; version: number; questionId: number; type: TestType },
  now: number,
): Promise<SavedStep> {
  const exam = await getWizardExam(actor, input.examId);
  const [question] = await getReadableQuestions(actor, ['oral'], [input.questionId]);
  if (question?.bank !== 'oral') throw invalid({ oralId: '选择一道口语题' });
  if (oralItem(exam)?.questionId === question.id) return saved(exam, {});
  const typed = stepValues(exam, 'secondadd');
  const before = await materialOf(oralItem(exam)?.questionId ?? null);
  const musicUrl = String(typed.musicUrl ?? '');
  const values = {
    ...typed,
    oralId: String(question.id),
    keyPoint: withOwn(
      question.keyPoints,
      String(typed.keyPoint ?? '')
        .split('\n')
        .flatMap(splitList),
      before.keyPoints,
    ).join('，'),
    imageUrl: withOwn(question.imageIds, [typed.imageUrl ?? []].flat(), before.imageIds),
    musicUrl: musicUrl !== '' && musicUrl !== before.musicUrl ? musicUrl : (question.body.musicUrl ?? ''),
  };
  return saveOralStep(actor, { ...input, values }, now);
}

/** What a question brings into an exam that chooses it; nothing of none. */
async function materialOf(questionId: number | null) {
  const row =
    questionId === null
      ? undefined
      : await db()
          .selectFrom('questions')
          .select(['key_points', 'image_ids', 'body'])
          .where('id', '=', questionId)
          .executeTakeFirst();
  if (!row) return { keyPoints: [], imageIds: [], musicUrl: '' };
  return {
    keyPoints: fromJson<string[]>(row.key_points),
    imageIds: fromJson<string[]>(row.image_ids),
    musicUrl: fromJson<{ musicUrl?: string | null }>(row.body).musicUrl ?? '',
  };
}

/** What the question brings, then what stood there that did not come with the one before. */
function withOwn(brought: string[], present: string[], before: string[]): string[] {
  return [...new Set([...brought, ...present.filter((one) => one !== '' && !before.includes(one))])];
}

/**
 * Appends written and theory questions that the actor may read to the paper, with their own points unless `points`
 * says others (by question); those already in it stay as they are. `isByKind` puts each behind the last of its kind
 * instead of at the end.
 */
export async function addToPaper(
  actor: Actor,
  input: { examId: number; questionIds: number[]; points?: ReadonlyMap<number, number>; isByKind?: boolean },
  now: number,
): Promise<{ added: number }> {
  return transaction(async () => {
    const exam = await getWizardExam(actor, input.examId);
    const stored = writtenItems(exam);
    const missing = input.questionIds.filter((id) => stored.every((item) => item.questionId !== id));
    if (missing.length === 0) return { added: 0 };
    if (paperSize(exam) + missing.length > MAX_PAPER) throw invalid({ ids: `一份试卷最多 ${MAX_PAPER} 题` });
    const questions = await getReadableQuestions(actor, ['written', 'theory'], missing);
    await claim(exam, now);
    await db()
      .insertInto('exam_items')
      .values(
        questions.map((question, index) => ({
          exam_id: exam.id,
          part: 'written',
          position: stored.length + index + 1,
          question_id: question.id,
          points: input.points?.get(question.id) ?? question.points,
          snapshot: toJson(toSnapshot(question)),
        })),
      )
      .execute();
    if (input.isByKind) await placeByKind(exam.id, stored);
    await refreshFileUses(exam.id);
    const detail = { step: 3, added: missing };
    await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id, detail }, now);
    return { added: missing.length };
  });
}

/** Gives the items that `stored` does not know yet their places by kind. */
async function placeByKind(examId: number, stored: { id: number }[]): Promise<void> {
  const items = await listExamItems(examId, 'written', 'fixed');
  const isKnown = (item: { id: number }) => stored.some((one) => one.id === item.id);
  const order = insertedByKind(
    items.filter(isKnown),
    items.filter((item) => !isKnown(item)),
    (item) => kindOf(item.snapshot),
  );
  for (const [index, item] of order.entries()) {
    if (item.position === index + 1) continue;
    await db()
      .updateTable('exam_items')
      .set({ position: index + 1 })
      .where('id', '=', item.id)
      .execute();
  }
}

/** 清空草稿: everything filled in is dropped; the exam stays as an empty draft. */
export async function resetExam(actor: Actor, input: { examId: number; version: number }, now: number): Promise<void> {
  await transaction(async () => {
    const exam = await getWizardExam(actor, input.examId);
    if (exam.version !== input.version) throw movedOn();
    await claim(exam, now);
    await db()
      .updateTable('exams')
      .set({
        ...EMPTY_COLUMNS,
        settings: toJson(await initialSettings()),
        name: '',
        draft: toJson({ firstadd: EMPTY_BASICS }),
      })
      .where('id', '=', exam.id)
      .execute();
    for (const table of [
      'exam_items',
      'exam_picks',
      'exam_draws',
      'exam_examiners',
      'exam_classrooms',
      'exam_memberships',
    ] as const) {
      await db().deleteFrom(table).where('exam_id', '=', exam.id).execute();
    }
    await recordAudit(actor, { action: 'exam.reset', entity: 'exam', entityId: exam.id }, now);
  });
}

// ---------------------------------------------------------------- writing

export type Opened = WizardView & { isRepeat?: boolean };

const EMPTY_COLUMNS = {
  category_id: null,
  test_type: 2,
  begin_time: null,
  end_time: null,
  upload_end_time: null,
  oral_begin_time: null,
  oral_end_time: null,
  oral_minutes: null,
  written_minutes: null,
  key_points: '[]',
  image_ids: '[]',
  music_file_id: null,
  instructions: '',
  sections: null,
  oral_weight: 50,
  written_weight: 50,
};

/** What an exam begins with: the school's thresholds, everything else as the house has it. */
export async function initialSettings(): Promise<ExamSettings> {
  return examSettingsSchema.parse((await getSchool()).thresholds);
}

/** A new, empty exam; the same request twice gives the first one (`isRepeat`). */
export async function createDraft(actor: Actor, requestId: string, now: number): Promise<Opened> {
  let isRepeat = true;
  const id = await once(actor.id, requestId && `exam.add:${requestId}`, now, async () => {
    isRepeat = false;
    const made = await db()
      .insertInto('exams')
      .values({
        ...EMPTY_COLUMNS,
        settings: toJson(await initialSettings()),
        owner_id: actor.id,
        name: '',
        status: 'draft',
        draft: null,
        published_at: null,
        closed_at: null,
        released_at: null,
        created_at: now,
        updated_at: now,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(actor, { action: 'exam.add', entity: 'exam', entityId: made.id }, now);
    return made.id;
  });
  return { ...(await getWizardExam(actor, id)), isRepeat };
}

/** Opens a step for writing at the version its form was made from; the same form twice is a repeat. */
async function openStep(
  actor: Actor,
  examId: number,
  version: number,
  step: Step,
  values: FormValues,
  now: number,
): Promise<Opened> {
  const exam = await getWizardExam(actor, examId);
  if (exam.version === version) {
    await claim(exam, now);
    return { ...exam, version: version + 1 };
  }
  const stands = comparable(step, values) === comparable(step, stepValues(exam, step));
  if (stands) return { ...exam, isRepeat: true };
  throw movedOn();
}

/** A form by what it means, so that an equal one is recognised whatever its spaces and order. */
function comparable(step: Step, values: FormValues): string {
  const parsed = step === 'firstadd' ? basicsFormSchema.safeParse(values) : oralStepFormSchema.safeParse(values);
  const content: object = parsed.success ? parsed.data : values;
  return JSON.stringify(Object.entries(content).sort(([a], [b]) => a.localeCompare(b)));
}

/** Takes the next version of a draft; whoever comes second with the same one is told. */
export async function claim(exam: WizardView, now: number): Promise<void> {
  if (exam.status !== 'draft') {
    throw new AppError(
      'conflict',
      '考试已经发布，试题和设置不能再改。可以延长时间、增加班级；还没有学生开考时，也可以先撤回再改。',
    );
  }
  const { numUpdatedRows } = await db()
    .updateTable('exams')
    .set({ version: exam.version + 1, updated_at: now })
    .where('id', '=', exam.id)
    .where('version', '=', exam.version)
    .where('status', '=', 'draft')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw movedOn();
  exam.version += 1;
}

/** The refusal of what was made from an older version. */
export function movedOn(): AppError {
  return new AppError(
    'conflict',
    '这份考试刚在另一个窗口里改过，这里的内容还没有保存。请先在新窗口打开它核对；要以这里的为准，就再保存一次。',
  );
}

export function saved(exam: WizardView, problems: Record<string, string>): SavedStep {
  return { examId: exam.id, version: exam.version, problems };
}

/** Keeps a step's form as typed; null: it holds nothing that is not stored. */
export async function keepDraft(
  exam: WizardView,
  step: Step,
  values: FormValues | null,
  columns: { name?: string } = {},
): Promise<void> {
  const draft: ExamDraft = { ...exam.draft, [step]: values ?? undefined };
  const text = Object.values(draft).some((one) => one !== undefined) ? toJson(draft) : null;
  if (text !== null && text.length > MAX_DRAFT_LENGTH) {
    throw new AppError('too_large', '内容太长，无法保存为草稿。请先缩短考试须知等文字。');
  }
  await db()
    .updateTable('exams')
    .set({ ...columns, draft: text })
    .where('id', '=', exam.id)
    .execute();
}

/** Only the fields of the step; whatever else a form carries is none of it. */
function known(values: FormValues, fields: string[]): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));
}

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
  await db()
    .insertInto('exam_classrooms')
    .values(basics.clazzIds.map((classroomId) => ({ exam_id: exam.id, classroom_id: classroomId })))
    .execute();
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
  await db().deleteFrom('exam_examiners').where('exam_id', '=', exam.id).execute();
  const rows = [
    ...step.oralExaminerIds.map((id) => ({ exam_id: exam.id, teacher_id: id, part: 'oral' satisfies Part })),
    ...step.writtenExaminerIds.map((id) => ({ exam_id: exam.id, teacher_id: id, part: 'written' satisfies Part })),
  ];
  if (rows.length > 0) await db().insertInto('exam_examiners').values(rows).execute();
  await refreshFileUses(exam.id);
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
  if (ids.length === 0) return;
  const rows = await db()
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('user_type', '=', TEACHER)
    .where('is_disabled', '=', 0)
    .where('deleted_at', 'is', null)
    .execute();
  if (rows.length !== ids.length) throw invalid({ [field]: '有阅卷老师的账号已停用或不存在，请重新勾选' });
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

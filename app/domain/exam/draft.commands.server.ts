import { kindOf } from '~/domain/question-bank/question.schema';
import { db, transaction } from '~/db/db.server';
import { fromJson, toJson } from '~/db/json';
import { once } from '~/db/once.server';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { getReadableQuestions } from '~/domain/question-bank/question-access.server';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { type Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import { clip, splitList } from '~/lib/text';
import { examSettingsSchema, type ExamSettings } from './exam-settings.schema';
import { type TestType } from './parts.rules';
import { basicsFormSchema, oralStepFormSchema, oralStepProblems, problemsOf, type FormValues } from './exam.schema';
import { listExamItems } from './exam.queries.server';
import { insertedByKind } from './paper-mix.rules';
import { getWizardExam, type WizardView } from './wizard.queries.server';
import { MAX_PAPER, oralItem, paperSize, writtenItems, type Step } from './wizard-steps.rules';
import { EMPTY_BASICS, stepValues, type ExamDraft } from './wizard.rules';
import { writeBasics, writeOralStep, refreshFileUses } from './draft-write.commands.server';

/** What saving a step came to: where the exam stands, and what its form still lacks. */
export type SavedStep = { examId: number; version: number; problems: Record<string, string> };
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
    // What is in the paper waits no longer to be put there.
    await db().deleteFrom('exam_picks').where('exam_id', '=', exam.id).where('question_id', 'in', missing).execute();
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

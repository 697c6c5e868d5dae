import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { requireOwnDirectory } from '~/domain/question-bank/directory.queries.server';
import { findPools } from '~/domain/question-bank/draw.queries.server';
import { drawProblem, type DrawRule } from '~/domain/question-bank/draw.rules';
import { listReadableQuestions } from '~/domain/question-bank/question-access.server';
import { BANK_LABELS, type Bank, type Question } from '~/domain/question-bank/question.schema';
import { toSnapshot } from '~/domain/question-bank/question.rules';
import { isObjective } from './objective.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid } from '~/lib/errors';
import type { Seed } from '~/lib/shuffle';
import { claim, createDraft, initialSettings } from './draft.commands.server';
import { categoryId, refreshFileUses, writeBasics, writeOralStep, writeSettings } from './draft-write.commands.server';
import { writeArrangement } from './compose-paper.commands.server';
import { listDraws } from './draw.queries.server';
import { listExamItems } from './exam.queries.server';
import { toStore } from './paper-moves.rules';
import { withKind } from './paper-sections.rules';
import {
  thresholdProblems,
  type CalledDraw,
  wholeProblems,
  type ExamChanges,
  type ExamEdit,
  type ExamInput,
  type ExamWhole,
  type PageChanges,
} from './exam-call.schema';
import type { ExamSettings } from './exam-settings.schema';
import { timesAsSaved } from './times.rules';
import { MAX_PAPER, oralItem, paperSize, writtenItems } from './wizard-steps.rules';
import { getWizardExam, type WizardView } from './wizard.queries.server';
import type { ExamDraft } from './wizard.rules';

/** Exams as the API makes and changes them: all steps of the wizard at once. */

/** Of a check: which questions stay of a pool that is too large makes no difference to it. */
const ANY_SEED: Seed = [1, 2, 3, 4];

/** Makes an exam; it stays a draft until it is published. The same `requestId` again is the same exam. Returns its id. */
export async function addExam(actor: Actor, input: ExamInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await createDraft(actor, input.requestId, now);
    if (exam.isRepeat) return exam.id;
    const category = await categoryOf(actor, exam, input, now);
    await writeAll(actor, exam, { whole: input, category, draft: {} }, now);
    return exam.id;
  });
}

/**
 * Changes what is named of a draft; what is not named stays. Returns its id.
 * @throws AppError conflict for another version than the one sent, or an exam that is published; invalid
 */
export async function editExam(actor: Actor, { id, version, changes }: ExamEdit, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await getWizardExam(actor, id);
    if (version !== null && version !== exam.version) {
      throw new AppError('conflict', `考试已经改过，现在的 version 是 ${exam.version}。请重新读取考试，再按它修改。`);
    }
    await claim(exam, now);
    const before = wholeOf(exam);
    const whole = timesAsSaved({ ...before, ...changes, ...materialOf(before, changes) });
    // What a draft of the wizard lacked before it may go on lacking.
    const known = wholeProblems(before);
    const problems = Object.entries(wholeProblems(whole)).filter(([field, text]) => known[field] !== text);
    if (problems.length > 0) throw invalid(Object.fromEntries(problems));
    const category = await categoryOf(actor, exam, changes, now);
    await writeAll(actor, exam, { whole, category, draft: draftLeft(exam.draft, changes) }, now);
    return exam.id;
  });
}

/** A draft as a call would say it. */
function wholeOf(exam: WizardView): ExamWhole {
  const { settings } = exam;
  return {
    name: exam.name,
    categoryName: exam.categoryName,
    clazzIds: exam.classroomIds,
    testType: exam.testType,
    oralBeginTime: exam.oralBeginTime,
    oralEndTime: exam.oralEndTime,
    oralMinutes: exam.oralMinutes,
    beginTime: exam.beginTime,
    endTime: exam.endTime,
    uploadEndTime: exam.uploadEndTime,
    writtenMinutes: exam.writtenMinutes,
    oralWeight: exam.oralWeight,
    writtenWeight: exam.writtenWeight,
    instructions: exam.instructions,
    oralId: oralItem(exam)?.questionId ?? null,
    keyPoint: exam.keyPoints,
    imageUrl: exam.imageIds,
    musicUrl: exam.musicFileId,
    oralExaminerIds: exam.examinerIds.oral,
    writtenExaminerIds: exam.examinerIds.written,
    markedBy: settings.markedBy,
    prepSeconds: settings.prepSeconds,
    recordSeconds: settings.recordSeconds,
    maxTakes: settings.maxTakes,
    ...settings.measureWeights,
    shuffleItems: settings.shuffleItems,
    shuffleOptions: settings.shuffleOptions,
    page: {},
  };
}

/** Another oral question brings its own key points, pictures and audio, but for those that the call says. */
function materialOf(before: ExamWhole, changes: ExamChanges): Pick<ExamWhole, 'keyPoint' | 'imageUrl' | 'musicUrl'> {
  if (changes.oralId === undefined || changes.oralId === null || changes.oralId === before.oralId) return {};
  return { keyPoint: changes.keyPoint, imageUrl: changes.imageUrl, musicUrl: changes.musicUrl };
}

/** The steps of the wizard whose typed values the call says nothing of. */
function draftLeft(draft: ExamDraft, changes: ExamChanges): ExamDraft {
  const { page: _page, ...fields } = changes;
  const names = Object.keys(fields);
  const paper = ['items', 'writtenIds', 'sections', 'draws', 'shuffleItems', 'shuffleOptions'];
  const basics = /^(name|categor|clazzIds|testType|.*Time|.*Minutes|oralWeight|writtenWeight|instructions)/;
  const isOf = {
    firstadd: (name: string) => basics.test(name),
    secondadd: (name: string) => !basics.test(name) && !paper.includes(name),
    threeadd: (name: string) => paper.includes(name),
  };
  return Object.fromEntries(
    Object.entries(draft).filter(([step]) => !names.some(isOf[step as keyof typeof isOf] ?? (() => false))),
  );
}

/** By its id, else by its name; where both are sent the one that says something new. */
async function categoryOf(
  actor: Actor,
  exam: WizardView,
  { categoryId: id, categoryName: name }: Pick<ExamChanges, 'categoryId' | 'categoryName'>,
  now: number,
): Promise<{ id: number | null }> {
  if (id !== undefined && id !== null && id !== exam.categoryId) {
    await requireOwnDirectory(actor, 'exam', id);
    return { id };
  }
  if (name !== undefined && name !== exam.categoryName) return { id: await categoryId(actor, name, now) };
  return { id: id === undefined ? exam.categoryId : id };
}

async function writeAll(
  actor: Actor,
  exam: WizardView,
  { whole, category, draft }: { whole: ExamWhole; category: { id: number | null }; draft: ExamDraft },
  now: number,
): Promise<void> {
  await writeBasics(actor, exam, whole, now, category);
  await writeSettings(exam, {
    shuffleItems: whole.shuffleItems ?? exam.settings.shuffleItems,
    shuffleOptions: whole.shuffleOptions ?? exam.settings.shuffleOptions,
  });
  await writeOralStep(actor, exam, await withOwnMaterial(actor, exam, whole));
  await writePaper(actor, exam, whole);
  if (whole.draws !== undefined) await writeDraws(actor, exam, whole.draws);
  if (whole.sections ?? whole.items ?? whole.draws) {
    assertSectionsExist(exam, whole);
    await writeCalledSections(exam, whole);
  }
  await writePage(exam, whole.page);
  const text = Object.keys(draft).length === 0 ? null : toJson(draft);
  await db().updateTable('exams').set({ draft: text }).where('id', '=', exam.id).execute();
  await refreshFileUses(exam.id);
  await recordAudit(actor, { action: 'exam.save', entity: 'exam', entityId: exam.id }, now);
}

/**
 * Questions that a call names for a part of the exam.
 * @throws AppError invalid at `field`: one of another bank, or none that the actor reads
 */
async function getNamed(actor: Actor, banks: readonly Bank[], ids: number[], field: string): Promise<Question[]> {
  const found = await listReadableQuestions(actor, ids);
  for (const id of ids) {
    const question = found.find((one) => one.id === id);
    if (question && banks.includes(question.bank)) continue;
    const where = banks.includes('oral') ? '口语部分只能用口语题' : '口语题请写在 oralId 里，这里只放笔试题和理论题';
    throw invalid({
      [field]: question ? `题目 ${id} 是${BANK_LABELS[question.bank]}题：${where}` : `找不到题目 ${id}`,
    });
  }
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? []);
}

/** What a call does not say of key points, pictures and audio is taken over from the oral question. */
async function withOwnMaterial(actor: Actor, exam: WizardView, whole: ExamWhole) {
  const { keyPoint, imageUrl, musicUrl, ...step } = whole;
  const isWhole = keyPoint !== undefined && imageUrl !== undefined && musicUrl !== undefined;
  const isNew = step.oralId !== (oralItem(exam)?.questionId ?? null);
  const [question] =
    step.oralId !== null && (isNew || !isWhole) ? await getNamed(actor, ['oral'], [step.oralId], 'oralId') : [];
  return {
    ...step,
    keyPoint: keyPoint ?? question?.keyPoints ?? [],
    imageUrl: imageUrl ?? question?.imageIds ?? [],
    musicUrl: musicUrl === undefined ? (question?.bank === 'oral' ? question.body.musicUrl : null) : musicUrl,
  };
}

// ---------------------------------------------------------------- the written paper

/** An item that is to stand in the paper; without points those it has, or its question's own. */
type Wanted = { itemId: number | null; questionId: number | null; points: number | undefined };

/**
 * The paper in the order of the call. What stands in it already stays as it is, with its points unless others are said;
 * only what is new has to be readable.
 */
async function writePaper(actor: Actor, exam: WizardView, whole: ExamWhole): Promise<void> {
  const stored = writtenItems(exam);
  const wanted = wantedItems(stored, whole);
  if (wanted === null) return;
  const of = ({ itemId, questionId }: Wanted) =>
    stored.find((item) => (questionId === null ? item.id === itemId : item.questionId === questionId));
  const keys = wanted.map((one) => of(one)?.id ?? `q${one.questionId}`);
  if (new Set(keys).size !== keys.length) throw invalid({ items: '同一道题不能放两次' });
  const fresh = wanted.flatMap((one) => (of(one) ? [] : [one.questionId]));
  if (fresh.some((id) => id === null)) throw invalid({ items: '有的题目不在这份试卷里，请用 questionId 说明' });
  const ids = fresh.filter((id): id is number => id !== null);
  const named = whole.items === undefined ? 'writtenIds' : 'items';
  const questions = new Map(
    (await getNamed(actor, ['written', 'theory'], ids, named)).map((question) => [question.id, question]),
  );
  const kept = new Set(wanted.flatMap((one) => of(one)?.id ?? []));
  const gone = stored.filter((item) => !kept.has(item.id)).map((item) => item.id);
  if (gone.length > 0) await db().deleteFrom('exam_items').where('id', 'in', gone).execute();
  for (const [index, one] of wanted.entries()) {
    const item = of(one);
    const position = index + 1;
    if (item) {
      const points = one.points ?? item.points;
      if (item.position === position && item.points === points) continue;
      await db().updateTable('exam_items').set({ position, points }).where('id', '=', item.id).execute();
      continue;
    }
    const question = questions.get(one.questionId ?? 0);
    if (!question) continue;
    await db()
      .insertInto('exam_items')
      .values({
        exam_id: exam.id,
        part: 'written',
        position,
        question_id: question.id,
        points: one.points ?? question.points,
        snapshot: toJson(toSnapshot(question)),
      })
      .execute();
  }
}

/**
 * What a call says of the paper; null: nothing. Get answers both `items` and `writtenIds`, and a client that sends both
 * back has changed one of them.
 */
function wantedItems(
  stored: { id: number; questionId: number | null }[],
  { items, writtenIds }: Pick<ExamWhole, 'items' | 'writtenIds'>,
): Wanted[] | null {
  const byItems = items?.map(({ id, questionId, points }): Wanted => ({ itemId: id ?? null, questionId, points }));
  const byIds = writtenIds?.map((questionId): Wanted => ({ itemId: null, questionId, points: undefined }));
  if (!byItems) return byIds ?? null;
  if (!byIds) return byItems;
  const list = (wanted: { questionId: number | null }[]) => wanted.flatMap((one) => one.questionId ?? []).join();
  const [was, said, named] = [list(stored), list(byItems), list(byIds)];
  if (named === said || named === was || (stored.length === 0 && byIds.length === 0)) return byItems;
  if (said === was) return byIds;
  throw invalid({ writtenIds: 'items 和 writtenIds 说的不是同样的题，请只送其中一个' });
}

/**
 * 大题 as the call says them; what it does not say of sections stays. What stands in one that the call leaves out goes
 * where the page puts it (heirOf); a question or rule that never had a section stands where its kind does.
 */
async function writeCalledSections(
  exam: WizardView,
  { sections, items: called, draws: rules }: ExamWhole,
): Promise<void> {
  const items = (await listExamItems(exam.id, 'written', 'fixed')).map(withKind);
  const draws = await listDraws(exam.id);
  const saidOf = ({ id, questionId }: { id: number; questionId: number | null }) =>
    called?.find((one) => (one.questionId === null ? one.id === id : one.questionId === questionId))?.section;
  type Placed = { id: number; section: number | null };
  const stillIn = (one: Placed, shown: Placed[]) =>
    sections === undefined ? one.section : (shown.find(({ id }) => id === one.id)?.section ?? null);
  const placed = (section: number | null) => (sections === undefined ? section : heirOf(section, exam, sections));
  await writeArrangement(
    exam.id,
    toStore({
      sections: sections ?? exam.sections,
      items: items.map((item) => {
        const said = saidOf(item);
        return { ...item, section: placed(said === undefined ? stillIn(item, exam.items) : said) };
      }),
      draws: draws.map((draw, index) => {
        const section = rules?.[index]?.section ?? stillIn(draw, exam.draws);
        return { ...draw, section: placed(section) };
      }),
    }),
  );
}

/**
 * A section that neither the call nor the exam has is a slip: what is to stand in it would go elsewhere without a word.
 * @throws AppError invalid at the item or rule that names it
 */
function assertSectionsExist(exam: WizardView, { sections = [], items = [], draws = [] }: ExamWhole): void {
  const known = new Set([...sections, ...exam.sections, ...exam.groups].map(({ key }) => key));
  const misplaced = (field: string, all: { section?: number | null | undefined }[]) =>
    all.flatMap(({ section }, index): [string, string][] =>
      section === undefined || section === null || known.has(section)
        ? []
        : [[`${field}.${index}.section`, `没有 key 是 ${section} 的大题，请先写在 sections 里`]],
    );
  const problems = [...misplaced('items', items), ...misplaced('draws', draws)];
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}

/** Of a section that is left out the one before it takes what it held, of the first the next; null: there is none. */
function heirOf(section: number | null, { groups }: WizardView, sections: { key: number }[]): number | null {
  const isLeft = (key: number) => sections.some((one) => one.key === key);
  if (section === null || isLeft(section)) return section;
  const keys = groups.map(({ key }) => key);
  const index = keys.indexOf(section);
  if (index < 0) return null;
  return [...keys.slice(0, index).reverse(), ...keys.slice(index + 1)].find(isLeft) ?? null;
}

// ---------------------------------------------------------------- draws and page settings

/** The draw rules of the call in the place of those there are; the same again changes nothing. */
async function writeDraws(actor: Actor, exam: WizardView, rules: CalledDraw[]): Promise<void> {
  const plain = ({ bank, kind, level, directoryId, scope, count, points }: DrawRule) =>
    [bank, kind, level, directoryId, scope, count, points].join();
  const before = [...exam.draws].sort((a, b) => a.position - b.position);
  if (rules.map(plain).join('|') === before.map(plain).join('|')) return;
  const { items } = await getWizardExam(actor, exam.id);
  const size = paperSize({ items, draws: rules });
  if (size > MAX_PAPER) throw invalid({ draws: `一份试卷最多 ${MAX_PAPER} 题，加上这些规则会有 ${size} 题` });
  for (const [index, rule] of rules.entries()) {
    if (rule.directoryId === null) continue;
    await requireOwnDirectory(actor, rule.bank, rule.directoryId).catch(() => {
      throw invalid({ [`draws.${index}.dirId`]: `第 ${index + 1} 条规则选的目录不在这种题的题库里，请重选` });
    });
  }
  const taken = new Set(items.flatMap((item) => item.questionId ?? []));
  const pools = await findPools(actor, rules, taken, ANY_SEED);
  const problems = rules.flatMap((rule, index) => {
    const pool = pools[index];
    const problem = pool ? drawProblem(rule, pool) : null;
    return problem ? [[`draws.${index}.count`, `第 ${index + 1} 条规则${problem}`]] : [];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems) as Record<string, string>);
  await db().deleteFrom('exam_draws').where('exam_id', '=', exam.id).execute();
  if (rules.length === 0) return;
  await db()
    .insertInto('exam_draws')
    .values(
      rules.map(({ directoryId, section: _section, ...rule }, index) => ({
        ...rule,
        exam_id: exam.id,
        position: index + 1,
        directory_id: directoryId,
      })),
    )
    .execute();
}

/** What the call says of 评分设置; null: as an exam begins. */
async function writePage(exam: WizardView, page: PageChanges): Promise<void> {
  const said = Object.entries(page).filter(([, value]) => value !== undefined);
  if (said.length === 0) return;
  const initial = await initialSettings();
  const changes = Object.fromEntries(
    said.map(([name, value]) => [name, value ?? initial[name as keyof ExamSettings]]),
  ) as Partial<ExamSettings>;
  const settings = { ...exam.settings, ...changes };
  const problems = thresholdProblems(settings);
  if (changes.releaseMode === 'auto' && !(await isObjective(exam.id))) {
    problems.releaseMode = '试卷里有要老师评分的题，只能手动公布';
  }
  const fields = Object.entries(problems).map(([name, text]) => [`settings.${name}`, text]);
  if (fields.length > 0) throw invalid(Object.fromEntries(fields) as Record<string, string>);
  await writeSettings(exam, changes);
}

import type { z } from 'zod';
import { seesNames } from '~/domain/exam/blind.rules';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { db, transaction } from '~/db/db.server';
import { toJson } from '~/db/json';
import { recordAudit } from '~/domain/audit/audit.commands.server';
import { thresholdProblems } from '~/domain/exam/exam-call.schema';
import type { ExamSettings } from '~/domain/exam/exam-settings.schema';
import { tellMarkingDue } from '~/domain/exam/ask-examiners.commands.server';
import { initialSettings } from '~/domain/exam/draft.commands.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { weightsText } from '~/domain/exam/exam.schema';
import { PART_LABELS, partsOf } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { thresholdsOf } from '~/lib/bands';
import { AppError, invalid, type FieldErrors } from '~/lib/errors';
import { formatMinute } from '~/lib/time';
import {
  countMarkedBlind,
  findNamedSheets,
  previewResults,
  type ResultSettings,
  type SettingEffect,
} from './page-setting.queries.server';
import { isObjective } from '~/domain/exam/objective.queries.server';
import type { pageSettingCallSchema, PageSettingInput } from './page-setting.schema';
import {
  displayChangeText,
  findDisplayChange,
  tellDisplayChange,
  type DisplayChange,
} from './display-change.commands.server';
import {
  gradeChangesText,
  listGradeChanges,
  tellGradeChanges,
  type GradeChange,
} from './grade-changes.commands.server';
import { findRuleChange, ruleChangeText, tellRuleChange } from './resit-rule.commands.server';
import { settleAttempts, settleResults } from '../settling/result.commands.server';
import { holdOwnExam } from '../paper/unreleased-exam.commands.server';
import { isAnyReleased } from '~/domain/exam/states.rules';

/** What the refused page shows: who changes, and the key that confirms exactly these settings. */
export type SettingQuestion = { effect: SettingEffect & { grades: GradeChange[] }; confirm: string };

/**
 * Saves 评分设置. What changes results is asked back first (extra: SettingQuestion), then every result is settled
 * again; once results are out it cannot be changed, the rest can: where that changes a word that students have read, it
 * is asked back as well, and they are told. So is 匿名评阅 that is switched off under papers that are being marked.
 * Returns how many students' totals changed.
 * @throws AppError not_found, forbidden, invalid, conflict
 */
export async function savePageSetting(actor: Actor, input: PageSettingInput, now: number): Promise<number> {
  return transaction(async () => {
    const exam = await holdOwnExam(actor, input.examId);
    const before: ResultSettings = { ...pickResult(exam.settings), ...weightsOf(exam) };
    const after = resultSettings(exam, before, input);
    const settings = { ...exam.settings, ...viewSettings(exam.settings, input), ...pickResult(after) };
    await assertFits(exam, after, settings);
    const markingDueAt = dueAsked(exam, input.markingDueAt, now);
    const isSame =
      toJson(settings) === toJson(exam.settings) &&
      toJson(after) === toJson(before) &&
      markingDueAt === exam.markingDueAt;
    if (isSame) return 0;
    if (exam.version !== input.version) {
      throw new AppError('conflict', '这份考试刚刚被改过。下面仍是您刚填的内容，请核对后再次保存。');
    }
    const isChangingResults = toJson(after) !== toJson(before);
    if (isChangingResults && isAnyReleased(exam)) {
      throw new AppError(
        'conflict',
        '成绩已经公布，权重、仲裁分差、几位老师怎么评和计哪一次不能再改。要改，请先撤回公布。',
      );
    }
    const effect = isChangingResults ? await previewResults(exam, after) : { rows: [], settlements: 0 };
    const grades = await listGradeChanges(exam, settings);
    const display = await findDisplayChange(exam, settings.resultDisplay);
    const promised = await findRuleChange(exam, after.countedAttempt);
    const named = settings.isBlind ? 0 : await countMarkedBlind(exam);
    const key = [
      resultKey(after),
      ...(grades.length > 0 ? Object.values(thresholdsOf(settings)) : []),
      ...(display ? [display.to] : []),
      ...(named > 0 ? ['names'] : []),
    ].join('-');
    const changes = effect.rows.length + effect.settlements + grades.length + promised.length;
    const isAsked = changes > 0 || display !== null;
    const asks = isAsked || named > 0;
    if (asks && input.confirm !== key) {
      const broken = promised.length > 0 ? `${ruleChangeText(exam, promised)}，改了会通知他们。` : '';
      const question = namesText(named) + broken + (isAsked ? questionOf(effect, grades, display) : CONFIRM);
      // By the code of a paper the student is not said too.
      const out = await listReleasedStudents(exam.id);
      const isNamed = (studentId: number) =>
        seesNames(exam, { isOwner: true, view: 'marking', isOut: out.has(studentId) });
      const rows = effect.rows.map((row) => (isNamed(row.studentId) ? row : { ...row, studentId: 0 }));
      throw new AppError('conflict', question, undefined, { effect: { ...effect, rows, grades }, confirm: key });
    }
    await db()
      .updateTable('exams')
      .set((set) => ({
        oral_weight: after.oralWeight,
        written_weight: after.writtenWeight,
        settings: toJson(settings),
        marking_due_at: markingDueAt,
        updated_at: now,
        version: set('version', '+', 1),
      }))
      .where('id', '=', exam.id)
      .execute();
    if (isChangingResults) {
      const { oralWeight, writtenWeight } = after;
      await settleExam({ ...exam, oralWeight, writtenWeight, settings }, now);
    }
    await tellGradeChanges(exam, grades, now);
    if (display) await tellDisplayChange(exam, display, now);
    if (promised.length > 0) await tellRuleChange(exam, after.countedAttempt, promised, now);
    if (markingDueAt !== exam.markingDueAt) await tellMarkingDue({ ...exam, markingDueAt }, now);
    await recordAudit(
      actor,
      {
        action: 'exam.page_setting',
        entity: 'exam',
        entityId: exam.id,
        detail: {
          ...changesOf(
            { ...exam.settings, ...before, markingDueAt: exam.markingDueAt },
            { ...settings, ...after, markingDueAt },
          ),
          students: effect.rows.map((row) => ({ id: row.studentId, from: row.before, to: row.after })),
          ...(grades.length > 0 ? { grades } : {}),
        },
      },
      now,
    );
    return effect.rows.length;
  });
}

/** As it is shown and told. */
function minuteOf(time: number | null): number | null {
  return time === null ? null : Math.floor(time / 60_000);
}

/** 阅卷期限 as it is to be: the one of the same minute stays as it is, another one lies ahead. */
function dueAsked({ markingDueAt }: ExamView, asked: number | null | undefined, now: number): number | null {
  if (asked === undefined || minuteOf(asked) === minuteOf(markingDueAt)) return markingDueAt;
  if (asked !== null && asked <= now) {
    throw invalid({ markingDueAt: `阅卷期限 ${formatMinute(asked)} 已经过去，请改到现在之后，或留空。` });
  }
  return asked;
}

/** Changes what is given of 评分设置, the rest stays; as savePageSetting. Without `version` none is asked. */
export async function changePageSetting(
  actor: Actor,
  input: Omit<z.output<typeof pageSettingCallSchema>, 'nested' | 'elsewhere'> & { elsewhere?: Partial<ExamSettings> },
  now: number,
): Promise<number> {
  const { id, version, confirm, oralWeight, writtenWeight, markedBy, markingDueAt, elsewhere = {}, ...page } = input;
  const exam = await getOwnExam(actor, id);
  assertAsItIs(exam.settings, elsewhere);
  assertWeighable(exam, { oralWeight, writtenWeight });
  const initial = await initialSettings();
  const said = Object.entries(page).map(([name, value]) => [name, value ?? initial[name as keyof ExamSettings]]);
  const whole = { ...exam.settings, ...(Object.fromEntries(said) as Partial<ExamSettings>) };
  const { arbitrationLimit, countedAttempt, isBlind, rowsPerPage, releaseMode } = whole;
  const { passFrom, goodFrom, excellentFrom, lowFrom, showsRank, resultDisplay, quickComments } = whole;
  return savePageSetting(
    actor,
    {
      ...{ examId: id, version: version ?? exam.version, confirm },
      ...{ oralWeight, writtenWeight, markedBy, markingDueAt },
      ...{ arbitrationLimit, countedAttempt, isBlind, rowsPerPage, releaseMode },
      ...{ passFrom, goodFrom, excellentFrom, lowFrom, showsRank, resultDisplay, quickComments },
    },
    now,
  );
}

/** What get answers may come back; only 评分设置 can be changed here. */
function assertAsItIs(settings: ExamSettings, said: Partial<ExamSettings>): void {
  const isOther = ([name, value]: [string, unknown]) => toJson(value) !== toJson(settings[name as keyof ExamSettings]);
  const others = Object.entries(said).filter(isOther);
  if (others.length === 0) return;
  throw invalid(
    Object.fromEntries(others.map(([name]) => [`settings.${name}`, `${name} 不在评分设置里改，请照读到的送回或不给`])),
  );
}

/** An exam of one part has no weights to set; what get answers may come back. */
function assertWeighable(exam: ExamView, asked: { oralWeight?: number; writtenWeight?: number }): void {
  const parts = partsOf(exam.testType);
  const [only] = parts;
  if (parts.length > 1 || only === undefined) return;
  const problems: FieldErrors = {};
  for (const name of ['oralWeight', 'writtenWeight'] as const) {
    if (asked[name] !== undefined && asked[name] !== exam[name])
      problems[name] = `这场考试只有${PART_LABELS[only]}部分，没有占比可设`;
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

/** Stands for the settings that results follow from: a confirmation is of these and no others. */
export function resultKey(settings: ResultSettings): string {
  const { oralWeight, writtenWeight, arbitrationLimit, countedAttempt, markedBy } = settings;
  return [oralWeight, writtenWeight, arbitrationLimit, countedAttempt, markedBy].join('-');
}

function pickResult({
  arbitrationLimit,
  countedAttempt,
  markedBy,
}: Pick<ResultSettings, 'arbitrationLimit' | 'countedAttempt' | 'markedBy'>) {
  return { arbitrationLimit, countedAttempt, markedBy };
}

function weightsOf({ oralWeight, writtenWeight }: Pick<ExamView, 'oralWeight' | 'writtenWeight'>) {
  return { oralWeight, writtenWeight };
}

function resultSettings(exam: ExamView, before: ResultSettings, input: PageSettingInput): ResultSettings {
  const hasBoth = partsOf(exam.testType).length > 1;
  return {
    arbitrationLimit: input.arbitrationLimit ?? before.arbitrationLimit,
    countedAttempt: input.countedAttempt ?? before.countedAttempt,
    markedBy: input.markedBy ?? before.markedBy,
    oralWeight: (hasBoth ? input.oralWeight : undefined) ?? before.oralWeight,
    writtenWeight: (hasBoth ? input.writtenWeight : undefined) ?? before.writtenWeight,
  };
}

function viewSettings(settings: ExamSettings, input: PageSettingInput): Partial<ExamSettings> {
  return {
    isBlind: input.isBlind,
    rowsPerPage: input.rowsPerPage ?? settings.rowsPerPage,
    releaseMode: input.releaseMode,
    passFrom: input.passFrom ?? settings.passFrom,
    goodFrom: input.goodFrom ?? settings.goodFrom,
    excellentFrom: input.excellentFrom ?? settings.excellentFrom,
    lowFrom: input.lowFrom ?? settings.lowFrom,
    showsRank: input.showsRank,
    resultDisplay: input.resultDisplay,
    quickComments: input.quickComments,
  };
}

async function assertFits(exam: ExamView, results: ResultSettings, settings: ExamSettings): Promise<void> {
  const problems: FieldErrors = {};
  const sum = results.oralWeight + results.writtenWeight;
  if (partsOf(exam.testType).length > 1 && sum !== 100) {
    problems.oralWeight = weightsText(sum);
  }
  Object.assign(problems, thresholdProblems(settings));
  if (settings.releaseMode === 'auto' && !(await isObjective(exam.id))) {
    problems.releaseMode = '试卷里有要老师评分的题，只能手动公布';
  }
  const named = settings.isBlind ? await findNamedSheets(exam) : '';
  if (named !== '') problems.isBlind = named;
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

const CONFIRM = '确认后再保存一次。';

/** 匿名评阅 is switched off under papers that are being marked: those who mark them learn whose they are. */
function namesText(count: number): string {
  return count === 0
    ? ''
    : `关掉匿名评阅以后，还没有公布成绩的 ${count} 份答卷马上显示姓名、学号和班级，评分的老师都看得到。`;
}

function questionOf(
  { rows, settlements }: SettingEffect,
  grades: GradeChange[],
  display: DisplayChange | null,
): string {
  if (grades.length > 0 || display !== null) {
    const texts = [
      grades.length > 0 ? `等级线改了以后，${gradeChangesText(grades)}` : '',
      display ? displayChangeText(display) : '',
    ];
    return `成绩已经公布。${texts.filter((text) => text !== '').join('；')}，他们会收到消息。${CONFIRM}`;
  }
  const papers = settlements > 0 ? `${settlements} 份答卷要重新等评分或仲裁，或不用再等，` : '';
  if (settlements + rows.length === 0) return `总分没有变的。${CONFIRM}`;
  return `${papers}${rows.length} 名学生的总分会变。请看下面的名单，${CONFIRM}`;
}

/** Every paper with scores, and every result, by the new settings. */
async function settleExam(exam: ExamView, now: number): Promise<void> {
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'student_id'])
    .where('exam_id', '=', exam.id)
    .where('settlement', '!=', '')
    .orderBy('id')
    .execute();
  await settleAttempts(
    exam,
    attempts.map((one) => one.id),
    now,
  );
  const results = await db().selectFrom('results').select('student_id').where('exam_id', '=', exam.id).execute();
  const done = new Set(attempts.map((one) => one.student_id));
  const others = results.map((one) => one.student_id).filter((id) => !done.has(id));
  await settleResults(exam, others, now);
}

function changesOf(before: object, after: object): { before: object; after: object } {
  const isChanged = ([name, value]: [string, unknown]) =>
    toJson(value) !== toJson((before as Record<string, unknown>)[name]);
  const names = Object.entries(after).filter(isChanged);
  return {
    before: Object.fromEntries(names.map(([name]) => [name, (before as Record<string, unknown>)[name]])),
    after: Object.fromEntries(names),
  };
}

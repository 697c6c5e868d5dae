import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { formatMinute } from '~/lib/time';
import type { ExamSettings } from './exam-settings.schema';
import { limitNote, roomForLimit } from './limit.rules';
import { pastProblems } from './times.rules';
import type { ExamStatus } from './states.rules';
import { hasPart, type Part, type TestType } from './parts.rules';
import {
  basicsFields,
  basicsFormSchema,
  oralStepFormSchema,
  oralStepProblems,
  paperProblems,
  parsePoints,
  POINTS_RULE,
  problemsOf,
  type Basics,
  type FormValues,
} from './exam.schema';
import { oralItem, pointsField, STEPS, writtenItems, type PublishProblem, type Step } from './wizard-steps.rules';

/** What each step of the wizard shows and what is wrong in it. */

/** The steps' forms as typed, kept while they do not pass the rules. */
export type ExamDraft = Partial<Record<Step, FormValues>>;

/** What the wizard knows of an exam: its stored values and the drafts of its steps. */
export type WizardExam = {
  id: number;
  name: string;
  categoryName: string;
  status: ExamStatus;
  testType: TestType;
  beginTime: number | null;
  endTime: number | null;
  uploadEndTime: number | null;
  oralBeginTime: number | null;
  oralEndTime: number | null;
  oralMinutes: number | null;
  writtenMinutes: number | null;
  oralWeight: number;
  writtenWeight: number;
  instructions: string;
  keyPoints: string[];
  imageIds: string[];
  musicFileId: string | null;
  settings: ExamSettings;
  classroomIds: number[];
  examinerIds: Record<Part, number[]>;
  items: {
    id: number;
    part: Part;
    /** On every student's paper. */
    number: number;
    questionId: number | null;
    points: number;
    snapshot: QuestionSnapshot;
  }[];
  /** The rules that draw for each student; `problem` says why one cannot. */
  draws: { id: number; count: number; points: number; problem: string | null }[];
  draft: ExamDraft;
};

/** What the wizard starts from. */
export const EMPTY_BASICS: FormValues = {
  name: '',
  categoryName: '',
  testType: [],
  clazzIds: [],
  oralBeginTime: '',
  oralEndTime: '',
  oralMinutes: '20',
  beginTime: '',
  endTime: '',
  uploadEndTime: '',
  writtenMinutes: '',
  oralWeight: '50',
  writtenWeight: '50',
  instructions: '',
};

const typed = (time: number | null) => (time === null ? '' : formatMinute(time));
const number = (value: number | null) => (value === null ? '' : String(value));

/** The testType of the conversion as the checkboxes of the form. */
function typeList(type: TestType): string[] {
  return type === 2 ? ['0', '1'] : [String(type)];
}

/** A step's fields as its form shows them: the draft when there is one, else what is stored. */
export function stepValues(exam: WizardExam, step: Step): FormValues {
  const draft = exam.draft[step];
  if (step === 'firstadd') return draft ? { ...EMPTY_BASICS, ...draft } : basicsValues(exam);
  if (step === 'secondadd')
    return draft ? { ...oralStepValues(exam), ...cleared(draft), ...draft } : oralStepValues(exam);
  return { ...paperValues(exam), ...draft };
}

// A list with nothing chosen is absent from a posted form; the stored choice must not come back in its place.
function cleared(draft: FormValues): FormValues {
  const lists = ['oralExaminerIds', 'writtenExaminerIds', 'imageUrl'].filter((field) => !(field in draft));
  return Object.fromEntries(lists.map((field) => [field, []]));
}

function basicsValues(exam: WizardExam): FormValues {
  return {
    name: exam.name,
    categoryName: exam.categoryName,
    testType: typeList(exam.testType),
    clazzIds: exam.classroomIds.map(String),
    oralBeginTime: typed(exam.oralBeginTime),
    oralEndTime: typed(exam.oralEndTime),
    oralMinutes: number(exam.oralMinutes),
    beginTime: typed(exam.beginTime),
    endTime: typed(exam.endTime),
    uploadEndTime: typed(exam.uploadEndTime),
    writtenMinutes: number(exam.writtenMinutes),
    oralWeight: number(exam.oralWeight),
    writtenWeight: number(exam.writtenWeight),
    instructions: exam.instructions,
  };
}

function oralStepValues(exam: WizardExam): FormValues {
  const { measureWeights, prepSeconds, recordSeconds, maxTakes, markedBy } = exam.settings;
  return {
    oralId: number(oralItem(exam)?.questionId ?? null),
    keyPoint: exam.keyPoints.join('，'),
    imageUrl: exam.imageIds,
    musicUrl: exam.musicFileId ?? '',
    oralExaminerIds: exam.examinerIds.oral.map(String),
    writtenExaminerIds: exam.examinerIds.written.map(String),
    markedBy,
    prepSeconds: number(prepSeconds),
    recordSeconds: number(recordSeconds),
    maxTakes: number(maxTakes),
    zqd: number(measureWeights.zqd),
    lld: number(measureWeights.lld),
    wzd: number(measureWeights.wzd),
    gjc: number(measureWeights.gjc),
  };
}

function paperValues(exam: WizardExam): FormValues {
  return Object.fromEntries(writtenItems(exam).map((item) => [pointsField(item.id), String(item.points)]));
}

/** The parts as the wizard sees them now: a draft of step 1 may already say other ones than what is stored. */
export function currentTestType(exam: Pick<WizardExam, 'draft' | 'testType'>): TestType {
  const draft = exam.draft.firstadd;
  if (!draft) return exam.testType;
  const types = [draft.testType ?? []].flat().filter((type) => type === '0' || type === '1');
  return types.length === 1 ? (Number(types[0]) as TestType) : types.length === 2 ? 2 : exam.testType;
}

/** What is wrong in a step's form as it stands, a sentence per field; {} when it passes. */
export function stepProblems(exam: WizardExam, step: Step): Record<string, string> {
  const values = stepValues(exam, step);
  const type = currentTestType(exam);
  if (step === 'firstadd') {
    const parsed = basicsFormSchema.safeParse(values);
    return parsed.success ? {} : problemsOf(parsed.error.issues);
  }
  if (step === 'secondadd') {
    const parsed = oralStepFormSchema.safeParse(values);
    return parsed.success ? oralStepProblems(parsed.data, type) : problemsOf(parsed.error.issues);
  }
  if (!hasPart({ testType: type }, 'written')) return {};
  const items = writtenItems(exam);
  const problems = paperProblems(items.length + exam.draws.length, type);
  for (const item of items) {
    const field = pointsField(item.id);
    if (parsePoints(String(values[field] ?? '')) === undefined)
      problems[field] = `第 ${item.number} 题的${POINTS_RULE}`;
  }
  for (const [index, draw] of exam.draws.entries()) {
    if (draw.problem !== null) problems[`draw-${draw.id}`] = `第 ${index + 1} 条抽题规则${draw.problem}`;
  }
  return problems;
}

/** Everything that stands in the way of publishing, at once. */
export function publishProblems(exam: WizardExam, now: number): PublishProblem[] {
  const problems = STEPS.flatMap((step) =>
    Object.entries(stepProblems(exam, step)).map(([field, message]) => ({ step, field, message })),
  );
  const basics = basicsFormSchema.safeParse(stepValues(exam, 'firstadd'));
  if (!basics.success) return problems;
  const past = Object.entries(pastProblems(basics.data, now, formatMinute));
  return [...past.map(([field, message]) => ({ step: 'firstadd' as const, field, message })), ...problems];
}

/** What exam/edit calls a field of publishProblems (`<step>.<field>`). */
export function calledField(exam: Pick<WizardExam, 'items' | 'draws'>, problem: string): string {
  const field = problem.slice(problem.indexOf('.') + 1);
  const place = (kind: 'points' | 'draw', all: readonly { id: number }[]) =>
    all.findIndex(({ id }) => field === (kind === 'points' ? pointsField(id) : `draw-${id}`));
  const item = place('points', writtenItems(exam));
  if (item >= 0) return `items.${item}.points`;
  const draw = place('draw', exam.draws);
  return draw >= 0 ? `draws.${draw}` : field;
}

/** Where an unfinished exam is best continued: the first step with a problem, else the preview. */
export function stepToContinue(exam: WizardExam): Step | null {
  return STEPS.find((step) => Object.keys(stepProblems(exam, step)).length > 0) ?? null;
}

/** What is worth knowing of the limit of a part as the form of step 1 stands; '' for nothing. */
export function limitHint(values: FormValues, part: Part): string {
  const [begin, end, minutes] =
    part === 'oral'
      ? (['oralBeginTime', 'oralEndTime', 'oralMinutes'] as const)
      : (['beginTime', 'endTime', 'writtenMinutes'] as const);
  const read = (field: typeof begin | typeof end | typeof minutes) => {
    const parsed = basicsFields[field].safeParse(values[field]);
    return parsed.success && typeof parsed.data === 'number' ? parsed.data : null;
  };
  const [beginsAt, endsAt, limit] = [read(begin), read(end), read(minutes)];
  const room = beginsAt === null || endsAt === null ? null : roomForLimit({ beginsAt, endsAt }, limit);
  return room === null ? '' : limitNote(room, limit ?? 0);
}

export type TimelineEntry = { from: string; to: string; title: string; note: string; isBad: boolean };

/** The windows of step 1 as drawn beside the form, also while they break the rules. */
export function timeline(values: FormValues): TimelineEntry[] {
  const parsed = basicsFormSchema.safeParse(values);
  const problems = parsed.success ? {} : problemsOf(parsed.error.issues);
  const types = [values.testType ?? []].flat();
  const typed = (field: keyof Basics) => String(values[field] ?? '').trim();
  // Photos may be sent until the end, unless something else is said.
  const text = (field: keyof Basics) => typed(field) || (field === 'uploadEndTime' && typed('endTime')) || '未填';
  const entry = (title: string, from: keyof Basics | null, to: keyof Basics): TimelineEntry => {
    const problem = problems[to] ?? (from ? problems[from] : undefined);
    return { title, from: from ? text(from) : '', to: text(to), note: problem ?? '', isBad: problem !== undefined };
  };
  return [
    ...(types.includes('0') ? [entry('口语', 'oralBeginTime', 'oralEndTime')] : []),
    ...(types.includes('1') ? [entry('笔试', 'beginTime', 'endTime'), entry('照片上传', null, 'uploadEndTime')] : []),
  ];
}

import { listClassroomOptions } from '~/domain/classroom/classroom.queries.server';
import { listFiles } from '~/domain/file/file.queries.server';
import { listQuestions, type QuestionListInput } from '~/domain/question-bank/question-list.queries.server';
import { listDirectories } from '~/domain/question-bank/directory.queries.server';
import { directoryOptions } from '~/domain/question-bank/directory.rules';
import { BANK_LABELS } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/actor/actor.rules';
import { listExaminers } from '~/domain/user/user.queries.server';
import { AppError } from '~/lib/errors';
import { lastPageOr } from '~/lib/page';
import { formatMinute } from '~/lib/time';
import { keyPointCover, mixOf } from './paper-mix.rules';
import { listExamClassrooms, listTeacherNames } from './people.queries.server';
import { listPicks } from './picks.queries.server';
import { sectionHeads } from './paper-sections.rules';
import {
  getWizardExam,
  readSnapshots,
  listExamCategories,
  type NumberedDraw,
  type WizardGroup,
  type WizardView,
} from './wizard.queries.server';
import { oralItem, paperPoints, paperSize, writtenItems, type Step } from './wizard-steps.rules';
import { currentTestType, EMPTY_BASICS, stepProblems, stepValues, timeline } from './wizard.rules';

/** What each step's page shows. */

/** What the frame around every step needs. */
export function frameOf(exam: WizardView) {
  return {
    id: exam.id,
    version: exam.version,
    name: exam.name,
    testType: currentTestType(exam),
    savedAt: formatMinute(exam.updatedAt),
  };
}

/**
 * The own exam of a step's page, as long as it is a draft.
 * @throws AppError not_found; conflict when it is published
 */
export async function getDraftExam(actor: Actor, id: number): Promise<WizardView> {
  const exam = await getWizardExam(actor, id);
  if (exam.status !== 'draft') {
    throw new AppError('conflict', '考试已经发布，试题和设置不能再改。可以在“我的考试”里补时、增加班级或撤回。');
  }
  return exam;
}

/** What is said about a step before anything is sent: only a kept draft is scolded, not an empty form. */
function keptProblems(exam: WizardView, step: Step): Record<string, string> {
  return exam.draft[step] === undefined ? {} : stepProblems(exam, step);
}

/** Step 1; without an id a new exam. */
export async function getBasicsPage(actor: Actor, id: number | null) {
  const exam = id === null ? null : await getDraftExam(actor, id);
  const values = exam ? stepValues(exam, 'firstadd') : EMPTY_BASICS;
  const usable = (await listClassroomOptions(actor, 'mine')).map((classroom) => classroom.id);
  const classrooms = await listExamClassrooms([...new Set([...usable, ...(exam?.classroomIds ?? [])])], null);
  return {
    frame: exam ? frameOf(exam) : { id: null, version: 0, name: '', testType: 2 as const, savedAt: null },
    values,
    problems: exam && !isUntouched(exam) ? keptProblems(exam, 'firstadd') : {},
    timeline: timeline(values),
    classrooms,
    categories: await listExamCategories(actor),
  };
}

/** After 清空草稿 the first step is as empty as that of a new exam. */
function isUntouched(exam: WizardView): boolean {
  return JSON.stringify(exam.draft.firstadd) === JSON.stringify(EMPTY_BASICS);
}

/** Step 2. */
export async function getOralPage(actor: Actor, id: number) {
  const exam = await getDraftExam(actor, id);
  const values = stepValues(exam, 'secondadd');
  const item = oralItem(exam);
  const chosen = [exam.examinerIds.oral, exam.examinerIds.written].flat();
  // The owner is among them: with others named, the owner is expected to mark only when named too.
  const teachers = await listExaminers();
  const names = await listTeacherNames(chosen.filter((one) => teachers.every((teacher) => teacher.id !== one)));
  return {
    frame: frameOf(exam),
    values,
    problems: keptProblems(exam, 'secondadd'),
    question:
      item?.snapshot.bank === 'oral'
        ? { ...item.snapshot, isGone: item.isGone, isSharedWithStudents: item.isSharedWithStudents }
        : null,
    ownTimes: await timesOfQuestion(actor, item?.questionId ?? 0),
    music: (await listFiles([values.musicUrl ?? []].flat().filter((one) => one !== '')))[0] ?? null,
    teachers: [
      ...teachers.map((teacher) => ({ id: teacher.id, name: teacher.name })),
      ...[...names].map(([teacherId, name]) => ({ id: teacherId, name })),
    ],
  };
}

/** What the question itself says of preparing and recording, whatever this exam has in its place. */
async function timesOfQuestion(actor: Actor, id: number) {
  const question = (await readSnapshots(actor, [id])).get(id);
  if (question?.bank !== 'oral') return null;
  const { prepSeconds, answerSeconds } = question.body;
  return { prepSeconds, answerSeconds };
}

/** Step 3. */
export async function getPaperPage(actor: Actor, id: number) {
  const exam = await getDraftExam(actor, id);
  const items = writtenItems(exam);
  return {
    frame: frameOf(exam),
    values: stepValues(exam, 'threeadd'),
    problems: keptProblems(exam, 'threeadd'),
    items,
    mix: mixOf(items.map(({ points, snapshot: { bank, kind, level } }) => ({ bank, kind, level, points }))),
    keyPoints: keyPointCover(items.map((item) => item.snapshot)),
    picks: await listPicks(actor, id),
    size: paperSize(exam),
    total: paperPoints(exam),
    sections: exam.groups.map(toSectionRow(exam.groups)),
    draws: exam.draws.map(toDrawRow),
    settings: { shuffleItems: exam.settings.shuffleItems, shuffleOptions: exam.settings.shuffleOptions },
  };
}

/** `mine`, `shared`, or of questions whose ids come along: laid aside (`basket`) or imported (`import…`). */
type PickerInput = Omit<QuestionListInput, 'scope' | 'asMade'> & { scope: string };

/** Questions to choose from, own and shared ones, each with whether the exam has it; and the directories of the own. */
export async function getQuestionPicker(actor: Actor, examId: number, input: PickerInput) {
  const exam = await getDraftExam(actor, examId);
  const asMade = input.scope.startsWith('import');
  const scope = asMade ? 'mine' : input.scope === 'mine' || input.scope === 'shared' ? input.scope : 'all';
  // Questions that went into the paper may have been all of the page that was open.
  const page = await lastPageOr(input, (paged) => listQuestions(actor, { ...paged, scope, asMade }));
  const used = new Set(exam.items.map((item) => item.questionId));
  const directories = await Promise.all(
    input.banks.map(async (bank) => {
      const prefix = input.banks.length > 1 ? `${BANK_LABELS[bank]}：` : '';
      return directoryOptions(await listDirectories(actor, bank)).map(({ value, label }) => ({
        value,
        label: prefix + label,
      }));
    }),
  );
  return {
    frame: frameOf(exam),
    directories: directories.flat(),
    picks: await listPicks(actor, examId),
    page: {
      ...page,
      rows: page.rows.map((question) => ({
        ...question,
        isUsed: used.has(question.id),
        isOwn: question.ownerId === actor.id,
      })),
    },
  };
}

/** What the page shows of a section: what it is called and comes to, and which questions and rules stand in it. */
function toSectionRow(groups: WizardGroup[]) {
  const heads = new Map(sectionHeads(groups).map((head) => [head.key, head]));
  return ({ key, title, name, instructions, items, draws }: WizardGroup) => {
    const head = heads.get(key);
    return {
      ...{ key, title, name, instructions },
      ordinal: head?.ordinal ?? '',
      count: head?.count ?? 0,
      points: head?.points ?? 0,
      itemIds: items.map(({ id }) => id),
      drawIds: draws.map(({ id }) => id),
    };
  };
}

/** What a list shows of a rule: its pool as numbers. */
export function toDrawRow({ id, text, count, points, section, pool, problem, first }: NumberedDraw) {
  const sharedCount = pool.filter((question) => question.isSharedWithStudents).length;
  return { id, text, count, points, section, first, poolSize: pool.length, sharedCount, problem };
}

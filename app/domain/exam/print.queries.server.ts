import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { getOwnExam, listExamItems } from './exam.queries.server';
import { partsOf, type Part } from './exam.rules';
import type { PaperPool } from './paper-parts.rules';
import { listCandidates, listExamClassrooms, type Candidate, type ExamClassroom } from './people.queries.server';
import { partTimeText } from './print.rules';
import { getWizardExam, readSnapshots, type WizardView } from './wizard.queries.server';
import { paperPoints, paperSize } from './wizard-steps.rules';

type PrintedQuestion = QuestionSnapshot & { points: number };

/** The paper of a part of an exam as it is printed. */
export type PrintedPaper = {
  part: Part;
  questions: PrintedQuestion[];
  /** What is drawn for each student: the whole pools. */
  pools: PaperPool<PrintedQuestion>[];
  /** What each student answers. */
  count: number;
  points: number;
  time: string;
  instructions: string;
};

/**
 * The papers of an own exam, in the order the parts are sat; a part without questions yet has none.
 * @throws AppError as getOwnExam
 */
export async function listPrintedPapers(actor: Actor, examId: number): Promise<PrintedPaper[]> {
  const exam = await getWizardExam(actor, examId);
  const pools = await listPrintedPools(exam);
  return partsOf(exam.testType).flatMap((part) => {
    const items = exam.items.filter((item) => item.part === part);
    const own = part === 'written' ? pools : [];
    if (items.length + own.length === 0) return [];
    const isWritten = part === 'written';
    return {
      part,
      questions: items.map(({ snapshot, points }) => ({ ...snapshot, points })),
      pools: own,
      count: isWritten ? paperSize(exam) : items.length,
      points: isWritten ? paperPoints(exam) : items.reduce((sum, item) => sum + item.points, 0),
      time: partTimeText(exam, part),
      instructions: exam.instructions,
    };
  });
}

/** A draft's pools are what the banks hold now, later ones what was frozen. */
async function listPrintedPools(exam: WizardView): Promise<PaperPool<PrintedQuestion>[]> {
  if (exam.draws.length === 0) return [];
  const frozen =
    exam.status === 'draft' ? [] : (await listExamItems(exam.id, 'written')).filter((item) => item.drawId !== null);
  const current =
    exam.status === 'draft'
      ? await readSnapshots(exam.draws.flatMap((draw) => draw.pool.map(({ questionId }) => questionId)))
      : new Map<number, QuestionSnapshot>();
  return exam.draws.map(({ id, text, count, points, pool }) => {
    const own = frozen.filter((item) => item.drawId === id).map(({ snapshot }) => snapshot);
    const now = pool.flatMap(({ questionId }) => current.get(questionId) ?? []);
    return { id, text, count, points, items: [...own, ...now].map((snapshot) => ({ ...snapshot, points })) };
  });
}

/** A class in a part of an exam: who comes, and when. */
export type Roll = { part: Part; time: string; classroom: ExamClassroom; candidates: Candidate[] };

/**
 * Who comes to an own exam: a roll for every part and class, or those of one class.
 * @throws AppError as getOwnExam
 */
export async function listRolls(actor: Actor, input: { id: number; classId: number }): Promise<Roll[]> {
  const exam = await getOwnExam(actor, input.id);
  const classrooms = (await listExamClassrooms(exam.classroomIds, exam.id)).filter(
    ({ id }) => input.classId === 0 || id === input.classId,
  );
  const candidates = await listCandidates({ id: exam.id, classroomIds: classrooms.map(({ id }) => id) });
  return partsOf(exam.testType).flatMap((part) =>
    classrooms.map((classroom) => ({
      part,
      time: partTimeText(exam, part),
      classroom,
      candidates: candidates.filter(({ classroomId }) => classroomId === classroom.id),
    })),
  );
}

/**
 * What every printed sheet of an own exam names.
 * @throws AppError as getOwnExam
 */
export async function getPrintedExam(actor: Actor, id: number) {
  const { name, status, testType, classroomIds, instructions } = await getOwnExam(actor, id);
  return { id, name, status, testType, instructions, classrooms: await listExamClassrooms(classroomIds, id) };
}

import { createHash } from 'node:crypto';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { drawQrCode, type QrCode } from '~/lib/qr-code.server';
import { isMarkedByHand } from './by-hand.rules';
import { getOwnExam, listExamItems } from './exam.queries.server';
import { partsOf, type Part } from './parts.rules';
import { paperSections, SHEET_LINE_CHOICES, type PaperPool, type SheetLineChoice } from './paper-parts.rules';
import { listCandidates, listExamClassrooms, type Candidate, type ExamClassroom } from './people.queries.server';
import type { StoredSection } from './paper-sections.rules';
import { partTimeText } from './print.rules';
import { getWizardExam, readSnapshots, type WizardView } from './wizard.queries.server';
import { signedSheetCode } from './sheet-signature.server';
import { itemsOfPages, sheetPages, type SheetBlock, type SheetQuestion } from './writing-sheet.rules';
import { paperSize, partPoints } from './wizard-steps.rules';

export type PrintedQuestion = QuestionSnapshot & { itemId?: number; points: number; section: number | null };

/** The paper of a part of an exam as it is printed. */
export type PrintedPaper = {
  part: Part;
  questions: PrintedQuestion[];
  sections: StoredSection[];
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
  const pools = await listPrintedPools(actor, exam);
  const sections = exam.groups
    .filter(({ name }) => name !== '')
    .map(({ key, title, instructions }) => ({ key, title, instructions }));
  return partsOf(exam.testType).flatMap((part) => {
    const items = exam.items.filter((item) => item.part === part);
    const own = part === 'written' ? pools : [];
    if (items.length + own.length === 0) return [];
    const isWritten = part === 'written';
    return {
      part,
      questions: items.map(({ id, snapshot, points, section }) => ({ ...snapshot, itemId: id, points, section })),
      sections: isWritten ? sections : [],
      pools: own,
      count: isWritten ? paperSize(exam) : items.length,
      points: partPoints(exam, part),
      time: partTimeText(exam, part),
      instructions: exam.instructions,
    };
  });
}

/** A draft's pools are what the banks hold now, later ones what was frozen. */
async function listPrintedPools(actor: Actor, exam: WizardView): Promise<PaperPool<PrintedQuestion>[]> {
  if (exam.draws.length === 0) return [];
  const frozen =
    exam.status === 'draft' ? [] : (await listExamItems(exam.id, 'written')).filter((item) => item.drawId !== null);
  const current =
    exam.status === 'draft'
      ? await readSnapshots(
          actor,
          exam.draws.flatMap((draw) => draw.pool.map(({ questionId }) => questionId)),
        )
      : new Map<number, QuestionSnapshot>();
  return exam.draws.map(({ id, text, count, points, pool, ...draw }) => {
    const own = frozen.filter((item) => item.drawId === id).map(({ snapshot }) => snapshot);
    const now = pool.flatMap(({ questionId }) => current.get(questionId) ?? []);
    const { bank, kind, section } = draw;
    const items = [...own, ...now].map((snapshot) => ({ ...snapshot, points, section }));
    return { id, text, count, points, bank, kind, section, items };
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
  const { name, status, testType, classroomIds, instructions, settings } = await getOwnExam(actor, id);
  const { shuffleItems, shuffleOptions } = settings;
  const classrooms = await listExamClassrooms(classroomIds, id);
  return { id, name, status, testType, instructions, classrooms, shuffleItems, shuffleOptions };
}

/**
 * The writing sheets of a class: the pages are the same for all, each with a code of its own for every student; without
 * codes where what is drawn differs, as no scan can be put into papers then.
 */
export type WritingSheets = {
  classId: number;
  pages: SheetBlock[][];
  students: (Candidate & { codes: QrCode[] })[];
} & Pick<SheetPlan, 'keyed' | 'isDrawn'>;

/**
 * The writing sheets of an own exam for one class; class 0 is the first. Without questions that a teacher marks there
 * are no pages.
 * @throws AppError as getOwnExam
 */
export async function listWritingSheets(actor: Actor, input: { id: number; classId: number }): Promise<WritingSheets> {
  const [papers, { classrooms }] = [await listPrintedPapers(actor, input.id), await getPrintedExam(actor, input.id)];
  const written = papers.find(({ part }) => part === 'written');
  const classroom = classrooms.find(({ id }) => id === input.classId) ?? classrooms[0];
  if (!written || !classroom) return { classId: classroom?.id ?? 0, pages: [], students: [], ...NO_SHEETS };
  const lines = await findSheetLines(input.id);
  const { pages, layout, keyed, isDrawn } = sheetOf(written, lines);
  const candidates = await listCandidates({ id: input.id, classroomIds: [classroom.id] });
  return {
    classId: classroom.id,
    pages,
    keyed,
    isDrawn,
    students: candidates.map((candidate) => ({
      ...candidate,
      codes: (isDrawn ? [] : pages).map((_, index) =>
        drawQrCode(signedSheetCode({ examId: input.id, studentId: candidate.id, page: index + 1, layout })),
      ),
    })),
  };
}

export type SheetPlan = {
  itemIds: number[][];
  keyed: number[];
  isDrawn: boolean;
  /** What stands on a page's code of these very sheets; another one was printed before the paper was changed. */
  layout: string;
};

/** How many lines the writing sheets of an exam have. Asks no rights. */
export async function findSheetLines(examId: number): Promise<SheetLineChoice> {
  const row = await db().selectFrom('exams').select('sheet_lines').where('id', '=', examId).executeTakeFirst();
  return SHEET_LINE_CHOICES.find((one) => one === row?.sheet_lines) ?? '';
}

/** Whether sheets of an exam were scanned: what stands on which of their pages stays as it is. Asks no rights. */
export async function hasScans(examId: number): Promise<boolean> {
  const heap = await db().selectFrom('scan_heaps').select('id').where('exam_id', '=', examId).executeTakeFirst();
  return heap !== undefined;
}

const NO_SHEETS = { keyed: [], isDrawn: false };

/** The pages of a paper's sheets, and the questions on each of them. */
function sheetOf(paper: PrintedPaper, lines: SheetLineChoice): SheetPlan & { pages: SheetBlock[][] } {
  const sections = paperSections(
    paper.questions.map(sheetQuestion),
    paper.pools.map((pool) => ({ ...pool, items: pool.items.map(sheetQuestion) })),
    paper.sections,
  );
  const pages = sheetPages(sections, new Map(paper.pools.map(({ id, count }) => [`draw-${id}`, count])), lines);
  const keyed = sections.flatMap(({ items }) => items.filter((item) => !isMarkedByHand(item)));
  const itemIds = itemsOfPages(pages, sections);
  const isDrawn = paper.pools.length > 0;
  return { pages, itemIds, keyed: keyed.flatMap(({ number }) => number ?? []), layout: layoutOf(itemIds), isDrawn };
}

/** Six signs that change with the questions of a page or their order; capitals keep the code small. */
function layoutOf(itemIds: number[][]): string {
  return createHash('sha256').update(JSON.stringify(itemIds)).digest('hex').slice(0, 6).toUpperCase();
}

/**
 * Which questions stand on each page of an own exam's writing sheets; `isDrawn` where papers differ, so that the pages
 * do not say; `keyed`: the numbers of those that a key marks, which stand on no page.
 * @throws AppError as getOwnExam
 */
export async function getSheetPlan(actor: Actor, examId: number): Promise<SheetPlan> {
  const written = (await listPrintedPapers(actor, examId)).find(({ part }) => part === 'written');
  if (!written) return { itemIds: [], layout: '', ...NO_SHEETS };
  const { pages: _pages, ...plan } = sheetOf(written, await findSheetLines(examId));
  return plan;
}

function sheetQuestion({ itemId, points, section, ...question }: PrintedQuestion): SheetQuestion {
  return { bank: question.bank, kind: question.kind, itemId: itemId ?? 0, points, section };
}

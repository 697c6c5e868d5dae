import { classCalledThen } from '~/domain/classroom/names-then.server';
import { USUAL_THRESHOLDS } from '~/lib/bands';
import { db } from '~/db/db.server';
import { asOwnedExam, listFiguresHeldBack } from '~/domain/scoring/sharing-out/blind-left.queries.server';
import { heldAtOf } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { findExamView } from '~/domain/exam/exam.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { getExamFigures } from './exam-figures.server';
import type { ExamFigures } from '~/domain/scoring/report/figures.rules';
import { listCourseScores, type CourseScores } from './course.queries.server';

/** An exam whose statistics a teacher may read. */
export type CensusExam = {
  id: number;
  name: string;
  categoryName: string;
  /** When its last window ends. */
  heldAt: number | null;
  isReleased: boolean;
  /** Not as a whole, but for some of its classes. */
  isPartlyReleased: boolean;
  /** Somebody has a settled score. */
  hasScores: boolean;
  /** Those the teacher owns or scores. */
  parts: Part[];
  isWhole: boolean;
  /** By the name of its day, and as it is called now. */
  classes: { id: number; name: string; nameNow: string }[];
};

/** Every exam the teacher owns or examines, newest first, from publication on; unless its figures are held back. */
export async function listCensusExams(actor: Actor): Promise<CensusExam[]> {
  const examined = await db()
    .selectFrom('exam_examiners')
    .select(['exam_id', 'part'])
    .where('teacher_id', '=', actor.id)
    .execute();
  const rows = await db()
    .selectFrom('exams')
    .leftJoin('directories', 'directories.id', 'exams.category_id')
    .select(['exams.id', 'exams.name', 'exams.owner_id', 'exams.status', 'exams.test_type', 'exams.end_time'])
    .select(['exams.oral_end_time', 'exams.closed_at', 'exams.settings', 'directories.name as category_name'])
    .select((select) =>
      (['total', 'oral', 'written'] as const).map((basis) =>
        select
          .exists(
            select
              .selectFrom('results')
              .select('results.exam_id')
              .whereRef('results.exam_id', '=', 'exams.id')
              .where(`results.${basis}_percent`, 'is not', null),
          )
          .as(`has_${basis}`),
      ),
    )
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .where((where) =>
      where.or([
        where('exams.owner_id', '=', actor.id),
        where.exists(
          where
            .selectFrom('exam_examiners')
            .select('exam_examiners.exam_id')
            .whereRef('exam_examiners.exam_id', '=', 'exams.id')
            .where('exam_examiners.teacher_id', '=', actor.id),
        ),
      ]),
    )
    .execute();
  const classes = rows.length === 0 ? [] : await listClasses(rows.map((row) => row.id));
  const held = await listFiguresHeldBack(actor, rows.map(asOwnedExam));
  return rows
    .filter((row) => !held.has(row.id))
    .map((row): CensusExam => {
      const all = partsOf(row.test_type);
      const parts = all.filter(
        (part) => row.owner_id === actor.id || examined.some((one) => one.exam_id === row.id && one.part === part),
      );
      const ofExam = classes.filter((one) => one.exam_id === row.id);
      const isReleased = (row.status as ExamStatus) === 'released';
      return {
        id: row.id,
        name: row.name,
        categoryName: row.category_name ?? '',
        heldAt: heldAtOf([row.end_time, row.oral_end_time], row.closed_at),
        isReleased,
        isPartlyReleased: !isReleased && ofExam.some((one) => one.releasedAt !== null),
        hasScores:
          parts.length === all.length
            ? Boolean(row.has_total)
            : parts.some((part) => Boolean(part === 'oral' ? row.has_oral : row.has_written)),
        parts,
        isWhole: parts.length === all.length,
        classes: ofExam.map(({ id, name, nameNow }) => ({ id, name, nameNow })),
      };
    })
    .sort((a, b) => (b.heldAt ?? 0) - (a.heldAt ?? 0) || b.id - a.id);
}

function listClasses(examIds: number[]) {
  return db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .select((select) => [
      'exam_classrooms.exam_id',
      'exam_classrooms.released_at as releasedAt',
      'classrooms.id',
      'classrooms.name as nameNow',
      classCalledThen(select).as('name'),
    ])
    .where('exam_classrooms.exam_id', 'in', examIds)
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
}

export type ExamCensusInput = { examId: number; classroomId: number; part: Part | null };

/** One exam's figures with what its page says beside them. */
export type ExamCensus = {
  exam: CensusExam;
  /** As read: what the exam does not have counts as not asked for. */
  classroomId: number;
  part: Part | null;
  thresholds: { passFrom: number; excellentFrom: number };
  figures: ExamFigures;
  /** The exam of the same category before this one. */
  previous: { name: string; mean: number } | null;
};

/**
 * The statistics of the exam that is asked for, or of the newest that has scores (the newest of all, where none has).
 * Null when there is no exam at all.
 * @throws AppError not_found for an exam that is asked for and not the teacher's
 */
export async function getExamCensus(
  actor: Actor,
  exams: CensusExam[],
  input: ExamCensusInput,
  now: number,
): Promise<ExamCensus | null> {
  const exam =
    input.examId === 0
      ? (exams.find((one) => one.hasScores) ?? exams[0])
      : exams.find((one) => one.id === input.examId);
  if (!exam) {
    if (input.examId !== 0) await getExamFigures(actor, { examId: input.examId, classroomId: 0 }, now);
    return null;
  }
  // The fields of the form stay as they were when another exam is chosen in it.
  const classroomId = exam.classes.some((one) => one.id === input.classroomId) ? input.classroomId : 0;
  const part = input.part !== null && exam.parts.includes(input.part) ? input.part : null;
  const view = await findExamView(exam.id);
  const figures = await getExamFigures(actor, { examId: exam.id, classroomId, part }, now);
  return {
    exam,
    classroomId,
    part,
    thresholds: pickLines(view?.settings ?? USUAL_THRESHOLDS),
    figures,
    previous: await findPrevious(actor, exams, exam, figures),
  };
}

function pickLines({ passFrom, excellentFrom }: { passFrom: number; excellentFrom: number }) {
  return { passFrom, excellentFrom };
}

async function findPrevious(
  actor: Actor,
  exams: CensusExam[],
  exam: CensusExam,
  { basis, classroomId }: ExamFigures,
): Promise<ExamCensus['previous']> {
  if (exam.categoryName === '') return null;
  const before = exams.find(
    (one) =>
      one.id !== exam.id &&
      one.categoryName === exam.categoryName &&
      one.hasScores &&
      (one.heldAt ?? 0) < (exam.heldAt ?? 0) &&
      (basis === 'total' ? one.isWhole : one.parts.includes(basis)) &&
      (classroomId === 0 || one.classes.some((each) => each.id === classroomId)),
  );
  if (!before) return null;
  const found = await listCourseScores(actor, { examIds: [before.id], classroomId, basis });
  const mean = found.get(before.id)?.scores.mean;
  return mean && mean.value !== null ? { name: before.name, mean: mean.value } : null;
}

/** An exam of a course, with its own scores and those of all classes. */
export type CourseStep = { exam: CensusExam; scores: CourseScores; whole: CourseScores };

/** One class over all exams it sat, oldest first. */
export async function listClassCourse(actor: Actor, exams: CensusExam[], classroomId: number): Promise<CourseStep[]> {
  const own = exams.filter((exam) => exam.classes.some((one) => one.id === classroomId));
  return listSteps(actor, own, classroomId);
}

/** Every exam of a time and category that has scores, oldest first. Times are UTC, `to` is excluded. */
export async function listPeriodCourse(
  actor: Actor,
  exams: CensusExam[],
  { from, to, categoryName }: { from: number | null; to: number | null; categoryName: string },
): Promise<CourseStep[]> {
  const held = exams.filter(
    ({ heldAt, ...exam }) =>
      (from === null || (heldAt ?? 0) >= from) &&
      (to === null || (heldAt ?? 0) < to) &&
      (categoryName === '' || exam.categoryName === categoryName),
  );
  return listSteps(actor, held, 0);
}

async function listSteps(actor: Actor, exams: CensusExam[], classroomId: number): Promise<CourseStep[]> {
  const found = await listCourseScores(actor, { examIds: exams.map((exam) => exam.id), classroomId });
  return [...exams].reverse().flatMap((exam) => {
    const step = found.get(exam.id);
    return step && step.scores.count > 0 ? [{ exam, scores: step.scores, whole: step.whole }] : [];
  });
}

/** The newest released exam that has scores, in two figures; null when there is none. */
export async function findLatestReleased(
  actor: Actor,
): Promise<{ id: number; name: string; mean: number; passRate: number } | null> {
  const exam = (await listCensusExams(actor)).find((one) => one.isReleased && one.hasScores);
  if (!exam) return null;
  const scores = (await listCourseScores(actor, { examIds: [exam.id], classroomId: 0 })).get(exam.id)?.scores;
  if (!scores || scores.mean.value === null || scores.passRate.value === null) return null;
  return { id: exam.id, name: exam.name, mean: scores.mean.value, passRate: scores.passRate.value };
}

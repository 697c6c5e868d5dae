import { actorThen } from '~/domain/classroom/members-then.server';
import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import type { ExamItemsTable } from '~/db/tables/exams';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import { readSnapshot } from '~/domain/question-bank/snapshot.server';
import { examTimesOf } from './exam-times.server';
import { listCorrections } from './correction.queries.server';
import { withCorrection, type ItemCorrection } from './correction.rules';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError, examNotYours, notFound } from '~/lib/errors';
import { examSettingsSchema, type ExamSettings } from './exam-settings.schema';
import { readSections } from './paper-sections.schema';
import type { StoredSection } from './paper-sections.rules';
import { isExamOwner, maySeeExam } from './people.rules';
import type { ClassRelease, ExamStatus } from './states.rules';
import type { Part, TestType } from './parts.rules';

/**
 * One item of an exam with its question as it was when put in (frozen at publication), except that its key is the one
 * that counts: a correction after the exam is laid over it.
 */
export type ExamItemView = {
  id: number;
  examId: number;
  part: Part;
  /** From 1 within its part. */
  position: number;
  questionId: number | null;
  points: number;
  snapshot: QuestionSnapshot;
  /** Of the pool of a draw: a paper has it only where it was drawn. Null: in every paper. */
  drawId: number | null;
  /** Which of the exam's sections it stands in; null: where its kind does. */
  section: number | null;
  /** What was put right after the exam and is in force. */
  correction: ItemCorrection | null;
};

/** An exam with everything the rules ask about; its items come with `listExamItems`. */
export type ExamView = {
  id: number;
  ownerId: number;
  ownerName: string;
  name: string;
  categoryId: number | null;
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
  keyPoints: string[];
  imageIds: string[];
  musicFileId: string | null;
  instructions: string;
  oralWeight: number;
  writtenWeight: number;
  settings: ExamSettings;
  /** 大题 of the written paper as stored; none: see groupPaper. */
  sections: StoredSection[];
  version: number;
  publishedAt: number | null;
  closedAt: number | null;
  releasedAt: number | null;
  /** When the marking is to be done; null: no date is set. */
  markingDueAt: number | null;
  createdAt: number;
  updatedAt: number;
  classroomIds: number[];
  /** The classes whose results are out, each with the time. */
  releases: ClassRelease[];
  /** Students whose re-sit is not scored yet: nothing is out for them. */
  resitting: number[];
  examinerIds: Record<Part, number[]>;
};

/** The exam, or null when it does not exist or was deleted. Asks no rights: for other domain functions. */
export async function findExamView(id: number): Promise<ExamView | null> {
  const row = await db()
    .selectFrom('exams')
    .innerJoin('users', 'users.id', 'exams.owner_id')
    .leftJoin('directories', 'directories.id', 'exams.category_id')
    .selectAll('exams')
    .select(['users.name as owner_name', 'directories.name as category_name'])
    .where('exams.id', '=', id)
    .where('exams.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const classrooms = await db()
    .selectFrom('exam_classrooms')
    .select(['classroom_id', 'released_at'])
    .where('exam_id', '=', id)
    .orderBy('classroom_id')
    .execute();
  const examiners = await db()
    .selectFrom('exam_examiners')
    .select(['teacher_id', 'part'])
    .where('exam_id', '=', id)
    .orderBy('teacher_id')
    .execute();
  const resits = await db()
    .selectFrom('exam_resits')
    .select('student_id')
    .distinct()
    .where('exam_id', '=', id)
    .where('state', '=', 'open')
    .execute();
  const examinersOf = (part: Part) => examiners.filter((one) => one.part === part).map((one) => one.teacher_id);
  return {
    id: row.id,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    name: row.name,
    categoryId: row.category_id,
    categoryName: row.category_name ?? '',
    status: row.status as ExamStatus,
    ...examTimesOf(row),
    oralMinutes: row.oral_minutes,
    writtenMinutes: row.written_minutes,
    keyPoints: fromJson<string[]>(row.key_points),
    imageIds: fromJson<string[]>(row.image_ids),
    musicFileId: row.music_file_id,
    instructions: row.instructions,
    oralWeight: row.oral_weight,
    writtenWeight: row.written_weight,
    settings: examSettingsSchema.parse(fromJson<unknown>(row.settings)),
    sections: readSections(row.sections),
    version: row.version,
    publishedAt: row.published_at,
    closedAt: row.closed_at,
    releasedAt: row.released_at,
    markingDueAt: row.marking_due_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    classroomIds: classrooms.map((one) => one.classroom_id),
    releases: classrooms.flatMap((one) =>
      one.released_at === null ? [] : [{ classroomId: one.classroom_id, releasedAt: one.released_at }],
    ),
    resitting: resits.map((one) => one.student_id),
    examinerIds: { oral: examinersOf('oral'), written: examinersOf('written') },
  };
}

/**
 * The exam, asking no rights: for other domain functions that check their own.
 * @throws AppError not_found
 */
export async function getExamView(id: number): Promise<ExamView> {
  const exam = await findExamView(id);
  if (!exam) throw notFound('考试');
  return exam;
}

/**
 * The exam for someone who may know of it: owner, examiner, or (once published) a student of its classes.
 * @throws AppError not_found: the existence of other exams is private
 */
export async function getVisibleExam(actor: Actor, id: number): Promise<ExamView> {
  const exam = await findExamView(id);
  if (!exam || !maySeeExam(await actorThen(actor, id), exam)) {
    throw isTeacher(actor) ? notFound('考试') : examNotYours();
  }
  return exam;
}

/**
 * The exam for its owner.
 * @throws AppError not_found for strangers, forbidden for its examiners
 */
export async function getOwnExam(actor: Actor, id: number): Promise<ExamView> {
  const exam = await getVisibleExam(actor, id);
  if (!isExamOwner(actor, exam)) throw new AppError('forbidden', '只有出这份考试的老师可以这样做。');
  return exam;
}

/**
 * The items of an exam in paper order (oral first); of one part when it is named. `fixed` leaves out the pools that
 * papers are drawn from. An attempt's own items come from listPaperItems. Asks no rights.
 */
export async function listExamItems(examId: number, part?: Part, which?: 'fixed'): Promise<ExamItemView[]> {
  let query = db().selectFrom('exam_items').selectAll().where('exam_id', '=', examId);
  if (part) query = query.where('part', '=', part);
  if (which === 'fixed') query = query.where('draw_id', 'is', null);
  const rows = await query.orderBy('part').orderBy('position').orderBy('id').execute();
  return withCorrections(rows);
}

/** Rows of items as the rest of the app knows them, with what was put right about them. */
export async function withCorrections(rows: Selectable<ExamItemsTable>[]): Promise<ExamItemView[]> {
  const corrections = await listCorrections([...new Set(rows.map((row) => row.exam_id))]);
  return rows.map((row) => toExamItemView(row, corrections.get(row.id) ?? null));
}

function toExamItemView(row: Selectable<ExamItemsTable>, correction: ItemCorrection | null): ExamItemView {
  return {
    id: row.id,
    examId: row.exam_id,
    part: row.part as Part,
    position: row.position,
    questionId: row.question_id,
    points: row.points,
    snapshot: withCorrection(readSnapshot(row.snapshot), correction),
    drawId: row.draw_id,
    section: row.section,
    correction,
  };
}

import type { Insertable } from 'kysely';
import { db } from '~/db/db.server';
import { toJson } from '~/db/json';
import type { ExamsTable } from '~/db/tables/exams';
import type { AttemptsTable } from '~/db/tables/attempts';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import type { ExamStatus } from '~/domain/exam/states.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { MadeQuestion } from './questions';
import { next } from './sequence';

const MINUTE = 60_000;

export type ExamInput = Partial<
  Omit<Insertable<ExamsTable>, 'id' | 'owner_id' | 'settings' | 'key_points' | 'image_ids'>
> & {
  owner: { id: number };
  classrooms?: { id: number }[];
  /** The reading text of the oral part; without it the exam has none. */
  oral?: MadeQuestion;
  /** Pen and theory questions of the written part, in order; without them the exam has none. */
  written?: MadeQuestion[];
  /** Rules whose pools are frozen already: each student gets `count` of them, each with these points. */
  draws?: { pool: MadeQuestion[]; count: number; points: number }[];
  examiners?: { teacher: { id: number }; part: Part }[];
  settings?: Partial<ExamSettings>;
  keyPoints?: string[];
  imageIds?: string[];
  status?: ExamStatus;
  /** What the default times are counted from: windows from 10 minutes before to 60 after, photos to 90 after. */
  now?: number;
};

/**
 * An exam with its items; published and running unless said otherwise. Returns its row, its items in order and the
 * items' ids of each pool.
 */
export async function makeExam(input: ExamInput) {
  const {
    owner,
    classrooms = [],
    oral,
    written = [],
    draws = [],
    examiners = [],
    settings,
    keyPoints,
    imageIds,
    now: at,
    ...columns
  } = input;
  const now = at ?? Date.now();
  const hasWritten = written.length + draws.length > 0;
  const status = columns.status ?? 'published';
  const isOver = status === 'closed' || status === 'released';
  const exam = await db()
    .insertInto('exams')
    .values({
      name: `期中考试${next()}`,
      test_type: oral && hasWritten ? 2 : hasWritten ? 1 : 0,
      oral_begin_time: oral ? now - 10 * MINUTE : null,
      oral_end_time: oral ? now + 60 * MINUTE : null,
      begin_time: hasWritten ? now - 10 * MINUTE : null,
      end_time: hasWritten ? now + 60 * MINUTE : null,
      upload_end_time: hasWritten ? now + 90 * MINUTE : null,
      oral_weight: oral && hasWritten ? 50 : oral ? 100 : 0,
      written_weight: oral && hasWritten ? 50 : hasWritten ? 100 : 0,
      draft: null,
      published_at: status === 'draft' ? null : now - 20 * MINUTE,
      closed_at: isOver ? now : null,
      released_at: status === 'released' ? now : null,
      created_at: now - 30 * MINUTE,
      updated_at: now - 20 * MINUTE,
      ...columns,
      owner_id: owner.id,
      status,
      settings: toJson(examSettingsSchema.parse(settings ?? {})),
      key_points: toJson(keyPoints ?? []),
      image_ids: toJson(imageIds ?? []),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

  if (classrooms.length > 0) {
    await db()
      .insertInto('exam_classrooms')
      .values(classrooms.map((classroom) => ({ exam_id: exam.id, classroom_id: classroom.id })))
      .execute();
  }
  if (examiners.length > 0) {
    await db()
      .insertInto('exam_examiners')
      .values(examiners.map(({ teacher, part }) => ({ exam_id: exam.id, teacher_id: teacher.id, part })))
      .execute();
  }
  const items = [];
  for (const [part, questions] of [
    ['oral', oral ? [oral] : []],
    ['written', written],
  ] as const) {
    for (const [index, question] of questions.entries()) {
      const item = await db()
        .insertInto('exam_items')
        .values({
          exam_id: exam.id,
          part,
          position: index + 1,
          question_id: question.id,
          points: question.points,
          snapshot: toJson(question.snapshot),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      items.push(item);
    }
  }
  const pools: number[][] = [];
  for (const { pool, count, points } of draws) {
    const [first] = pool;
    const draw = await db()
      .insertInto('exam_draws')
      .values({
        exam_id: exam.id,
        position: pools.length + 1,
        bank: first?.bank ?? 'theory',
        kind: first?.kind ?? '',
        count,
        points,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = pool.map((question, index) => ({
      exam_id: exam.id,
      part: 'written',
      position: written.length + index + 1,
      question_id: question.id,
      points,
      snapshot: toJson(question.snapshot),
      draw_id: draw.id,
    }));
    pools.push((await db().insertInto('exam_items').values(rows).returning('id').execute()).map((row) => row.id));
  }
  return { ...exam, items, pools };
}

export type MadeExam = Awaited<ReturnType<typeof makeExam>>;

export type AttemptInput = Partial<Omit<Insertable<AttemptsTable>, 'id' | 'exam_id' | 'student_id'>> & {
  exam: Pick<MadeExam, 'id' | 'end_time' | 'oral_end_time' | 'upload_end_time' | 'items'>;
  student: { id: number };
  part: Part;
  /** A value per item of the part, in order; null leaves one unanswered. */
  answers?: (AnswerValue | null)[];
  now?: number;
};

/** An attempt in progress (or in `state`), with its answers and their journal. */
export async function makeAttempt({ exam, student, part, answers = [], now: at, ...columns }: AttemptInput) {
  const now = at ?? Date.now();
  const state = columns.state ?? 'in_progress';
  const isClosed = state !== 'in_progress';
  const attempt = await db()
    .insertInto('attempts')
    .values({
      number: 1,
      started_at: now - 5 * MINUTE,
      deadline_at: (part === 'oral' ? exam.oral_end_time : exam.end_time) ?? now + 60 * MINUTE,
      upload_deadline_at: part === 'written' ? exam.upload_end_time : null,
      submitted_at: isClosed ? now : null,
      closed_by: !isClosed ? null : state === 'auto_submitted' ? 'server' : 'student',
      receipt_code: null,
      receipt: null,
      ...columns,
      exam_id: exam.id,
      student_id: student.id,
      part,
      state,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const items = exam.items.filter((item) => item.part === part);
  for (const [index, value] of answers.entries()) {
    const item = items[index];
    if (!item || !value) continue;
    const saved = { attempt_id: attempt.id, item_id: item.id, value: toJson(value), revision: 1 };
    await db()
      .insertInto('answers')
      .values({ ...saved, saved_at: now })
      .execute();
    await db()
      .insertInto('answer_journal')
      .values({ ...saved, received_at: now, outcome: 'saved' })
      .execute();
  }
  return attempt;
}

import type { Selectable } from 'kysely';
import { db } from '~/db/db.server';
import type { ExamsTable } from '~/db/tables/exams';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { examTimesOf } from './exam-times.server';
import { GRACE_MS, isUnderWay } from './times.rules';
import { PARTS, type Part } from './parts.rules';
import { toResit } from './resit.queries.server';
import { resitEnd } from './resit.rules';
import { isOwnExam } from './sat-exams.queries.server';

/**
 * From the start of an exam's first window until its last one ends, its questions are closed to everyone who is to sit
 * it: to practice, reading, lists and results. This is the one place that says which.
 */

/** A copy of a copy of a copy … of a question is that question; nobody copies deeper. */
const MAX_COPIES = 20;
// Values bound in one statement are limited on both databases.
const SLICE = 500;

/**
 * The questions that are closed to a student now: those of the papers and pools of the exams under way that they are to
 * sit, have sat or are to sit again, with whatever is a copy of them or was copied from the same question. None for
 * teachers.
 */
export async function closedQuestionIds(actor: Actor, now: number): Promise<ReadonlySet<number>> {
  if (isTeacher(actor)) return new Set();
  const examIds = await listExamsUnderWay(actor, now);
  if (examIds.length === 0) return new Set();
  const rows = await db()
    .selectFrom('exam_items')
    .select('question_id')
    .distinct()
    .where('exam_id', 'in', examIds)
    .where('question_id', 'is not', null)
    .execute();
  return withCopies(rows.flatMap((row) => row.question_id ?? []));
}

/** The exams under way for a student: their class's, those they have begun, and those they are to sit again. */
async function listExamsUnderWay(actor: Actor, now: number): Promise<number[]> {
  const resits = await db()
    .selectFrom('exam_resits')
    .selectAll()
    .where('student_id', '=', actor.id)
    .where('state', '=', 'open')
    .execute();
  // What is handed out again is the same paper: between the exam and the re-sit it stays closed.
  const again = resits.filter((row) => now < resitEnd(toResit(row))).map((row) => row.exam_id);
  const begun = await db()
    .selectFrom('attempts')
    .select('exam_id')
    .where('student_id', '=', actor.id)
    .where('state', '=', 'in_progress')
    .where('deadline_at', '>', now - GRACE_MS)
    .execute();
  const exams = await db()
    .selectFrom('exams')
    .selectAll()
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .where(isOwnExam(actor))
    .execute();
  const running = await filterUnderWay(exams, now);
  return [...new Set([...again, ...begun.map((row) => row.exam_id), ...running])];
}

/** Which of these questions are in an exam that somebody sits now: a teacher sees it on them. Asks no rights. */
export async function listQuestionsInUse(ids: number[], now: number): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const items = await db()
    .selectFrom('exam_items')
    .innerJoin('exams', 'exams.id', 'exam_items.exam_id')
    .select(['exam_items.question_id', 'exam_items.exam_id'])
    .distinct()
    .where('exam_items.question_id', 'in', ids)
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .execute();
  const examIds = [...new Set(items.map((item) => item.exam_id))];
  if (examIds.length === 0) return new Set();
  const exams = await db()
    .selectFrom('exams')
    .selectAll()
    .where('id', 'in', examIds)
    .where('status', '=', 'published')
    .execute();
  const resits = await db()
    .selectFrom('exam_resits')
    .selectAll()
    .where('exam_id', 'in', examIds)
    .where('state', '=', 'open')
    .execute();
  const again = resits.filter((row) => now >= row.begins_at && now < resitEnd(toResit(row))).map((row) => row.exam_id);
  const running = new Set([...(await filterUnderWay(exams, now)), ...again]);
  return new Set(items.flatMap((item) => (running.has(item.exam_id) ? (item.question_id ?? []) : [])));
}

/** Those whose first window has begun and whose last one, with everybody's extra minutes, has not ended. */
async function filterUnderWay(exams: Selectable<ExamsTable>[], now: number): Promise<number[]> {
  if (exams.length === 0) return [];
  const grants = await db()
    .selectFrom('exam_grants')
    .select((eb) => ['exam_id', 'part', eb.fn.max<number>('extra_minutes').as('minutes')])
    .where(
      'exam_id',
      'in',
      exams.map((exam) => exam.id),
    )
    .groupBy(['exam_id', 'part'])
    .execute();
  return exams
    .filter((exam) => {
      const longest: Partial<Record<Part, number>> = {};
      for (const part of PARTS) {
        longest[part] = grants.find((one) => one.exam_id === exam.id && one.part === part)?.minutes ?? 0;
      }
      return isUnderWay(examTimesOf(exam), longest, now);
    })
    .map((exam) => exam.id);
}

/** The questions with all they were copied from and all that were copied from those. */
async function withCopies(ids: number[]): Promise<Set<number>> {
  const family = new Set(ids);
  let fresh = ids;
  for (let depth = 0; depth < MAX_COPIES && fresh.length > 0; depth += 1) {
    const found = new Set<number>();
    for (let start = 0; start < fresh.length; start += SLICE) {
      const slice = fresh.slice(start, start + SLICE);
      const rows = await db()
        .selectFrom('questions')
        .select(['id', 'copied_from_id'])
        .where('copied_from_id', 'is not', null)
        .where((where) => where.or([where('id', 'in', slice), where('copied_from_id', 'in', slice)]))
        .execute();
      for (const row of rows) for (const id of [row.id, row.copied_from_id ?? 0]) if (!family.has(id)) found.add(id);
    }
    fresh = [...found];
    fresh.forEach((id) => family.add(id));
  }
  return family;
}

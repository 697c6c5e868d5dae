import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isOwnClassroom } from '~/domain/classroom/classroom.queries.server';
import { examTimesOf } from '~/domain/exam/exam-times.server';
import { examSettingsSchema } from '~/domain/exam/exam-settings.schema';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { heldAtOf, isOverFor } from '~/domain/exam/times.rules';
import { PARTS, partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import { isMemberOf } from '~/domain/classroom/members-then.server';
import { countAwaitingByClass } from '~/domain/interaction/thread.queries.server';
import { STUDENT, type Actor } from '~/domain/actor/actor.rules';
import { asOwnedExam, listFiguresHeldBack } from '~/domain/scoring/sharing-out/blind-left.queries.server';
import { thresholdsOf } from '~/lib/bands';
import {
  newsOf,
  NEWS_DAYS,
  pickHeld,
  PRACTICE_DAYS,
  shownNews,
  type ClassNews,
  type ClassStanding,
  type HeldExam,
} from './class-news.rules';
import type { PartStanding } from './standing.rules';

const DAY_MS = 86_400_000;
/** How far the exam before the newest is looked for. */
const BEFORE_DAYS = 2 * NEWS_DAYS;

/**
 * 班级近况 of the classes that the teacher created or teaches: what their newest exam came to (of those the teacher owns
 * or examines whole), how many practised, what waits. Five queries, however many classes there are.
 */
export async function listClassNews(actor: Actor, now: number): Promise<{ classes: ClassNews[]; more: number }> {
  const classrooms = await listOwnClassrooms(actor);
  if (classrooms.length === 0) return { classes: [], more: 0 };
  const ids = classrooms.map(({ id }) => id);
  const [exams, practised, questions] = await Promise.all([
    listHeldExams(actor, ids, now),
    countPractised(ids, now - PRACTICE_DAYS * DAY_MS),
    countAwaitingByClass(actor, now),
  ]);
  const held = pickHeld(exams, now);
  const standings = await listStandings(
    [...held.values()].flatMap(({ last, before }) => (before ? [last, before] : [last])),
    now,
  );
  const of = (exam: HeldExam | undefined) => (exam && standings.get(`${exam.examId}.${exam.classroomId}`)) ?? [];
  const news = classrooms.map(({ id, name, students }): ClassNews => {
    const own = held.get(id);
    return {
      ...{ id, name, students },
      last: own ? newsOf(own.last, of(own.last), of(own.before)) : null,
      practised: practised.get(id) ?? 0,
      questions: questions.get(id) ?? 0,
    };
  });
  return shownNews(news, (id) => held.get(id)?.last.heldAt ?? 0);
}

async function listOwnClassrooms(actor: Actor): Promise<{ id: number; name: string; students: number }[]> {
  const rows = await db()
    .selectFrom('classrooms')
    .select((eb) => [
      'classrooms.id',
      'classrooms.name',
      eb
        .selectFrom('users')
        .whereRef('users.classroom_id', '=', 'classrooms.id')
        .where('users.user_type', '=', STUDENT)
        .where('users.deleted_at', 'is', null)
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('students'),
    ])
    .where('classrooms.deleted_at', 'is', null)
    .where('classrooms.is_archived', '=', 0)
    .where(isOwnClassroom(actor.id))
    .orderBy('classrooms.year', 'desc')
    .orderBy('classrooms.name')
    .orderBy('classrooms.id')
    .execute();
  return rows.map(({ students, ...row }) => ({ ...row, students: Number(students ?? 0) }));
}

/** The exams of these classes that were held lately and whose totals are the teacher's to see, blind ones only when not held back. */
async function listHeldExams(actor: Actor, classroomIds: number[], now: number): Promise<HeldExam[]> {
  const since = now - BEFORE_DAYS * DAY_MS;
  const rows = await db()
    .selectFrom('exams')
    .innerJoin('exam_classrooms', 'exam_classrooms.exam_id', 'exams.id')
    .select(['exams.id', 'exams.name', 'exams.owner_id', 'exams.test_type', 'exams.category_id', 'exams.settings'])
    .select(['exams.end_time', 'exams.oral_end_time', 'exams.closed_at', 'exam_classrooms.classroom_id'])
    .select(['exams.status', 'exams.begin_time', 'exams.upload_end_time', 'exams.oral_begin_time'])
    .select((eb) =>
      PARTS.map((part) =>
        eb
          .exists(
            eb
              .selectFrom('exam_examiners')
              .select('exam_examiners.exam_id')
              .whereRef('exam_examiners.exam_id', '=', 'exams.id')
              .where('exam_examiners.teacher_id', '=', actor.id)
              .where('exam_examiners.only_arbitrates', '=', 0)
              .where('exam_examiners.part', '=', part),
          )
          .as(`examines_${part}`),
      ),
    )
    .where('exam_classrooms.classroom_id', 'in', classroomIds)
    .where('exams.deleted_at', 'is', null)
    .where('exams.status', '!=', 'draft')
    .where((eb) => eb.or([eb('exams.end_time', '>=', since), eb('exams.oral_end_time', '>=', since)]))
    .execute();
  const held = await listFiguresHeldBack(actor, rows.map(asOwnedExam));
  return rows.flatMap((row): HeldExam[] => {
    if (held.has(row.id)) return [];
    const heldAt = heldAtOf([row.end_time, row.oral_end_time], row.closed_at);
    const isOwner = row.owner_id === actor.id;
    const examines = { oral: Boolean(row.examines_oral), written: Boolean(row.examines_written) };
    if (heldAt === null || !(isOwner || partsOf(row.test_type).every((part) => examines[part]))) return [];
    return [
      {
        examId: row.id,
        classroomId: row.classroom_id,
        name: row.name,
        testType: row.test_type as TestType,
        categoryId: row.category_id,
        heldAt,
        times: {
          status: row.status as ExamStatus,
          ...examTimesOf(row),
        },
        isOwner,
        thresholds: thresholdsOf(examSettingsSchema.parse(fromJson<unknown>(row.settings))),
      },
    ];
  });
}

/** Where everybody of each class stands in its exam, by `exam.class`. */
async function listStandings(exams: HeldExam[], now: number): Promise<Map<string, ClassStanding[]>> {
  const found = new Map<string, ClassStanding[]>();
  if (exams.length === 0) return found;
  const rows = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .innerJoin('users', (join) => join.on(isMemberOf('exam_classrooms.exam_id', 'classrooms.id')))
    .leftJoin('results', (join) =>
      join.onRef('results.exam_id', '=', 'exam_classrooms.exam_id').onRef('results.student_id', '=', 'users.id'),
    )
    .select(['exam_classrooms.exam_id', 'classrooms.id as classroom_id'])
    .select(['users.id', 'users.name', 'users.account', 'users.deleted_at'])
    .select(['results.total_percent', 'results.oral_percent', 'results.written_percent'])
    .select((eb) =>
      PARTS.map((part) =>
        eb
          .selectFrom('attempts')
          .select('attempts.state')
          .whereRef('attempts.exam_id', '=', 'exam_classrooms.exam_id')
          .whereRef('attempts.student_id', '=', 'users.id')
          .where('attempts.part', '=', part)
          .orderBy('attempts.number', 'desc')
          .limit(1)
          .as(`${part}_state`),
      ),
    )
    .select((eb) =>
      PARTS.map((part) =>
        eb
          .selectFrom('exam_grants')
          .select('exam_grants.extra_minutes')
          .whereRef('exam_grants.exam_id', '=', 'exam_classrooms.exam_id')
          .whereRef('exam_grants.student_id', '=', 'users.id')
          .where('exam_grants.part', '=', part)
          .as(`${part}_minutes`),
      ),
    )
    .where('users.user_type', '=', STUDENT)
    // Who sat it and has no account any more counts, as everywhere.
    .where((eb) =>
      eb.or([
        eb('users.deleted_at', 'is', null),
        eb.exists(
          eb
            .selectFrom('attempts as sat')
            .select('sat.id')
            .whereRef('sat.exam_id', '=', 'exam_classrooms.exam_id')
            .whereRef('sat.student_id', '=', 'users.id'),
        ),
      ]),
    )
    .where((eb) =>
      eb.or(
        exams.map(({ examId, classroomId }) =>
          eb.and([eb('exam_classrooms.exam_id', '=', examId), eb('exam_classrooms.classroom_id', '=', classroomId)]),
        ),
      ),
    )
    .execute();
  const times = new Map(exams.map((exam) => [exam.examId, exam.times]));
  for (const row of rows) {
    const own = times.get(row.exam_id);
    const standingIn = (part: Part): PartStanding => {
      const state = row[`${part}_state`];
      if (state !== null) {
        return { percent: row[`${part}_percent`], attempt: state === 'in_progress' ? state : 'handed_in' };
      }
      const isToCome = own !== undefined && !isOverFor(own, part, row[`${part}_minutes`] ?? 0, now);
      return { percent: row[`${part}_percent`], attempt: isToCome ? 'to_come' : 'none' };
    };
    const parts: Record<Part, PartStanding> = { oral: standingIn('oral'), written: standingIn('written') };
    const { id, exam_id, classroom_id, name, account, total_percent, deleted_at: goneAt } = row;
    const standing = { studentId: id, classroomId: classroom_id, isCandidate: true, total: total_percent, parts };
    const key = `${exam_id}.${classroom_id}`;
    found.set(key, [
      ...(found.get(key) ?? []),
      { ...standing, examId: exam_id, name, account, isGone: goneAt !== null },
    ]);
  }
  return found;
}

/** How many of each class practised since then. */
async function countPractised(classroomIds: number[], since: number): Promise<Map<number, number>> {
  const rows = await db()
    .selectFrom('users')
    .select((eb) => ['users.classroom_id', eb.fn.countAll<number>().as('count')])
    .where('users.classroom_id', 'in', classroomIds)
    .where('users.user_type', '=', STUDENT)
    .where('users.deleted_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('practices')
          .select('practices.id')
          .whereRef('practices.student_id', '=', 'users.id')
          .where('practices.deleted_at', 'is', null)
          .where('practices.created_at', '>=', since),
      ),
    )
    .groupBy('users.classroom_id')
    .execute();
  return new Map(rows.map((row) => [row.classroom_id ?? 0, Number(row.count)]));
}

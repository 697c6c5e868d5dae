import { classLabel } from '~/lib/class-label';
import { isMemberOf } from '~/domain/classroom/members-then.server';
import { classCalledThen } from '~/domain/classroom/names-then.server';
import { sql } from 'kysely';
import { db } from '~/db/db.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { STUDENT } from '~/domain/actor/actor.rules';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { examTimesOf } from './exam-times.server';
import { listMinutesToCome } from './grants.queries.server';
import { heldWindowOf, isOverFor, phaseOf, type Phase } from './times.rules';
import type { ExamStatus } from './states.rules';
import { partsOf, type Part, type TestType } from './parts.rules';
import { findScannable } from './scannable.queries.server';

export type ExamListInput = PageInput & { status: ExamStatus | ''; keyword: string };

/** How far a part has come. */
export type PartProgress = {
  part: Part;
  phase: Phase;
  /** Over for most, while somebody who has not handed in has more time of their own. */
  isInMoreTime: boolean;
  beginsAt: number | null;
  endsAt: number | null;
  /** Papers that were begun, handed in, and scored; a re-sit is one of its own. */
  started: number;
  handedIn: number;
  scored: number;
};

/** An own exam in the list. */
export type ExamRow = {
  id: number;
  name: string;
  categoryName: string;
  status: ExamStatus;
  /** Not as a whole, but for some of its classes. */
  isPartlyReleased: boolean;
  testType: TestType;
  classNames: string[];
  /** The same with today's names beside them. */
  classLabels: string[];
  studentCount: number;
  parts: PartProgress[];
  /** Its written sheets may be scanned into the papers. */
  isScannable: boolean;
  version: number;
  updatedAt: number;
};

function ownExams(actor: Actor, keyword: string) {
  let query = db().selectFrom('exams').where('exams.owner_id', '=', actor.id).where('exams.deleted_at', 'is', null);
  if (keyword !== '') {
    const pattern = likePattern(keyword.toLowerCase());
    query = query.where(sql<boolean>`lower(exams.name) like ${pattern} escape '\\'`);
  }
  return query;
}

/** A page of the actor's own exams, the latest change first. */
export async function listOwnExams(actor: Actor, input: ExamListInput, now: number): Promise<Page<ExamRow>> {
  let query = ownExams(actor, input.keyword);
  if (input.status !== '') query = query.where('exams.status', '=', input.status);
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await query
    .leftJoin('directories', 'directories.id', 'exams.category_id')
    .selectAll('exams')
    .select('directories.name as category_name')
    .orderBy('exams.updated_at', 'desc')
    .orderBy('exams.id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const ids = rows.map((row) => row.id);
  const [classrooms, attempts] = [await listClassrooms(ids), await countAttempts(ids)];
  const scannable = await findScannable(ids);
  const minutesToCome = await listMinutesToCome(ids);
  return {
    rows: rows.map((row) => {
      const exam = {
        status: row.status as ExamStatus,
        ...examTimesOf(row),
      };
      const own = classrooms.filter((one) => one.examId === row.id);
      return {
        id: row.id,
        name: row.name,
        categoryName: row.category_name ?? '',
        status: exam.status,
        isPartlyReleased: exam.status !== 'released' && own.some((one) => one.isReleased),
        testType: exam.testType,
        classNames: own.map((one) => one.name),
        classLabels: own.map((one) => classLabel(one.name, one.nameNow)),
        studentCount: own.reduce((sum, one) => sum + one.studentCount, 0),
        parts: partsOf(exam.testType).map((part) => {
          const window = heldWindowOf({ ...exam, closedAt: row.closed_at }, part);
          const counts = attempts.find((one) => one.examId === row.id && one.part === part);
          const phase = phaseOf(exam, part, now);
          return {
            part,
            phase,
            isInMoreTime: phase === 'ended' && !isOverFor(exam, part, minutesToCome(row.id, part), now),
            beginsAt: window?.beginsAt ?? null,
            endsAt: window?.endsAt ?? null,
            started: counts?.started ?? 0,
            handedIn: counts?.handedIn ?? 0,
            scored: counts?.scored ?? 0,
          };
        }),
        isScannable: scannable.has(row.id),
        version: row.version,
        updatedAt: row.updated_at,
      };
    }),
    totalCount: Number(count),
    pageSize: input.pageSize,
    currentPage: input.currentPage,
  };
}

/** How many own exams the key word leaves in each status ('' is all), for the tabs. */
export async function countOwnExams(actor: Actor, keyword: string): Promise<Record<ExamStatus | '', number>> {
  const rows = await ownExams(actor, keyword)
    .select((eb) => ['exams.status', eb.fn.countAll<number>().as('count')])
    .groupBy('exams.status')
    .execute();
  const counts = { '': 0, draft: 0, published: 0, closed: 0, released: 0 };
  for (const row of rows) {
    counts[row.status as ExamStatus] += Number(row.count);
    counts[''] += Number(row.count);
  }
  return counts;
}

/** Names and statuses of own exams by id, for a confirmation; others' are left out. */
export async function findOwnExams(
  actor: Actor,
  ids: number[],
): Promise<{ id: number; name: string; status: ExamStatus }[]> {
  if (ids.length === 0) return [];
  const rows = await ownExams(actor, '')
    .select(['exams.id', 'exams.name', 'exams.status'])
    .where('exams.id', 'in', ids)
    .orderBy('exams.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    status: row.status as ExamStatus,
  }));
}

async function listClassrooms(
  examIds: number[],
): Promise<{ examId: number; name: string; nameNow: string; isReleased: boolean; studentCount: number }[]> {
  if (examIds.length === 0) return [];
  const rows = await db()
    .selectFrom('exam_classrooms')
    .innerJoin('classrooms', 'classrooms.id', 'exam_classrooms.classroom_id')
    .innerJoin('exams', 'exams.id', 'exam_classrooms.exam_id')
    .select((eb) => [
      'exam_classrooms.exam_id',
      'exam_classrooms.released_at',
      'classrooms.name as nameNow',
      classCalledThen(eb).as('name'),
      eb
        .selectFrom('users')
        .where(isMemberOf('exam_classrooms.exam_id', 'classrooms.id'))
        .where('users.user_type', '=', STUDENT)
        // Who sat it belongs to it, whatever became of the account.
        .where((user) =>
          user.or([
            user.and([user('users.is_disabled', '=', 0), user('users.deleted_at', 'is', null)]),
            user.exists(
              user
                .selectFrom('attempts')
                .select('attempts.id')
                .whereRef('attempts.exam_id', '=', 'exam_classrooms.exam_id')
                .whereRef('attempts.student_id', '=', 'users.id'),
            ),
          ]),
        )
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('students'),
    ])
    .where('exam_classrooms.exam_id', 'in', examIds)
    // A class that was deleted since had the exam all the same; one that is still written cannot be for it.
    .where((where) => where.or([where('classrooms.deleted_at', 'is', null), where('exams.status', '!=', 'draft')]))
    .orderBy('classrooms.name')
    .execute();
  return rows.map((row) => ({
    examId: row.exam_id,
    name: row.name,
    nameNow: row.nameNow,
    isReleased: row.released_at !== null,
    studentCount: Number(row.students ?? 0),
  }));
}

/** Papers per exam and part, by how far they have come; a re-sit is one of its own, as wherever papers are counted. */
async function countAttempts(
  examIds: number[],
): Promise<{ examId: number; part: Part; started: number; handedIn: number; scored: number }[]> {
  if (examIds.length === 0) return [];
  const rows = await db()
    .selectFrom('attempts')
    .select(['exam_id', 'part'])
    .select([
      sql<number>`count(*)`.as('started'),
      sql<number>`count(case when state <> 'in_progress' then 1 end)`.as('handed_in'),
      sql<number>`count(case when state = 'scored' then 1 end)`.as('scored'),
    ])
    .where('exam_id', 'in', examIds)
    .groupBy(['exam_id', 'part'])
    .execute();
  return rows.map((row) => ({
    examId: row.exam_id,
    part: row.part as Part,
    started: Number(row.started),
    handedIn: Number(row.handed_in),
    scored: Number(row.scored),
  }));
}

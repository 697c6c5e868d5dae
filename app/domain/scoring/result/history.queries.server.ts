import { db } from '~/db/db.server';
import { heldAtOf } from '~/domain/exam/times.rules';
import type { ExamStatus } from '~/domain/exam/states.rules';
import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import { isHeldForResit, isReleasedFor, releaseTimeFor } from '~/domain/exam/released.queries.server';
import { isOwnExam } from '~/domain/exam/sat-exams.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { pageOffset, type Page, type PageInput } from '~/lib/page';
import { likePattern } from '~/lib/text';
import { knownSince, listResitTags } from './resit-tags.queries.server';
import { shownScore, type ShownScore } from './result-display.rules';
import { settingsOf } from './result.queries.server';
import type { ShownGrade } from '../report/score-list.rules';
import { missingWord, totalMissingWord } from '../paper/scoring.rules';

export type HistoryRow = {
  examId: number;
  name: string;
  testType: TestType;
  status: ExamStatus;
  /** When its last window ended. */
  heldAt: number | null;
  /** When this student could first read it as it is. */
  releasedAt: number | null;
  /** Which part was sat again and which sitting counts; '' where none was. */
  resat: string;
  thresholds: GradeThresholds;
  total: number | null;
  /** Said where there is no total. */
  missing: string | null;
  /** Instead of every number, where the exam shows grades only. */
  grade: ShownGrade | null;
  parts: (ShownScore & {
    part: Part;
    /** Said instead of a number where there is none. */
    missing: '缺考' | '待评分' | null;
  })[];
};

/** The exams that are released and whose result a student is not shown before the re-sit has one, newest first. */
export async function listHeldForResit(actor: Actor): Promise<{ examId: number; name: string }[]> {
  return db()
    .selectFrom('exams')
    .select(['exams.id as examId', 'exams.name'])
    .where((where) => isHeldForResit(actor)(where))
    .where('exams.deleted_at', 'is', null)
    .where(isOwnExam(actor))
    .orderBy('exams.id', 'desc')
    .execute();
}

/** The released exams of a student, newest first. No rank. */
export async function listOwnHistory(
  actor: Actor,
  input: PageInput & { keyword: string; testType: number | null },
): Promise<Page<HistoryRow>> {
  let query = db()
    .selectFrom('exams')
    .where((where) => isReleasedFor(actor)(where))
    .where('exams.deleted_at', 'is', null)
    .where(isOwnExam(actor));
  if (input.testType !== null) query = query.where('exams.test_type', '=', input.testType);
  if (input.keyword !== '') {
    query = query.where((where) =>
      where(where.fn<string>('lower', ['exams.name']), 'like', likePattern(input.keyword.toLowerCase())),
    );
  }
  const { count } = await query.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const exams = await query
    .leftJoin('results', (join) =>
      join.onRef('results.exam_id', '=', 'exams.id').on('results.student_id', '=', actor.id),
    )
    .selectAll('exams')
    .select((select) => [
      'results.oral_percent',
      'results.written_percent',
      'results.total_percent',
      releaseTimeFor(actor)(select).as('own_released_at'),
    ])
    .orderBy((order) => order.fn.coalesce('exams.end_time', 'exams.oral_end_time', 'exams.closed_at'), 'desc')
    .orderBy('exams.id', 'desc')
    .limit(input.pageSize)
    .offset(pageOffset(input))
    .execute();
  const attempts =
    exams.length === 0
      ? []
      : await db()
          .selectFrom('attempts')
          .select(['exam_id', 'part'])
          .where('student_id', '=', actor.id)
          .where(
            'exam_id',
            'in',
            exams.map((exam) => exam.id),
          )
          .execute();
  const tags = await listResitTags(
    actor.id,
    exams.map((exam) => exam.id),
  );
  const rows = exams.map((exam): HistoryRow => {
    const settings = settingsOf(exam);
    const total = shownScore(exam.total_percent, settings);
    const parts = partsOf(exam.test_type).map((part) => {
      const percent = part === 'oral' ? exam.oral_percent : exam.written_percent;
      const hasAttempt = attempts.some((attempt) => attempt.exam_id === exam.id && attempt.part === part);
      return { part, ...shownScore(percent, settings), missing: percent === null ? missingWord(hasAttempt) : null };
    });
    return {
      examId: exam.id,
      name: exam.name,
      testType: exam.test_type as TestType,
      status: 'released',
      heldAt: heldAtOf([exam.end_time, exam.oral_end_time], exam.closed_at),
      releasedAt: knownSince(exam.own_released_at, tags.get(exam.id)),
      resat: tags.get(exam.id)?.text ?? '',
      thresholds: thresholdsOf(settings),
      total: total.percent,
      grade: total.grade,
      missing: exam.total_percent === null ? totalMissingWord(parts) : null,
      parts,
    };
  });
  return { rows, totalCount: Number(count), pageSize: input.pageSize, currentPage: input.currentPage };
}

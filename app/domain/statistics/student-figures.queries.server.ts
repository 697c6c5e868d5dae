import { classroomOf, isMember, isMemberOf } from '~/domain/classroom/members-then.server';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { examSettingsSchema, type ExamSettings } from '~/domain/exam/exam-settings.schema';
import { heldAtOf } from '~/domain/exam/times.rules';
import { partsOf, type Part, type TestType } from '~/domain/exam/parts.rules';
import { isReleasedFor, releaseTimeFor } from '~/domain/exam/released.queries.server';
import { MEASURES, type Measure } from '~/domain/exam/measures.rules';
import { listBankTotals, listPeriods, type BankTotal } from '~/domain/practice/progress.queries.server';
import { PERIODS_SHOWN, type Period } from '~/domain/practice/progress.rules';
import { knownSince, listResitTags } from '~/domain/scoring/result/resit-tags.queries.server';
import { gradeOf, type Grade } from '~/domain/scoring/report/score-list.rules';
import { countedAttempt, missingWord, roundHalfUp, totalMissingWord } from '~/domain/scoring/paper/scoring.rules';
import { getSchool } from '~/domain/school/school.queries.server';
import { isTeacher, type Actor } from '~/domain/actor/actor.rules';
import { AppError } from '~/lib/errors';
import { loadMeasures } from './papers.queries.server';
import { ranksOf } from '~/domain/scoring/report/rank.rules';

/** What a student reads of a result: points or, where the exam shows only grades, the grade and no number. */
export type OwnScore = { percent: number | null; grade: Grade | null; missing: '缺考' | '待评分' | null };

/** One released exam in a student's course. */
export type OwnExam = {
  examId: number;
  name: string;
  testType: TestType;
  /** When its last window ended. */
  heldAt: number | null;
  releasedAt: number | null;
  /** Which part was sat again and which sitting counts; '' where none was. */
  resat: string;
  thresholds: GradeThresholds;
  display: ExamSettings['resultDisplay'];
  /** Where there is none, the word for it also says which part was missed. */
  total: Omit<OwnScore, 'missing'> & { missing: string | null };
  parts: (OwnScore & { part: Part })[];
  /** Null without measures, and where only grades are shown. */
  measures: Record<Measure, number | null> | null;
  /** Among the own class of the exam; only where the teacher shows it. */
  place: { rank: number; of: number } | null;
};

export type StudentFigures = {
  /** Released exams, oldest first. */
  exams: OwnExam[];
  /** Practice in each bank so far. */
  practice: BankTotal[];
  /** Practice by week, oldest first. */
  weeks: Period[];
};

/**
 * A student's own statistics: the course over released exams, and practice beside it. Nothing of an exam is in it
 * before its results are out for the student.
 */
export async function getStudentFigures(actor: Actor, now: number): Promise<StudentFigures> {
  if (isTeacher(actor)) throw new AppError('forbidden', '这是学生自己的统计。');
  const { timeZone } = await getSchool();
  return {
    exams: await listOwnExams(actor),
    practice: await listBankTotals(actor, now),
    weeks: await listPeriods(actor, { unit: 'week', count: PERIODS_SHOWN.week, now, timeZone }),
  };
}

async function listOwnExams(actor: Actor): Promise<OwnExam[]> {
  const rows = await db()
    .selectFrom('exams')
    .leftJoin('results', (join) =>
      join.onRef('results.exam_id', '=', 'exams.id').on('results.student_id', '=', actor.id),
    )
    .select(['exams.id', 'exams.name', 'exams.test_type', 'exams.end_time', 'exams.oral_end_time', 'exams.closed_at'])
    .select('exams.settings')
    .select(['results.oral_percent', 'results.written_percent', 'results.total_percent'])
    .select((select) => releaseTimeFor(actor)(select).as('released_at'))
    .where('exams.deleted_at', 'is', null)
    .where(isReleasedFor(actor))
    .where((where) =>
      where.or([
        isMember(actor),
        where('exams.id', 'in', (own) =>
          own.selectFrom('attempts').select('attempts.exam_id').where('attempts.student_id', '=', actor.id),
        ),
      ]),
    )
    .execute();
  const ids = rows.map((row) => row.id);
  const settings = new Map(rows.map((row) => [row.id, examSettingsSchema.parse(fromJson<unknown>(row.settings))]));
  const attempts = await listAttempts(actor, ids);
  const tags = await listResitTags(actor.id, ids);
  const measures = await measuresOf(attempts, settings);
  const places = await listPlaces(
    actor,
    ids.filter((id) => settings.get(id)?.showsRank),
  );
  return rows
    .map((row): OwnExam => {
      const own = settings.get(row.id) ?? examSettingsSchema.parse({});
      const hasAttempt = (part: Part) => attempts.some((one) => one.exam_id === row.id && one.part === part);
      const parts = partsOf(row.test_type).map((part) => {
        const percent = part === 'oral' ? row.oral_percent : row.written_percent;
        return { part, ...scoreOf(percent, own, hasAttempt(part)) };
      });
      return {
        examId: row.id,
        name: row.name,
        testType: row.test_type as TestType,
        heldAt: heldAtOf([row.end_time, row.oral_end_time], row.closed_at),
        releasedAt: knownSince(row.released_at, tags.get(row.id)),
        resat: tags.get(row.id)?.text ?? '',
        display: own.resultDisplay,
        thresholds: thresholdsOf(own),
        total: {
          ...scoreOf(row.total_percent, own, true),
          missing: row.total_percent === null ? totalMissingWord(parts) : null,
        },
        parts,
        measures: own.resultDisplay === 'grade' ? null : (measures.get(row.id) ?? null),
        place: places.get(row.id) ?? null,
      };
    })
    .sort((a, b) => (a.heldAt ?? a.releasedAt ?? 0) - (b.heldAt ?? b.releasedAt ?? 0) || a.examId - b.examId);
}

function scoreOf(percent: number | null, settings: ExamSettings, hasAttempt: boolean): OwnScore {
  if (percent === null) return { percent: null, grade: null, missing: missingWord(hasAttempt) };
  if (settings.resultDisplay === 'points') return { percent, grade: null, missing: null };
  return { percent: null, grade: gradeOf(roundHalfUp(percent), settings), missing: null };
}

type AttemptRow = { id: number; exam_id: number; part: string; number: number; percent: number | null };

async function listAttempts(actor: Actor, examIds: number[]): Promise<AttemptRow[]> {
  if (examIds.length === 0) return [];
  return db()
    .selectFrom('attempts')
    .select(['id', 'exam_id', 'part', 'number', 'percent'])
    .where('student_id', '=', actor.id)
    .where('exam_id', 'in', examIds)
    .execute();
}

/** As the result page shows it, so that nowhere stands another number for the same. */
const shownMeasure = (mean: number | undefined) => (mean === undefined ? null : roundHalfUp(mean));

/** The measures of each exam's counted recording. */
async function measuresOf(attempts: AttemptRow[], settings: Map<number, ExamSettings>) {
  const counted = new Map<number, number>();
  for (const [examId, { countedAttempt: mode }] of settings) {
    const oral = attempts.filter((one) => one.exam_id === examId && one.part === 'oral');
    const own = countedAttempt(oral, mode);
    if (own && own.percent !== null) counted.set(own.id, examId);
  }
  const found = await loadMeasures([...counted.keys()], (attemptId) => {
    return settings.get(counted.get(attemptId) ?? 0)?.arbitrationLimit ?? 0;
  });
  return new Map(
    [...found].map(([attemptId, measures]) => [
      counted.get(attemptId) ?? 0,
      Object.fromEntries(MEASURES.map((measure) => [measure, shownMeasure(measures[measure])])) as OwnExam['measures'],
    ]),
  );
}

/** The student's place by the total among those of the same class in the exam; ties share it. */
async function listPlaces(actor: Actor, examIds: number[]): Promise<Map<number, { rank: number; of: number }>> {
  const places = new Map<number, { rank: number; of: number }>();
  if (examIds.length === 0) return places;
  const own = await db()
    .selectFrom('exams')
    .select(['exams.id', classroomOf(actor, 'exams.id').as('classroom_id')])
    .where('exams.id', 'in', examIds)
    .execute();
  const classroomIds = [...new Set(own.flatMap((exam) => exam.classroom_id ?? []))];
  const rows: { exam_id: number; student_id: number; total_percent: number | null }[] = [];
  // One each: a student has been in few classes.
  for (const classroomId of classroomIds) {
    const there = await db()
      .selectFrom('results')
      .innerJoin('users', 'users.id', 'results.student_id')
      .select(['results.exam_id', 'results.student_id', 'results.total_percent'])
      .where(isMemberOf('results.exam_id', [classroomId]))
      .where(
        'results.exam_id',
        'in',
        own.filter((exam) => exam.classroom_id === classroomId).map((exam) => exam.id),
      )
      .where('results.total_percent', 'is not', null)
      .execute();
    rows.push(...there);
  }
  for (const examId of examIds) {
    const classmates = rows.filter((row) => row.exam_id === examId);
    const ranks = ranksOf(classmates.map((row) => row.total_percent));
    const rank = ranks[classmates.findIndex((row) => row.student_id === actor.id)];
    if (typeof rank === 'number') places.set(examId, { rank, of: classmates.length });
  }
  return places;
}

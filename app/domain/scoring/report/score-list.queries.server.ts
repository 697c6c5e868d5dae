import { isMemberOf } from '~/domain/classroom/members-then.server';
import { isTotalScaled } from '../paper/full-points.queries.server';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER, resitSentence, type ResitState } from '~/domain/exam/resit.rules';
import { withLabels } from '~/domain/classroom/names-then.server';
import { listHandInRemarks, paperRemarks, type HandInRemark } from '~/domain/attempt/hand-in-remarks.queries.server';
import { thresholdsOf, type GradeThresholds } from '~/lib/bands';
import { fromReceipt } from '~/domain/attempt/attempt.queries.server';
import { closedHow } from '~/domain/attempt/closing.rules';
import { db } from '~/db/db.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { listAllGrants } from '~/domain/exam/grants.queries.server';
import { listHeldDrafts } from '../paper/held-drafts.queries.server';
import { isOverFor } from '~/domain/exam/times.rules';
import { PART_LABELS, partsOf, type Part } from '~/domain/exam/parts.rules';
import { ranksOf } from './rank.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import {
  compareTexts,
  gradeOf,
  overallState,
  sortScoreList,
  STUDENT_REMARKS,
  summarise,
  withRanks,
  type ClassSummary,
  type ScoreListPart,
  type ScoreListRow,
} from './score-list.rules';
import type { ClassScoreListInput, ScoreListFilter } from './score-list.schema';
import { countedAttempt, examTotal, scoreText, scoringState, type ScoringState } from '../paper/scoring.rules';
import { openBlindList } from './blind-list.queries.server';
import { isContested, type Settlement } from '../paper/settlement.rules';
import { listStudentsOf } from '../paper/students-of.queries.server';

type AttemptRow = {
  id: number;
  student_id: number;
  part: string;
  number: number;
  state: string;
  percent: number | null;
  settlement: string;
  receipt_code: string | null;
  closed_by: string | null;
  receipt: string | null;
};

/**
 * Every student of an exam by class and number with what each part and the whole come to, ranked. A few queries
 * whatever the number of students. Asks no rights.
 */
export async function listScoreRows(exam: ExamView, now: number): Promise<ScoreListRow[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select([
      'id',
      'student_id',
      'part',
      'number',
      'state',
      'percent',
      'settlement',
      'receipt_code',
      'closed_by',
      'receipt',
    ])
    .where('exam_id', '=', exam.id)
    .orderBy('number')
    .execute();
  const students = await listStudentsOf(exam, null);
  const hasDraft = await listHeldDrafts(exam);
  const byStudent = new Map<string, AttemptRow[]>();
  for (const attempt of attempts) {
    const key = `${attempt.student_id} ${attempt.part}`;
    const own = byStudent.get(key);
    if (own) own.push(attempt);
    else byStudent.set(key, [attempt]);
  }
  const handedIn = await listHandInRemarks({ examId: exam.id });
  const hows = new Map(attempts.map((one) => [one.id, closedHow(one.closed_by, fromReceipt(one.receipt))]));
  const resits = await listResits(exam.id);
  const isToSit = (studentId: number) =>
    resits.some(
      ({ part, state, ...resit }) =>
        resit.studentId === studentId &&
        state === 'open' &&
        !(byStudent.get(`${studentId} ${part}`) ?? []).some(
          (attempt) => attempt.number >= RESIT_NUMBER && attempt.state !== 'in_progress',
        ),
    );
  const grantOf = await listAllGrants(exam.id);

  return withRanks(
    students.map((student) => {
      const parts = partsOf(exam.testType).map((part): ScoreListPart => {
        const own = byStudent.get(`${student.id} ${part}`) ?? [];
        const counted = countedAttempt(own, exam.settings.countedAttempt);
        return {
          part,
          state: scoringState({
            attemptState: counted?.state ?? null,
            hasDraft: counted !== null && hasDraft.has(counted.id),
            settlement: (counted?.settlement ?? '') as Settlement,
            isPartOver: isOverFor(exam, part, grantOf(student.id, part).extraMinutes, now),
          }),
          attemptId: counted?.id ?? null,
          number: counted?.number ?? 0,
          percent: counted?.percent ?? null,
          receiptCode: counted?.receipt_code ?? null,
          closedBy: counted?.closed_by ?? null,
          resit: resitOf(
            own,
            counted,
            resits.find((resit) => resit.studentId === student.id && resit.part === part)?.state ?? null,
          ),
        };
      });
      const total = totalOf(exam, parts);
      return {
        studentId: student.id,
        account: student.account,
        name: student.name,
        classId: student.classroom_id,
        className: student.class_name ?? '',
        parts,
        total,
        grade: total === null ? null : gradeOf(total, exam.settings),
        state: overallState(parts.map((part) => part.state)),
        remarks: remarksOf(exam, { ...student, isToSit: isToSit(student.id) }, parts, handedIn, hows),
      };
    }),
  );
}

type Sitting = Pick<AttemptRow, 'number' | 'state' | 'percent' | 'settlement'>;

/** Of a part that was sat again both marks and which counts, for its teacher; '' else. */
export function resitOf(own: Sitting[], counted: Sitting | null, state: ResitState | null): string {
  return resitSentence(
    own
      .filter((attempt) => attempt.state !== 'in_progress')
      .map(({ number, percent, settlement }) => ({
        number,
        text: percent !== null ? scoreText(percent) : isContested(settlement as Settlement) ? '待仲裁' : '待评分',
      })),
    counted?.percent === null ? null : (counted?.number ?? null),
    state,
  );
}

function totalOf(exam: ExamView, parts: ScoreListPart[]): number | null {
  const percentOf = (part: Part) => parts.find((one) => one.part === part)?.percent ?? null;
  return examTotal({ oral: percentOf('oral'), written: percentOf('written') }, exam);
}

function remarksOf(
  exam: ExamView,
  student: { isToSit: boolean; classroom_now: number | null; deleted_at: number | null },
  parts: ScoreListPart[],
  handedIn: Map<number, HandInRemark[]>,
  hows: Map<number, string>,
): string[] {
  const isMoved = student.classroom_now === null || !exam.classroomIds.includes(student.classroom_now);
  const name = (part: ScoreListPart) => (parts.length > 1 ? PART_LABELS[part.part] : '');
  return [
    ...(student.deleted_at === null ? (isMoved ? [STUDENT_REMARKS.moved] : []) : [STUDENT_REMARKS.deleted]),
    ...(student.isToSit ? [STUDENT_REMARKS.toSit] : []),
    ...parts.flatMap((part) => (part.resit === '' ? [] : [`${name(part)}${part.resit}`])),
    ...parts.flatMap((part) => {
      const isOwn = part.closedBy === null || part.closedBy === 'student';
      return isOwn ? [] : [`${name(part)}${hows.get(part.attemptId ?? 0) ?? ''}`];
    }),
    ...parts.flatMap((part) =>
      paperRemarks(handedIn.get(part.attemptId ?? 0) ?? []).map(
        (remark) => `${name(part)}${/^\d/.test(remark) && parts.length > 1 ? ' ' : ''}${remark}`,
      ),
    ),
  ];
}

/** What a file of an exam's results is called: one class's by its name in `rows` too, so that two of them are told apart. */
export function resultFileName(
  exam: Pick<ExamView, 'name'>,
  rows: readonly Pick<ScoreListRow, 'classId' | 'className'>[],
  classId: number,
  what: string,
): string {
  const one = classId === 0 ? undefined : rows.find((row) => row.classId === classId);
  return `${exam.name}${one ? ` ${one.className}` : ''}${what}.xlsx`;
}

/** The exam's classes in their order with what the list holds of each. */
export type ListedClass = { id: number; name: string; count: number };

function classesOf(rows: ScoreListRow[]): ListedClass[] {
  const classes = new Map<number, ListedClass>();
  for (const row of rows) {
    if (row.classId === null) continue;
    const known = classes.get(row.classId);
    if (known) known.count += 1;
    else classes.set(row.classId, { id: row.classId, name: row.className, count: 1 });
  }
  return [...classes.values()].sort((a, b) => compareTexts(a.name, b.name) || a.id - b.id);
}

type ExamHead = Pick<
  ExamView,
  'id' | 'name' | 'status' | 'testType' | 'releasedAt' | 'releases' | 'oralWeight' | 'writtenWeight'
> & {
  thresholds: GradeThresholds;
  /** The totals are of another scale than the written points. */
  isScaled: boolean;
};

async function headOf(exam: ExamView): Promise<ExamHead> {
  const { id, name, status, testType, releasedAt, releases, oralWeight, writtenWeight } = exam;
  const thresholds = thresholdsOf(exam.settings);
  const isScaled = await isTotalScaled(exam);
  return { id, name, status, testType, releasedAt, releases, oralWeight, writtenWeight, thresholds, isScaled };
}

export type ScoreList = Page<ScoreListRow> & {
  exam: ExamHead;
  classes: ListedClass[];
  /** Of everybody the search and the class leave, whatever state is asked for. */
  stateCounts: Record<ScoringState, number>;
  /** Of the same. */
  summary: ClassSummary;
  /** False while marking is blind: a link would tell whose paper it is. */
  hasPaperLinks: boolean;
  /** Papers of a blind exam without a result: marks are held back until there are none. */
  blindLeft: number;
  /** The owner of a blind exam marks too: marks are held back until the release. */
  isBlindMarker: boolean;
  /** Every row that the filters leave, for print; null where they are too many. */
  printed: ScoreListRow[] | null;
};

/** More than these go on paper a class at a time: a whole year's would make the page heavy for everybody. */
const MOST_PRINTED = 200;

/**
 * 成绩单: one row per student for the exam's owner, who alone sees results by name.
 * @throws AppError not_found for strangers, forbidden for examiners
 */
export async function getScoreList(
  actor: Actor,
  input: ScoreListFilter & { keyword: string; currentPage: number; pageSize: number | null },
  now: number,
): Promise<ScoreList> {
  const exam = await getResultExam(actor, input.examId);
  const blind = await openBlindList(exam);
  const all = blind.open(await listScoreRows(exam, now));
  const wanted = filterScoreRows(all, { ...input, state: '' });
  const stateCounts = { absent: 0, not_started: 0, in_progress: 0, waiting: 0, marking: 0, arbitration: 0, scored: 0 };
  for (const row of wanted) stateCounts[row.state] += 1;
  const shown = blind.withoutPapers(sortScoreList(filterScoreRows(wanted, input), input.sort, input.order));
  return {
    ...pageOf(shown, { currentPage: input.currentPage, pageSize: input.pageSize ?? exam.settings.rowsPerPage }),
    exam: await headOf(exam),
    classes: await withLabels(exam.id, classesOf(all)),
    stateCounts,
    summary: summarise(wanted, exam.settings),
    hasPaperLinks: blind.hasPaperLinks,
    blindLeft: blind.blindLeft,
    isBlindMarker: blind.isBlindMarker,
    printed: shown.length > MOST_PRINTED ? null : shown,
  };
}

/** What the filters of a score list leave; the ranks stay those within exam and class. */
export function filterScoreRows(
  rows: ScoreListRow[],
  filter: Pick<ScoreListFilter, 'classId' | 'state'> & { keyword: string },
): ScoreListRow[] {
  const keyword = filter.keyword.toLowerCase();
  return rows.filter(
    (row) =>
      (filter.classId === 0 || row.classId === filter.classId) &&
      (filter.state === '' || row.state === filter.state) &&
      (keyword === '' ||
        row.name.toLowerCase().includes(keyword) ||
        row.account.toLowerCase().includes(keyword) ||
        row.parts.some((part) => (part.receiptCode ?? '').toLowerCase() === keyword)),
  );
}

/**
 * The exam whose results somebody asks for: the owner's, published at least.
 * @throws AppError not_found, forbidden for its examiners
 */
export async function getResultExam(actor: Actor, examId: number): Promise<ExamView> {
  const exam = await getOwnExam(actor, examId);
  if (exam.status === 'draft') throw notFound('考试');
  return exam;
}

export type ClassScoreList = {
  exam: ExamHead;
  /** With the mean of each class, for the choice of class. */
  classes: (ListedClass & { mean: number | null })[];
  classroom: ListedClass;
  previous: ListedClass | null;
  next: ListedClass | null;
  rows: ScoreListRow[];
  summary: ClassSummary;
  /** The same of the whole exam. */
  everybody: ClassSummary;
  /** See ScoreList. */
  hasPaperLinks: boolean;
  blindLeft: number;
  isBlindMarker: boolean;
};

/** The score list of one class (the first unless named), by number or by rank, for the exam's owner. */
export async function getClassScoreList(
  actor: Actor,
  input: ClassScoreListInput,
  now: number,
): Promise<ClassScoreList> {
  const exam = await getResultExam(actor, input.examId);
  const blind = await openBlindList(exam);
  const all = blind.open(await listScoreRows(exam, now));
  const classes = classesOf(all);
  const index = input.classId === 0 ? 0 : classes.findIndex((one) => one.id === input.classId);
  const classroom = classes[index];
  if (!classroom) throw notFound('班级');
  const of = (id: number) => all.filter((row) => row.classId === id);
  const members = of(classroom.id);
  return {
    exam: await headOf(exam),
    classes: (await withLabels(exam.id, classes)).map((one) => ({
      ...one,
      mean: summarise(of(one.id), exam.settings).mean,
    })),
    classroom,
    previous: classes[index - 1] ?? null,
    next: classes[index + 1] ?? null,
    rows: blind.withoutPapers(sortScoreList(members, input.by === 'rank' ? 'rank' : 'account', 'asc')),
    summary: summarise(members, exam.settings),
    everybody: summarise(all, exam.settings),
    hasPaperLinks: blind.hasPaperLinks,
    blindLeft: blind.blindLeft,
    isBlindMarker: blind.isBlindMarker,
  };
}

/** 班级第 rank 名（共 count 人）: of those of the class with a total. */
export type ClassPlace = { rank: number; count: number };

/**
 * A student's place in their class of the exam (`classroomId`, see actorThen) by the totals as they are shown; null
 * without a total, or for somebody of none of the exam's classes. Asks neither rights nor whether the student may know.
 */
export async function findClassPlace(
  exam: Pick<ExamView, 'id' | 'classroomIds'>,
  student: { id: number; classroomId: number | null },
): Promise<ClassPlace | null> {
  if (student.classroomId === null || !exam.classroomIds.includes(student.classroomId)) return null;
  const rows = await db()
    .selectFrom('results')
    .innerJoin('users', 'users.id', 'results.student_id')
    .select(['results.student_id', 'results.total_percent'])
    .where('results.exam_id', '=', exam.id)
    .where(isMemberOf(exam.id, [student.classroomId]))
    .where('results.total_percent', 'is not', null)
    .execute();
  const own = rows.findIndex((row) => row.student_id === student.id);
  const rank = ranksOf(rows.map((row) => row.total_percent))[own] ?? null;
  return rank === null ? null : { rank, count: rows.length };
}

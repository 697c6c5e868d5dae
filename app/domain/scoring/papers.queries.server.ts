import { db } from '~/db/db.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { isExamOwner, isExaminer, phaseOf, scorableParts, type Part, type Phase } from '~/domain/exam/exam.rules';
import type { Actor } from '~/domain/user/user.rules';
import { notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import { getScorableAttempt, listMarkedByKeyAlone } from './scoring-items.queries.server';
import { scoringState, type ScoringState } from './scoring.rules';
import type { ScoringFilter } from './scoring.schema';
import type { Settlement } from './settlement.rules';

/** One student in one part of an exam, for those who score it; a granted second attempt is a row of its own. */
export type ScoringRow = {
  studentId: number;
  studentName: string;
  account: string;
  classId: number | null;
  className: string;
  /** Null for a student without an attempt. */
  attemptId: number | null;
  number: number;
  state: ScoringState;
  submittedAt: number | null;
  closedBy: string | null;
  receiptCode: string | null;
  /** What the reader's own score is. */
  ownScore: 'none' | 'draft' | 'final';
  /** How many examiners have handed in a final score. */
  finals: number;
  settlement: Settlement;
  /** The owner sees what is settled, an examiner only what they gave; null while there is none. */
  percent: number | null;
};

/** Every row of a part by class and account: the papers, and the students who have none. Asks no rights. */
export async function scoringRows(actor: Actor, exam: ExamView, part: Part, now: number): Promise<ScoringRow[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select([
      'id',
      'student_id',
      'number',
      'state',
      'submitted_at',
      'closed_by',
      'receipt_code',
      'percent',
      'settlement',
    ])
    .where('exam_id', '=', exam.id)
    .where('part', '=', part)
    .orderBy('number')
    .execute();
  const students = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.name', 'users.account', 'users.classroom_id', 'users.deleted_at'])
    .select('classrooms.name as class_name')
    .where((where) => {
      const sat = where.exists(
        where
          .selectFrom('attempts')
          .select('attempts.id')
          .whereRef('attempts.student_id', '=', 'users.id')
          .where('attempts.exam_id', '=', exam.id)
          .where('attempts.part', '=', part),
      );
      if (exam.classroomIds.length === 0) return sat;
      return where.or([
        where.and([
          where('users.classroom_id', 'in', exam.classroomIds),
          where('users.user_type', '!=', 1),
          where('users.deleted_at', 'is', null),
        ]),
        sat,
      ]);
    })
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('users.id')
    .execute();
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'scores.examiner_id', 'scores.state', 'scores.percent'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .execute();
  const isOwner = isExamOwner(actor, exam);
  const isPartOver = phaseOf(exam, part, now) === 'ended';

  return students.flatMap((student): ScoringRow[] => {
    const base = {
      studentId: student.id,
      studentName: student.name,
      account: student.account,
      classId: student.classroom_id,
      className: student.class_name ?? '',
    };
    const own = attempts.filter((attempt) => attempt.student_id === student.id);
    if (own.length === 0) {
      return [
        {
          ...base,
          attemptId: null,
          number: 0,
          state: scoringState({ attemptState: null, hasDraft: false, settlement: '', isPartOver }),
          submittedAt: null,
          closedBy: null,
          receiptCode: null,
          ownScore: 'none',
          finals: 0,
          settlement: '',
          percent: null,
        },
      ];
    }
    return own.map((attempt) => {
      const given = scores.filter((score) => score.attempt_id === attempt.id);
      const finals = given.filter((score) => score.state === 'final');
      const mine = given.find((score) => score.examiner_id === actor.id);
      return {
        ...base,
        attemptId: attempt.id,
        number: attempt.number,
        state: scoringState({
          attemptState: attempt.state,
          hasDraft: given.some((score) => score.state === 'draft'),
          settlement: attempt.settlement as Settlement,
          isPartOver,
        }),
        submittedAt: attempt.submitted_at,
        closedBy: attempt.closed_by,
        receiptCode: attempt.receipt_code,
        ownScore: mine ? (mine.state === 'final' ? 'final' : 'draft') : 'none',
        finals: finals.length,
        settlement: attempt.settlement as Settlement,
        percent: isOwner ? attempt.percent : mine?.state === 'final' ? mine.percent : null,
      };
    });
  });
}

/** Papers that are handed in. */
export function isHandedIn(row: ScoringRow): boolean {
  return ['waiting', 'marking', 'arbitration', 'scored'].includes(row.state);
}

/** Whether the reader still has to score a paper: own final if named as one of several examiners, else anybody's. */
function isOpenFor(actor: Actor, exam: ExamView, part: Part, row: ScoringRow): boolean {
  if (!isHandedIn(row)) return false;
  const isOneOfSeveral = exam.examinerIds[part].length > 1 && isExaminer(actor, exam, part);
  return isOneOfSeveral ? row.ownScore !== 'final' : row.state !== 'scored';
}

/**
 * The exam for someone who scores, and the parts that are theirs.
 * @throws AppError not_found: the existence of other exams is private
 */
async function getScoringExam(actor: Actor, examId: number): Promise<{ exam: ExamView; parts: Part[] }> {
  const exam = await findExamView(examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  if (!exam || parts.length === 0) throw notFound('考试');
  return { exam, parts };
}

export type ScoringList = Page<ScoringRow> & {
  exam: Pick<ExamView, 'id' | 'name' | 'status' | 'testType' | 'releasedAt' | 'ownerName'>;
  isOwner: boolean;
  /** True while students may still sit the part or add photos. */
  phase: Phase;
  parts: Part[];
  part: Part;
  classes: { id: number; name: string }[];
  stateCounts: Record<ScoringState, number>;
  done: number;
  total: number;
  /** Where 开始评分 leads. */
  firstOpenId: number | null;
  /** More than one examiner is named for the part. */
  hasSeveralExaminers: boolean;
  /** Papers waiting that their keys alone could score. */
  autoScorable: number;
};

/** The papers of one part of an exam, with the absent students among them. Page size: the exam's own unless given. */
export async function listScoring(
  actor: Actor,
  input: ScoringFilter & { keyword: string; currentPage: number; pageSize: number | null },
  now: number,
): Promise<ScoringList> {
  const { exam, parts } = await getScoringExam(actor, input.examId);
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const all = await scoringRows(actor, exam, part, now);
  const keyword = input.keyword.toLowerCase();
  const isWanted = (row: ScoringRow) =>
    (input.classId === 0 || row.classId === input.classId) &&
    (keyword === '' ||
      row.studentName.toLowerCase().includes(keyword) ||
      row.account.toLowerCase().includes(keyword) ||
      (row.receiptCode ?? '').toLowerCase() === keyword);
  const wanted = all.filter(isWanted);
  const hasState = (row: ScoringRow) =>
    input.state === '' || (input.state === 'mine' ? isOpenFor(actor, exam, part, row) : row.state === input.state);
  const stateCounts = { absent: 0, not_started: 0, in_progress: 0, waiting: 0, marking: 0, arbitration: 0, scored: 0 };
  for (const row of wanted) stateCounts[row.state] += 1;
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const classes = new Map(all.flatMap((row) => (row.classId === null ? [] : [[row.classId, row.className]])));
  return {
    ...pageOf(wanted.filter(hasState), {
      currentPage: input.currentPage,
      pageSize: input.pageSize ?? exam.settings.rowsPerPage,
    }),
    exam,
    isOwner: isExamOwner(actor, exam),
    phase: phaseOf(exam, part, now),
    parts,
    part,
    classes: [...classes].map(([id, name]) => ({ id, name })),
    stateCounts,
    done: all.filter((row) => row.state === 'scored').length,
    total: all.filter(isHandedIn).length,
    firstOpenId: wanted.find((row) => isOpenFor(actor, exam, part, row))?.attemptId ?? null,
    hasSeveralExaminers: exam.examinerIds[part].length > 1,
    autoScorable: all.filter((row) => isHandedIn(row) && row.state !== 'scored' && byKeyAlone.has(row.attemptId ?? 0))
      .length,
  };
}

/** Where 保存并下一份 leads: the next paper in the list that the reader has still to score, from the start again; or null. */
export async function findNextToScore(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
): Promise<number | null> {
  const { exam, attempt } = await getScorableAttempt(actor, input.attemptId);
  const papers = (await scoringRows(actor, exam, attempt.part, now)).filter(
    (row) => isHandedIn(row) && (input.classId === 0 || row.classId === input.classId),
  );
  const index = papers.findIndex((row) => row.attemptId === attempt.id);
  const inOrder = [...papers.slice(index + 1), ...papers.slice(0, Math.max(0, index))];
  return inOrder.find((row) => isOpenFor(actor, exam, attempt.part, row))?.attemptId ?? null;
}

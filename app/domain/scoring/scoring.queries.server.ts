import { db } from '~/db/db.server';
import { fromJson } from '~/db/json';
import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import {
  getAttemptView,
  listAttemptItems,
  type AttemptItem,
  type AttemptView,
} from '~/domain/attempt/attempt.queries.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import {
  GRACE_MS,
  isExamOwner,
  isExaminer,
  mayScorePart,
  phaseOf,
  scorableParts,
  type Part,
  type Phase,
} from '~/domain/exam/exam.rules';
import type { QuestionSnapshot } from '~/domain/question-bank/question.schema';
import type { Actor } from '~/domain/user/user.rules';
import { AppError, notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import type { ItemMark } from './score-form.rules';
import {
  isMarkedByHand,
  markTheory,
  scoringState,
  settleFinals,
  type AutoMark,
  type ScoringState,
} from './scoring.rules';
import type { ScoringFilter } from './scoring.schema';

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
  /** The owner sees what is settled, an examiner only what they gave; null while there is none. */
  percent: number | null;
};

/** Every row of a part by class and account: the papers, and the students who have none. Asks no rights. */
async function scoringRows(actor: Actor, exam: ExamView, part: Part, now: number): Promise<ScoringRow[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .select(['id', 'student_id', 'number', 'state', 'submitted_at', 'closed_by', 'receipt_code'])
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
          state: scoringState({ attemptState: null, hasDraft: false, isPartOver }),
          submittedAt: null,
          closedBy: null,
          receiptCode: null,
          ownScore: 'none',
          finals: 0,
          percent: null,
        },
      ];
    }
    return own.map((attempt) => {
      const given = scores.filter((score) => score.attempt_id === attempt.id);
      const finals = given.filter((score) => score.state === 'final');
      const mine = given.find((score) => score.examiner_id === actor.id);
      const shown = isOwner ? finals : finals.filter((score) => score.examiner_id === actor.id);
      return {
        ...base,
        attemptId: attempt.id,
        number: attempt.number,
        state: scoringState({
          attemptState: attempt.state,
          hasDraft: given.some((score) => score.state === 'draft'),
          isPartOver,
        }),
        submittedAt: attempt.submitted_at,
        closedBy: attempt.closed_by,
        receiptCode: attempt.receipt_code,
        ownScore: mine ? (mine.state === 'final' ? 'final' : 'draft') : 'none',
        finals: finals.length,
        percent: settleFinals(shown.map((score) => score.percent ?? 0)),
      };
    });
  });
}

/** Papers that are handed in. */
function isHandedIn(row: ScoringRow): boolean {
  return row.state === 'waiting' || row.state === 'marking' || row.state === 'scored';
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
  const stateCounts = { absent: 0, not_started: 0, in_progress: 0, waiting: 0, marking: 0, scored: 0 };
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

/** Which attempts of a part their keys decide alone: every item of their own paper is marked by its key. */
export async function listMarkedByKeyAlone(examId: number, part: Part): Promise<Set<number>> {
  if (part === 'oral') return new Set();
  const rows = await db()
    .selectFrom('exam_items')
    .select(['id', 'draw_id', 'snapshot'])
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const byHand = rows.filter((row) => isMarkedByHand(fromJson<Pick<QuestionSnapshot, 'bank' | 'kind'>>(row.snapshot)));
  // A fixed item is in every paper.
  if (rows.length === 0 || byHand.some((row) => row.draw_id === null)) return new Set();
  const attempts = await db()
    .selectFrom('attempts')
    .select('id')
    .where('exam_id', '=', examId)
    .where('part', '=', part)
    .execute();
  const drawn =
    byHand.length === 0
      ? []
      : await db()
          .selectFrom('attempt_items')
          .innerJoin('attempts', 'attempts.id', 'attempt_items.attempt_id')
          .select(['attempt_items.attempt_id', 'attempt_items.item_id'])
          .where('attempts.exam_id', '=', examId)
          .where('attempts.part', '=', part)
          .execute();
  const handIds = new Set(byHand.map((row) => row.id));
  const needHand = new Set(drawn.filter((row) => handIds.has(row.item_id)).map((row) => row.attempt_id));
  return new Set(attempts.map((row) => row.id).filter((id) => !needHand.has(id)));
}

/** One item of a paper with what marking it needs. */
export type ScoringItem = AttemptItem & {
  /** Key words that count in the oral measure; empty: 不适用. */
  keyWords: string[];
  /** What the key says; null for what a teacher marks. */
  auto: AutoMark | null;
  /** True when the student gave nothing. */
  isBlank: boolean;
};

/** An examiner's score with its marks. */
export type ScoreView = {
  id: number;
  examinerId: number;
  examinerName: string;
  state: 'draft' | 'final';
  comment: string;
  percent: number | null;
  version: number;
  updatedAt: number;
  finalisedAt: number | null;
  marks: ItemMark[];
};

export type ScoringView = {
  exam: ExamView;
  part: Part;
  attempt: AttemptView;
  student: { id: number; name: string; account: string; className: string };
  items: ScoringItem[];
  own: ScoreView | null;
  /** Of the other examiners; only the owner sees them. */
  others: ScoreView[];
  /** Photos may still come: a final score would shut them out. */
  photosOpenUntil: number | null;
  done: number;
  total: number;
  previousId: number | null;
  nextId: number | null;
};

/**
 * A paper for marking.
 * @throws AppError not_found for those who do not score it, conflict while it is being written
 */
export async function getScoring(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
): Promise<ScoringView> {
  const { exam, attempt } = await getScorableAttempt(actor, input.attemptId);
  const { part } = attempt;
  const student = await db()
    .selectFrom('users')
    .leftJoin('classrooms', 'classrooms.id', 'users.classroom_id')
    .select(['users.id', 'users.name', 'users.account', 'classrooms.name as class_name'])
    .where('users.id', '=', attempt.studentId)
    .executeTakeFirstOrThrow();
  const items = await listScoringItems(exam, attempt);
  const scores = await listScores([attempt.id]);
  const all = await scoringRows(actor, exam, part, now);
  const papers = all.filter((row) => isHandedIn(row) && (input.classId === 0 || row.classId === input.classId));
  const index = papers.findIndex((row) => row.attemptId === attempt.id);
  return {
    exam,
    part,
    attempt,
    student: { id: student.id, name: student.name, account: student.account, className: student.class_name ?? '' },
    items,
    own: scores.find((score) => score.examinerId === actor.id) ?? null,
    others: isExamOwner(actor, exam) ? scores.filter((score) => score.examinerId !== actor.id) : [],
    photosOpenUntil: photosOpenUntil(exam, attempt, items, now),
    done: papers.filter((row) => row.state === 'scored').length,
    total: papers.length,
    previousId: papers[index - 1]?.attemptId ?? null,
    nextId: papers[index + 1]?.attemptId ?? null,
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

/**
 * The attempt and its exam for someone who may score it.
 * @throws AppError not_found for strangers, conflict while the student is still writing
 */
export async function getScorableAttempt(
  actor: Actor,
  attemptId: number,
): Promise<{ exam: ExamView; attempt: AttemptView }> {
  const attempt = await getAttemptView(attemptId);
  const exam = await findExamView(attempt.examId);
  if (!exam || !mayScorePart(actor, exam, attempt.part)) throw notFound('答卷');
  if (attempt.state === 'in_progress') {
    throw new AppError('conflict', '这名学生还在答题，交卷后才能评分。');
  }
  return { exam, attempt };
}

/** The items of a paper with answers, the key's verdict and the key words. Asks no rights. */
export async function listScoringItems(exam: ExamView, attempt: AttemptView): Promise<ScoringItem[]> {
  const items = await listAttemptItems(attempt);
  return items.map((item) => ({
    ...item,
    keyWords: keyWordsOf(exam, item),
    auto:
      item.snapshot.bank === 'theory'
        ? markTheory(item.snapshot.kind, item.snapshot.body, item.answer?.value ?? null, item.points)
        : null,
    isBlank:
      item.takes.length === 0 && item.photos.length === 0 && (item.answer === null || isBlankAnswer(item.answer.value)),
  }));
}

/** The key words of an oral item: those set in the exam, else the question's own. */
function keyWordsOf(exam: ExamView, item: AttemptItem): string[] {
  if (item.snapshot.bank !== 'oral') return [];
  return exam.keyPoints.length > 0 ? exam.keyPoints : item.snapshot.keyPoints;
}

/**
 * Until when a paper that takes photos may still get some, or null. Closing the exam ends it early; a final score
 * before would refuse photos that the student was promised time for.
 */
export function photosOpenUntil(
  exam: ExamView,
  attempt: AttemptView,
  items: Pick<ScoringItem, 'snapshot'>[],
  now: number,
): number | null {
  const until = attempt.uploadDeadlineAt;
  const mayHavePhotos = items.some(({ snapshot }) => snapshot.bank === 'written' && snapshot.body.answerBy !== 'text');
  return exam.status === 'published' && mayHavePhotos && until !== null && now <= until + GRACE_MS ? until : null;
}

/** The scores of attempts with their marks, by examiner. Asks no rights. */
export async function listScores(attemptIds: number[]): Promise<(ScoreView & { attemptId: number })[]> {
  if (attemptIds.length === 0) return [];
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('users', 'users.id', 'scores.examiner_id')
    .selectAll('scores')
    .select('users.name as examiner_name')
    .where('scores.attempt_id', 'in', attemptIds)
    .orderBy('scores.id')
    .execute();
  const marks = await db()
    .selectFrom('score_marks')
    .innerJoin('scores', 'scores.id', 'score_marks.score_id')
    .selectAll('score_marks')
    .where('scores.attempt_id', 'in', attemptIds)
    .execute();
  return scores.map((score) => ({
    id: score.id,
    attemptId: score.attempt_id,
    examinerId: score.examiner_id,
    examinerName: score.examiner_name,
    state: score.state === 'final' ? 'final' : 'draft',
    comment: score.comment,
    percent: score.percent,
    version: score.version,
    updatedAt: score.updated_at,
    finalisedAt: score.finalised_at,
    marks: marks
      .filter((mark) => mark.score_id === score.id)
      .map((mark) => ({
        itemId: mark.item_id,
        measures: mark.measures === null ? null : fromJson<ItemMark['measures']>(mark.measures),
        points: mark.points,
        pointMarks: mark.point_marks === null ? null : fromJson<ItemMark['pointMarks']>(mark.point_marks),
        comment: mark.comment,
      })),
  }));
}

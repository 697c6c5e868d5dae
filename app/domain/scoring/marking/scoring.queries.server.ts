import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, studentNameThen } from '~/domain/classroom/names-then.server';
import { listHandInRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { listReceiptNotes } from '~/domain/attempt/receipt-notes.queries.server';
import type { ReceiptNote } from '~/domain/attempt/attempt.rules';
import { db } from '~/db/db.server';
import type { AttemptView } from '~/domain/attempt/attempt.queries.server';
import type { ExamView } from '~/domain/exam/exam.queries.server';
import { headsOfItems, withKind, type ItemHead } from '~/domain/exam/paper-sections.rules';
import { isPaperLocked } from '~/domain/exam/released.queries.server';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { isExamOwner } from '~/domain/exam/people.rules';
import type { Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { blindName, seesNames } from '~/domain/exam/blind.rules';
import { findDecisionPanel, findDecisionView, type DecisionPanel } from './decision.queries.server';
import { isFixedScore } from './fixed-score.queries.server';
import { findOtherMarker, type OtherMarker } from '../paper/first-come.queries.server';
import { findLook, seesOtherMarks } from '../paper/looks.queries.server';
import { listPapersToMark, progressOfRows } from '../paper/papers.queries.server';
import { listPaperScores } from '../settling/paper-scores.queries.server';
import { listOfferedComments } from './quick-comment.queries.server';
import { currentRubric, rubricOfScore } from './rubric.queries.server';
import type { RubricVersion } from './rubric.rules';
import { listScores, type ScoreView } from './scores.queries.server';
import { listSheetItems, type SheetItem } from './photo-marks.queries.server';
import { isReadByName, wasReadByName } from '../sharing-out/blind-left.queries.server';
import { settlePaper } from '../paper/settle.rules';
import { isLeftToDecide } from '../paper/share-out.rules';
import { isMarkedBefore } from '../paper/scoring.rules';
import { getScorableAttempt, photosOpenUntil } from '../paper/scoring-items.queries.server';
import { isContested, isSettled, type ScoreKind, type Settlement } from '../paper/settlement.rules';

export type ScoringView = {
  exam: ExamView;
  part: Part;
  /** Where names are hidden without code, times and sitting. */
  attempt: AttemptView;
  /** What stands on the receipt beside its figures. */
  receiptNotes: ReceiptNote[];
  /** Where names are hidden the name is the paper's code and the rest empty. */
  student: { id: number; name: string; account: string; className: string };
  isBlind: boolean;
  /** As what the reader scores it; null: it was not given to them. */
  task: ScoreKind | null;
  settlement: Settlement;
  items: SheetItem[];
  /** The head of the section of each item, by its id; none where the paper has no sections. */
  heads: Record<number, ItemHead>;
  /** What the form is filled in by; where nothing can be changed any more, what the own score was given by. */
  rubric: RubricVersion;
  own: ScoreView | null;
  /** Over a limit, late, refused: said beside the mark, each with its item. */
  remarks: string[];
  /** Offered beside the comment. */
  quickComments: string[];
  /** Of the other examiners. Only the owner sees them, after the own score: nobody's is to lean on another's. */
  others: ScoreView[];
  /** The scores whose mean the paper's result is; none until it is settled, or while the others are not shown. */
  countedIds: number[];
  /** How many final scores of others are held back from the owner until the own one is given. */
  hiddenScores: number;
  /** When the owner looked at others' marks before giving an own one: they do not arbitrate this paper. */
  lookedAt: number | null;
  /** What the owner may decide; null for everybody else and where there is nothing to decide. */
  decision: DecisionPanel | null;
  /** Photos may still come: a final score would shut them out. */
  photosOpenUntil: number | null;
  /** The student's results are out, another has marked what one marks, or see isLeftToDecide: no mark may be changed. */
  isLocked: boolean;
  /** Others have brought the paper to a result, or cannot: it takes no mark of the reader's (see isLeftToDecide). */
  isLeftToDecide: boolean;
  /** The owner of a blind exam may read by name what its papers came to, and marks and rules no more (see isReadByName). */
  isReadByName: boolean;
  /** Their own marking has ended by that, or because the paper's result was out and was taken back. */
  isMarkingEnded: boolean;
  isOwner: boolean;
  /** Several others who each have to mark the paper: the owner's own mark would take the place of none of theirs. */
  beside: string[];
  /** What another examiner's score has made the paper's result, with which the owner's own would be counted. */
  second: { percent: number; limit: number } | null;
  /** What a change of the reader's own final score would end: a ruling that counts it, or an arbitration. */
  ends: 'ruling' | 'arbitration' | null;
  /** The student was given more time since the reader's own score was given (isMarkedBefore). */
  isMarkedBefore: boolean;
  /** The marks of the reader's own final score stand (isFixedScore). */
  isFixed: boolean;
  /** Who came first where one examiner marks each paper. */
  otherMarker: OtherMarker | null;
  /** Of the papers the reader goes through: those that have their result, and how far the own pile is. */
  done: number;
  total: number;
  mine: { done: number; total: number } | null;
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
  const { exam, attempt, task } = await getScorableAttempt(actor, input.attemptId, now);
  const { part } = attempt;
  const isOwner = isExamOwner(actor, exam);
  const items = await listSheetItems(actor, exam, attempt);
  const scores = await listScores([attempt.id]);
  const own = scores.find((score) => score.examinerId === actor.id) ?? null;
  const { settlement, percent } = await findReached(attempt.id);
  const otherMarker = await findOtherMarker(actor, exam, attempt, task);
  const isReleased = await isPaperLocked(exam.id, attempt);
  const isBlind = !seesNames(exam, { isOwner, view: 'marking', isOut: isReleased });
  const leftToDecide =
    !isReleased &&
    otherMarker?.state !== 'final' &&
    isLeftToDecide({
      isOwner,
      ownScore: own?.state ?? 'none',
      settlement,
      ownerId: exam.ownerId,
      finalIds: scores.filter((score) => score.state === 'final').map((score) => score.examinerId),
    });
  const readsByName = !isReleased && (await isReadByName(actor, exam));
  const hasRead = !isReleased && (readsByName || (await wasReadByName(actor, exam, attempt)));
  const isLocked = isReleased || leftToDecide || hasRead || otherMarker?.state === 'final';
  const sees = await seesOtherMarks(actor, exam, attempt.id);
  const others = scores.filter((score) => score.examinerId !== actor.id);
  const rubric = isLocked && own ? await rubricOfScore(exam, part, own.rubricId) : await currentRubric(exam, part);
  const isFixed = !isLocked && (await isFixedScore(exam, attempt.id, own, rubric.id));
  const { rows } = await listPapersToMark(actor, exam, { part, classId: input.classId }, now);
  const index = rows.findIndex((row) => row.attemptId === attempt.id);
  return {
    exam,
    part,
    attempt: isBlind ? withoutTraces(attempt) : attempt,
    receiptNotes: await listReceiptNotes(attempt, { isBlind }),
    student: isBlind
      ? { id: 0, name: blindName(attempt.id), account: '', className: '' }
      : await getStudent(attempt.studentId, exam.id),
    isBlind,
    task: task.kind,
    settlement,
    items,
    heads: part === 'written' ? Object.fromEntries(headsOfItems(items.map(withKind), exam.sections)) : {},
    rubric,
    own,
    remarks: ((await listHandInRemarks([attempt.id])).get(attempt.id) ?? []).map(
      ({ itemId, text }) => `第 ${items.find((item) => item.id === itemId)?.position ?? 0} 题：${text}`,
    ),
    quickComments: await listOfferedComments(actor, exam, part),
    others: isOwner && sees ? others : [],
    countedIds: isOwner && sees ? await listCountedIds(exam, attempt.id) : [],
    hiddenScores: isOwner && !sees ? others.filter((score) => score.state === 'final').length : 0,
    lookedAt: isOwner ? await findLook(attempt.id, actor.id) : null,
    decision: isOwner && sees && !isReleased ? await findDecisionPanel(attempt.id, settlement, scores) : null,
    photosOpenUntil: photosOpenUntil(exam, attempt, items, now),
    isLocked,
    isLeftToDecide: leftToDecide,
    isReadByName: readsByName,
    isMarkingEnded: hasRead,
    isOwner,
    beside:
      isOwner && !isLocked && own?.state !== 'final' && !isContested(settlement)
        ? await listExpectedNames(actor, attempt.id)
        : [],
    second:
      isOwner && !isLocked && own?.state !== 'final' && isSettled(settlement)
        ? { percent: percent ?? 0, limit: exam.settings.arbitrationLimit }
        : null,
    isMarkedBefore: !isLocked && own !== null && isMarkedBefore(own, attempt),
    isFixed,
    ends:
      isLocked || isFixed || isOwner || own?.state !== 'final' ? null : await findEnding(attempt.id, settlement, own),
    otherMarker: isReleased ? null : otherMarker,
    ...progressOfRows(rows),
    previousId: rows[index - 1]?.attemptId ?? null,
    nextId: rows[index + 1]?.attemptId ?? null,
  };
}

async function getStudent(id: number, examId: number): Promise<ScoringView['student']> {
  const student = await db()
    .selectFrom('users')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(examId)))
    .select(['users.id', 'users.account'])
    .select([studentNameThen(examId).as('name'), classNameThen(examId).as('class_name')])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id: student.id, name: student.name, account: student.account, className: student.class_name ?? '' };
}

/**
 * In a blind exam the code would name the student, who has it in hand and in messages, as a reason may, and the second
 * and the manner of handing in, which whoever watched the room has seen.
 */
function withoutTraces(attempt: AttemptView): AttemptView {
  const receipt = attempt.receipt && {
    ...attempt.receipt,
    ...{ code: '', submittedAt: 0, revisedAt: 0, reason: undefined },
  };
  const times = { startedAt: 0, deadlineAt: 0, uploadDeadlineAt: null, submittedAt: null };
  return {
    ...attempt,
    ...times,
    state: attempt.state === 'auto_submitted' ? 'submitted' : attempt.state,
    studentId: 0,
    number: 1,
    closedBy: null,
    receiptCode: null,
    receiptRevision: 1,
    receipt,
  };
}

/** What a change of a final score would end without its examiner having seen it. */
async function findEnding(attemptId: number, settlement: Settlement, own: ScoreView): Promise<ScoringView['ends']> {
  const ruling = await findDecisionView(attemptId);
  if (ruling && !ruling.isKept) return ruling.scoreIds.includes(own.id) ? 'ruling' : null;
  return settlement === 'arbitrated' && own.kind !== 'arbiter' ? 'arbitration' : null;
}

/** Who is expected to mark a paper, where the reader is none of them. */
async function listExpectedNames(actor: Actor, attemptId: number): Promise<string[]> {
  const [paper] = await listPaperScores([attemptId]);
  if (!paper || paper.expected.includes(actor.id)) return [];
  const names = await listTeacherNames(paper.expected);
  return paper.expected.map((id) => names.get(id) ?? '');
}

async function listCountedIds(exam: ExamView, attemptId: number): Promise<number[]> {
  const [paper] = await listPaperScores([attemptId]);
  return paper ? settlePaper(paper, exam.settings.arbitrationLimit).countedIds : [];
}

/** What an attempt has come to, and how. */
export type Reached = { settlement: Settlement; percent: number | null };

/** What the final scores of an attempt came to. Asks no rights. */
export async function findReached(attemptId: number): Promise<Reached> {
  const row = await db()
    .selectFrom('attempts')
    .select(['settlement', 'percent'])
    .where('id', '=', attemptId)
    .executeTakeFirst();
  return { settlement: (row?.settlement ?? '') as Settlement, percent: row?.percent ?? null };
}

/** What has become of the final scores of an attempt. Asks no rights. */
export async function findSettlement(attemptId: number): Promise<Settlement> {
  return (await findReached(attemptId)).settlement;
}

import { requirePart } from '~/domain/exam/require-part.rules';
import { listHandInRemarks, recordingRemarks } from '~/domain/attempt/hand-in-remarks.queries.server';
import { withLabels } from '~/domain/classroom/names-then.server';
import { findExamView, type ExamView } from '~/domain/exam/exam.queries.server';
import { phaseOf, type Phase } from '~/domain/exam/times.rules';
import { isExamOwner, scorableParts } from '~/domain/exam/people.rules';
import { PART_LABELS, type Part } from '~/domain/exam/parts.rules';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, notFound } from '~/lib/errors';
import { pageOf, type Page } from '~/lib/page';
import { refuseMarking } from './former-examiner.queries.server';
import { scoringRows, type ScoringRow, type ScoringRows } from './paper-rows.queries.server';
import { getScorableAttempt, listMarkedByKeyAlone } from './scoring-items.queries.server';
import type { ScoringState } from './scoring.rules';
import type { ScoringFilter } from './paper-list.schema';
import { isHandedIn, progressOf, type Progress } from './share-out.rules';

/**
 * The exam for someone who scores, and the parts that are theirs.
 * @throws AppError not_found: the existence of other exams is private
 */
export async function getScoringExam(actor: Actor, examId: number): Promise<{ exam: ExamView; parts: Part[] }> {
  const exam = await findExamView(examId);
  const parts = exam && exam.status !== 'draft' ? scorableParts(actor, exam) : [];
  // Its owner knows that it is there.
  if (exam?.status === 'draft' && isExamOwner(actor, exam)) {
    throw new AppError('conflict', '考试还没有发布，发布后再来看评分和设置。');
  }
  if (!exam) throw notFound('考试');
  if (parts.length === 0) throw await refuseMarking(actor, exam, '考试');
  return { exam, parts };
}

/**
 * For a call that names a part, where a page would show the first there is.
 * @throws AppError invalid for one that the exam has not, or that is not the actor's to mark; as getScoringExam
 */
export async function assertScoringPart(actor: Actor, input: { examId: number; part: Part | null }): Promise<void> {
  if (input.part === null) return;
  const { exam, parts } = await getScoringExam(actor, input.examId);
  refuseOthersPart(exam, parts, input.part);
}

/**
 * A part that is not among `parts`, those that somebody scores in the exam.
 * @throws AppError invalid for one that the exam has not, else forbidden
 */
export function refuseOthersPart(exam: ExamView, parts: readonly Part[], part: Part): void {
  requirePart(exam, part);
  if (!parts.includes(part)) throw new AppError('forbidden', `这场考试的${PART_LABELS[part]}部分不由您评。`);
}

/** A paper in the list, with what is to be known of its recordings before it is opened: 超时 12 秒, 几乎没有声音. */
export type ScoringListRow = ScoringRow & { recordings: string[] };

export type ScoringList = Page<ScoringListRow> &
  Progress & {
    exam: Pick<ExamView, 'id' | 'name' | 'status' | 'testType' | 'releasedAt' | 'releases' | 'ownerName' | 'settings'>;
    isOwner: boolean;
    /** True while students may still sit the part or add photos. */
    phase: Phase;
    parts: Part[];
    part: Part;
    /** Names are hidden: codes stand for them, and there are no classes to choose from. */
    isBlind: boolean;
    /** Papers without names that have no row yet: others still write beside them (sealOf). */
    sealed: ScoringRows['sealed'];
    isSharedOut: boolean;
    classes: { id: number; name: string }[];
    stateCounts: Record<ScoringState, number>;
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
  requirePart(exam, input.part);
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const { rows: all, isSharedOut, isBlind, writing, sealed } = await scoringRows(actor, exam, part, now, 'marking');
  const keyword = input.keyword.toLowerCase();
  const isWanted = (row: ScoringRow) =>
    (input.classId === 0 || isBlind || row.classId === input.classId) &&
    (keyword === '' ||
      row.studentName.toLowerCase().includes(keyword) ||
      row.account.toLowerCase().includes(keyword) ||
      (row.receiptCode ?? '').toLowerCase() === keyword);
  const wanted = all.filter(isWanted);
  const hasState = (row: ScoringRow) =>
    input.state === '' || (input.state === 'mine' ? row.awaitsMe : row.state === input.state);
  const stateCounts = { absent: 0, not_started: 0, in_progress: 0, waiting: 0, marking: 0, arbitration: 0, scored: 0 };
  for (const row of wanted) stateCounts[row.state] += 1;
  // Whatever is looked for: a count that went with a code would be a row of it.
  stateCounts.in_progress += writing;
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const classes = new Map(all.flatMap((row) => (row.classId === null ? [] : [[row.classId, row.className]])));
  const page = pageOf(wanted.filter(hasState), {
    currentPage: input.currentPage,
    pageSize: input.pageSize ?? exam.settings.rowsPerPage,
  });
  return {
    ...page,
    rows: await withRecordings(page.rows),
    exam,
    isOwner: isExamOwner(actor, exam),
    phase: phaseOf(exam, part, now),
    parts,
    part,
    isBlind,
    sealed,
    isSharedOut,
    classes: await withLabels(
      exam.id,
      [...classes].map(([id, name]) => ({ id, name })),
    ),
    stateCounts,
    ...progressOfRows(all),
    firstOpenId: wanted.find((row) => row.isOpen)?.attemptId ?? null,
    hasSeveralExaminers: exam.examinerIds[part].length > 1 || isSharedOut,
    autoScorable: all.filter(
      (row) => isHandedIn(row) && row.state !== 'scored' && byKeyAlone.has(row.attemptId ?? 0) && !row.isReleased,
    ).length,
  };
}

async function withRecordings(rows: ScoringRow[]): Promise<ScoringListRow[]> {
  const remarks = await listHandInRemarks(rows.flatMap(({ attemptId }) => (attemptId === null ? [] : [attemptId])));
  return rows.map((row) => ({
    ...row,
    recordings: recordingRemarks(remarks.get(row.attemptId ?? 0) ?? [], { isBlind: row.studentId === 0 }),
  }));
}

/** How far these papers are for their reader. */
export function progressOfRows(rows: ScoringRow[]): Progress {
  return progressOf(rows.filter(isHandedIn).map(({ state, pile }) => ({ isScored: state === 'scored', pile })));
}

/** The papers a reader goes through while marking, in their order; of one class where classes are known. */
export async function listPapersToMark(
  actor: Actor,
  exam: ExamView,
  input: { part: Part; classId: number },
  now: number,
): Promise<ScoringRows> {
  const all = await scoringRows(actor, exam, input.part, now, 'marking');
  return {
    ...all,
    rows: all.rows.filter(
      (row) => isHandedIn(row) && (input.classId === 0 || all.isBlind || row.classId === input.classId),
    ),
  };
}

/** Where 保存并下一份 leads: the next paper in the list that is open to the reader, from the start again; or null. */
export async function findNextToScore(
  actor: Actor,
  input: { attemptId: number; classId: number },
  now: number,
): Promise<number | null> {
  const { exam, attempt } = await getScorableAttempt(actor, input.attemptId, now);
  const { rows } = await listPapersToMark(actor, exam, { part: attempt.part, classId: input.classId }, now);
  const index = rows.findIndex((row) => row.attemptId === attempt.id);
  const inOrder = [...rows.slice(index + 1), ...rows.slice(0, Math.max(0, index))];
  return inOrder.find((row) => row.isOpen)?.attemptId ?? null;
}

import { listClassLabels } from '~/domain/classroom/names-then.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { actsByCode, blindName, byBlindCode } from '~/domain/exam/blind.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, type FieldErrors } from '~/lib/errors';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import { listArbitersOnly, listAssignments } from '../paper/assignments.queries.server';
import { isMarkedByCode } from '../paper/by-code.queries.server';
import { expectedExaminers } from '../paper/expected.rules';
import { scoringRows, type ScoringRow, type ScoringRows } from '../paper/paper-rows.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { isHandedIn } from '../paper/share-out.rules';
import { loadsOf, markersAfter, markersOf, type LoadPeople, type ShareLoad } from './share-loads.rules';
import {
  planFor,
  refuseByClass,
  type PlannedShareOut,
  type ShareablePaper,
  type ShareAttempt,
  type SharePlanInput,
} from './share-out-plan.rules';
import { listActiveExaminers, listSharePapers } from './share-papers.queries.server';
import { shownPart } from './shown-part.queries.server';

export type ShareRow = ScoringRow & {
  /** Marked without names: it stands by its code, and all that is done to it is. */
  isByCode: boolean;
};

export type ShareOutView = {
  exam: Pick<ExamView, 'id' | 'name' | 'status' | 'ownerId'>;
  parts: Part[];
  part: Part;
  isLocked: boolean;
  /** Examiners may be named: after the release for the re-sits of the part that are open, also while none is handed in. */
  mayName: boolean;
  settings: { isBlind: boolean; arbitrationLimit: number };
  examiners: { id: number; name: string }[];
  /** Named, but their account is disabled: somebody else has to mark in their place. */
  gone: { id: number; name: string }[];
  /** All who could mark; `isArbiter`: named, and for arbitration alone. */
  teachers: { id: number; name: string; account: string; isArbiter: boolean }[];
  /** None once papers are marked by code: how many are open in a class would say of which class they are. */
  classes: { id: number; name: string; papers: number; open: number; examinerIds: number[] }[];
  /** Counts are given class by class too: not where papers are marked by code. */
  hasClassCounts: boolean;
  /** Papers are marked by code, and somebody has begun: nothing is shared out by class, and single ones are given away by code. */
  isMarkedByCode: boolean;
  loads: ShareLoad[];
  /** Papers, each re-sit among them (after the release those alone that wait), and of how many students. */
  papers: number;
  students: number;
  /** Of those that wait for nobody who can come. */
  open: number;
  /** Papers handed in that their keys mark alone, also where what was for a hand is given to everybody: nobody's share. `open`: without a result yet. */
  byKey: { count: number; open: number };
  isSharedOut: boolean;
  /** Nothing was shared out, and several examiners each mark every paper. */
  marksAll: boolean;
  contested: number;
  /** Those in arbitration with who has scored them or seen others' marks: they are not offered as arbiters. */
  contestedPapers: { attemptId: number; markedIds: number[] }[];
  preview: (Omit<PlannedShareOut, 'plan'> & { loads: ShareLoad[] }) | null;
  previewProblem: { message: string; fields: FieldErrors } | null;
  list: Page<ShareRow>;
  /** The list has papers by their codes: no class can be asked for. */
  isByCode: boolean;
  /** Papers without names that are not listed yet: others still write beside them. */
  sealed: ScoringRows['sealed'];
  /** The paper whose examiners are being changed: a student's, or one by its code. */
  chosen: {
    studentId: number | null;
    attemptId: number | null;
    /** The student's, or the code. */
    name: string;
    examinerIds: number[];
    fixedIds: number[];
  } | null;
};

/** Everything of the share-out page, for the owner. */
export async function getShareOut(
  actor: Actor,
  input: {
    examId: number;
    part: Part | null;
    plan: SharePlanInput | null;
    filter: PageInput & { classId: number; examinerId: number; show: string };
    studentId: number;
    /** In place of the student where papers are marked by code. */
    attemptId?: number;
  },
  now: number,
): Promise<ShareOutView> {
  const exam = await getOwnExam(actor, input.examId);
  if (exam.status === 'draft') throw new AppError('conflict', '考试还没有发布，发布后才有答卷可分。');
  const parts = partsOf(exam.testType);
  requirePart(exam, input.part);
  const part = await shownPart(actor, exam, input.part);
  const shareable = await listSharePapers(exam, part);
  // After the release there is something to share out while re-sits wait; else it is a record.
  const isLocked = exam.status === 'released' && shareable.length === 0;
  const mayName = exam.status !== 'released' || (await hasOpenResit(exam.id, part));
  const papers = isLocked ? await listSharePapers(exam, part, { isRecord: true }) : shareable;
  const named = exam.examinerIds[part];
  const assignments = await listAssignments(exam.id, part);
  const isSharedOut = assignments.some((one) => one.kind === 'examiner');
  const arbiters = await listArbitersOnly(exam.id, part);
  const expected = expectedExaminers({
    named,
    arbiters,
    given: [],
    isSharedOut,
    markedBy: exam.settings.markedBy,
    isByKeyAlone: false,
    fixed: null,
  });
  const markers = named.filter((id) => !arbiters.has(id));
  const current = ({ examinerIds }: ShareablePaper, attempt: ShareAttempt) =>
    isSharedOut
      ? markersAfter(attempt, examinerIds)
      : markersOf(attempt, expected.length > 0 ? expected : markers, expected.length);
  const names = await listTeacherNames([
    ...new Set([...named, exam.ownerId, ...papers.flatMap((one) => [...one.examinerIds, ...one.finalIds])]),
  ]);
  const teachers = await listExaminers();
  const active = await listActiveExaminers(exam, part);
  const people: LoadPeople = {
    names,
    named: named.filter((id) => active.has(id)),
    ownerId: exam.ownerId,
    canCome: new Set(teachers.map((one) => one.id)),
  };
  const isByCode = actsByCode(exam) && !isLocked;
  const isBegun = await isMarkedByCode(exam, part);
  const inAll = (loads: ShareLoad[]) => (isByCode ? loads.map((load) => ({ ...load, byClass: {} })) : loads);
  let preview: ShareOutView['preview'] = null;
  let previewProblem: ShareOutView['previewProblem'] = null;
  if (input.plan) {
    try {
      refuseByClass(input.plan, isBegun);
      const { plan, ...planned } = planFor(papers, input.plan, active);
      const next = ({ studentId }: ShareablePaper, attempt: ShareAttempt) =>
        markersAfter(attempt, plan.get(studentId) ?? []);
      preview = { ...planned, loads: inAll(loadsOf(papers, next, people)) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      previewProblem = { message: error.message, fields: error.fields ?? {} };
    }
  }
  const { rows } = await scoringRows(actor, exam, part, now, 'results');
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const byKey = rows.filter((row) => isHandedIn(row) && byKeyAlone.has(row.attemptId ?? 0));
  const { classId, examinerId, show } = input.filter;
  const own = new Map(papers.map((paper) => [paper.studentId, paper]));
  const attemptsOf = (row: ScoringRow) => own.get(row.studentId)?.attempts ?? [];
  // A student's papers go together: one row, of the last attempt.
  const last = new Map(
    rows.filter((row) => isHandedIn(row) && own.has(row.studentId)).map((row) => [row.studentId, row]),
  );
  const marking = isByCode ? await scoringRows(actor, exam, part, now, 'marking') : null;
  const codes = new Map(
    (marking?.rows ?? []).flatMap((row) => (isHidden(row) && row.attemptId !== null ? [[row.attemptId, row]] : [])),
  );
  // While others write beside them none is counted: the one that is missing would be theirs.
  const isThere = (attemptId: number) => !isByCode || codes.has(attemptId);
  const contested = rows.filter(
    (row) => row.state === 'arbitration' && own.has(row.studentId) && isThere(row.attemptId ?? 0),
  );
  const isListed = (row: ScoringRow) =>
    (examinerId === 0 || row.examiners.some((one) => one.id === examinerId)) &&
    (show !== 'arbitration' || row.state === 'arbitration');
  const isOpen = (row: ScoringRow) =>
    attemptsOf(row).some((one) => one.isUnshared && (!isByCode || one.id === row.attemptId));
  const isShown = (row: ScoringRow) => show !== 'open' || !isSharedOut || isOpen(row);
  // By code each paper stands for itself. Whose it is to mark is said once papers are given away by code: before, it would
  // tell what was shared out by class.
  const listed = isByCode
    ? rows
        .flatMap((row) => {
          const { attemptId } = row;
          const code = attemptId === null ? undefined : codes.get(attemptId);
          if (attemptId === null || !code || !own.has(row.studentId) || !isShown(row)) return [];
          return [{ ...code, attemptId, examiners: isBegun ? row.examiners : [], isByCode: true }];
        })
        .filter(isListed)
        .sort(byBlindCode)
    : [...last.values()]
        .filter((row) => isShown(row) && isListed(row) && (classId === 0 || row.classId === classId))
        .map((row) => ({ ...row, isByCode: false }));
  const chosen = papers.find(({ studentId, attempts }) =>
    isByCode
      ? attempts.some(({ id }) => id === input.attemptId && isBegun && codes.has(id))
      : studentId === input.studentId,
  );
  return {
    exam: { id: exam.id, name: exam.name, status: exam.status, ownerId: exam.ownerId },
    parts,
    part,
    isLocked,
    mayName,
    settings: { isBlind: exam.settings.isBlind, arbitrationLimit: exam.settings.arbitrationLimit },
    examiners: people.named.map((id) => ({ id, name: names.get(id) ?? '' })),
    gone: named.filter((id) => !active.has(id)).map((id) => ({ id, name: names.get(id) ?? '' })),
    teachers: teachers.map((one) => ({ ...one, isArbiter: arbiters.has(one.id) })),
    classes: isBegun && isByCode ? [] : classesOf(papers, await listClassLabels(exam.id), isSharedOut),
    hasClassCounts: !isByCode,
    isMarkedByCode: isBegun,
    loads: inAll(loadsOf(papers, current, people)).filter((load) => load.total > 0 || !arbiters.has(load.id)),
    papers: countPapers(papers),
    students: papers.length,
    open: isSharedOut ? countUnshared(papers) : countPapers(papers),
    byKey: { count: byKey.length, open: byKey.filter((row) => row.state !== 'scored' && !row.isReleased).length },
    isSharedOut,
    marksAll: expected.length > 1,
    contested: contested.length,
    // Not in the order of the class list, which would tell whose they are.
    contestedPapers: papers
      .flatMap(({ contestedIds, finalIds, examinerIds, lookedIds }) =>
        contestedIds.filter(isThere).map((attemptId) => ({
          attemptId,
          markedIds: [...new Set([...finalIds, ...examinerIds, ...lookedIds])],
        })),
      )
      .sort(byBlindCode),
    preview,
    previewProblem,
    list: pageOf(listed, input.filter),
    isByCode,
    sealed: marking?.sealed ?? null,
    chosen: chosen
      ? {
          ...(isByCode
            ? { studentId: null, attemptId: input.attemptId ?? 0, name: blindName(input.attemptId ?? 0) }
            : { studentId: chosen.studentId, attemptId: null, name: chosen.studentName }),
          examinerIds: chosen.examinerIds,
          fixedIds: chosen.fixedIds,
        }
      : null,
  };
}

/** Whether somebody sits the part again whose re-sit is to come or waits for its marks. */
async function hasOpenResit(examId: number, part: Part): Promise<boolean> {
  return (await listResits(examId, part)).some(({ state }) => state === 'open');
}

/** A row of the papers' list that stands by its code. */
function isHidden(row: ScoringRow): boolean {
  return row.studentId === 0;
}

/** Papers, each re-sit among them; after the release the re-sits that wait. */
function countPapers(papers: ShareablePaper[]): number {
  return papers.reduce((sum, paper) => sum + paper.count, 0);
}

function countUnshared(papers: ShareablePaper[]): number {
  return papers.reduce((sum, paper) => sum + paper.attempts.filter((one) => one.isUnshared).length, 0);
}

function classesOf(
  papers: ShareablePaper[],
  labels: Map<number, string>,
  isSharedOut: boolean,
): ShareOutView['classes'] {
  const classes = new Map<number, ShareOutView['classes'][number]>();
  for (const paper of papers) {
    const one = classes.get(paper.classId) ?? {
      id: paper.classId,
      name: labels.get(paper.classId) ?? (paper.className === '' ? '没有班级' : paper.className),
      papers: 0,
      open: 0,
      examinerIds: paper.examinerIds,
    };
    one.papers += paper.count;
    one.open += isSharedOut ? countUnshared([paper]) : paper.count;
    if (one.examinerIds.length === 0) one.examinerIds = paper.examinerIds;
    classes.set(paper.classId, one);
  }
  return [...classes.values()];
}

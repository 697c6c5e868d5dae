import { listClassLabels } from '~/domain/classroom/names-then.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { byBlindCode, seesNames } from '~/domain/exam/blind.rules';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { listResits } from '~/domain/exam/resit.queries.server';
import { RESIT_NUMBER } from '~/domain/exam/resit.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, type FieldErrors } from '~/lib/errors';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import { listArbitersOnly, listAssignments } from '../paper/assignments.queries.server';
import { expectedExaminers } from '../paper/expected.rules';
import { scoringRows, withoutNames, type ScoringRow } from '../paper/paper-rows.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import { isHandedIn } from '../paper/share-out.rules';
import { countBlindLeft } from './blind-left.queries.server';
import { loadsOf, markersAfter, markersOf, type LoadPeople, type ShareLoad } from './share-loads.rules';
import {
  planFor,
  type PlannedShareOut,
  type ShareablePaper,
  type ShareAttempt,
  type SharePlanInput,
} from './share-out-plan.rules';
import { listActiveExaminers, listSharePapers } from './share-papers.queries.server';
import { shownPart } from './shown-part.queries.server';

export type ShareRow = ScoringRow & {
  /** Marked without names and in arbitration: what is said of it would tell whose its code is. */
  isByCode: boolean;
  /** What an arbiter is asked for: the paper, by which no name is to be found; null beside a name that is held back. */
  paperId: number | null;
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
  classes: { id: number; name: string; papers: number; open: number; examinerIds: number[] }[];
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
  /** Re-sits marked without names that were given to nobody: they are not listed by name. */
  unnamed: number;
  /** Papers of a blind exam without a result: until there are none the list by name says of none how far it is. */
  blindLeft: number;
  /** The paper whose examiners are being changed. */
  chosen: { studentId: number; name: string; examinerIds: number[]; fixedIds: number[] } | null;
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
  let preview: ShareOutView['preview'] = null;
  let previewProblem: ShareOutView['previewProblem'] = null;
  if (input.plan) {
    try {
      const { plan, ...planned } = planFor(papers, input.plan, active);
      const next = ({ studentId }: ShareablePaper, attempt: ShareAttempt) =>
        markersAfter(attempt, plan.get(studentId) ?? []);
      preview = { ...planned, loads: loadsOf(papers, next, people) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      previewProblem = { message: error.message, fields: error.fields ?? {} };
    }
  }
  const blindLeft = await countBlindLeft(exam);
  const { rows } = await scoringRows(actor, exam, part, now, 'results');
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const byKey = rows.filter((row) => isHandedIn(row) && byKeyAlone.has(row.attemptId ?? 0));
  const { classId, examinerId, show } = input.filter;
  // A student's papers go together: one row, of the last attempt.
  const own = new Map(papers.map((paper) => [paper.studentId, paper]));
  const last = new Map(
    rows.filter((row) => isHandedIn(row) && own.has(row.studentId)).map((row) => [row.studentId, row]),
  );
  // Papers are given away by name; where they are marked without, none is opened by it, and what is in arbitration is
  // listed by its code alone: beside a name, the state would tell whose the code is.
  const marksByName = ({ isReleased }: ScoringRow) =>
    seesNames(exam, { isOwner: true, view: 'marking', isOut: isReleased });
  const isByCode =
    show === 'arbitration' && [...last.values()].some((row) => row.state === 'arbitration' && !marksByName(row));
  // A re-sit that was given to nobody may still become the reader's: beside others that are marked or being written its
  // name would tell its code. It is shared out with the rest, not by itself.
  const isUnnamed = (row: ScoringRow) =>
    isSharedOut &&
    !isByCode &&
    !marksByName(row) &&
    row.number >= RESIT_NUMBER &&
    (own.get(row.studentId)?.attempts ?? []).some((one) => one.isUnshared);
  const byName = (row: ScoringRow) => (blindLeft > 0 ? withoutProgress(row) : row);
  const examinersOf = (row: ScoringRow) => (isByCode || marksByName(row) ? row : byName(row)).examiners;
  const unnamed = [...last.values()].filter(isUnnamed).length;
  const shown = [...last.values()].filter(
    (row) =>
      !isUnnamed(row) &&
      (classId === 0 || isByCode || row.classId === classId) &&
      (examinerId === 0 || examinersOf(row).some((one) => one.id === examinerId)) &&
      (show !== 'open' || !isSharedOut || (own.get(row.studentId)?.attempts ?? []).some((one) => one.isUnshared)) &&
      (show !== 'arbitration' || row.state === 'arbitration'),
  );
  const contested = rows.filter((row) => row.state === 'arbitration' && own.has(row.studentId));
  const listed = isByCode
    ? withoutNames(shown).map((row) => ({ ...row, attemptId: null, paperId: row.attemptId, isByCode: true }))
    : shown.map((row) =>
        marksByName(row)
          ? { ...row, paperId: row.attemptId, isByCode: false }
          : { ...byName(row), attemptId: null, paperId: null, isByCode: false },
      );
  const hasName = ({ studentId }: ShareablePaper) =>
    ![...last.values()].some((row) => row.studentId === studentId && isUnnamed(row));
  const chosen = papers.find((paper) => paper.studentId === input.studentId && hasName(paper));
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
    classes: classesOf(papers, await listClassLabels(exam.id), isSharedOut),
    loads: loadsOf(papers, current, people).filter((load) => load.total > 0 || !arbiters.has(load.id)),
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
        contestedIds.map((attemptId) => ({
          attemptId,
          markedIds: [...new Set([...finalIds, ...examinerIds, ...lookedIds])],
        })),
      )
      .sort(byBlindCode),
    preview,
    previewProblem,
    list: pageOf(listed, input.filter),
    isByCode,
    unnamed,
    blindLeft,
    chosen: chosen
      ? {
          studentId: chosen.studentId,
          name: chosen.studentName,
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

/** Whose a paper is, and nothing of how far it is marked, nor who was asked to arbitrate: that is said of its code. */
function withoutProgress(row: ScoringRow): ScoringRow {
  const examiners = row.examiners
    .filter(({ kind }) => kind !== 'arbiter')
    .map((one) => ({ ...one, score: 'none' as const }));
  return { ...row, examiners, state: 'waiting', ownScore: 'none', finals: 0, settlement: '', percent: null };
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

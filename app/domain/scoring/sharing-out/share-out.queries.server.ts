import { classroomThen } from '~/domain/classroom/members-then.server';
import { classNameThen, listClassLabels, studentNameThen } from '~/domain/classroom/names-then.server';
import { db } from '~/db/db.server';
import { getOwnExam, type ExamView } from '~/domain/exam/exam.queries.server';
import { partsOf, type Part } from '~/domain/exam/parts.rules';
import { requirePart } from '~/domain/exam/require-part.rules';
import { listTeacherNames } from '~/domain/exam/people.queries.server';
import { listReleasedStudents } from '~/domain/exam/released.queries.server';
import { listExaminers } from '~/domain/user/user.queries.server';
import type { Actor } from '~/domain/actor/actor.rules';
import { AppError, invalid, type FieldErrors } from '~/lib/errors';
import { groupBy } from '~/lib/group-by';
import { pageOf, type Page, type PageInput } from '~/lib/page';
import { listArbitersOnly, listAssignments, reaches } from '../paper/assignments.queries.server';
import { expectedExaminers, missingScores } from '../paper/expected.rules';
import { listLooks } from '../paper/looks.queries.server';
import { scoringRows, type ScoringRow } from '../paper/paper-rows.queries.server';
import { listMarkedByKeyAlone } from '../paper/scoring-items.queries.server';
import {
  changesOf,
  planMark,
  planShareOut,
  type ShareChanges,
  type SharePaper,
  type SharePlan,
  type SharePlanInput,
} from './share-out-plan.rules';
import { isHandedIn, isUnshared } from '../paper/share-out.rules';

/** One of a student's papers of a part: a re-sit is one of its own. */
export type ShareAttempt = {
  isScored: boolean;
  /** One of the papers that are counted: after the release a re-sit that waits, not what is settled beside it. */
  isCounted: boolean;
  /** Who has handed in a final score, arbiters aside. */
  finalIds: number[];
  /** Open, and given to nobody, or waiting for somebody who cannot come (see isUnshared). */
  isUnshared: boolean;
};

/** A student's papers of a part with what a share-out has to know. */
export type ShareablePaper = SharePaper & {
  studentName: string;
  className: string;
  attempts: ShareAttempt[];
  /** Who has handed in a final score, arbiters aside. */
  finalIds: number[];
  /** Of these whose mark is of the last paper or of one that is not scored yet: they stay its examiners. */
  fixedIds: number[];
  /** Who has saved a draft of it without handing in a score, arbiters aside. */
  draftIds: number[];
  /** Who has seen others' marks without giving their own. */
  lookedIds: number[];
  isContested: boolean;
};

/**
 * What can be shared out of a part: papers handed in, by student; not those that their keys mark alone, and not those
 * of students whose results are out. After the release it is those of re-sits that wait for their marks; `isRecord`:
 * all that were. Asks no rights.
 */
export async function listSharePapers(
  exam: ExamView,
  part: Part,
  { isRecord = false } = {},
): Promise<ShareablePaper[]> {
  const attempts = await db()
    .selectFrom('attempts')
    .innerJoin('users', 'users.id', 'attempts.student_id')
    .leftJoin('classrooms', (join) => join.on('classrooms.id', '=', classroomThen(exam.id)))
    .select(['attempts.id', 'attempts.student_id', 'attempts.state', 'attempts.settlement'])
    .select([classroomThen(exam.id).as('classroom_id'), studentNameThen(exam.id).as('name')])
    .select(classNameThen(exam.id).as('class_name'))
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .where('attempts.state', '!=', 'in_progress')
    .orderBy('classrooms.name')
    .orderBy('users.account_key')
    .orderBy('attempts.number')
    .execute();
  const scores = await db()
    .selectFrom('scores')
    .innerJoin('attempts', 'attempts.id', 'scores.attempt_id')
    .select(['scores.attempt_id', 'attempts.student_id', 'scores.examiner_id', 'scores.state', 'scores.kind'])
    .where('attempts.exam_id', '=', exam.id)
    .where('attempts.part', '=', part)
    .orderBy('scores.id')
    .execute();
  const finalsOf = groupBy(
    scores.filter((score) => score.kind !== 'arbiter' && score.state === 'final'),
    (score) => score.attempt_id,
  );
  const byKeyAlone = await listMarkedByKeyAlone(exam.id, part);
  const isOut = isRecord ? new Set<number>() : await listReleasedStudents(exam.id);
  const assigned = groupBy(await listAssignments(exam.id, part), (one) => one.studentId);
  const hasOnlyOpen = !isRecord && exam.status === 'released';
  const papers = new Map<number, ShareablePaper>();
  for (const attempt of attempts) {
    if (byKeyAlone.has(attempt.id) || isOut.has(attempt.student_id)) continue;
    const own = assigned.get(attempt.student_id) ?? [];
    const paper = papers.get(attempt.student_id) ?? {
      studentId: attempt.student_id,
      studentName: attempt.name,
      classId: attempt.classroom_id ?? 0,
      className: attempt.class_name ?? '',
      count: 0,
      attempts: [],
      examinerIds: [],
      begunIds: [],
      arbiterIds: own.filter(({ kind }) => kind === 'arbiter').map(({ examinerId }) => examinerId),
      finalIds: [],
      fixedIds: [],
      draftIds: [],
      lookedIds: [],
      finals: [],
      isSettled: true,
      isContested: false,
    };
    papers.set(attempt.student_id, paper);
    const finalIds = (finalsOf.get(attempt.id) ?? []).map((score) => score.examiner_id);
    const isScored = attempt.state === 'scored';
    const isContested = attempt.settlement === 'arbitration' || attempt.settlement === 'owner';
    const given = own.filter((one) => one.kind === 'examiner' && reaches(one, finalIds));
    const waitsFor = given.map((one) => ({ isFinal: finalIds.includes(one.examinerId), canCome: one.isActive }));
    const isCounted = !hasOnlyOpen || !isScored;
    if (isCounted) paper.count += 1;
    paper.attempts.push({ isScored, isCounted, finalIds, isUnshared: isUnshared({ isScored, isContested, waitsFor }) });
    paper.finals.push(finalIds);
    paper.isSettled &&= isScored;
    paper.isContested ||= attempt.settlement === 'arbitration';
  }
  const active = await listActiveExaminers(exam, part);
  for (const paper of papers.values()) {
    const open = paper.attempts.filter((one) => !one.isScored);
    // What is open says whose the papers are: who has left keeps what they marked, not the re-sit of it.
    for (const { examinerId, kind, isNamed } of assigned.get(paper.studentId) ?? []) {
      const isReached = (open.length > 0 ? open : paper.attempts).some((one) =>
        reaches({ isNamed, examinerId }, one.finalIds),
      );
      if (kind === 'examiner' && isReached) paper.examinerIds.push(examinerId);
    }
    for (const id of [...open, ...paper.attempts.slice(-1)].flatMap((one) => one.finalIds)) add(paper.fixedIds, id);
  }
  const canMark = (id: number) => active.has(id) || id === exam.ownerId;
  for (const look of await listLooks(exam.id, part)) {
    const paper = papers.get(look.student_id);
    if (paper) add(paper.lookedIds, look.teacher_id);
  }
  for (const score of scores) {
    const paper = papers.get(score.student_id);
    if (!paper) continue;
    const id = score.examiner_id;
    if (score.kind !== 'arbiter' && score.state !== 'final') add(paper.draftIds, id);
    if (score.kind === 'arbiter') add(paper.arbiterIds, id);
    else if (score.state === 'final') {
      add(paper.finalIds, id);
      const isDone = paper.attempts.every((one) => one.isScored || one.finalIds.includes(id));
      if (canMark(id) || isDone) add(paper.begunIds, id);
    }
    // A draft holds a paper for who still has it, or began it while it was everybody's, and can go on with it.
    else if (active.has(id) && (paper.examinerIds.length === 0 || paper.examinerIds.includes(id))) {
      add(paper.begunIds, id);
    }
  }
  return [...papers.values()].filter((paper) => !hasOnlyOpen || !paper.isSettled);
}

function add(list: number[], id: number): void {
  if (!list.includes(id)) list.push(id);
}

/** A share-out before it is done. */
export type PlannedShareOut = { plan: SharePlan; mark: string; changes: ShareChanges; reopened: number };

/** The examiners of a part who can still come: without those whose account is disabled. */
export async function listActiveExaminers(exam: ExamView, part: Part): Promise<Set<number>> {
  const active = new Set((await listExaminers()).map((one) => one.id));
  return new Set(exam.examinerIds[part].filter((id) => active.has(id)));
}

/**
 * Plans a share-out among the part's examiners (see listActiveExaminers).
 * @throws AppError invalid when it names nobody, or too few
 */
export function planFor(papers: ShareablePaper[], input: SharePlanInput, named: Set<number>): PlannedShareOut {
  const examinerIds = input.examinerIds.filter((id) => named.has(id));
  const byClass = Object.fromEntries(
    Object.entries(input.byClass).map(([id, ids]) => [id, ids.filter((one) => named.has(one))]),
  );
  if (named.size === 0) throw invalid({ examinerIds: '还没有能阅卷的老师，请先选定阅卷老师。' });
  if (input.way === 'class' && Object.values(byClass).every((ids) => ids.length === 0)) {
    throw invalid({ byClass: '请至少给一个班选一位阅卷老师。' });
  }
  if (input.way === 'random' && examinerIds.length < input.perPaper) {
    const message = examinerIds.length === 0 ? '请勾选参加分卷的老师。' : '每份由两位老师评，至少要勾选两位老师。';
    throw invalid({ examinerIds: message });
  }
  const among = input.way === 'balance' ? [...named] : examinerIds;
  const plan = planShareOut(papers, { ...input, examinerIds: among, byClass });
  const reopened = papers.reduce((sum, paper) => sum + reopenedBy(paper, plan.get(paper.studentId) ?? []), 0);
  return { plan, mark: planMark(plan), changes: changesOf(papers, plan), reopened };
}

/** How many of a student's papers that are scored would wait for somebody again. */
export function reopenedBy(paper: ShareablePaper, next: number[]): number {
  if (next.length < 2 || next.every((id) => paper.examinerIds.includes(id))) return 0;
  return paper.attempts.filter(
    ({ isScored, finalIds }) => isScored && finalIds.length > 0 && missingScores(finalIds, next, null) > 0,
  ).length;
}

/** How many papers of each class an examiner has. */
export type ShareLoad = {
  id: number;
  name: string;
  /** Named for the part with an account that works. */
  isNamed: boolean;
  /** Why they are given nothing more: no examiner of the part any more, or their account is disabled; '' else. */
  left: '' | '已离开' | '账号已停用';
  total: number;
  /** With a final score of theirs. */
  done: number;
  /** By class id. */
  byClass: Record<number, number>;
};

export type ShareOutView = {
  exam: Pick<ExamView, 'id' | 'name' | 'status' | 'ownerId'>;
  parts: Part[];
  part: Part;
  isLocked: boolean;
  settings: { isBlind: boolean; arbitrationLimit: number };
  examiners: { id: number; name: string }[];
  /** Named, but their account is disabled: somebody else has to mark in their place. */
  gone: { id: number; name: string }[];
  teachers: { id: number; name: string; account: string }[];
  classes: { id: number; name: string; papers: number; open: number; examinerIds: number[] }[];
  loads: ShareLoad[];
  /** Papers, each re-sit among them (after the release those alone that wait), and of how many students. */
  papers: number;
  students: number;
  /** Of those that wait for nobody who can come. */
  open: number;
  isSharedOut: boolean;
  /** Nothing was shared out, and several examiners each mark every paper. */
  marksAll: boolean;
  contested: number;
  /** Those in arbitration with who has scored them or seen others' marks: they are not offered as arbiters. */
  contestedPapers: { studentId: number; markedIds: number[] }[];
  preview: (Omit<PlannedShareOut, 'plan'> & { loads: ShareLoad[] }) | null;
  previewProblem: { message: string; fields: FieldErrors } | null;
  list: Page<ScoringRow>;
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
  const part = input.part !== null && parts.includes(input.part) ? input.part : (parts[0] ?? 'oral');
  const shareable = await listSharePapers(exam, part);
  // After the release there is something to share out while re-sits wait; else it is a record.
  const isLocked = exam.status === 'released' && shareable.length === 0;
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
  const { rows } = await scoringRows(actor, exam, part, now, 'results');
  const { classId, examinerId, show } = input.filter;
  // A student's papers go together: one row, of the last attempt.
  const own = new Map(papers.map((paper) => [paper.studentId, paper]));
  const last = new Map(
    rows.filter((row) => isHandedIn(row) && own.has(row.studentId)).map((row) => [row.studentId, row]),
  );
  const shown = [...last.values()].filter(
    (row) =>
      (classId === 0 || row.classId === classId) &&
      (examinerId === 0 || row.examiners.some((one) => one.id === examinerId)) &&
      (show !== 'open' || !isSharedOut || (own.get(row.studentId)?.attempts ?? []).some((one) => one.isUnshared)) &&
      (show !== 'arbitration' || row.state === 'arbitration'),
  );
  const chosen = papers.find((paper) => paper.studentId === input.studentId);
  return {
    exam: { id: exam.id, name: exam.name, status: exam.status, ownerId: exam.ownerId },
    parts,
    part,
    isLocked,
    settings: { isBlind: exam.settings.isBlind, arbitrationLimit: exam.settings.arbitrationLimit },
    examiners: people.named.map((id) => ({ id, name: names.get(id) ?? '' })),
    gone: named.filter((id) => !active.has(id)).map((id) => ({ id, name: names.get(id) ?? '' })),
    teachers,
    classes: classesOf(papers, await listClassLabels(exam.id), isSharedOut),
    loads: loadsOf(papers, current, people).filter((load) => load.total > 0 || !arbiters.has(load.id)),
    papers: countPapers(papers),
    students: papers.length,
    open: isSharedOut ? countUnshared(papers) : countPapers(papers),
    isSharedOut,
    marksAll: expected.length > 1,
    contested: rows.filter((row) => row.state === 'arbitration' && own.has(row.studentId)).length,
    contestedPapers: papers
      .filter((paper) => paper.isContested)
      .map((paper) => ({
        studentId: paper.studentId,
        markedIds: [...paper.finalIds, ...paper.examinerIds, ...paper.lookedIds],
      })),
    preview,
    previewProblem,
    list: pageOf(shown, input.filter),
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

/** Who marks a student's papers while the part is not shared out: of those that are open, else who has marked them. */
export function unsharedMarkers(paper: ShareablePaper, examiners: number[], wanted: number): number[] {
  const open = paper.attempts.filter((one) => !one.isScored);
  const ids = (open.length > 0 ? open : paper.attempts).flatMap((attempt) =>
    attempt.isScored ? attempt.finalIds : markersOf(attempt, examiners, wanted),
  );
  return [...new Set(ids)];
}

/**
 * Who marks a paper that was not shared out: who has, and where `wanted` are expected of it, as many of `examiners` as
 * are missing; where anybody may, the only one there is.
 */
function markersOf({ finalIds }: ShareAttempt, examiners: number[], wanted: number): number[] {
  const given = [
    ...examiners.filter((id) => finalIds.includes(id)),
    ...finalIds.filter((id) => !examiners.includes(id)),
  ];
  const open = examiners.filter((id) => !given.includes(id));
  if (wanted > 0) return [...given, ...open.slice(0, Math.max(0, wanted - given.length))];
  return given.length === 0 && open.length === 1 ? open : given;
}

/** Whose a paper is that was given to `examinerIds`: what is scored is whose mark it has, unless they make it wait again. */
function markersAfter({ isScored, finalIds }: ShareAttempt, examinerIds: number[]): number[] {
  const expected = examinerIds.length > 1 ? examinerIds : [];
  const isDone = isScored && finalIds.length > 0 && missingScores(finalIds, expected, null) === 0;
  return isDone ? finalIds : examinerIds;
}

type LoadPeople = { names: Map<number, string>; named: number[]; ownerId: number; canCome: Set<number> };

function loadsOf(
  papers: ShareablePaper[],
  markers: (paper: ShareablePaper, attempt: ShareAttempt) => number[],
  { names, named, ownerId, canCome }: LoadPeople,
): ShareLoad[] {
  const loads = new Map<number, ShareLoad>();
  const leftOf = (id: number): ShareLoad['left'] => {
    if (!canCome.has(id)) return '账号已停用';
    return named.includes(id) || id === ownerId ? '' : '已离开';
  };
  const loadOf = (id: number): ShareLoad => {
    const known = loads.get(id);
    if (known) return known;
    const load = {
      id,
      name: names.get(id) ?? '',
      isNamed: named.includes(id),
      left: leftOf(id),
      total: 0,
      done: 0,
      byClass: {},
    };
    loads.set(id, load);
    return load;
  };
  for (const id of named) loadOf(id);
  for (const paper of papers) {
    for (const attempt of paper.attempts.filter((one) => one.isCounted)) {
      for (const id of markers(paper, attempt)) {
        const load = loadOf(id);
        load.total += 1;
        if (attempt.finalIds.includes(id)) load.done += 1;
        load.byClass[paper.classId] = (load.byClass[paper.classId] ?? 0) + 1;
      }
    }
  }
  return [...loads.values()];
}

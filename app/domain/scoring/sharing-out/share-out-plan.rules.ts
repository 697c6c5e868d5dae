import { invalid } from '~/lib/errors';
import { missingScores } from '../paper/expected.rules';

/** 分卷: who is to score which paper, planned before anything is stored. Pure: the same input and seed give the same plan. */

export const SHARE_WAYS = ['class', 'random', 'balance'] as const;
/** By class, at random and evenly, or only evening out what is there. */
export type ShareWay = (typeof SHARE_WAYS)[number];

export const SHARE_WAY_LABELS: Record<ShareWay, string> = { class: '按班级', random: '随机平均', balance: '均衡份数' };

/** open: only what nobody has yet; all: anew. */
export const SHARE_SCOPES = ['open', 'all'] as const;
export type ShareScope = (typeof SHARE_SCOPES)[number];

/** A student's papers of a part, which always go together. */
export type SharePaper = {
  studentId: number;
  /** 0 for a student without a class. */
  classId: number;
  /** How many papers they are: a re-sit is one of its own, and after the release it alone. */
  count: number;
  /** Whose they are now. */
  examinerIds: number[];
  /** Who has begun to score them: they keep them, whatever is planned. */
  begunIds: number[];
  /** Who arbitrates them, and so can be no examiner of them. */
  arbiterIds: number[];
  /** Of each of them (a re-sit is one of its own) who has handed in a final score, arbiters aside. */
  finals: number[][];
  /** All of them have their result. */
  isSettled: boolean;
};

/** One of a student's papers of a part: a re-sit is one of its own. */
export type ShareAttempt = {
  id: number;
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
  /** Those of them that are in arbitration. */
  contestedIds: number[];
};

export type SharePlanInput = {
  way: ShareWay;
  scope: ShareScope;
  /** random and balance: among whom. */
  examinerIds: number[];
  /** random: how many score each paper. */
  perPaper: number;
  /** class: whose papers a class's are. */
  byClass: Record<number, number[]>;
  seed: number;
};

/** Each student's examiners as they would be. */
export type SharePlan = Map<number, number[]>;

/** Plans a share-out. Every student stands in the plan, also those for whom nothing changes. */
export function planShareOut(papers: SharePaper[], input: SharePlanInput): SharePlan {
  const plan: SharePlan = new Map();
  const isFixed = (paper: SharePaper) =>
    input.way === 'balance' || (input.scope === 'open' && paper.examinerIds.length > 0);
  const countFor = (paper: SharePaper) => {
    if (input.way === 'class') return new Set(input.byClass[paper.classId] ?? []).size;
    return input.way === 'balance' ? 1 : input.perPaper;
  };
  for (const paper of papers) {
    const isKept = isFixed(paper) && paper.examinerIds.length > 0;
    plan.set(paper.studentId, isKept ? paper.examinerIds : keptOf(paper, countFor(paper)));
  }
  const random = randomFrom(input.seed);
  if (input.way === 'balance') {
    giveAway(papers, plan, input.examinerIds, random);
    evenOut(papers, plan, input.examinerIds, random);
    return plan;
  }
  const open = papers.filter((paper) => !isFixed(paper));
  if (input.way === 'class') {
    for (const paper of open) {
      const wanted = input.byClass[paper.classId] ?? [];
      fill(plan, paper, wanted, wanted.length);
    }
    return plan;
  }
  const loads = countLoads(plan);
  const load = (id: number) => loads.get(id) ?? 0;
  for (const paper of shuffled(open, random)) {
    const byLoad = shuffled(input.examinerIds, random).sort((a, b) => load(a) - load(b));
    for (const id of fill(plan, paper, byLoad, input.perPaper)) loads.set(id, load(id) + 1);
  }
  return plan;
}

/**
 * Who has begun keeps the paper, in the order they were given it. What has its result stays with as many as `count`
 * asks for: one more, who has only a draft or marked the student's other paper, would make it wait again.
 */
function keptOf(paper: SharePaper, count: number): number[] {
  const given = paper.examinerIds.filter((id) => paper.begunIds.includes(id));
  const begun = [...given, ...paper.begunIds.filter((id) => !given.includes(id))];
  const finals = begun.filter((id) => paper.finals.some((ids) => ids.includes(id)));
  if (!paper.isSettled || begun.length <= count || finals.length === 0) return begun;
  if (finals.length <= count) return finals;
  const ofEach = finals.filter((id) => paper.finals.every((ids) => ids.includes(id)));
  const last = finals.filter((id) => paper.finals[paper.finals.length - 1]?.includes(id));
  return ofEach.length > 0 ? ofEach : last.slice(0, 1);
}

/** Gives a paper to the first of `wanted` until `count` have it; returns who came new. */
function fill(plan: SharePlan, paper: SharePaper, wanted: number[], count: number): number[] {
  const kept = plan.get(paper.studentId) ?? [];
  const added = wanted
    .filter((id, index) => wanted.indexOf(id) === index && !kept.includes(id) && !paper.arbiterIds.includes(id))
    .slice(0, Math.max(0, count - kept.length));
  plan.set(paper.studentId, [...kept, ...added]);
  return added;
}

/** Gives what nobody has, and what waits for somebody who cannot come any more, to who has least. */
function giveAway(papers: SharePaper[], plan: SharePlan, examinerIds: number[], random: () => number): void {
  const loads = countLoads(plan);
  const load = (id: number) => loads.get(id) ?? 0;
  for (const paper of shuffled(papers, random)) {
    const now = plan.get(paper.studentId) ?? [];
    const staying = now.filter((id) => examinerIds.includes(id) || paper.begunIds.includes(id));
    const count = Math.max(1, now.length);
    if (staying.length >= count) continue;
    const byLoad = shuffled(examinerIds, random).sort((a, b) => load(a) - load(b));
    plan.set(paper.studentId, staying);
    const added = fill(plan, paper, byLoad, count);
    // Nobody else is there to take it.
    if (staying.length + added.length < count) plan.set(paper.studentId, now);
    else for (const id of added) loads.set(id, load(id) + 1);
  }
}

/** Moves papers that nobody has begun from who has most to who has least, until they differ by one or nothing moves. */
function evenOut(papers: SharePaper[], plan: SharePlan, examinerIds: number[], random: () => number): void {
  const loads = new Map([...examinerIds.map((id): [number, number] => [id, 0]), ...countLoads(plan)]);
  const byId = shuffled(papers, random);
  for (;;) {
    const order = [...loads].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const move = order.flatMap(([from, most]) =>
      [...order].reverse().flatMap(([to, least]) => {
        if (most - least < 2 || !examinerIds.includes(to)) return [];
        const paper = byId.find((one) => {
          const now = plan.get(one.studentId) ?? [];
          const isFree = now.includes(from) && !one.begunIds.includes(from);
          return isFree && !now.includes(to) && !one.arbiterIds.includes(to);
        });
        return paper ? [{ from, to, paper }] : [];
      }),
    )[0];
    if (!move) return;
    const { from, to, paper } = move;
    plan.set(
      paper.studentId,
      (plan.get(paper.studentId) ?? []).map((id) => (id === from ? to : id)),
    );
    loads.set(from, (loads.get(from) ?? 0) - 1);
    loads.set(to, (loads.get(to) ?? 0) + 1);
  }
}

/** How many papers each examiner has. */
export function countLoads(plan: SharePlan): Map<number, number> {
  const loads = new Map<number, number>();
  for (const ids of plan.values()) for (const id of ids) loads.set(id, (loads.get(id) ?? 0) + 1);
  return loads;
}

/** What a plan changes, for those who are asked before it is done. */
export type ShareChanges = {
  /** Papers that somebody gets who had none of them. */
  given: number;
  /** Papers that somebody loses. */
  taken: number;
  /** Papers that stay with who has begun them. */
  kept: number;
  /** Papers that nobody has after it. */
  left: number;
  changedIds: number[];
};

/** Compares a plan with what is. */
export function changesOf(papers: SharePaper[], plan: SharePlan): ShareChanges {
  const changes: ShareChanges = { given: 0, taken: 0, kept: 0, left: 0, changedIds: [] };
  for (const paper of papers) {
    const next = plan.get(paper.studentId) ?? [];
    const isGiven = next.some((id) => !paper.examinerIds.includes(id));
    const isTaken = paper.examinerIds.some((id) => !next.includes(id));
    if (isGiven) changes.given += paper.count;
    if (isTaken) changes.taken += paper.count;
    if (paper.begunIds.length > 0) changes.kept += paper.count;
    if (next.length === 0) changes.left += paper.count;
    if (isGiven || isTaken) changes.changedIds.push(paper.studentId);
  }
  return changes;
}

/** Tells whether a plan is the one that was shown: the same for the same plan, a short text. */
export function planMark(plan: SharePlan): string {
  let hash = 0x811c9dc5;
  for (const [studentId, ids] of [...plan].sort((a, b) => a[0] - b[0])) {
    for (const char of `${studentId}:${ids.join(',')};`) {
      hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
    }
  }
  return `${plan.size}-${hash.toString(36)}`;
}

/** Numbers in [0, 1) that look random and are the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: T[], random: () => number): T[] {
  const out = [...list];
  for (let index = out.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const one = out[index] as T;
    out[index] = out[other] as T;
    out[other] = one;
  }
  return out;
}

/** A share-out before it is done. */
export type PlannedShareOut = { plan: SharePlan; mark: string; changes: ShareChanges; reopened: number };

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

/**
 * By class nothing is shared out any more once papers are marked by code: what moved would say of which class they are.
 * @throws AppError invalid (byClass)
 */
export function refuseByClass(plan: SharePlanInput, isMarkedByCode: boolean): void {
  if (plan.way !== 'class' || !isMarkedByCode) return;
  throw invalid({ byClass: BY_CLASS_REFUSED });
}

/** Why; beside the other ways. */
export const BY_CLASS_REFUSED =
  '匿名评阅：已经有老师动手评了，不能再按班级分，哪些答卷换了老师就说出是哪个班的。请用“随机平均”或“均衡份数”，单份的在下面按答卷号改派。';

/** How many of a student's papers that are scored would wait for somebody again. */
export function reopenedBy(paper: ShareablePaper, next: number[]): number {
  if (next.length < 2 || next.every((id) => paper.examinerIds.includes(id))) return 0;
  return paper.attempts.filter(
    ({ isScored, finalIds }) => isScored && finalIds.length > 0 && missingScores(finalIds, next, null) > 0,
  ).length;
}

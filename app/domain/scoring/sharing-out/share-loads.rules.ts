import { missingScores } from '../paper/expected.rules';
import type { ShareablePaper, ShareAttempt } from './share-out-plan.rules';

/** Who marks which papers of a part, as they are and as they would be, pure. */

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
export function markersOf({ finalIds }: ShareAttempt, examiners: number[], wanted: number): number[] {
  const given = [
    ...examiners.filter((id) => finalIds.includes(id)),
    ...finalIds.filter((id) => !examiners.includes(id)),
  ];
  const open = examiners.filter((id) => !given.includes(id));
  if (wanted > 0) return [...given, ...open.slice(0, Math.max(0, wanted - given.length))];
  return given.length === 0 && open.length === 1 ? open : given;
}

/** Whose a paper is that was given to `examinerIds`: what is scored is whose mark it has, unless they make it wait again. */
export function markersAfter({ isScored, finalIds }: ShareAttempt, examinerIds: number[]): number[] {
  const expected = examinerIds.length > 1 ? examinerIds : [];
  const isDone = isScored && finalIds.length > 0 && missingScores(finalIds, expected, null) === 0;
  return isDone ? finalIds : examinerIds;
}

/** Whom the loads are of. */
export type LoadPeople = { names: Map<number, string>; named: number[]; ownerId: number; canCome: Set<number> };

/** How many papers each has to mark and has marked: who is named though there is none for them, and who has left. */
export function loadsOf(
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

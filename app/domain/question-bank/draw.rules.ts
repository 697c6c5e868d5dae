import { directoryPath, type DirectoryTree } from './directory.rules';
import { levelLabel } from './question.rules';
import { KIND_LABELS, type TheoryKind } from './question.schema';

/** 随机组卷: rules that say how many questions of which kind, level and directory are drawn. Pure. */

export type DrawBank = 'written' | 'theory';

/** `mine`: own questions; `all`: also those that others share with teachers. */
export type DrawScope = 'mine' | 'all';

/** What a rule draws from; empty and null mean any. */
export type DrawFilter = {
  bank: DrawBank;
  kind: '' | TheoryKind;
  level: number | null;
  /** With everything under it. */
  directoryId: number | null;
  scope: DrawScope;
};

/** So many questions, each with the same points; 0, where it is drawn once for all: with the points of its own. */
export type DrawRule = DrawFilter & { count: number; points: number };

/** By question the points that its rule gives; none where the question keeps its own. */
export function givenPoints(drawn: readonly { questionId: number; points: number }[]): Map<number, number> {
  return new Map(drawn.flatMap(({ questionId, points }) => (points > 0 ? [[questionId, points] as const] : [])));
}

export const MAX_DRAWS = 20;

/** More than this a rule does not need to draw from; a frozen pool stays of a size. */
export const MAX_POOL = 500;

/**
 * Which questions each rule draws from when several want the same: every question goes to one rule only, so that no
 * paper has it twice. Whenever all counts can be met together they are (augmenting paths); what is left over goes
 * where it is scarcest.
 * @param candidates per rule the ids it could draw from
 * @param counts per rule how many it draws
 */
export function allotPools(candidates: readonly (readonly number[])[], counts: readonly number[]): number[][] {
  const ruleOf = new Map<number, number>();
  const give = (rule: number, seen: Set<number>): boolean => {
    seen.add(rule);
    const own = candidates[rule] ?? [];
    const free = own.find((id) => !ruleOf.has(id));
    if (free !== undefined) {
      ruleOf.set(free, rule);
      return true;
    }
    for (const id of own) {
      const holder = ruleOf.get(id) ?? rule;
      // The holder takes another one instead, and this one changes hands.
      if (!seen.has(holder) && give(holder, seen)) {
        ruleOf.set(id, rule);
        return true;
      }
    }
    return false;
  };
  counts.forEach((count, rule) => {
    for (let drawn = 0; drawn < count && give(rule, new Set()); drawn += 1);
  });
  const sizes = candidates.map((_, rule) => [...ruleOf.values()].filter((one) => one === rule).length);
  const scarcity = (rule: number) => (sizes[rule] ?? 0) / Math.max(1, counts[rule] ?? 1);
  const wanted = candidates.map((own) => new Set(own));
  for (const id of new Set(candidates.flat())) {
    if (ruleOf.has(id)) continue;
    const [first, ...rest] = wanted.flatMap((own, rule) => (own.has(id) ? [rule] : []));
    const rule = rest.reduce((best, one) => (scarcity(one) < scarcity(best) ? one : best), first ?? 0);
    ruleOf.set(id, rule);
    sizes[rule] = (sizes[rule] ?? 0) + 1;
  }
  return candidates.map((own, rule) => own.filter((id) => ruleOf.get(id) === rule));
}

/** What a rule has to draw from: by itself, and when every other rule has its share. */
export type DrawSupply = { candidates: number; pool: number };

/** Why a rule cannot draw its count, a sentence; null when it can. */
export function drawProblem(rule: { count: number }, supply: DrawSupply): string | null {
  if (supply.pool >= rule.count) return null;
  if (supply.candidates < rule.count) return `要抽 ${rule.count} 题，只有 ${supply.candidates} 题可抽`;
  return `要抽 ${rule.count} 题，其中有的题别的规则也要用，只剩 ${supply.pool} 题可抽`;
}

/** A rule in words: 理论 · 单选 · 初级 · 语法/时态 · 含共享. */
export function describeDraw(rule: DrawFilter, trees: Record<DrawBank, Pick<DirectoryTree, 'directories'>>): string {
  const path = rule.directoryId === null ? [] : directoryPath(trees[rule.bank], rule.directoryId);
  return [
    rule.bank === 'written' ? '笔试题' : rule.kind === '' ? '理论题' : `${KIND_LABELS[rule.kind]}题`,
    rule.level === null ? '' : levelLabel(rule.level),
    rule.directoryId === null ? '' : path.length > 0 ? path.join('/') : '目录已删除',
    rule.scope === 'all' ? '含共享题' : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

import {
  KIND_LABELS,
  kindOf,
  LEVEL_LABELS,
  LEVELS,
  QUESTION_KINDS,
  type Bank,
  type QuestionKind,
  type TheoryKind,
} from '~/domain/question-bank/question.schema';

/** What a paper in the making comes to, in the basket and in the wizard. Pure. */

/** What tells a question's kind. */
export type Kinded = { bank: Bank; kind: '' | TheoryKind };

export type MixRow<K> = { key: K; label: string; count: number; points: number };

/** Counts and points by kind and by level; kinds and levels that are not there are left out. */
export function mixOf(items: (Kinded & { level: number; points: number })[]) {
  const row = <K>(key: K, label: string, some: { points: number }[]): MixRow<K>[] =>
    some.length === 0 ? [] : [{ key, label, count: some.length, points: sumPoints(some) }];
  return {
    count: items.length,
    points: sumPoints(items),
    kinds: QUESTION_KINDS.flatMap((kind) => {
      return row(
        kind,
        KIND_LABELS[kind],
        items.filter((item) => kindOf(item) === kind),
      );
    }),
    levels: LEVELS.flatMap((level) => {
      return row(
        level,
        LEVEL_LABELS[level],
        items.filter((item) => item.level === level),
      );
    }),
  };
}

/** What some questions come to. */
export function sumPoints(items: { points: number }[]): number {
  return items.reduce((sum, item) => sum + item.points, 0);
}

/** The field that holds the points for all of a kind. */
export function kindPointsField(kind: QuestionKind): string {
  return `points-${kind}`;
}

/** A paper's questions by kind, in the order of QUESTION_KINDS; within a kind they keep theirs. */
export function byKind<T>(items: T[], kindOf: (item: T) => QuestionKind): T[] {
  return QUESTION_KINDS.flatMap((kind) => items.filter((item) => kindOf(item) === kind));
}

/**
 * Where new questions stand among those that are there: each behind the last of its kind, a kind that is new before
 * the first that comes later by QUESTION_KINDS. What is there keeps its order, however it was arranged.
 */
export function insertedByKind<T>(items: T[], added: T[], kindOf: (item: T) => QuestionKind): T[] {
  const order = [...items];
  for (const one of byKind(added, kindOf)) {
    const rank = QUESTION_KINDS.indexOf(kindOf(one));
    const last = order.map(kindOf).lastIndexOf(kindOf(one));
    const later = order.findIndex((item) => QUESTION_KINDS.indexOf(kindOf(item)) > rank);
    order.splice(last >= 0 ? last + 1 : later >= 0 ? later : order.length, 0, one);
  }
  return order;
}

/**
 * The order after places were typed for some: each stands where it was wanted (from 1), the others fill the rest as
 * they were. Of two that want the same place the one that stood before comes first.
 */
export function placedOrder(order: number[], wanted: ReadonlyMap<number, number>): number[] {
  const moving = order.filter((id) => wanted.has(id));
  const rest = order.filter((id) => !wanted.has(id));
  const place = (id: number) => wanted.get(id) ?? 0;
  for (const id of [...moving].sort((a, b) => place(a) - place(b))) rest.splice(place(id) - 1, 0, id);
  return rest;
}

/** How often each key word stands in the questions, the most frequent first. */
export function keyPointCover(questions: { keyPoints: string[] }[]): {
  words: { word: string; count: number }[];
  covered: number;
} {
  const counts = new Map<string, number>();
  for (const word of questions.flatMap((question) => [...new Set(question.keyPoints)]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return {
    words: [...counts].map(([word, count]) => ({ word, count })).sort((a, b) => b.count - a.count),
    covered: questions.filter((question) => question.keyPoints.length > 0).length,
  };
}

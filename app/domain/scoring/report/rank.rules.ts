/**
 * Places by score, highest first: equal scores share a place and the next one counts them all (1, 1, 3). Null keeps
 * null: who has no score has no place. In the order given.
 */
export function ranksOf(scores: readonly (number | null)[]): (number | null)[] {
  const placeOf = new Map<number, number>();
  const inOrder = scores.filter((score): score is number => score !== null).sort((a, b) => b - a);
  for (const [index, score] of inOrder.entries()) if (!placeOf.has(score)) placeOf.set(score, index + 1);
  return scores.map((score) => (score === null ? null : (placeOf.get(score) ?? null)));
}

import { fromJson } from '~/db/json';
import type { QuestionSnapshot } from './question.schema';

const MAX_KEPT = 4000;
const kept = new Map<string, QuestionSnapshot>();

/**
 * A question's snapshot from its column. A room of students reads the same few texts thousands of times: what was read
 * is kept, and nobody can change it.
 */
export function readSnapshot(text: string): QuestionSnapshot {
  const known = kept.get(text);
  if (known) return known;
  const snapshot = deepFreeze(fromJson<QuestionSnapshot>(text));
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(text, snapshot);
  return snapshot;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}

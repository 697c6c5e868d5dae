import type { Part } from '~/domain/exam/parts.rules';
import { toSitting } from '~/lib/addresses/sitting';

/** The button that saves what stands on a page and then hands the paper in. */
export const HAND_IN = 'hand-in';

/** The button that sends what is chosen on an item and then asks whether to hand in. */
export const ASK = 'ask';

/** The button that does the same and goes to another item. */
export const goTo = (position: number) => `item-${position}`;

/** Where such a button leads; '' for any other. */
export function pathOfGo(go: string, examId: number, part: Part, item: number): string {
  if (go === ASK) return toSitting(part, { id: examId, item, confirm: 'submit' });
  const [, position] = /^item-(\d{1,3})$/.exec(go) ?? [];
  return position === undefined ? '' : toSitting(part, { id: examId, item: position });
}

import { withJudgedLists } from './text-judged-lists';
import { withoutKeyPoints } from './text-key-points';
import { withKeysCountedOn } from './text-keys-counted-on';
import type { TextLine } from './text-line';
import { withStatedKeys } from './text-stated-keys';

/** The lines with every key that is said in another way as those are that all readers know. */
export const withPlainKeys = (lines: TextLine[]) =>
  withStatedKeys(withJudgedLists(withoutKeyPoints(withKeysCountedOn(lines))));

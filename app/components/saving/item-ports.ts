import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { Clock, Network } from './surroundings';
import type { UnsentAnswers, UnsentKey } from './unsent-answers';

/** How an item stands with the server. */
export type SaveState =
  | { kind: 'untouched' }
  | { kind: 'waiting' }
  | { kind: 'saved'; at: string; isInGrace: boolean; isBlank: boolean }
  /** Not saved; the text is kept in this browser. `isRetrying`: it goes on by itself. */
  | { kind: 'failed'; reason: string; isRetrying: boolean; isSignedOut: boolean }
  | { kind: 'conflict'; stored: AnswerValue };

export type SaverItem = {
  id: number;
  unsentKey: UnsentKey;
  /** What is saved. */
  value: AnswerValue;
  /** What the fields are written on top of. */
  revision: number;
  /** Another version that is stored, and its revision is `revision`: the student has to choose first. */
  storedElsewhere: AnswerValue | null;
};

/** The fields of the page; null for an item that is not on it. */
export interface AnswerFields {
  read(itemId: number): AnswerValue | null;
  write(itemId: number, value: AnswerValue): void;
}

/** What an item's saver is given by the paper's. */
export type ItemPorts = {
  clock: Clock;
  network: Network;
  fields: AnswerFields;
  unsent: UnsentAnswers;
  attemptId: number;
  windowId: string;
  /** Milliseconds until the last words have to set out. */
  timeLeft: () => number;
  /** An input method composes in one of the fields. */
  isComposing: () => boolean;
  /** When it composes no more, or the last words have to set out. */
  composed: () => Promise<void>;
  /** Whatever changes is said. */
  say: (itemId: number, state: SaveState) => void;
};

import { isSameAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { TextStore } from './surroundings';

/** An answer that has not been acknowledged, as the browser keeps it. */
export type UnsentAnswer = {
  value: AnswerValue;
  /** What it was written on top of. */
  revision: number;
  /** By the server's clock. */
  at: number;
  /** The window it was typed in: each has a place of its own, so that none overwrites another's. */
  by: string;
  /** Grows with every change of the item, in whatever window: the largest is the newest. */
  order: number;
  /** Sent on top of the same revision, with no answer: a stored version equal to one of these is our own. */
  sent: AnswerValue[];
  /** Of those, what another window has typed again since: what is stored of it may be the other's. */
  foreign?: AnswerValue[];
};

/** Pen answers and theory answers are kept under the specification's two names. */
export type UnsentKey = 'penTestData' | 'theoryData';
const KEYS: UnsentKey[] = ['penTestData', 'theoryData'];
const MAX_AGE_MS = 24 * 3600_000;

type UnsentData = Record<string, Record<string, UnsentAnswer[]>>;

/** What one student typed in one attempt and the server has not acknowledged, by item and by window. */
export class UnsentAnswers {
  /** Of this window: a place that was handed on and dropped is never taken for the next one. */
  private lastOrder = 0;

  constructor(
    private readonly texts: TextStore,
    private readonly owner: string,
    private readonly serverNow: () => number,
  ) {}

  /**
   * Keeps what stands in an item's fields in place of what this window kept before. Without an order it has just been
   * typed: it is the newest, and another window that has sent the same before is told. Answers its order, and whether
   * the browser keeps all of it.
   */
  keep(
    key: UnsentKey,
    itemId: number,
    answer: Omit<UnsentAnswer, 'at' | 'order'>,
    typedAs: number | null,
  ): { order: number; isKept: boolean } {
    const all = this.readAll(key);
    const own = (all[this.owner] ??= {});
    const places = own[itemId] ?? [];
    const before = places.find((one) => one.by === answer.by);
    const others = places.filter((one) => one !== before);
    const order = typedAs ?? Math.max(this.lastOrder, ...places.map((one) => one.order)) + 1;
    this.lastOrder = Math.max(this.lastOrder, order);
    if (typedAs === null) {
      const isTheirs = (text: AnswerValue, one: UnsentAnswer) =>
        [answer.value, ...(one.foreign ?? [])].some((theirs) => isSameAnswer(theirs, text));
      for (const one of others) one.foreign = one.sent.filter((text) => isTheirs(text, one));
    }
    const foreign = before?.foreign ?? answer.foreign;
    own[itemId] = [...others, { ...answer, foreign, at: this.serverNow(), order }];
    const isKept = this.texts.put(key, all);
    // Where there is room for less, the text goes before what was sent of it.
    if (!isKept) {
      own[itemId].forEach((one) => (one.sent = []));
      this.texts.put(key, all);
    }
    return { order, isKept };
  }

  /** What a window keeps of an item. */
  find(key: UnsentKey, itemId: number, by: string): UnsentAnswer | undefined {
    return this.readAll(key)[this.owner]?.[itemId]?.find((one) => one.by === by);
  }

  /** Forgets the places of an item that `isDone` names. */
  drop(itemId: number, isDone: (answer: UnsentAnswer) => boolean): void {
    for (const key of KEYS) {
      const all = this.readAll(key);
      const own = all[this.owner];
      const answers = own?.[itemId];
      if (!own || !answers?.some(isDone)) continue;
      own[itemId] = answers.filter((one) => !isDone(one));
      if (own[itemId].length === 0) delete own[itemId];
      if (Object.keys(own).length === 0) delete all[this.owner];
      this.texts.put(key, all);
    }
  }

  /** Everything that is kept, an item's newest first. */
  list(): { itemId: number; unsentKey: UnsentKey; answers: UnsentAnswer[] }[] {
    return KEYS.flatMap((unsentKey) =>
      Object.entries(this.readAll(unsentKey)[this.owner] ?? {}).map(([itemId, answers]) => ({
        itemId: Number(itemId),
        unsentKey,
        answers: [...answers].sort((a, b) => b.order - a.order),
      })),
    );
  }

  /** Without what is older than a day, whoever's it is: nobody will come back for it. */
  private readAll(key: UnsentKey): UnsentData {
    const fresh: UnsentData = {};
    for (const [owner, items] of Object.entries(this.texts.get<UnsentData>(key) ?? {})) {
      for (const [itemId, answers] of Object.entries(items)) {
        const kept = answers.filter((answer) => this.serverNow() - answer.at < MAX_AGE_MS);
        if (kept.length > 0) (fresh[owner] ??= {})[itemId] = kept;
      }
    }
    return fresh;
  }
}

import type { AnswerValue } from '~/domain/attempt/answer.schema';
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
};

/** Pen answers and theory answers are kept under the specification's two names. */
export type UnsentKey = 'penTestData' | 'theoryData';
const KEYS: UnsentKey[] = ['penTestData', 'theoryData'];
const MAX_AGE_MS = 24 * 3600_000;

type UnsentData = Record<string, Record<string, UnsentAnswer[]>>;

/** What one student typed in one attempt and the server has not acknowledged, by item and by window. */
export class UnsentAnswers {
  constructor(
    private readonly texts: TextStore,
    private readonly owner: string,
    private readonly serverNow: () => number,
  ) {}

  /** Keeps what stands in an item's fields in place of what this window kept before; answers its order. */
  keep(key: UnsentKey, itemId: number, answer: Omit<UnsentAnswer, 'at' | 'order'>): number {
    const all = this.readAll(key);
    const own = (all[this.owner] ??= {});
    const others = own[itemId] ?? [];
    const order = Math.max(0, ...others.map((one) => one.order)) + 1;
    own[itemId] = [...others.filter((one) => one.by !== answer.by), { ...answer, at: this.serverNow(), order }];
    // Where there is room for less, the text goes before what was sent of it.
    if (!this.texts.put(key, all)) {
      own[itemId].forEach((one) => (one.sent = []));
      this.texts.put(key, all);
    }
    return order;
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

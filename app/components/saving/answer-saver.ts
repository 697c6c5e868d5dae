import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { AnswerFields, ItemPorts, SaverItem, SaveState } from './item-ports';
import { ItemSaver } from './item-saver';
import { isSame } from './same-values';
import type { Clock, Network, TextStore } from './surroundings';
import { UnsentAnswers } from './unsent-answers';

export type SaverSnapshot = {
  states: Readonly<Record<number, SaveState>>;
  /** The items whose unsent answers were found here and are sent. */
  restored: number[];
  /** Saving has failed twice in a row: the page's own form is the way. */
  isFailing: boolean;
};

/** How long before the deadline the last words set out: they arrive in time. */
const LAST_MS = 500;
/** How long turning a page waits for what is still to be saved. */
const FLUSH_MS = 8000;
/** After so many failures in a row the page's own form is the way. */
const FAILING = 2;

/**
 * Saves the answers of a paper one by one and never loses one: a text is kept in the browser from the first key
 * until the server has acknowledged that very text, and is taken up again by the next page. Every request says which
 * revision it was written on top of, so that the server can tell an older text from a newer one; another window's
 * text is shown and chosen by the student. Knows no React and no page: the clock, the network, the storage and the
 * fields are given. Here is what concerns the whole paper; one item's answer is ItemSaver's.
 */
export class AnswerSaver {
  /** An input method composes in one of the fields. */
  isComposing = false;
  private readonly items = new Map<number, ItemSaver>();
  private readonly unsent: UnsentAnswers;
  private readonly ports: ItemPorts;
  private readonly listeners = new Set<() => void>();
  private afterComposing: (() => void)[] = [];
  private now: SaverSnapshot = { states: {}, restored: [], isFailing: false };

  constructor(
    private readonly given: {
      clock: Clock;
      network: Network;
      texts: TextStore;
      fields: AnswerFields;
      userId: number;
      attemptId: number;
      /** Of this window: no other has it. */
      windowId: string;
      serverNow: () => number;
      /** Of the attempt, by the server's clock; more time may be given meanwhile. */
      deadlineAt: () => number;
    },
  ) {
    const { clock, network, texts, fields, userId, attemptId, windowId, serverNow, deadlineAt } = given;
    this.unsent = new UnsentAnswers(texts, `${userId}:${attemptId}`, serverNow);
    this.ports = {
      ...{ clock, network, fields, attemptId, windowId },
      unsent: this.unsent,
      timeLeft: () => Math.max(0, deadlineAt() - serverNow() - LAST_MS),
      isComposing: () => this.isComposing,
      composed: () =>
        new Promise((resolve) => {
          this.afterComposing.push(resolve);
          clock.after(this.ports.timeLeft(), resolve);
        }),
      say: (itemId, state) => this.change({ states: { ...this.now.states, [itemId]: state } }),
    };
  }

  /** Calls after every change; the answer takes it back. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same object until something changes. */
  readonly snapshot = (): SaverSnapshot => this.now;

  /**
   * Takes over the items of a page, as the server gave them; what was left unsent, here or on another page of the
   * paper, is sent now. `mayBeOld`: the browser may have filled the fields with what they said at an earlier visit.
   */
  takeOver(
    items: SaverItem[],
    { known = [], mayBeOld = false }: { known?: SaverItem[]; mayBeOld?: boolean } = {},
  ): void {
    const unsent = this.unsent.list();
    const restored: number[] = [];
    for (const item of items) {
      const left = unsent.find((one) => one.itemId === item.id)?.answers ?? [];
      const there = this.items.get(item.id);
      if (there) there.renew(item);
      else if (this.hold(item).begin(item, left, mayBeOld)) restored.push(item.id);
    }
    for (const { itemId, unsentKey, answers } of unsent) {
      const [newest] = answers;
      if (this.items.has(itemId) || !newest) continue;
      const saved = known.find((one) => one.id === itemId)?.value;
      if (saved && isSame(saved, newest.value)) {
        this.unsent.drop(itemId, (one) => one.order <= newest.order && isSame(one.value, saved));
        if (answers.every((one) => isSame(one.value, saved))) continue;
      }
      const { revision } = newest;
      this.hold({ id: itemId, unsentKey, revision, value: saved ?? {}, storedElsewhere: null }).takeUp(answers);
      restored.push(itemId);
    }
    if (restored.length > 0) this.change({ restored });
  }

  /** An item's fields have changed: they are sent after a pause of so many milliseconds. */
  note(itemId: number, pause: number): void {
    this.items.get(itemId)?.note(pause);
  }

  /** While an input method composes nothing is sent: the field holds letters that are no text yet. */
  compose(itemId: number): void {
    this.isComposing = true;
    this.items.get(itemId)?.compose();
  }

  /** What was composed stands in the field. */
  endComposing(itemId: number | null, pause: number): void {
    if (!this.isComposing) return;
    this.isComposing = false;
    if (itemId !== null) this.note(itemId, pause);
    this.afterComposing.splice(0).forEach((goOn) => goOn());
  }

  /** The line, the session or the student is back: what waits for any of them is sent at once. */
  sendAll(): void {
    for (const item of this.items.values()) {
      item.isRefused = false;
      item.send();
    }
  }

  /** The page may be gone in a moment: what waits sets out by requests that outlive it, besides those on their way. */
  leave(): void {
    for (const item of this.items.values()) item.leave();
  }

  /** Sends everything that waits, and says how it went as soon as it is known. */
  flush(): Promise<'saved' | 'failing' | 'conflict' | 'slow'> {
    const before = new Map([...this.items.values()].map((item) => [item, item.failures]));
    this.sendAll();
    return new Promise((resolve) => {
      const done = (outcome: 'saved' | 'failing' | 'conflict' | 'slow') => {
        cancel();
        forget();
        resolve(outcome);
      };
      const isWorse = (item: ItemSaver) => item.failures >= FAILING && item.failures > (before.get(item) ?? 0);
      const look = () => {
        const waiting = [...this.items.values()].filter((item) => item.dirty !== null);
        if (waiting.length === 0) done('saved');
        else if (waiting.some((item) => item.theirs)) done('conflict');
        else if (waiting.every((item) => item.isRefused || isWorse(item))) done('failing');
      };
      const cancel = this.given.clock.after(FLUSH_MS, () => done('slow'));
      const forget = this.subscribe(look);
      look();
    });
  }

  /** What the server does not have yet. */
  listUnsaved(): { itemId: number; value: AnswerValue; revision: number }[] {
    return [...this.items.values()].flatMap(({ id, dirty, revision }) =>
      dirty === null ? [] : [{ itemId: id, value: dirty, revision }],
    );
  }

  /** Settles a conflict: with what is stored, or with what is in the fields. */
  settle(itemId: number, choice: 'stored' | 'yours'): void {
    this.items.get(itemId)?.settle(choice);
  }

  private hold(item: SaverItem): ItemSaver {
    const held = new ItemSaver(this.ports, item);
    this.items.set(item.id, held);
    return held;
  }

  private change(changes: Partial<SaverSnapshot>): void {
    const isFailing = [...this.items.values()].some((item) => item.dirty !== null && item.failures >= FAILING);
    this.now = { ...this.now, ...changes, isFailing };
    this.listeners.forEach((listener) => listener());
  }
}

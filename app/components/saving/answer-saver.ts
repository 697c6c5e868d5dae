import { isBlankAnswer, isSameAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/attempt/answer.schema';
import type { ApiAnswer } from '~/lib/api-client';
import type { Clock, Network, TextStore, Way } from './surroundings';
import { UnsentAnswers, type UnsentAnswer, type UnsentKey } from './unsent-answers';

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

export type SaverSnapshot = {
  states: Readonly<Record<number, SaveState>>;
  /** How many answers an earlier page left, which are sent now. */
  restored: number;
  /** Saving has failed twice in a row: the page's own form is the way. */
  isFailing: boolean;
};

type Entry = {
  id: number;
  unsentKey: UnsentKey;
  /** The revision the fields are written on top of. */
  revision: number;
  /** What the server is known to have. */
  saved: AnswerValue;
  /** What the fields say; null while nothing waits. */
  dirty: AnswerValue | null;
  /** Sent with no answer so far: a stored version equal to one of these is our own. */
  sent: AnswerValue[];
  /** Another version is stored: nothing is sent until the student has chosen. */
  theirs: { value: AnswerValue; revision: number } | null;
  /** What the server last said: shown again when a change is taken back. */
  shown: SaveState;
  /** Attempts in a row that failed. */
  failures: number;
  /** Sending ended with a refusal: only a change, a new look at the page or the student begins again. */
  isRefused: boolean;
  isRunning: boolean;
  /** Ends the pause before the next attempt. */
  wake: (() => void) | null;
  cancelTimer: (() => void) | null;
  /** What earlier windows kept of this item and this one has taken over. */
  adopted: UnsentAnswer[];
};

type Answered = { revision: number; savedAt: string | null; outcome: string; value?: AnswerValue };
type Refused = { outcome?: string; revision?: number; stored?: AnswerValue };

/** How long before the deadline the last words set out: they arrive in time. */
const LAST_MS = 500;
/** How long turning a page waits for what is still to be saved. */
const FLUSH_MS = 8000;
const RETRY_MS = [2000, 4000, 8000, 15_000, 30_000];
/** After so many failures in a row the page's own form is the way. */
const FAILING = 2;
/** No answer is ever changed so often; the largest that the server takes. */
const NO_REVISION = 1_000_000_000;
/** Of what was sent without an answer the last ones are remembered. */
const MAX_SENT = 4;

/**
 * Saves the answers of a paper one by one and never loses one: a text is kept in the browser from the first key
 * until the server has acknowledged that very text, and is taken up again by the next page. Every request says which
 * revision it was written on top of, so that the server can tell an older text from a newer one; another window's
 * text is shown and chosen by the student. Knows no React and no page: the clock, the network, the storage and the
 * fields are given.
 */
export class AnswerSaver {
  private readonly entries = new Map<number, Entry>();
  private readonly unsent: UnsentAnswers;
  private readonly listeners = new Set<() => void>();
  /** An input method composes in one of the fields. */
  isComposing = false;
  private afterComposing: (() => void)[] = [];
  private now: SaverSnapshot = { states: {}, restored: 0, isFailing: false };

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
    this.unsent = new UnsentAnswers(given.texts, `${given.userId}:${given.attemptId}`, given.serverNow);
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
    let restored = 0;
    for (const item of items) {
      const left = unsent.find((one) => one.itemId === item.id)?.answers ?? [];
      if (this.entries.has(item.id)) this.renew(item);
      else if (this.begin(item, left, mayBeOld)) restored += 1;
    }
    for (const { itemId, unsentKey, answers } of unsent) {
      const [newest] = answers;
      if (this.entries.has(itemId) || !newest) continue;
      const saved = known.find((one) => one.id === itemId)?.value;
      if (saved && isSame(saved, newest.value)) {
        this.unsent.drop(itemId, (one) => one.order <= newest.order && isSame(one.value, saved));
        if (answers.every((one) => isSame(one.value, saved))) continue;
      }
      const entry = fresh({
        id: itemId,
        unsentKey,
        revision: newest.revision,
        value: saved ?? {},
        storedElsewhere: null,
      });
      this.entries.set(itemId, entry);
      this.adopt(entry, answers);
      restored += 1;
      this.send(entry);
    }
    if (restored > 0) this.change({ restored });
  }

  /** An item's fields have changed: they are sent after a pause of so many milliseconds. */
  note(itemId: number, pause: number): void {
    const entry = this.entries.get(itemId);
    const value = this.given.fields.read(itemId);
    if (!entry || !value) return;
    if (!entry.isRunning && !entry.theirs && entry.sent.length === 0 && isSame(value, entry.saved)) {
      entry.cancelTimer?.();
      this.settleAs(entry, entry.shown);
      return;
    }
    entry.dirty = value;
    entry.isRefused = false;
    this.keep(entry);
    if (entry.theirs) return;
    this.say(entry, { kind: 'waiting' });
    entry.cancelTimer?.();
    const left = this.given.deadlineAt() - this.given.serverNow() - LAST_MS;
    entry.cancelTimer = this.given.clock.after(Math.min(pause, Math.max(0, left)), () => this.send(entry));
  }

  /** While an input method composes nothing is sent: the field holds letters that are no text yet. */
  compose(itemId: number): void {
    this.isComposing = true;
    const entry = this.entries.get(itemId);
    if (entry && !entry.theirs) this.say(entry, { kind: 'waiting' });
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
    for (const entry of this.entries.values()) {
      entry.isRefused = false;
      this.send(entry);
    }
  }

  /** The page may be gone in a moment: what waits sets out by requests that outlive it, besides those on their way. */
  leave(): void {
    for (const entry of this.entries.values()) {
      if (entry.dirty !== null && !entry.theirs && !entry.isRefused) void this.post(entry, entry.dirty, 'leaving');
    }
  }

  /** Sends everything that waits, and says how it went as soon as it is known. */
  flush(): Promise<'saved' | 'failing' | 'conflict' | 'slow'> {
    const before = new Map([...this.entries.values()].map((entry) => [entry, entry.failures]));
    this.sendAll();
    return new Promise((resolve) => {
      const done = (outcome: 'saved' | 'failing' | 'conflict' | 'slow') => {
        cancel();
        forget();
        resolve(outcome);
      };
      const isWorse = (entry: Entry) => entry.failures >= FAILING && entry.failures > (before.get(entry) ?? 0);
      const look = () => {
        const waiting = [...this.entries.values()].filter((entry) => entry.dirty !== null);
        if (waiting.length === 0) done('saved');
        else if (waiting.some((entry) => entry.theirs)) done('conflict');
        else if (waiting.every((entry) => entry.isRefused || isWorse(entry))) done('failing');
      };
      const cancel = this.given.clock.after(FLUSH_MS, () => done('slow'));
      const forget = this.subscribe(look);
      look();
    });
  }

  /** What the server does not have yet. */
  listUnsaved(): { itemId: number; value: AnswerValue; revision: number }[] {
    return [...this.entries.values()].flatMap(({ id, dirty, revision }) =>
      dirty === null ? [] : [{ itemId: id, value: dirty, revision }],
    );
  }

  /** Settles a conflict: with what is stored, or with what is in the fields. */
  settle(itemId: number, choice: 'stored' | 'yours'): void {
    const entry = this.entries.get(itemId);
    if (!entry?.theirs) return;
    entry.revision = entry.theirs.revision;
    entry.saved = entry.theirs.value;
    entry.theirs = null;
    entry.sent = [];
    if (choice === 'stored') {
      this.given.fields.write(itemId, entry.saved);
      this.settleAs(entry, { kind: 'untouched' });
      return;
    }
    entry.dirty = this.given.fields.read(itemId) ?? entry.dirty;
    this.keep(entry);
    this.send(entry);
  }

  /** An item that this page shows for the first time; true when something that was left is restored. */
  private begin(item: SaverItem, left: UnsentAnswer[], mayBeOld: boolean): boolean {
    const { fields } = this.given;
    const entry = fresh(item);
    this.entries.set(item.id, entry);
    if (item.storedElsewhere) {
      entry.dirty = fields.read(item.id);
      entry.revision = NO_REVISION;
      this.meet(entry, { value: item.storedElsewhere, revision: item.revision });
      return false;
    }
    const [newest] = left;
    if (newest && !isSame(newest.value, item.value)) {
      fields.write(item.id, newest.value);
      entry.revision = newest.revision;
      this.adopt(entry, left);
      this.send(entry);
      return true;
    }
    if (newest) this.adopt(entry, left);
    const shown = fields.read(item.id);
    if (mayBeOld && shown && !isBlankAnswer(item.value) && !isSame(shown, item.value)) {
      entry.dirty = shown;
      entry.revision = NO_REVISION;
      this.meet(entry, { value: item.value, revision: item.revision });
      return false;
    }
    // Typed before the script woke up, or given back after signing in again.
    this.note(item.id, 0);
    return false;
  }

  /** An item that is known, as the server has it now. */
  private renew(item: SaverItem): void {
    const { fields } = this.given;
    const entry = this.entries.get(item.id);
    const shown = fields.read(item.id);
    if (!entry || !shown) return;
    if (entry.dirty !== null) {
      // Drawn anew with what is saved, while something newer waits.
      if (isSame(shown, item.value)) fields.write(item.id, entry.dirty);
      return;
    }
    if (item.revision <= entry.revision) {
      if (!this.isComposing && !isSame(shown, entry.saved)) fields.write(item.id, entry.saved);
      return;
    }
    // Saved in another window meanwhile: fields that nobody has touched follow it, others are a second version.
    const isUntouched = isSame(shown, entry.saved) || isSame(shown, item.value);
    if (!isUntouched) {
      entry.dirty = shown;
      this.meet(entry, { value: item.value, revision: item.revision });
      return;
    }
    entry.revision = item.revision;
    entry.saved = item.value;
    fields.write(item.id, item.value);
    this.settleAs(entry, { kind: 'untouched' });
  }

  /** Takes over what earlier windows kept of an item; the newest of it is what waits. */
  private adopt(entry: Entry, left: UnsentAnswer[]): void {
    const [newest] = left;
    if (!newest) return;
    entry.adopted = left;
    entry.dirty = newest.value;
    entry.sent = newest.revision === entry.revision ? [...newest.sent] : [];
    this.keep(entry);
  }

  /** Sends until nothing waits, once at a time. */
  private send(entry: Entry): void {
    entry.cancelTimer?.();
    entry.cancelTimer = null;
    entry.wake?.();
    if (entry.isRunning || entry.dirty === null || entry.theirs || entry.isRefused) return;
    entry.isRunning = true;
    void this.run(entry);
  }

  private async run(entry: Entry): Promise<void> {
    const { clock } = this.given;
    while (entry.dirty !== null && !entry.theirs && !entry.isRefused) {
      if (this.isComposing) {
        await new Promise<void>((resolve) => this.afterComposing.push(resolve));
        continue;
      }
      this.say(entry, { kind: 'waiting' });
      const isDone = await this.post(entry, entry.dirty, entry.failures % 2 === 1 ? 'again' : 'usual');
      if (isDone) continue;
      await new Promise<void>((resolve) => {
        const goOn = () => {
          entry.wake = null;
          cancel();
          resolve();
        };
        const cancel = clock.after(RETRY_MS[Math.min(entry.failures, RETRY_MS.length) - 1] ?? 30_000, goOn);
        entry.wake = goOn;
      });
    }
    entry.isRunning = false;
  }

  /** Sends one text on top of the revision it stands on; false when it is to be tried again after a pause. */
  private async post(entry: Entry, value: AnswerValue, way: Way): Promise<boolean> {
    const { network, attemptId } = this.given;
    const base = entry.revision;
    if (!entry.sent.some((one) => isSame(one, value))) {
      entry.sent = [...entry.sent, value].slice(-MAX_SENT);
      this.keep(entry);
    }
    // Another text may still be on its way on top of the same revision: what is stored gets a newer one.
    const renew = entry.sent.some((one) => !isSame(one, value)) ? { renew: 1 } : {};
    const body = { attemptId, itemId: entry.id, value, revision: base, ...renew };
    const answer = await network.post<Answered>('exam/attempt/answer', body, way);
    return this.receive(entry, value, base, answer);
  }

  private receive(entry: Entry, value: AnswerValue, base: number, answer: ApiAnswer<Answered>): boolean {
    if (answer.ok) {
      const { revision, value: stored = value } = answer.data;
      // Of two requests on their way the older one's answer says nothing new.
      if (base !== entry.revision && revision <= entry.revision) return true;
      entry.failures = 0;
      // Nothing was written: the server took it for a field that nobody had touched and has another text.
      if (!isSame(stored, value)) return this.hear(entry, stored, revision);
      // The same text, but written since by another window, and here the student has gone on from it.
      if (revision > base + 1 && entry.dirty !== null && !isSame(entry.dirty, value)) {
        this.meet(entry, { value: stored, revision });
        return true;
      }
      this.acknowledge(entry, value, answer.data);
      return true;
    }
    const refused = (answer.data ?? {}) as Refused;
    if (refused.outcome === 'conflict') {
      if (base !== entry.revision) return true;
      entry.failures = 0;
      return this.hear(entry, refused.stored ?? {}, refused.revision ?? 0);
    }
    if (entry.dirty === null || entry.theirs || base !== entry.revision) return true;
    entry.failures += 1;
    entry.isRefused = !answer.isTransient;
    if (refused.outcome === 'refused' && isSame(entry.dirty, value)) this.forget(entry);
    this.say(entry, {
      kind: 'failed',
      reason: answer.message,
      isRetrying: answer.isTransient,
      isSignedOut: answer.status === 401,
    });
    return !answer.isTransient;
  }

  /** Another version is stored: our own, whose answer was lost, or one that the student has to look at. */
  private hear(entry: Entry, stored: AnswerValue, revision: number): boolean {
    // Of what was sent on top of one revision the server stores one, as the next.
    const isOwn = revision === entry.revision + 1 && entry.sent.some((own) => isSame(own, stored));
    if (!isOwn && !(entry.dirty && isSame(entry.dirty, stored))) {
      entry.dirty ??= this.given.fields.read(entry.id) ?? entry.saved;
      this.meet(entry, { value: stored, revision });
      return true;
    }
    entry.revision = revision;
    entry.saved = stored;
    entry.sent = [];
    this.keep(entry);
    return true;
  }

  private meet(entry: Entry, theirs: { value: AnswerValue; revision: number }): void {
    entry.theirs = theirs;
    entry.cancelTimer?.();
    this.keep(entry);
    this.say(entry, { kind: 'conflict', stored: theirs.value });
  }

  private acknowledge(entry: Entry, value: AnswerValue, { revision, savedAt, outcome }: Answered): void {
    entry.revision = revision;
    entry.saved = value;
    entry.sent = [];
    const shown: SaveState = {
      kind: 'saved',
      at: (savedAt ?? '').slice(11),
      isInGrace: outcome === 'grace',
      isBlank: isBlankAnswer(value),
    };
    entry.shown = shown;
    if (entry.dirty === null || isSame(entry.dirty, value)) {
      this.settleAs(entry, shown);
      return;
    }
    this.keep(entry);
    this.say(entry, { kind: 'waiting' });
  }

  /** Nothing of the item waits any more. */
  private settleAs(entry: Entry, state: SaveState): void {
    this.forget(entry);
    this.say(entry, this.isComposing && state.kind === 'saved' ? { kind: 'waiting' } : state);
  }

  private forget(entry: Entry): void {
    const done = entry.adopted;
    const older = done.slice(1).filter(({ value }) => !isSame(value, entry.saved) && !isBlankAnswer(value));
    entry.dirty = null;
    entry.adopted = [];
    this.unsent.drop(entry.id, (one) => one.by === this.given.windowId || (isAmong(done, one) && !isAmong(older, one)));
    for (const one of older) void this.hand(entry.id, one);
  }

  /**
   * What yet another window had left of an item that is settled now: the server keeps it in its journal, where the
   * teacher can read it. On top of a revision that never was it can replace nothing.
   */
  private async hand(itemId: number, left: UnsentAnswer): Promise<void> {
    const { network, attemptId } = this.given;
    const body = { attemptId, itemId, value: left.value, revision: NO_REVISION };
    const answer = await network.post('exam/attempt/answer', body);
    if (answer.ok || answer.status === 409) this.unsent.drop(itemId, (one) => isAmong([left], one));
  }

  private keep({ id, unsentKey, dirty, revision, sent }: Entry): void {
    if (dirty === null) return;
    this.unsent.keep(unsentKey, id, { value: dirty, revision, sent, by: this.given.windowId });
  }

  private say(entry: Entry, state: SaveState): void {
    this.change({ states: { ...this.now.states, [entry.id]: state } });
  }

  private change(changes: Partial<SaverSnapshot>): void {
    const isFailing = [...this.entries.values()].some((entry) => entry.dirty !== null && entry.failures >= FAILING);
    this.now = { ...this.now, ...changes, isFailing };
    this.listeners.forEach((listener) => listener());
  }
}

function fresh({ id, unsentKey, revision, value }: SaverItem): Entry {
  return {
    id,
    unsentKey,
    revision,
    saved: value,
    dirty: null,
    sent: [],
    theirs: null,
    shown: { kind: 'untouched' },
    failures: 0,
    isRefused: false,
    isRunning: false,
    wake: null,
    cancelTimer: null,
    adopted: [],
  };
}

/** Whether a place still holds what it held when it was read. */
function isAmong(places: UnsentAnswer[], { by, order }: UnsentAnswer): boolean {
  return places.some((one) => one.by === by && one.order === order);
}

/** Options are shown in an order of their own, and stored in the question's. */
function isSame(a: AnswerValue, b: AnswerValue): boolean {
  return isSameAnswer(sorted(a), sorted(b));
}

function sorted(value: AnswerValue): AnswerValue {
  return value.keys && value.keys.length > 1 ? { ...value, keys: [...value.keys].sort() } : value;
}

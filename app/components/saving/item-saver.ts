import { isBlankAnswer } from '~/domain/attempt/answer.rules';
import type { AnswerValue } from '~/domain/question-bank/kinds/answer.schema';
import type { ApiAnswer } from '~/lib/api-client';
import type { ItemPorts, SaverItem, SaveState } from './item-ports';
import type { Way } from './surroundings';
import type { UnsentAnswer, UnsentKey } from './unsent-answers';
import { isSame, isIn, isAmong } from './same-values';

type Answered = { revision: number; savedAt: string | null; outcome: string; value?: AnswerValue };
type Refused = { outcome?: string; revision?: number; stored?: AnswerValue };
type Stored = { value: AnswerValue; revision: number };

/** Who types without a pause is saved all the same, this often. */
const LONGEST_PAUSE_MS = 5000;
/** A save that has no answer for so long is said to be unsaved; it goes on, and its answer still counts. */
const SLOW_MS = 10_000;
const SLOW = '服务器还没有回应';
const NO_TIMER = () => {};
/** Then every half minute. */
const RETRY_MS = [2000, 4000, 8000, 15_000];
/** On top of nothing that is known (answer.rules); a constant of its own takes the page fewer bytes. */
const NO_REVISION = 1_000_000_000;
/** Of what was sent without an answer the last ones are remembered. */
const MAX_SENT = 4;

/** Saves the answer of one item, as AnswerSaver says. */
export class ItemSaver {
  readonly id: number;
  /** What the fields say; null while nothing waits. */
  dirty: AnswerValue | null = null;
  /** The revision the fields are written on top of. */
  revision: number;
  /** Another version is stored: nothing is sent until the student has chosen. */
  theirs: Stored | null = null;
  /** Attempts in a row that failed. */
  failures = 0;
  /** Sending ended with a refusal: only a change, a new look at the page or the student begins again. */
  isRefused = false;
  /** What the server is known to have. */
  private saved: AnswerValue;
  /** Sent with no answer so far: a stored version equal to one of these is our own. */
  private sent: AnswerValue[] = [];
  /** What the server last said: shown again when a change is taken back. */
  private shown: SaveState = { kind: 'untouched' };
  private isRunning = false;
  /** When it was first typed in what nobody has sent yet. */
  private unsentSince: number | null = null;
  /** What was sent has had no answer for long. */
  private isHanging = false;
  /** Ends the pause before the next attempt. */
  private wake = NO_TIMER;
  private cancelTimer = NO_TIMER;
  /** What earlier windows kept of this item and this one has taken over. */
  private adopted: UnsentAnswer[] = [];
  private readonly unsentKey: UnsentKey;
  /** When its text was typed, among what all windows keep of the item; null before the first. */
  private order: number | null = null;
  /** The browser keeps all of it. */
  private isKept = false;

  constructor(
    private readonly ports: ItemPorts,
    { id, unsentKey, revision, value }: SaverItem,
  ) {
    this.id = id;
    this.unsentKey = unsentKey;
    this.revision = revision;
    this.saved = value;
  }

  /** The page shows it for the first time; true when something that was left is restored. */
  begin(item: SaverItem, left: UnsentAnswer[], mayBeOld: boolean): boolean {
    const { fields } = this.ports;
    if (item.storedElsewhere) {
      this.dirty = fields.read(item.id);
      this.revision = NO_REVISION;
      this.meet({ value: item.storedElsewhere, revision: item.revision });
      return false;
    }
    const [newest] = left;
    if (newest && !isSame(newest.value, item.value)) {
      fields.write(item.id, newest.value);
      this.revision = newest.revision;
      this.takeUp(left);
      return true;
    }
    this.adopt(left);
    const shown = fields.read(item.id);
    // Where nothing was ever stored, whatever stands there is new.
    if (mayBeOld && shown && item.revision > 0 && !isSame(shown, item.value)) {
      this.dirty = shown;
      this.revision = NO_REVISION;
      this.meet({ value: item.value, revision: item.revision });
      return false;
    }
    // Typed before the script woke up, or given back after signing in again.
    this.note(0);
    return false;
  }

  /** Goes on with what earlier windows left of it. */
  takeUp(left: UnsentAnswer[]): void {
    this.adopt(left);
    this.send();
  }

  /** It is known already; the server has it so now. */
  renew(item: SaverItem): void {
    const { fields, isComposing } = this.ports;
    const shown = fields.read(item.id);
    if (!shown) return;
    if (this.dirty !== null) {
      // Drawn anew with what is saved, while something newer waits.
      if (isSame(shown, item.value)) fields.write(item.id, this.dirty);
      return;
    }
    if (item.revision <= this.revision) {
      if (!isComposing() && !isSame(shown, this.saved)) fields.write(item.id, this.saved);
      return;
    }
    // Saved in another window meanwhile: fields that nobody has touched follow it, others are a second version.
    const isUntouched = isSame(shown, this.saved) || isSame(shown, item.value);
    if (!isUntouched) {
      this.dirty = shown;
      this.meet({ value: item.value, revision: item.revision });
      return;
    }
    this.revision = item.revision;
    this.saved = item.value;
    fields.write(item.id, item.value);
    this.settleAs({ kind: 'untouched' });
  }

  /** Its fields have changed: they are sent after a pause of so many milliseconds. */
  note(pause: number): void {
    const value = this.ports.fields.read(this.id);
    if (!value) return;
    if (!this.isRunning && !this.theirs && this.sent.length === 0 && isSame(value, this.saved)) {
      this.cancelTimer();
      this.settleAs(this.shown);
      return;
    }
    // A look at the fields types nothing.
    if (this.dirty === null || !isSame(this.dirty, value)) this.order = null;
    this.dirty = value;
    this.isRefused = false;
    this.keep();
    if (this.theirs) return;
    this.sayWaiting();
    this.cancelTimer();
    const { clock, timeLeft } = this.ports;
    this.unsentSince ??= clock.elapsed();
    const longest = this.unsentSince + LONGEST_PAUSE_MS - clock.elapsed();
    this.cancelTimer = clock.after(Math.max(0, Math.min(pause, longest, timeLeft())), () => this.send());
  }

  /** An input method has begun in its fields. */
  compose(): void {
    if (!this.theirs) this.say({ kind: 'waiting' });
  }

  /** Sends until nothing waits, once at a time. */
  send(): void {
    this.cancelTimer();
    this.unsentSince = null;
    this.wake();
    if (this.isRunning || this.dirty === null || this.theirs || this.isRefused) return;
    this.isRunning = true;
    void this.run();
  }

  /** What waits sets out once more, by a request that outlives the page. */
  leave(): void {
    if (this.dirty !== null && !this.theirs && !this.isRefused) void this.post(this.dirty, 'leaving');
  }

  /** Settles a conflict: with what is stored, or with what is in the fields. */
  settle(choice: 'stored' | 'yours'): void {
    if (!this.theirs) return;
    this.revision = this.theirs.revision;
    this.saved = this.theirs.value;
    this.theirs = null;
    this.sent = [];
    if (choice === 'stored') {
      this.ports.fields.write(this.id, this.saved);
      this.settleAs({ kind: 'untouched' });
      return;
    }
    this.dirty = this.ports.fields.read(this.id) ?? this.dirty;
    this.order = null;
    this.keep();
    this.send();
  }

  /** Takes over what earlier windows kept of it; the newest of that is what waits. */
  private adopt(left: UnsentAnswer[]): void {
    const [newest] = left;
    if (!newest) return;
    this.adopted = left;
    this.dirty = newest.value;
    this.order = newest.order;
    this.sent = newest.revision === this.revision ? [...newest.sent] : [];
    this.keep();
  }

  private async run(): Promise<void> {
    const { clock, isComposing, composed, timeLeft } = this.ports;
    while (this.dirty !== null && !this.theirs && !this.isRefused) {
      // At the end nothing that stands there already waits for it.
      if (isComposing() && timeLeft() > 0) {
        await composed();
        continue;
      }
      this.say({ kind: 'waiting' });
      const isDone = await this.post(this.dirty, this.failures % 2 === 1 ? 'again' : 'usual');
      if (isDone) continue;
      await new Promise<void>((resolve) => {
        const goOn = () => {
          cancel();
          resolve();
        };
        const cancel = clock.after(RETRY_MS[this.failures - 1] ?? 30_000, goOn);
        this.wake = goOn;
      });
    }
    this.isRunning = false;
  }

  /** Sends one text on top of the revision it stands on; false when it is to be tried again after a pause. */
  private async post(value: AnswerValue, way: Way): Promise<boolean> {
    const { clock, network, attemptId } = this.ports;
    const base = this.revision;
    if (!isIn(this.sent, value)) this.keep(value);
    // Another text may still be on its way on top of the same revision: what is stored gets a newer one.
    const renew = this.sent.some((one) => !isSame(one, value)) ? { renew: 1 } : {};
    const body = { attemptId, itemId: this.id, value, revision: base, ...renew };
    const cancel = clock.after(SLOW_MS, () => {
      this.isHanging = true;
      this.sayWaiting();
    });
    const answer = await network.post<Answered>('exam/attempt/answer', body, way);
    cancel();
    this.isHanging = false;
    return this.receive(value, base, answer);
  }

  /** The browser waits much longer for an answer than a pupil does for a word about it. */
  private sayWaiting(): void {
    if (!this.isHanging) this.say({ kind: 'waiting' });
    else if (this.dirty !== null && !this.theirs && !this.isRefused)
      this.say({ kind: 'failed', reason: SLOW, isRetrying: true, isSignedOut: false });
  }

  private receive(value: AnswerValue, base: number, answer: ApiAnswer<Answered>): boolean {
    if (answer.ok) {
      const { revision, value: stored = value } = answer.data;
      // Of two requests on their way the older one's answer says nothing new.
      if (base !== this.revision && revision <= this.revision) return true;
      this.failures = 0;
      // Nothing was written: the server took it for a field that nobody had touched and has another text.
      if (!isSame(stored, value)) return this.hear(stored, revision);
      // The same text, but written since by another window, and here the student has gone on from it.
      if (revision > base + 1 && this.dirty !== null && !isSame(this.dirty, value)) {
        this.meet({ value: stored, revision });
        return true;
      }
      this.acknowledge(value, answer.data);
      return true;
    }
    const { outcome, stored = {}, revision = 0 } = (answer.data ?? {}) as Refused;
    if (outcome === 'conflict') {
      if (base !== this.revision) return true;
      this.failures = 0;
      return this.hear(stored, revision);
    }
    if (this.dirty === null || this.theirs || base !== this.revision) return true;
    this.failures += 1;
    this.isRefused = !answer.isTransient;
    if (outcome === 'refused' && isSame(this.dirty, value)) this.forget();
    // Nobody is signed in, or somebody else: whoever types here may not be the one whose paper it is. What stands here is
    // on top of nothing from now on, and waits beside what is saved for its owner's choice.
    if (answer.code === 401 || answer.code === 403 || outcome === 'not_yours') {
      this.revision = NO_REVISION;
      this.keep();
    }
    const isSignedOut = answer.status === 401;
    this.say({ kind: 'failed', reason: answer.message, isRetrying: answer.isTransient, isSignedOut });
    return this.isRefused;
  }

  /** Another version is stored: our own, whose answer was lost, or one that the student has to look at. */
  private hear(stored: AnswerValue, revision: number): boolean {
    // Of what was sent on top of one revision the server stores one, as the next.
    const isOwn = revision === this.revision + 1 && this.isOwn(stored);
    if (!isOwn && !(this.dirty && isSame(this.dirty, stored))) {
      this.dirty ??= this.ports.fields.read(this.id) ?? this.saved;
      this.meet({ value: stored, revision });
      return true;
    }
    this.revision = revision;
    this.saved = stored;
    this.sent = [];
    this.keep();
    return true;
  }

  /**
   * Sent by this window, or by one it has taken over. What another window has typed again since is that one's; where
   * another has taken this one over and settled it, all of it is.
   */
  private isOwn(value: AnswerValue): boolean {
    const { unsent, windowId } = this.ports;
    const kept = unsent.find(this.unsentKey, this.id, windowId);
    return isIn(this.sent, value) && (!this.isKept || (kept !== undefined && !isIn(kept.foreign ?? [], value)));
  }

  private meet(theirs: Stored): void {
    this.theirs = theirs;
    // What had been refused before somebody else may have typed over it.
    if (this.revision === NO_REVISION) for (const value of this.sent) void this.hand({ value });
    this.cancelTimer();
    this.keep();
    this.say({ kind: 'conflict', stored: theirs.value });
  }

  private acknowledge(value: AnswerValue, { revision, savedAt, outcome }: Answered): void {
    this.revision = revision;
    this.saved = value;
    this.sent = [];
    this.shown = {
      kind: 'saved',
      at: (savedAt ?? '').slice(11),
      isInGrace: outcome === 'grace',
      isBlank: isBlankAnswer(value),
    };
    // Without anything that waits the fields may still say what was refused for good meanwhile.
    const newest = this.dirty ?? this.ports.fields.read(this.id) ?? value;
    if (isSame(newest, value)) this.settleAs(this.shown);
    else if (this.dirty !== null) {
      this.keep();
      this.say({ kind: 'waiting' });
    }
  }

  /** Nothing of the item waits any more. */
  private settleAs(state: SaveState): void {
    this.forget();
    this.say(this.ports.isComposing() && state.kind === 'saved' ? { kind: 'waiting' } : state);
  }

  private forget(): void {
    const done = this.adopted;
    const older = done.slice(1).filter(({ value }) => !isSame(value, this.saved) && !isBlankAnswer(value));
    this.dirty = null;
    this.unsentSince = null;
    this.adopted = [];
    this.isKept = false;
    const { unsent, windowId } = this.ports;
    unsent.drop(this.id, (one) => one.by === windowId || (isAmong(done, one) && !isAmong(older, one)));
    for (const one of older) void this.hand(one);
  }

  /**
   * What yet another window had left of an item that is settled now: the server keeps it in its journal, where the
   * teacher can read it. On top of a revision that never was it can replace nothing.
   */
  private async hand(left: Pick<UnsentAnswer, 'value'> & Partial<UnsentAnswer>): Promise<void> {
    const { network, attemptId, unsent } = this.ports;
    const body = { attemptId, itemId: this.id, value: left.value, revision: NO_REVISION };
    const answer = await network.post('exam/attempt/answer', body);
    if (answer.ok || answer.status === 409) unsent.drop(this.id, (one) => isAmong([left], one));
  }

  /** Keeps what waits; `added` sets out now. */
  private keep(added?: AnswerValue): void {
    if (this.dirty === null) return;
    const { unsent, windowId } = this.ports;
    // Kept and gone: another window has settled it, so of what was sent until now whatever is stored is that one's.
    const isSettledElsewhere = this.isKept && !unsent.find(this.unsentKey, this.id, windowId);
    const foreign = isSettledElsewhere ? this.sent : this.adopted[0]?.foreign;
    if (added && this.revision < NO_REVISION) this.sent = [...this.sent, added].slice(-MAX_SENT);
    const place = { value: this.dirty, revision: this.revision, sent: this.sent, by: windowId, foreign };
    const { order, isKept } = unsent.keep(this.unsentKey, this.id, place, this.order);
    this.order = order;
    this.isKept = isKept;
  }

  private say(state: SaveState): void {
    this.ports.say(this.id, state);
  }
}

import type { ApiAnswer } from '~/lib/api-client';
import { Sending, type SendingPorts, type SendState } from './sending';
import { listKept, type FileStore } from './surroundings';

/** A recording that the server does not have yet, as the browser keeps it; its sound lies in slices of its own. */
export type KeptTake = {
  /** Under this name one page works on it. */
  id: string;
  userId: number;
  attemptId: number;
  itemId: number;
  name: string;
  /** Null until it has ended: after a crash nobody knows. */
  durationMs: number | null;
  /** Every upload that was begun for it. */
  uploads: string[];
  /** When it was recorded, by this computer's clock. */
  at: number;
  /** Why the server will not have it: only the word of it is kept, until it is dismissed. */
  refused?: string;
};
export type KeptSlice = { take: number; bytes: Uint8Array };

/** One page at a time works on what has this name; the others wait for it. */
export interface Locks {
  hold(name: string, work: () => Promise<void>): Promise<void>;
}

export type TakePorts = SendingPorts & {
  /** This computer's clock, for the age of what is kept only. */
  today: () => number;
  newId: () => string;
  takes: FileStore<KeptTake>;
  slices: FileStore<KeptSlice>;
  locks: Locks;
};

/** Whose takes these are: with it they outlive the page, in this browser and for this user only. */
export type TakeOwner = { userId: number; attemptId: number };

/** A take that the server has not acknowledged. */
export type PendingTake = {
  key: number;
  itemId: number;
  /** Null of one that was cut off, 0 of a file that was chosen. */
  durationMs: number | null;
  phase: SendState['phase'] | 'recording';
  /** 0–1 of the way up. */
  progress: number;
  /** '' while it is on its way; then why not. */
  error: string;
  isSignedOut: boolean;
  /** Every upload that was begun for it: a take of that name is its beginning, of which the server made one meanwhile. */
  uploads: string[];
};

/** A recording that is being made. */
export type LiveTake = {
  slice(bytes: Uint8Array): void;
  end(durationMs: number): void;
  /** It was none. */
  drop(): void;
};

const MAX_AGE_MS = 24 * 3600_000;

/**
 * The recordings of one page. A take goes up while it is recorded, slice by slice, and lies in the browser until the
 * server has said that it has the whole: after a crash what was recorded until then goes on by itself. A take that was
 * refused is not under way; it stays to be seen, on later pages too, until it is dismissed.
 */
export class TakeQueue {
  private entries: PendingTake[] = [];
  private readonly senders = new Map<number, Sending>();
  private readonly recorders = new Map<number, () => void>();
  /** The refused ones, as they are kept. */
  private readonly kept = new Map<number, number>();
  private readonly listeners = new Set<() => void>();
  private nextKey = 1;

  constructor(
    private readonly ports: TakePorts,
    /** Null: nothing is kept beyond the page. */
    private readonly owner: TakeOwner | null,
    /** Tells the server what a stored file is a take of. */
    private readonly attach: (itemId: number, fileId: string) => Promise<ApiAnswer<unknown>>,
    private readonly onStored: () => void,
    /** What was refused on an earlier page is shown again; the receipt names it from then on, and forgets it here. */
    private readonly old: 'show' | 'forget' = 'show',
  ) {}

  /** What is not acknowledged, the same array until something changes. */
  get pending(): PendingTake[] {
    return this.entries;
  }

  /** How many are on their way, or being recorded. */
  get underWay(): number {
    return this.entries.filter((take) => take.phase !== 'refused').length;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** A recording begins; `stop` ends it where it is made. */
  begin(
    itemId: number,
    mime: string,
    stop: () => void = () => undefined,
    name = `录音.${/mp4/.test(mime) ? 'm4a' : 'webm'}`,
  ): LiveTake {
    const key = this.show(itemId, null, 'recording');
    this.recorders.set(key, stop);
    let isOver = false;
    const { locks, newId, takes, today } = this.ports;
    let keptAs: (taken: number | null) => void = () => undefined;
    const kept = new Promise<number | null>((resolve) => (keptAs = resolve));
    const sending = this.sender(key, itemId, name, [], kept);
    // One after the other: a slice that is kept later than the next one would lie behind it.
    let line: Promise<unknown> = Promise.resolve(kept);
    const { owner } = this;
    const work = async () => {
      const id = newId();
      const take = owner && { ...owner, id, itemId, name, durationMs: null, uploads: [], at: today() };
      if (!take) {
        keptAs(null);
        return this.finish(key, null, sending);
      }
      // Held before it is kept: no other page takes it for one that was left.
      await locks.hold(`take ${id}`, async () => {
        const taken = await takes.add(take);
        keptAs(taken);
        await this.finish(key, taken, sending);
      });
    };
    void work();
    return {
      slice: (bytes) => {
        if (isOver) return;
        line = line.then(async () => {
          const take = await kept;
          if (take) await this.ports.slices.add({ take, bytes });
          sending.add(bytes);
        });
      },
      end: (durationMs) => {
        if (isOver) return;
        isOver = true;
        this.recorders.delete(key);
        this.change(key, { durationMs, phase: 'sending' });
        void line.then(async () => {
          const take = await kept;
          if (take) await this.ports.takes.change(take, { durationMs });
          sending.end();
        });
      },
      drop: () => {
        if (isOver) return;
        isOver = true;
        this.recorders.delete(key);
        this.dismiss(key);
        // What is kept of it goes when its sender has stopped.
        void line.then(() => sending.stop());
      },
    };
  }

  /** Adds a recording that was made at once. */
  add(itemId: number, mime: string, bytes: Uint8Array, durationMs: number): void {
    const live = this.begin(itemId, mime);
    live.slice(bytes);
    live.end(durationMs);
  }

  /** What an earlier page left unsent goes on; what nobody came back for within a day goes. */
  async resume(): Promise<void> {
    const { takes, slices, today, locks, clock } = this.ports;
    // In this order: a take is kept before its slices, and goes before them.
    const lying = await listKept(clock, slices);
    const all = await listKept(clock, takes);
    for (const slice of lying) if (!all.some(({ key }) => key === slice.take)) await slices.remove(slice.key);
    const old = all.filter((take) => today() - take.at > MAX_AGE_MS);
    for (const { key } of old) await this.forget(key);
    const own = all.filter(
      (take) => !old.includes(take) && take.userId === this.owner?.userId && take.attemptId === this.owner.attemptId,
    );
    await Promise.all(
      own.map(({ key: taken, id }) =>
        locks.hold(`take ${id}`, async () => {
          // Another page may have sent it meanwhile, or gone on with it.
          const take = (await listKept(clock, takes)).find((one) => one.key === taken);
          if (!take) return;
          if (take.refused) return this.recall(taken, take, take.refused);
          const parts = (await listKept(clock, slices))
            .filter((slice) => slice.take === taken)
            .sort((a, b) => a.key - b.key);
          if (parts.length === 0) return this.forget(taken);
          const key = this.show(take.itemId, take.durationMs, 'sending');
          const sending = this.sender(key, take.itemId, take.name ?? '录音', take.uploads, Promise.resolve(taken));
          parts.forEach(({ bytes }) => sending.add(bytes));
          sending.end();
          await this.finish(key, taken, sending);
        }),
      ),
    );
  }

  /** Ends what is being recorded: the paper is handed in. */
  stopRecording(): void {
    this.recorders.forEach((stop) => stop());
  }

  /** The line is back, or somebody signed in again. */
  wake(): void {
    this.senders.forEach((sending) => sending.wake());
  }

  /** Takes a refused take out of sight. */
  dismiss(key: number): void {
    this.senders.delete(key);
    const taken = this.kept.get(key);
    if (taken !== undefined) void this.ports.takes.remove(taken);
    this.entries = this.entries.filter((take) => take.key !== key);
    this.tell();
  }

  private sender(key: number, itemId: number, name: string, uploads: string[], kept: Promise<number | null>): Sending {
    const place = this.owner && { attemptId: this.owner.attemptId, itemId };
    const sending = new Sending(
      this.ports,
      { kind: 'audio', name, userId: this.owner?.userId ?? null, place },
      uploads,
      {
        state: (state) => this.noteState(key, state),
        uploads: (ids) => {
          this.change(key, { uploads: ids });
          void kept.then((take) => (take === null ? undefined : this.ports.takes.change(take, { uploads: ids })));
        },
        attach: (fileId) => this.attach(itemId, fileId),
      },
    );
    this.senders.set(key, sending);
    this.change(key, { uploads });
    return sending;
  }

  private async finish(key: number, taken: number | null, sending: Sending): Promise<void> {
    const isStored = await sending.run();
    const shown = this.entries.find((take) => take.key === key);
    if (taken !== null && shown?.phase === 'refused') {
      this.kept.set(key, taken);
      await this.ports.takes.change(taken, { refused: shown.error });
      await this.forgetSound(taken);
      // Dismissed meanwhile.
      if (!this.entries.some((take) => take.key === key)) await this.ports.takes.remove(taken);
      return;
    }
    if (taken !== null) await this.forget(taken);
    if (!isStored) return;
    this.dismiss(key);
    this.onStored();
  }

  /** What was refused on an earlier page. */
  private async recall(taken: number, take: KeptTake, error: string): Promise<void> {
    // This very page may have been refused it a moment ago.
    if ([...this.kept.values()].includes(taken)) return;
    await this.forgetSound(taken);
    if (this.old === 'forget') return this.ports.takes.remove(taken);
    const key = this.show(take.itemId, take.durationMs, 'refused');
    this.kept.set(key, taken);
    this.change(key, { error });
  }

  private async forget(taken: number): Promise<void> {
    await this.ports.takes.remove(taken);
    await this.forgetSound(taken);
  }

  private async forgetSound(taken: number): Promise<void> {
    const { slices, clock } = this.ports;
    for (const slice of await listKept(clock, slices)) if (slice.take === taken) await slices.remove(slice.key);
  }

  private noteState(key: number, { phase, share, error, isSignedOut }: SendState): void {
    const take = this.entries.find((one) => one.key === key);
    // While it is recorded the recorder speaks of it.
    const isRecording = take?.phase === 'recording' && phase !== 'refused';
    this.change(key, { phase: isRecording ? 'recording' : phase, progress: share, error, isSignedOut });
  }

  private show(itemId: number, durationMs: number | null, phase: PendingTake['phase']): number {
    const key = this.nextKey;
    this.nextKey += 1;
    const shown: PendingTake = {
      key,
      itemId,
      durationMs,
      phase,
      progress: 0,
      error: '',
      isSignedOut: false,
      uploads: [],
    };
    this.entries = [...this.entries, shown];
    this.tell();
    return key;
  }

  private change(key: number, changes: Partial<PendingTake>): void {
    this.entries = this.entries.map((take) => (take.key === key ? { ...take, ...changes } : take));
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

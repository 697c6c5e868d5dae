import type { ApiAnswer } from '~/lib/api-client';
import type { Clock, Network } from './surroundings';

/** An upload as it is announced. */
export type Announced = {
  kind: 'audio' | 'image';
  name: string;
  /** Null while it is being recorded. */
  size: number | null;
  sha256: string | null;
  /** Whose it is: the server refuses it when somebody else has signed in meanwhile. */
  userId: number | null;
  /** The paper and the item it is for; null for any other use. */
  place: { attemptId: number; itemId: number } | null;
  /** Earlier uploads of the same recording. */
  instead: string[];
};

/** Uploads in parts: what of the protocol a sender needs. Always answers, as Network does. */
export interface UploadLine {
  begin(upload: Announced): Promise<ApiAnswer<{ id: string }>>;
  /** Adds a part; answers how much is there then. */
  append(id: string, offset: number, bytes: Uint8Array): Promise<ApiAnswer<{ offset: number }>>;
  /** How much is there. */
  ask(id: string): Promise<ApiAnswer<{ offset: number }>>;
  /** Without digests a length has to be known before an upload begins. */
  readonly canDigest: boolean;
  /** SHA-256 as text; null where the browser cannot. */
  digest(bytes: Uint8Array): Promise<string | null>;
}

export type SendingPorts = { clock: Clock; network: Network; line: UploadLine };

/** How a file stands. `waiting`: it goes on by itself. `refused`: it never can, and why. */
export type SendState = {
  phase: 'sending' | 'waiting' | 'refused';
  /** 0–1 of what there is so far that the server has. */
  share: number;
  error: string;
  isSignedOut: boolean;
};

/** While it is recorded, what came meanwhile sets out this often. */
export const SLICE_MS = 1500;
/** Small enough that a broken line costs seconds, large enough that a recording is a few requests. */
const PART_BYTES = 512 * 1024;
/** With more than this still to go, the whole is fixed by its digest first: from then on it is in time. */
const SEAL_BYTES = 64 * 1024;
/** No answer for so long is said; it goes on. */
const SLOW_MS = 10_000;
const SLOW = '网络太慢，或服务器没有回应';
/** Near the deadline seconds count, and nothing tells a browser that the line behind its router is back. */
const RETRY_MS = [1000, 3000, 8000];

type Step = ApiAnswer<unknown> | 'stored';
const done: Step = { ok: true, data: null };
const NOTHING: Step = { ok: false, status: 400, code: 400, message: '里面没有内容', data: null, isTransient: false };

/**
 * One file on its way: it grows while it is recorded, goes up in parts that continue where a broken line stopped them,
 * and is put to its place. Nothing but the server's own answer makes it stored.
 */
export class Sending {
  private parts: Uint8Array[] = [];
  private size = 0;
  private isEnded = false;
  private isStopped = false;
  /** The last of the uploads is still known to the server. */
  private hasBegun: boolean;
  /** How much the server is known to have; null: to be asked. */
  private known: number | null = null;
  private isSealed = false;
  private fileId: string | null = null;
  private lastSentAt = -Infinity;
  private wakeUp: (() => void) | null = null;
  private feed: (() => void) | null = null;

  constructor(
    private readonly ports: SendingPorts,
    private readonly what: Omit<Announced, 'size' | 'sha256' | 'instead'>,
    /** Every upload that was begun for it; the last one goes on. */
    private uploads: string[],
    private readonly on: {
      state: (state: SendState) => void;
      uploads: (ids: string[]) => void;
      attach: (fileId: string) => Promise<ApiAnswer<unknown>>;
    },
    /** A file too large to be read is announced by this size only, for the server's refusal. */
    private readonly announcedSize: number | null = null,
  ) {
    this.hasBegun = uploads.length > 0;
  }

  /** More of the recording. */
  add(bytes: Uint8Array): void {
    this.parts.push(bytes);
    this.size += bytes.length;
    this.feed?.();
  }

  /** Nothing more comes. */
  end(): void {
    this.isEnded = true;
    this.feed?.();
  }

  /** It is not wanted any more. */
  stop(): void {
    this.isStopped = true;
    this.feed?.();
    this.wakeUp?.();
  }

  /** The line is back, or somebody signed in again: a pause ends. */
  wake(): void {
    this.wakeUp?.();
  }

  /** Goes on until the server has it (true) or has refused it for good (false). */
  async run(): Promise<boolean> {
    for (let failures = 0; ;) {
      // A recording has minutes of patience, the one who waits for it has none.
      const hush = this.ports.clock.after(SLOW_MS, () => this.isWaitingForMore || this.tell('waiting', SLOW));
      const step = await this.step();
      hush();
      if (step === 'stored') return true;
      if (this.isStopped) return false;
      if (step.ok) {
        failures = 0;
        continue;
      }
      const isGone = this.isGone(step);
      const isSignedOut = [401, 403].includes(step.status);
      if (isGone) {
        this.begin();
        // It was asked after a break, and the line is back: at once. A new one that is gone right away can only wait.
        if (this.known === null) {
          failures = 0;
          continue;
        }
      } else if (!step.isTransient && !isSignedOut) {
        this.tell('refused', step.message);
        return false;
      }
      // Of uploads that are gone nobody has to know: it goes on by itself.
      this.tell('waiting', isGone ? SLOW : step.message, isSignedOut);
      if (this.uploads.length > 0) this.known = null;
      await this.pause(RETRY_MS[failures] ?? 8000);
      failures += 1;
    }
  }

  private get current(): string | null {
    return this.hasBegun ? (this.uploads[this.uploads.length - 1] ?? null) : null;
  }

  /** The server knows the upload no more: it begins anew, with all that there is. */
  private begin(): void {
    this.hasBegun = false;
    this.isSealed = false;
    this.fileId = null;
  }

  private isGone(answer: ApiAnswer<unknown>): boolean {
    return !answer.ok && this.hasBegun && this.fileId === null && [404, 410, 413].includes(answer.status);
  }

  private async step(): Promise<Step> {
    if (this.fileId !== null) {
      const put = await this.on.attach(this.fileId);
      return put.ok ? 'stored' : put;
    }
    const id = this.current;
    if (id === null) return this.announce();
    if (this.known === null) return this.look(id);
    if (this.known > this.size) {
      // The server has what this browser did not keep: what was kept goes up anew, in its place.
      this.begin();
      return done;
    }
    if (this.known < this.size) return this.sendPart(id, this.known);
    if (this.isEnded) return this.finish(id);
    await this.more();
    return done;
  }

  private async announce(): Promise<Step> {
    if (!this.isEnded && (this.size === 0 || !this.ports.line.canDigest)) {
      await this.more();
      return done;
    }
    if (this.size === 0 && this.announcedSize === null) return NOTHING;
    const { line } = this.ports;
    const sha256 = this.isEnded ? await line.digest(this.whole()) : null;
    const size = this.isEnded ? (this.announcedSize ?? this.size) : null;
    const begun = await line.begin({ ...this.what, size, sha256, instead: this.uploads });
    if (!begun.ok) return begun;
    this.uploads = [...this.uploads, begun.data.id];
    this.hasBegun = true;
    this.known = 0;
    this.isSealed = size !== null;
    this.on.uploads(this.uploads);
    return done;
  }

  private async look(id: string): Promise<Step> {
    const there = await this.ports.line.ask(id);
    if (there.ok) this.known = there.data.offset;
    return there;
  }

  private async sendPart(id: string, from: number): Promise<Step> {
    const { clock, line } = this.ports;
    while (!this.isEnded && !this.isStopped && clock.elapsed() - this.lastSentAt < SLICE_MS) await this.more();
    if (this.isEnded && !this.isSealed && this.size - from > SEAL_BYTES) {
      const sealed = await this.finish(id);
      if (sealed === 'stored' || sealed.ok || sealed.status !== 409) return sealed;
      this.isSealed = true;
    }
    this.lastSentAt = clock.elapsed();
    const added = await line.append(id, from, this.bytes(from, from + PART_BYTES));
    if (!added.ok) {
      // Somebody else added meanwhile, another window of the same paper: it is asked where it stands.
      if (added.status === 409) this.known = null;
      return added.status === 409 ? { ...added, isTransient: true } : added;
    }
    this.known = added.data.offset;
    this.tell('sending', '');
    return added;
  }

  private async finish(id: string): Promise<Step> {
    const { network, line } = this.ports;
    const sha256 = await line.digest(this.whole());
    const whole = sha256 === null ? {} : { size: this.size, sha256 };
    const finished = await network.post<{ id: string }>('common/uploadDone', { id, ...whole });
    if (finished.ok) this.fileId = finished.data.id;
    // Not whole yet on the server: what is missing is sent.
    else if (finished.status === 409) return { ...finished, isTransient: true };
    return finished;
  }

  private whole(): Uint8Array {
    return this.bytes(0, this.size);
  }

  private bytes(from: number, to: number): Uint8Array {
    const wanted = new Uint8Array(Math.min(to, this.size) - from);
    let at = 0;
    for (const part of this.parts) {
      const [start, end] = [Math.max(from - at, 0), Math.min(to - at, part.length)];
      if (start < end) wanted.set(part.subarray(start, end), at + start - from);
      at += part.length;
    }
    return wanted;
  }

  private tell(phase: SendState['phase'], error: string, isSignedOut = false): void {
    const share = this.size === 0 ? 0 : Math.min(1, (this.known ?? 0) / this.size);
    // The page's sentence goes on after it.
    this.on.state({ phase, share, error: error.replace(/。$/, ''), isSignedOut });
  }

  /** It waits for the recorder and not for the server. */
  private get isWaitingForMore(): boolean {
    return this.feed !== null;
  }

  /** Until more was recorded. */
  private more(): Promise<void> {
    return new Promise((resolve) => {
      this.feed = () => {
        this.feed = null;
        resolve();
      };
    });
  }

  private pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        takeBack();
        this.wakeUp = null;
        resolve();
      };
      const takeBack = this.ports.clock.after(milliseconds, finish);
      this.wakeUp = finish;
    });
  }
}

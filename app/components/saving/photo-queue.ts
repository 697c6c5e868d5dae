import type { ApiAnswer } from '~/lib/api-client';
import { Sending, type SendingPorts, type SendState } from './sending';
import { listKept, type FileStore } from './surroundings';
import type { Locks, TakeOwner } from './take-queue';

/** A photo that the server does not have yet, as the browser keeps it. */
export type KeptPhoto = {
  userId: number;
  attemptId: number;
  itemId: number;
  /** The photo whose place it takes. */
  replaces: number | null;
  /** Names its adding, so that it is not added twice. */
  requestId: string;
  name: string;
  bytes: Uint8Array;
  uploads: string[];
  at: number;
  /** Why the server will not have it: only the word of it is kept, until it is dismissed. */
  refused?: string;
};

export type PhotoPorts = SendingPorts & {
  today: () => number;
  newId: () => string;
  photos: FileStore<KeptPhoto>;
  locks: Locks;
};

/** A photo that the server has not acknowledged. */
export type PendingPhoto = {
  key: number;
  itemId: number;
  replaces: number | null;
  phase: SendState['phase'];
  progress: number;
  error: string;
  isSignedOut: boolean;
  /** Refused on an earlier page. */
  isOld: boolean;
};

/** What is chosen: its bytes, or only how many where it is too large to be read. */
export type ChosenPhoto = { name: string; size: number; bytes: Uint8Array | null };

const MAX_AGE_MS = 24 * 3600_000;

/**
 * The photos of one paper on their way, one after the other: a phone's line is narrow. What failed for want of a line
 * goes on when it is back, and outlives the page; what was refused is not under way, and is named until it is dismissed.
 */
export class PhotoQueue<Shown> {
  private entries: PendingPhoto[] = [];
  private readonly senders = new Map<number, Sending>();
  private readonly dropped = new Set<number>();
  /** The refused ones, as they are kept. */
  private readonly kept = new Map<number, number>();
  private readonly listeners = new Set<() => void>();
  private nextKey = 1;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly ports: PhotoPorts,
    private readonly owner: TakeOwner,
    /** Told the server's list of the item whenever a photo has arrived. */
    private readonly onStored: (itemId: number, photos: Shown[]) => void,
    /** `leave`: another part of the page names what was refused; `forget`: the receipt does, for good. */
    private readonly old: 'show' | 'leave' | 'forget' = 'show',
  ) {}

  get pending(): PendingPhoto[] {
    return this.entries;
  }

  get underWay(): number {
    return this.entries.filter((photo) => photo.phase !== 'refused').length;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes a photo over: it is kept at once, and sent in its turn. */
  async add(itemId: number, replaces: number | null, chosen: ChosenPhoto): Promise<void> {
    const key = this.show(itemId, replaces);
    const { newId, photos, today } = this.ports;
    const bytes = chosen.bytes ?? new Uint8Array(0);
    const photo: KeptPhoto = {
      ...this.owner,
      ...{ itemId, replaces, requestId: newId(), name: chosen.name, bytes, uploads: [], at: today() },
    };
    const taken = chosen.bytes === null ? null : await photos.add(photo);
    await this.queue(key, taken, photo, chosen.bytes === null ? chosen.size : null);
  }

  /** What an earlier page left unsent goes on. */
  async resume(): Promise<void> {
    const { photos, today, clock } = this.ports;
    const all = await listKept(clock, photos);
    const old = all.filter((photo) => today() - photo.at > MAX_AGE_MS);
    for (const { key } of old) await photos.remove(key);
    const own = all.filter(
      (photo) => !old.includes(photo) && photo.userId === this.owner.userId && photo.attemptId === this.owner.attemptId,
    );
    for (const { key, refused } of own) if (refused && this.old === 'forget') await photos.remove(key);
    await Promise.all(
      own
        .filter(({ refused }) => !refused || this.old === 'show')
        .map((photo) => this.queue(this.show(photo.itemId, photo.replaces, photo.refused), photo.key, photo, null)),
    );
  }

  /** The line is back, or somebody signed in again. */
  wake(): void {
    this.senders.forEach((sending) => sending.wake());
  }

  /** Takes a photo out of sight; one that was not refused is not sent any more. */
  drop(key: number): void {
    this.dropped.add(key);
    this.senders.get(key)?.stop();
    const taken = this.kept.get(key);
    if (taken !== undefined) void this.ports.photos.remove(taken);
    this.dismiss(key);
  }

  private dismiss(key: number): void {
    this.senders.delete(key);
    this.entries = this.entries.filter((photo) => photo.key !== key);
    this.tell();
  }

  private queue(key: number, taken: number | null, photo: KeptPhoto, announcedSize: number | null): Promise<void> {
    const work = () => (taken === null ? this.send(key, null, photo, announcedSize) : this.sendKept(key, taken));
    this.last = this.last.then(work);
    return this.last;
  }

  /** Another page of the same paper may have sent it meanwhile. */
  private sendKept(key: number, taken: number): Promise<void> {
    const { locks, photos, clock } = this.ports;
    return locks.hold(`photo ${taken}`, async () => {
      const photo = (await listKept(clock, photos)).find((one) => one.key === taken);
      if (photo?.refused) this.refuse(key, taken, photo.refused);
      else if (photo) await this.send(key, taken, photo, null);
      else this.dismiss(key);
    });
  }

  private async send(key: number, taken: number | null, photo: KeptPhoto, announcedSize: number | null) {
    const { network, photos } = this.ports;
    const { userId, attemptId, itemId, replaces, requestId, name, bytes } = photo;
    if (this.dropped.has(key)) {
      if (taken !== null) await photos.remove(taken);
      return;
    }
    let added: Shown[] | null = null;
    let refused = '';
    const sending = new Sending(
      this.ports,
      { kind: 'image', name, userId, place: { attemptId, itemId } },
      photo.uploads,
      {
        state: ({ share: progress, ...state }) => {
          if (state.phase === 'refused') refused = state.error;
          this.change(key, { ...state, progress });
        },
        uploads: (uploads) => void (taken === null ? undefined : photos.change(taken, { uploads })),
        attach: async (fileId): Promise<ApiAnswer<unknown>> => {
          const body = { attemptId, itemId, fileIds: [fileId], replaces: replaces ?? '', requestId };
          const answer = await network.post<{ photos: Shown[] }>('exam/attempt/photo', body);
          if (answer.ok) added = answer.data.photos;
          return answer;
        },
      },
      announcedSize,
    );
    this.senders.set(key, sending);
    sending.add(bytes);
    sending.end();
    const isStored = await sending.run();
    if (refused) {
      const word = { refused, bytes: new Uint8Array(0) };
      if (taken !== null) await photos.change(taken, word);
      const lying = taken ?? (await photos.add({ ...photo, ...word }));
      if (lying !== null) this.refuse(key, lying, refused);
      return;
    }
    if (taken !== null) await photos.remove(taken);
    if (!isStored) return;
    this.dismiss(key);
    this.onStored(itemId, added ?? []);
  }

  /** Its word lies in the browser as `taken`. */
  private refuse(key: number, taken: number, error: string): void {
    this.kept.set(key, taken);
    if (this.dropped.has(key)) void this.ports.photos.remove(taken);
    else this.change(key, { phase: 'refused', error });
  }

  private show(itemId: number, replaces: number | null, error = ''): number {
    const key = this.nextKey;
    this.nextKey += 1;
    const shown: PendingPhoto = {
      ...{ key, itemId, replaces, phase: error ? 'refused' : 'sending', progress: 0, error, isSignedOut: false },
      isOld: error !== '',
    };
    this.entries = [...this.entries, shown];
    this.tell();
    return key;
  }

  private change(key: number, changes: Partial<PendingPhoto>): void {
    this.entries = this.entries.map((photo) => (photo.key === key ? { ...photo, ...changes } : photo));
    this.tell();
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}

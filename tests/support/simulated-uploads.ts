import type { ApiAnswer } from '~/lib/api-client';
import type { Announced, UploadLine } from '~/components/saving/sending';
import type { FileStore, Network } from '~/components/saving/surroundings';
import type { Locks } from '~/components/saving/take-queue';

/** A server that takes uploads in parts, and the ways to it that break, in memory. */

type Upload = Announced & { id: string; bytes: number[]; left: number[] | null };
export type SimulatedFile = { id: string; bytes: number[]; itemId: number };

/** What the way to the server does with a request. */
export type Weather = 'fine' | 'down' | 'answers lost' | 'busy' | 'signed out';

const refuse = (status: number, message: string, isTransient = false): ApiAnswer<never> => ({
  ...{ ok: false, status, code: status, message, data: null, isTransient },
});
const isPrefix = (short: number[], long: number[]) => short.every((byte, index) => long[index] === byte);
export const digestOf = (bytes: Iterable<number>) => Array.from(bytes).join(',');

export class SimulatedServer {
  weather: Weather = 'fine';
  readonly uploads = new Map<string, Upload>();
  readonly files = new Map<string, Upload>();
  /** What counts: a take or photo for each file that was put to its item. */
  takes: SimulatedFile[] = [];
  private count = 0;
  /** No answer comes before it. */
  silence: Promise<void> | null = null;

  /** Takes that an item may have; files with such a first byte are no recordings. */
  constructor(
    private readonly most: number,
    private readonly broken: number,
  ) {}

  /** A page's way to the server; nothing comes back to a page that is gone. */
  wayFor(isAlive: () => boolean): { network: Network; line: UploadLine } {
    const ask = async <T>(work: () => ApiAnswer<T>): Promise<ApiAnswer<T>> => {
      await Promise.resolve();
      if (!isAlive()) return new Promise(() => undefined);
      if (this.silence) await this.silence;
      const answer = this.meet(work);
      await Promise.resolve();
      return isAlive() ? answer : new Promise(() => undefined);
    };
    return {
      network: {
        post: <T>(path: string, body: Record<string, unknown>) =>
          ask(() => (path === 'common/uploadDone' ? this.finish(body) : this.put(body)) as ApiAnswer<T>),
      },
      line: {
        canDigest: true,
        begin: (upload) => ask(() => this.begin(upload)),
        append: (id, offset, bytes) => ask(() => this.append(id, offset, bytes)),
        ask: (id) => ask(() => this.offset(id)),
        digest: (bytes) => Promise.resolve(digestOf(bytes)),
      },
    };
  }

  /** The sweep finds recorders silent and makes takes of what has come. */
  sweep(): void {
    for (const upload of [...this.uploads.values()]) {
      if (upload.kind !== 'audio' || upload.bytes.length === 0) continue;
      this.uploads.delete(upload.id);
      const begun = this.beginningOf(upload);
      if (!begun && upload.instead.some((id) => this.files.has(id))) continue;
      upload.left = [...upload.bytes];
      this.store(upload);
      this.keep(upload);
    }
  }

  attach(itemId: number, fileId: string): ApiAnswer<unknown> {
    return this.put({ itemId, fileIds: [fileId] });
  }

  private meet<T>(work: () => ApiAnswer<T>): ApiAnswer<T> {
    if (this.weather === 'down') return refuse(0, '网络断开', true);
    if (this.weather === 'busy') return refuse(503, '正忙。请过一会儿再试。', true);
    if (this.weather === 'signed out') return refuse(401, '登录已失效');
    const answer = work();
    return this.weather === 'answers lost' ? refuse(0, '网络断开', true) : answer;
  }

  private begin(upload: Announced): ApiAnswer<{ id: string }> {
    this.count += 1;
    const id = `u${this.count}`;
    this.uploads.set(id, { ...upload, id, bytes: [], left: null });
    return { ok: true, data: { id } };
  }

  private offset(id: string): ApiAnswer<{ offset: number }> {
    const upload = this.uploads.get(id);
    if (upload) return { ok: true, data: { offset: upload.bytes.length } };
    return refuse(404, '找不到');
  }

  private append(id: string, offset: number, bytes: Uint8Array): ApiAnswer<{ offset: number }> {
    const upload = this.uploads.get(id);
    if (!upload) return refuse(404, '找不到');
    if (upload.bytes.length !== offset) return refuse(409, '位置不对');
    if (upload.size !== null && offset + bytes.length > upload.size) return refuse(413, '太长');
    upload.bytes.push(...bytes);
    return { ok: true, data: { offset: upload.bytes.length } };
  }

  private finish(body: Record<string, unknown>): ApiAnswer<{ id: string }> {
    const id = String(body.id);
    if (this.files.has(id)) return { ok: true, data: { id } };
    const upload = this.uploads.get(id);
    if (!upload) return refuse(404, '找不到');
    if (upload.size === null && typeof body.size === 'number') {
      upload.size = body.size;
      upload.sha256 = String(body.sha256);
    }
    if (upload.bytes.length !== upload.size) return refuse(409, '还没有传完');
    this.uploads.delete(id);
    if (upload.sha256 !== digestOf(upload.bytes)) return refuse(400, '内容不一致');
    if (upload.bytes[0] === this.broken) return refuse(415, '不是录音');
    this.store(upload);
    upload.instead.forEach((earlier) => this.uploads.delete(earlier));
    return { ok: true, data: { id } };
  }

  private put(body: Record<string, unknown>): ApiAnswer<unknown> {
    const [id] = body.fileIds as string[];
    const upload = this.files.get(id ?? '');
    return upload ? this.keep(upload) : refuse(404, '找不到');
  }

  private store(upload: Upload): void {
    this.files.set(upload.id, upload);
  }

  private keep(upload: Upload): ApiAnswer<unknown> {
    const { id, bytes, place } = upload;
    const itemId = place?.itemId ?? 0;
    if (!this.takes.some((take) => take.id === id)) {
      const begun = this.takes.find((take) => take.id === this.beginningOf(upload));
      if (!begun && this.takes.filter((take) => take.itemId === itemId).length >= this.most) {
        return refuse(409, '次数已经用完');
      }
      if (begun) Object.assign(begun, { id, bytes });
      else this.takes.push({ id, bytes, itemId });
    }
    return { ok: true, data: { photos: this.takes.filter((take) => take.itemId === itemId) } };
  }

  private beginningOf(upload: Upload): string | undefined {
    return [...upload.instead].reverse().find((id) => {
      const left = this.files.get(id)?.left;
      return left && isPrefix(left, upload.bytes);
    });
  }
}

/** What outlives every page of a browser. */
export class SimulatedStore<Row extends object> {
  readonly rows = new Map<number, Row>();
  /** How often it does not answer when it is asked what it has. */
  silence = 0;
  private next = 1;

  for(isAlive: () => boolean): FileStore<Row> {
    const alive = async <T>(work: () => T): Promise<T> => {
      await Promise.resolve();
      return isAlive() ? work() : new Promise(() => undefined);
    };
    return {
      add: (row) => alive(() => (this.rows.set(this.next, row), (this.next += 1) - 1)),
      list: () =>
        alive(() => {
          if (this.silence > 0) {
            this.silence -= 1;
            return null;
          }
          return [...this.rows].map(([key, row]) => ({ ...row, key }));
        }),
      change: (key, changes) =>
        alive(() => {
          const row = this.rows.get(key);
          if (row) this.rows.set(key, { ...row, ...changes });
        }),
      remove: (key) => alive(() => void this.rows.delete(key)),
    };
  }
}

/** Locks between pages; a page that is gone lets go of its own. */
export class SimulatedLocks {
  private readonly held = new Map<string, { page: object; waiting: (() => void)[] }>();

  for(page: object, isAlive: () => boolean): Locks {
    return {
      hold: async (name, work) => {
        if (!isAlive()) return new Promise(() => undefined);
        while (this.held.has(name)) {
          await new Promise<void>((resolve) => this.held.get(name)?.waiting.push(resolve));
          if (!isAlive()) return new Promise(() => undefined);
        }
        this.held.set(name, { page, waiting: [] });
        await work();
        this.free(name);
      },
    };
  }

  release(page: object): void {
    for (const [name, lock] of [...this.held]) if (lock.page === page) this.free(name);
  }

  private free(name: string): void {
    const lock = this.held.get(name);
    this.held.delete(name);
    lock?.waiting.forEach((goOn) => goOn());
  }
}

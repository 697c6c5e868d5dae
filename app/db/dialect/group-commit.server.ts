import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { lostPlace } from '~/lib/kept-places.server';
import { unavailable } from './unavailable.server';

const openFile = promisify(open);
const syncFile = promisify(fdatasync);

/** What is written into a file that was deleted or moved away is there for nobody after a restart. */
function refuseLost(file: string): void {
  const lost = lostPlace(file);
  if (lost === null) return;
  const problem = { code: 'SQLITE_CANTOPEN_LOST', message: `${file} is not what was opened: ${lost}` };
  throw unavailable(problem) ?? new Error(problem.message);
}

/**
 * Puts SQLite's write-ahead log on the disk, once for all commits that came before: SQLite's own way waits for the
 * disk at every commit, in the thread that answers everybody (decision 0027).
 */
export class LogSync {
  private handle: Promise<number> | undefined;
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  /** @param file the database's file; its log lies beside it while it is open */
  constructor(private readonly file: string) {}

  /**
   * Resolves when everything that was committed before this call is on the disk.
   * @throws the disk's error; the commit then stands, but nobody may be told so
   */
  onDisk(): Promise<void> {
    if (!this.running) {
      this.running = this.sync();
      return this.running;
    }
    // What is being synced now may have begun before this commit.
    this.next ??= this.running.then(
      () => this.follow(),
      () => this.follow(),
    );
    return this.next;
  }

  close(): void {
    void this.handle?.then((handle) => close(handle)).catch(() => undefined);
    this.handle = undefined;
  }

  private follow(): Promise<void> {
    this.next = undefined;
    this.running = this.sync();
    return this.running;
  }

  private sync(): Promise<void> {
    const work = this.write();
    const done = () => {
      if (this.running === work && !this.next) this.running = undefined;
    };
    work.then(done, done);
    return work;
  }

  private async write(): Promise<void> {
    this.handle ??= openFile(`${this.file}-wal`, 'r+');
    try {
      await syncFile(await this.handle);
    } catch (error) {
      this.close();
      // A disk that fails: the request may be tried again.
      const problem = { code: 'SQLITE_IOERR_FSYNC', message: `the log is not on the disk: ${String(error)}` };
      throw unavailable(problem) ?? error;
    }
    refuseLost(this.file);
  }
}

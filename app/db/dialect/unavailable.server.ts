import { AppError } from '~/lib/errors';

/** Why a database that cannot do its work now cannot do it, by the beginning of its error code. */
const REASONS: [codes: RegExp, isReadable: boolean, message: string][] = [
  [
    /^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|53100)/,
    true,
    '服务器的磁盘满了，刚才的内容没有保存。请留在这一页，告诉老师，过几分钟再试。',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_READONLY|55P03|25006)/,
    true,
    '服务器暂时不能保存，刚才的内容没有保存。请留在这一页，稍等再试一次。',
  ],
  [
    /^(SQLITE_CANTOPEN|08|53|57P|ECONNREFUSED$|ECONNRESET$|ETIMEDOUT$|EPIPE$|TIMEOUT$)/,
    false,
    '服务器暂时连不上数据库，刚才的内容没有保存。请留在这一页，过一两分钟再试。',
  ],
];

// What pg says without a code.
const WITHOUT_CODE = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** The database cannot be reached or is locked or full: what was asked may be tried again later. */
export class DatabaseUnavailable extends AppError {
  constructor(
    message: string,
    /** The database's own code. */
    readonly reason: string,
    /** It only takes no writes: pages can still be shown. */
    readonly isReadable: boolean,
  ) {
    super('unavailable', message);
  }

  override toString(): string {
    return `${this.reason}: ${this.message}`;
  }
}

/** The refusal for an error of the database that passes by itself; undefined for every other error. */
export function unavailable(error: unknown): DatabaseUnavailable | undefined {
  const { code, message = '' } = (error ?? {}) as { code?: unknown; message?: string };
  const reason = typeof code === 'string' ? code : WITHOUT_CODE.test(message) ? 'TIMEOUT' : '';
  const found = reason === '' ? undefined : REASONS.find(([codes]) => codes.test(reason));
  if (!found) return undefined;
  // Another process that writes just now is no trouble: SQLite's caller tries again, and says when it gives up.
  if (!isBusy(reason)) report(reason, message);
  return new DatabaseUnavailable(found[2], reason, found[1]);
}

/** Whether SQLite's code says that another connection holds what is asked for. */
export const isBusy = (reason: string) => reason.startsWith('SQLITE_BUSY');

const REPORT_MS = 1000;
let reportedAt = -Infinity;

/** Puts a trouble of the database into the log, at most a line a second: while a room saves into a full disk there is nothing more to say. */
export function report(reason: string, message: string): void {
  if (performance.now() - reportedAt < REPORT_MS) return;
  reportedAt = performance.now();
  console.error(JSON.stringify({ level: 'error', event: 'database_unavailable', reason, error: message }));
}

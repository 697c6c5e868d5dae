import { AppError } from '~/lib/errors';
import { logEvent } from '~/lib/log.server';

/** Why a database that cannot do its work now cannot do it, by the beginning of its error code. */
const REASONS: [codes: RegExp, isReadable: boolean, message: string][] = [
  [
    /^(SQLITE_FULL|SQLITE_IOERR|ENOSPC|53100)/,
    true,
    '服务器的磁盘满了，刚才的内容没有保存。请留在这一页，告诉老师或管理员，过几分钟再试。',
  ],
  [
    /^(SQLITE_BUSY|SQLITE_READONLY|55P03|25006)/,
    true,
    '服务器暂时不能保存，刚才的内容没有保存。请留在这一页，稍等再试一次。',
  ],
  [
    new RegExp(
      [
        '^(SQLITE_CANTOPEN|TIMEOUT$|CLOSED$',
        // Classes 08 (connection), 53 (resources) and 57P0x (shut down, starting up), and a session that was ended.
        '(08|53)...$|57P0.$|25P03$',
        'E(CONN(REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|NOTFOUND|HOST(UNREACH|DOWN)|NET(UNREACH|DOWN))$',
        'EAI_AGAIN$|ERR_STREAM_|ERR_SOCKET_CLOSED)',
      ].join('|'),
    ),
    false,
    '服务器暂时连不上数据库，刚才的内容没有保存。请留在这一页，过一两分钟再试。',
  ],
];

// What pg says without a code: of a server that does not answer in time, and of a connection that is gone.
const TOO_LONG =
  /^(timeout exceeded|timeout expired|Query read timeout|Connection terminated due to connection timeout)/;
const GONE =
  /^Connection (terminated|ended)|not queryable|was closed|after calling end on the pool|unexpected \w+ message from backend|^There was an error establishing an SSL connection/;

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
  const { message = '' } = (error ?? {}) as { message?: string };
  const reason = reasonOf(error);
  const found = REASONS.find(([codes]) => codes.test(reason));
  if (!found) return undefined;
  // Another process that writes just now is no trouble: SQLite's caller tries again, and says when it gives up.
  if (!isBusy(reason)) report(reason, message);
  return new DatabaseUnavailable(found[2], reason, found[1]);
}

/** The code of an error that passes by itself, which is not put into the log; undefined for every other error. */
export function passingReason(error: unknown): string | undefined {
  const reason = reasonOf(error);
  return REASONS.some(([codes]) => codes.test(reason)) ? reason : undefined;
}

/** The code of an error, or what stands for one where there is none: every way in which pg says that the server is not there. */
function reasonOf(error: unknown): string {
  const { code, message, errors } = (error ?? {}) as { code?: unknown; message?: unknown; errors?: unknown };
  if (typeof code === 'string') return code;
  if (typeof message === 'string' && TOO_LONG.test(message)) return 'TIMEOUT';
  if (typeof message === 'string' && GONE.test(message)) return 'CLOSED';
  // A name with several addresses fails with what each of them said.
  return Array.isArray(errors) && errors.length > 0 ? reasonOf(errors[0]) : '';
}

/** Whether SQLite's code says that another connection holds what is asked for. */
export const isBusy = (reason: string) => reason.startsWith('SQLITE_BUSY');

const REPORT_MS = 1000;
let reportedAt = -Infinity;

/** Puts a trouble of the database into the log, at most a line a second: while a room saves into a full disk there is nothing more to say. */
export function report(reason: string, message: string): void {
  if (performance.now() - reportedAt < REPORT_MS) return;
  reportedAt = performance.now();
  logEvent('error', 'database_unavailable', { reason, error: message });
}

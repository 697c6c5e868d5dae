/** Why a request was refused, and the HTTP status it is answered with. */
export const STATUS_OF = {
  /** The input breaks a rule (a page answers its own form with 422). */
  invalid: 400,
  unauthenticated: 401,
  /** Signed out elsewhere, password changed, account disabled: HTTP 401, body code 402. */
  session_expired: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  /** The state is not the expected one. */
  conflict: 409,
  /** It was there and is deleted for good. */
  gone: 410,
  too_large: 413,
  unsupported_type: 415,
  too_many: 429,
  unavailable: 503,
} as const;

export type AppErrorCode = keyof typeof STATUS_OF;

export type FieldErrors = Record<string, string>;

/**
 * A refusal the user can act on. `message` is a Chinese sentence; `fields` maps a form field's
 * name to the sentence shown at it; `extra` is data the refused page needs (e.g. the other version).
 *
 * It is deliberately no `Error`: Remix replaces every thrown Error by a bare 500, but takes an object of
 * this shape (status, statusText, internal, data) as an error response. So a domain function's refusal
 * reaches the error page with its status and text from any loader or action (decision 0004).
 */
export class AppError {
  readonly code: AppErrorCode;
  readonly message: string;
  readonly fields: FieldErrors | undefined;
  readonly status: number;
  readonly statusText: string;
  readonly internal = false;
  /** Of `too_many`: when it may be tried again, where that is known (Retry-After). */
  retryAfterSeconds: number | undefined;
  readonly data: { code: AppErrorCode; message: string; extra?: unknown };

  constructor(code: AppErrorCode, message: string, fields?: FieldErrors, extra?: unknown) {
    this.code = code;
    this.message = message;
    this.fields = fields;
    this.status = STATUS_OF[code];
    this.statusText = code;
    this.data = extra === undefined ? { code, message } : { code, message, extra };
    Error.captureStackTrace(this, AppError);
  }

  /** For the log: of what kind it is; its message may name people. */
  toString(): string {
    return `AppError ${this.code}`;
  }
}

/** A refusal of the input: the first field's sentence is the message. */
export function invalid(fields: FieldErrors, extra?: unknown): AppError {
  return new AppError('invalid', Object.values(fields)[0] ?? '输入有误', fields, extra);
}

/** A refusal because what was read before is not so any more; the answer may carry what it is now. */
export function outdated(message: string): AppError {
  return new AppError('conflict', message, undefined, { isOutdated: true });
}

/** A refusal until a known time has passed. */
export function tooManyFor(leftMs: number, message: string): AppError {
  const error = new AppError('too_many', message);
  error.retryAfterSeconds = Math.max(1, Math.ceil(leftMs / 1000));
  return error;
}

/** 404 for an object that does not exist or whose existence is private. */
export function notFound(what = '内容'): AppError {
  return new AppError('not_found', `找不到这个${what}，它可能已被删除。`);
}

/**
 * The same for a student who asks for an exam: who has changed class reads what may be so, and nobody learns from it
 * whether there is such an exam.
 */
export function examNotYours(): AppError {
  return new AppError('not_found', '找不到这场考试：它可能不再面向你现在的班级，或者已被删除。有疑问请问老师。');
}

const DISK_FULL = '服务器的磁盘满了，文件没有保存。请留在这一页，告诉老师或管理员，过几分钟再试。';

/** The refusal for an error of the file system that says there is no space; every other error as it is. */
export function orDiskFull(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const says = `${String(code)} ${String(message)}`;
  return /ENOSPC|EDQUOT|No space left|Disk quota/i.test(says) ? new AppError('unavailable', DISK_FULL) : error;
}

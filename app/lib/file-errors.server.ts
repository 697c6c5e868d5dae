/** Errors of files that the person who gave a command is told of (scripts/system-errors.mjs has the words). */

type SystemError = Error & { code?: string; path?: string };

/** What goes wrong with `file` names it: of a full disk the system says neither which nor where. */
export async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) (error as SystemError).path ??= file;
    throw error;
  }
}

/** Whether SQLite found no database there, or one that is not whole. */
export function isDamagedDatabase(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_(NOTADB|CORRUPT)/.test((error as SystemError).code ?? '');
}

/** Whether an error is the system's or SQLite's own: the disk, the rights, what is not there. */
export function isSystemError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  return syscall !== undefined || (code.startsWith('SQLITE_') && code !== 'SQLITE_ERROR' && !isDamagedDatabase(error));
}
